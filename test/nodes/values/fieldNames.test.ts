import {
	isCalledId,
	isCalledMessageId,
	isCalledNumber,
	isCalledOtherwise,
	isCalledPhone,
	isCalledRecipient,
	mentionsRecipient,
} from '../../../nodes/MessagingService/values/fieldNames';

/** Names of fields, and all that is said of each. */
const names: Record<string, string> = {
	to: 'recipient, mentions, number',
	recipients: 'recipient, mentions, number',
	Receiver: 'recipient, mentions, number',
	phone_number: 'recipient, mentions, phone',
	recipientNo: 'recipient, mentions, phone',
	MSISDN: 'recipient, mentions, phone',
	number: 'recipient, mentions, number',
	no: 'number',
	bcc: 'recipient, mentions',
	customerPhone: 'mentions, phone',
	mobileRef: 'mentions',
	e164: 'phone',
	hasPhone: 'mentions',
	has_phone: 'mentions',
	accountNumber: '',
	cancelled: '',
	text: '',
	messageId: 'id, message id, otherwise',
	message_uuid: 'id, message id, otherwise',
	id: 'id, message id, otherwise',
	contact_id: 'id, otherwise',
	createdAt: 'otherwise',
};

it.each(Object.entries(names))('The name %s says: %s', (name, said) => {
	const all = {
		recipient: isCalledRecipient(name),
		mentions: mentionsRecipient(name),
		phone: isCalledPhone([name]),
		number: isCalledNumber([name]),
		id: isCalledId(name),
		'message id': isCalledMessageId(name),
		otherwise: isCalledOtherwise(name),
	};
	const told = Object.entries(all).flatMap(([what, isSo]) => (isSo ? what : []));
	expect(told.join(', ')).toBe(said);
});
