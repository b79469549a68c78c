import { recipientsIn } from '../../../nodes/MessagingService/values/recipients';

it.each([
	...['to', 'recipients', 'Receiver', 'phone_number', 'recipientNo', 'MSISDN', 'bcc', 'cc'],
	...['number', 'destination', 'tel'],
])('A field that somebody adds as %s is a recipient', (name) => {
	expect(recipientsIn({ [name]: '37060012345' })).toEqual(['37060012345']);
});

it.each([
	...['text', 'messageId', 'createdAt', 'sid', 'valid', 'customerPhones', 'accountNumber'],
	...['hasPhone', 'mobileRef', 'id', 'no'],
])(
	'A field that somebody adds as %s is no recipient, and the message has one all the same',
	(name) => {
		expect(recipientsIn({ [name]: '37060012345' })).toEqual(['']);
	},
);

it('finds each recipient of a list, of a text with commas, and of email addresses with names', () => {
	expect(recipientsIn({ to: ['1', '2;3'], cc: '"Last, First" <a@b.co>, c@d.co' })).toEqual([
		'1',
		'2',
		'3',
		'"Last, First" <a@b.co>',
		'c@d.co',
	]);
});
