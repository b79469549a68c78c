import {
	isCalledMessageId,
	isCalledNumber,
	isCalledOtherwise,
	isCalledPhone,
	isCalledRecipient,
	isCalledSubject,
	mentionsRecipient,
} from '../../../nodes/MessagingService/values/fieldNames';

/** Names of fields, and all that is said of each. */
const names: Record<string, string> = {
	to: 'recipient, mentions, number, subject',
	recipients: 'recipient, mentions, number, subject',
	Receiver: 'recipient, mentions, number, subject',
	phone_number: 'recipient, mentions, phone, subject',
	recipientNo: 'recipient, mentions, phone',
	MSISDN: 'recipient, mentions, phone, subject',
	number: 'recipient, mentions, number, subject',
	no: 'number',
	bcc: 'recipient',
	cc: 'recipient',
	sid: 'message id',
	valid: 'subject',
	customerPhone: 'mentions, phone',
	mobileRef: 'mentions',
	e164: 'phone',
	hasPhone: 'mentions',
	has_phone: 'mentions',
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
		mentions: mentionsRecipient(name),
		phone: isCalledPhone([name]),
		number: isCalledNumber([name]),
		subject: isCalledSubject(name),
		'message id': isCalledMessageId(name),
		otherwise: isCalledOtherwise(name),
	};
	const told = Object.entries(all).flatMap(([what, isSo]) => (isSo ? what : []));
	expect(told.join(', ')).toBe(said);
});
