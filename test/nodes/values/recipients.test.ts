import { recipientsIn } from '../../../nodes/MessagingService/values/recipients';

it.each([
	...['to', 'recipients', 'RECIPIENTS', 'recipientNo', 'Receiver', 'destinations', 'addressee'],
	...['phone', 'phone_number', 'MSISDN', 'number', 'tel', 'Mobile', 'cellNumber', 'to_nr'],
	...['cc', 'bcc'],
])('A field that somebody adds as %s is a recipient', (name) => {
	expect(recipientsIn({ [name]: '37060012345' })).toEqual(['37060012345']);
});

it.each([
	...['text', 'messageId', 'createdAt', 'sid', 'valid', 'customerPhones', 'accountNumber'],
	...['hasPhone', 'mobileRef', 'id', 'no'],
])('A field that somebody adds as %s is none, and the message has one all the same', (name) => {
	expect(recipientsIn({ [name]: '37060012345' })).toEqual(['']);
});

it('finds each recipient of a list, of a text with commas, and of email addresses with names', () => {
	const to = ['1', ['2;3'], { phone: '4' }];
	const found = ['1', '2', '3', '{"phone":"4"}', '"Last, First" <a@b.co>', 'c@d.co'];
	expect(recipientsIn({ to, cc: '"Last, First" <a@b.co>, c@d.co' })).toEqual(found);
});

it.each([[[]], [''], [null]])('finds no fewer because another field is %j', (empty) => {
	expect(recipientsIn({ recipients: empty, to: '37060012345' })).toEqual(['37060012345']);
});
