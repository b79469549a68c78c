import {
	isCalledMessageId,
	isCalledNumber,
	isCalledOtherwise,
	isCalledPhone,
	isCalledRecipient,
	isCalledSubject,
} from '../../../nodes/MessagingService/values/fieldNames';

/** Names of fields, and all that is said of each. */
const names: Record<string, string> = {
	to: 'recipient, number, subject',
	recipients: 'recipient, number, subject',
	Receiver: 'recipient, number, subject',
	phone_number: 'recipient, phone, subject',
	recipientNo: 'recipient, phone',
	MSISDN: 'recipient, phone, subject',
	customerPhones: 'phone',
	number: 'recipient, number, subject',
	no: 'number',
	bcc: 'recipient',
	cc: 'recipient',
	sid: 'message id',
	valid: 'subject',
	customerPhone: 'phone',
	basisPhone: 'phone',
	mobileRef: '',
	e164: 'phone',
	hasPhone: '',
	has_phone: '',
	accountNumber: '',
	cancelled: '',
	text: '',
	messageId: 'subject, message id, otherwise',
	message_uuid: 'message id, otherwise',
	id: 'subject, message id, otherwise',
	contact_id: 'subject, otherwise',
	createdAt: 'otherwise',
};

it.each(Object.entries(names))('The name %s says: %s', (name, said) => {
	const all = {
		recipient: isCalledRecipient(name),
		phone: isCalledPhone([name]),
		number: isCalledNumber([name]),
		subject: isCalledSubject(name),
		'message id': isCalledMessageId(name),
		otherwise: isCalledOtherwise(name),
	};
	const told = Object.entries(all).flatMap(([what, isSo]) => (isSo ? what : []));
	expect(told.join(', ')).toBe(said);
});

test('A field within one that is called like a phone number is its number, too', () => {
	expect(isCalledPhone(['phone', 'value'])).toBe(true);
	expect(isCalledPhone(['value', 'e164'])).toBe(true);
	expect(isCalledPhone(['person', 'name'])).toBe(false);
});
