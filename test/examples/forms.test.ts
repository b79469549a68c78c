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

type State = {
	messages: Array<{ to: string; messageId: string }>;
	contacts: Array<{ phoneNumber: string; consent: Record<string, string> }>;
	suppression: Array<{ phoneNumber: string }>;
};
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

describe('Let people opt out of messages, or in again', () => {
	beforeEach(async () => {
		const contacts = [{ phoneNumber: '37060012345' }, { phoneNumber: '37060012346' }];
		await service.post('/contacts/import', contacts);
	});

	type Wish = 'No more messages' | 'Messages again';
	const submit = async (number: string, wish: Wish, to = service) => {
		const values = { 'Phone number': number, 'What would you like?': wish };
		const { page, error } = await new Example(to, 'consent-form').run('On form submission', [
			values,
		]);
		return { page, error };
	};
	const kept = async () => {
		const { contacts, suppression } = await state();
		const consents = contacts.map(({ phoneNumber, consent }) => [phoneNumber, consent]);
		return {
			consent: Object.fromEntries(consents),
			suppressed: suppression.map(({ phoneNumber }) => phoneNumber),
		};
	};
	/** How often a number was put on the list. */
	const additions = async () =>
		(await service.received()).filter(
			({ method, path }) => method === 'POST' && path === '/suppression',
		).length;

	const out = {
		page: {
			title: 'You will get no more messages',
			text: 'Your wish has been saved. We send no more messages to this number.',
		},
	};
	const failed = {
		title: 'That did not work',
		text: 'We could not save your wish. Please try again in a few minutes, or write to us.',
	};
	const byHand = {
		title: 'We have got your wish',
		text: 'It cannot be done at once. We will see to it by hand.',
	};

	test('revokes the consent and suppresses the number, once however often it is asked for', async () => {
		for (const number of ['+370 600 12345', '00370 (600) 12345', '370-600-12345']) {
			expect(await submit(number, 'No more messages')).toEqual(out);
			expect(await kept()).toEqual({
				consent: { 37060012345: { sms: 'revoked' }, 37060012346: {} },
				suppressed: ['37060012345'],
			});
		}
		expect(await additions()).toBe(1);
	});

	test('suppresses a number that is no contact, and does not give that away', async () => {
		expect(await submit('+370 600 99999', 'No more messages')).toEqual(out);
		expect((await kept()).suppressed).toEqual(['37060099999']);
	});

	test('grants the consent again', async () => {
		await submit('+370 600 12346', 'Messages again');
		expect(await submit('+370 600 12346', 'Messages again')).toEqual({
			page: { title: 'You will get messages again', text: 'Your wish has been saved.' },
		});
		const consent = { 37060012345: {}, 37060012346: { sms: 'granted' } };
		expect(await kept()).toEqual({ consent, suppressed: [] });
	});

	test('asks the owner to do what cannot be done at once', async () => {
		await submit('+370 600 12345', 'No more messages');
		expect(await submit('+370 600 12345', 'Messages again')).toEqual({
			page: byHand,
			error: '37060012345 wants messages again, but is on the suppression list.',
		});
		expect((await kept()).suppressed).toEqual(['37060012345']);
		expect(await submit('+370 600 99999', 'Messages again')).toEqual({
			page: byHand,
			error: '37060099999 wants messages again, but is no contact.',
		});
	});

	test.each(['call me', '+370 600', '8600 12345x', '0600 12345', '+370 (0) 600 12345'])(
		'asks for another number instead of %s, and changes nothing',
		async (number) => {
			expect(await submit(number, 'No more messages')).toEqual({
				page: {
					title: 'Please check the phone number',
					text: 'It has to begin with its country code, for example +370 600 12345. Nothing has been changed.',
				},
			});
			expect(await additions()).toBe(0);
		},
	);

	test.each([
		['its outcome is not known', { kind: 'drop', method: 'POST' }, 2],
		['the list cannot be read', { kind: 'status', status: 500, method: 'GET' }, 1],
	])('suppresses the number also if %s', async (_, fault, times) => {
		await service.fail({ ...fault, path: '/suppression' });
		expect(await submit('+370 600 12345', 'No more messages')).toEqual(out);
		expect((await kept()).suppressed).toEqual(['37060012345']);
		expect(await additions()).toBe(times);
	});

	test.each([
		['the number could not be suppressed', 'No more messages', 'POST', '/suppression'],
		["the contacts couldn't be read", 'No more messages', 'GET', '/contacts'],
		["the list couldn't be read", 'Messages again', 'GET', '/suppression'],
		['the consent could not be updated', 'Messages again', 'POST', '/contacts'],
	] as const)('says so, and tells the owner, when %s', async (_, wish, method, path) => {
		const body = { message: 'Bad day' };
		await service.fail({ kind: 'status', status: 400, body, method, path, count: 3 });
		expect(await submit('+370 600 12345', wish)).toEqual({
			page: failed,
			error: `What 37060012345 wishes was not saved (${wish.toLowerCase()}): Bad day`,
		});
	});

	test.each(['No more messages', 'Messages again'] as const)(
		'says so, and tells the owner, when the credential has been deleted: %s',
		async (wish) => {
			const said = await submit('+370 600 12345', wish, withoutCredential);
			expect(said.page).toEqual(failed);
			expect(said.error).toContain(
				`wishes was not saved (${wish.toLowerCase()}): Credential with ID`,
			);
		},
	);
});
