import { serviceForTests } from '../support/service';
import { Example } from './support/example';

const service = serviceForTests();

/** The service behind a credential that somebody has deleted, in n8n's words. */
const withoutCredential = Object.create(service, {
	credential: {
		value: {
			get apiKey(): string {
				throw new Error('Credential with ID "1" does not exist for type "messagingServiceApi".');
			},
		},
	},
});

type State = { messages: Array<{ to: string; messageId: string }> };
const state = async (): Promise<State> => await service.control('GET', 'state');

describe('Send an SMS from a form', () => {
	const submit = async (phone: string, to = service) => {
		const submission = { Name: 'Jūratė', 'Phone number': phone, Message: 'Ačiū 🎉' };
		const example = new Example(to, 'form-to-sms');
		const { page, error } = await example.run('On form submission', [submission]);
		return { page, error, rows: example.tables.get('SMS messages') ?? [] };
	};

	test('sends what was filled in, writes a row and shows the message ID', async () => {
		const { page, rows } = await submit('+370 600 12345');
		const [{ messageId }] = (await state()).messages;
		expect(page).toEqual({
			title: 'Your message is on its way',
			text: `Thank you, Jūratė. The ID of your message is ${messageId}.`,
		});
		const row = { messageId, to: '37060012345', text: 'Ačiū 🎉', parts: 1, final: false };
		expect(rows).toMatchObject([row]);
	});

	test.each([
		[
			'asks for another number in words for the visitor, and sends nothing',
			'+370 600',
			{
				title: 'Your message was not sent',
				text: 'Please check the phone number. It has to begin with its country code, for example +370 600 12345.',
			},
			undefined,
		],
		[
			"keeps the service's refusal from the visitor, and tells the owner",
			'+370 600 10400',
			{
				title: 'Your message was not sent',
				text: 'Something went wrong. Please check the phone number, or try again later.',
			},
			"The SMS to +370 600 10400: The service can't reach this number (recipient ending in 0400)",
		],
	])('%s', async (_, phone, page, error) => {
		expect(await submit(phone)).toEqual({ page, error, rows: [] });
		expect((await state()).messages).toEqual([]);
	});

	test('asks not to send it again when it may be on its way', async () => {
		await service.fail({ kind: 'drop', accepted: true, path: '/v1/sms/single' });
		expect(await submit('+370 600 12345')).toEqual({
			page: {
				title: 'Your message may be on its way',
				text: 'We do not know yet whether it was sent. Please do not send it again: we look into it.',
			},
			error: 'The SMS to +370 600 12345: The connection was closed before the service answered',
			rows: [],
		});
		expect((await state()).messages).toHaveLength(1);
	});

	test('says nothing of an SMS on its way when the credential has been deleted', async () => {
		const { page, rows } = await submit('+370 600 12345', withoutCredential);
		expect([page?.title, rows]).toEqual(['Your message was not sent', []]);
	});
});
