import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { readAccountDefaults } from '../../../nodes/MessagingService/parameters/accountDefaults';
import { runCredentialTest } from '../../support/credentialTest';
import { operations, parametersOf } from '../../support/description';
import { runNode } from '../../support/engine';
import { watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { requests } from '../../support/requests';
import { kept, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

/** The credential with these Account Defaults. */
const having = (defaults: IDataObject): ICredentialDataDecryptedObject =>
	({ ...service.credential, accountDefaults: true, ...defaults }) as ICredentialDataDecryptedObject;

const to = '37060012345';
const unsigned = { resource: send.resource, operation: send.operation, text: send.text };
const inViber = { resource: 'viber', operation: 'send', to, text: 'Hello' };

/** The operations that send under a sender ID, with From left empty. */
const signed: Record<string, INodeParameters> = {
	'sms.send': { ...unsigned, to },
	'sms.sendBulk': { ...unsigned, operation: 'sendBulk', to },
	'sms.sendAndWait': { ...unsigned, operation: 'sendAndWait', to, message: 'May we?' },
	'viber.send': inViber,
	'campaign.create': {
		...{ resource: 'campaign', operation: 'create', name: 'Sale' },
		...{ text: 'Hello', recipients: to },
	},
};

/** The senders in what the service received. */
const senders = async () =>
	(await requests(service)).flatMap(({ body }) => [body].flat()).map((body) => Object(body).from);

const none = { states: { delivered: [], failed: [] }, suppressionList: { ignored: [] } };

describe('Account Defaults', () => {
	it('are none where they are off, whatever the hidden fields hold', () => {
		const anything = fc.dictionary(
			fc.constantFrom(
				...['senderId', 'defaultCountry', 'deliveredStates', 'failedStates'],
				...['numberField', 'ignoredFields'],
			),
			fc.jsonValue(),
		);
		fc.assert(
			fc.property(
				anything,
				fc.constantFrom(undefined, false, '', 'false'),
				(given, accountDefaults) => {
					const read = readAccountDefaults({
						...given,
						accountDefaults,
					} as ICredentialDataDecryptedObject);
					expect(read).toEqual(none);
				},
			),
			tries(100),
		);
	});

	it.each<[IDataObject, IDataObject]>([
		[{}, {}],
		[{ senderId: '', defaultCountry: '', deliveredStates: '', failedStates: ' ' }, {}],
		[{ senderId: ' Shop ' }, { senderId: 'Shop' }],
		[{ senderId: 37060000001 }, { senderId: '37060000001' }],
		[{ defaultCountry: ' lt' }, { defaultCountry: 'LT' }],
		[
			{ deliveredStates: '2', failedStates: ' 3, 4;5\n-6 ,' },
			{ states: { delivered: [2], failed: [3, 4, 5, -6] } },
		],
		[
			{ deliveredStates: 7, failedStates: [2, ' 3 ', ''] },
			{ states: { delivered: [7], failed: [2, 3] } },
		],
		[
			{ numberField: ' a.b ', ignoredFields: ' page, links.next;\nobject ,' },
			{ suppressionList: { field: 'a.b', ignored: ['page', 'links.next', 'object'] } },
		],
		[
			{ numberField: ' ', ignoredFields: ['page', ' ', 7] },
			{ suppressionList: { ignored: ['page', '7'] } },
		],
	])('%j are read as %j', (given, read) => {
		expect(readAccountDefaults(having(given))).toEqual({ ...none, ...read });
	});
});

const LABELS: Record<string, string> = {
	...{ defaultCountry: "'Default Country'", senderId: "'Sender ID'" },
	...{ deliveredStates: "'Delivered States'", failedStates: "'Failed States'" },
	pricePerPart: "'Price per Part'",
	...{ numberField: "'Field of the Numbers'", ignoredFields: "'Ignored Fields'" },
};
const wrong: Array<[IDataObject, string, string?]> = [
	[{ accountDefaults: 'perhaps' }, "'Account Defaults' is neither true nor false: perhaps"],
	[{ defaultCountry: 'Lithuania' }, "'Default Country' isn't a country: Lithuania"],
	[{ defaultCountry: 370 }, "'Default Country' isn't a country: 370"],
	[{ deliveredStates: 'x' }, "'Delivered States' has an entry that isn't a whole number: x"],
	[{ failedStates: '3 4.5' }, "'Failed States' has an entry that isn't a whole number: 4.5"],
	...['2-3', '--1', true].map((given): [IDataObject, string] => [
		{ failedStates: given },
		`'Failed States' has an entry that isn't a whole number: ${given}`,
	]),
	[
		{ deliveredStates: '1,2', failedStates: '2' },
		"'Delivered States' and 'Failed States' both have 2",
		'Remove it from one of them.',
	],
	[{ pricePerPart: '0,04' }, "'Price per Part' has an entry that can't be read: 0,04"],
	[{ senderId: ['Shop'] }, "'Sender ID' isn't text: a list", 'Enter a registered sender ID.'],
	[{ senderId: true }, "'Sender ID' isn't text: true"],
	...Object.entries(LABELS).map(([name, label]): [IDataObject, string, string] => [
		{ [name]: null },
		`The expression in ${label} returned nothing`,
		'Correct it, or clear it.',
	]),
	...Object.entries(LABELS).map(([name, label]): [IDataObject, string, string] => [
		{ [name]: '{{ $vars.mine }}' },
		`${label} has an expression as plain text: {{ $vars.mine }}`,
		"Select 'Expression' above the field.",
	]),
	[{ senderId: 'Shop\nTo: all' }, "'Sender ID' has a line break or another control character"],
];

const WHERE = "It's under 'Account Defaults' in the Messaging Service credential.";

it.each(wrong)('Wrong Account Defaults are refused: %j', (defaults, message, advice = '') => {
	const said: unknown = expect.stringContaining(`${advice} ${WHERE}`);
	expect(() => readAccountDefaults(having(defaults))).toThrow(
		expect.objectContaining({ message, advice: said }),
	);
});

describe('Wrong Account Defaults', () => {
	const defaults = { defaultCountry: 'Lithuania' };
	const message = "'Default Country' isn't a country: Lithuania";

	it('are refused before the first request', async () => {
		for (const parameters of [
			{ ...send, to },
			{ resource: 'account', operation: 'getBalance' },
			{ resource: 'sms', operation: 'preview', text: 'Hello', useAccountDefaults: true },
			{ resource: 'sms', operation: 'summarizeReports', useAccountDefaults: true },
		]) {
			const { error } = await runNode(having(defaults), parameters);
			expect(error?.message).toBe(`${message} (the credential)`);
			expect(error?.description).toContain(WHERE);
		}
		expect(await requests(service)).toEqual([]);
	});

	it('are refused by the trigger', async () => {
		const trigger = watching({ credential: having(defaults) }, '7');
		await expect(trigger.poll()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(WHERE),
		});
		expect(await requests(service)).toEqual([]);
	});

	it('are said when the credential is tested', async () => {
		const { status, message: said } = await runCredentialTest(having(defaults));
		expect([status, said]).toEqual(['Error', expect.stringContaining(message)]);
		expect(said).toContain(WHERE);
		expect(await requests(service)).toEqual([]);
	});

	it('do not matter to Preview and Summarize without the credential', async () => {
		for (const operation of ['preview', 'summarizeReports']) {
			const parameters = { resource: 'sms', operation, text: 'Hello' };
			const { error } = await runNode(having(defaults), parameters, [{ messageId: 'a' }]);
			expect(error).toBeUndefined();
		}
	});
});

describe('Sender ID', () => {
	it('stands for From in every operation that has one, but for Email', () => {
		const withFrom = Object.entries(operations).flatMap(([resource, names]) =>
			names
				.filter((name) => parametersOf(resource, name).includes('from'))
				.map((name) => `${resource}.${name}`),
		);
		expect(withFrom.sort()).toEqual([...Object.keys(signed), 'email.send'].sort());
	});

	describe.each(Object.entries(signed))('%s', (_, parameters) => {
		it.each([
			[{}, 'Brand'],
			[{ from: 'Shop' }, 'Shop'],
		])('with %j sends under %s', async (from, sender) => {
			const own = { ...parameters, ...from };
			const { error } = await runNode(having({ senderId: 'Brand' }), own);
			expect(error).toBeUndefined();
			expect(await senders()).toEqual([sender]);
		});

		it('says where a sender is to be filled in', async () => {
			const { error } = await runNode(service.credential, { ...parameters, from: ' ' });
			expect(error?.message).toBe("'From' is empty (item 1 of 1)");
			expect(error?.description).toMatch(/'From'.+'Sender ID' under 'Account Defaults'/);
			expect(await senders()).toEqual([]);
		});

		it('refuses an expression that returns nothing', async () => {
			const own = { ...parameters, from: '={{ $json.brand }}' };
			const { error } = await runNode(having({ senderId: 'Brand' }), own);
			expect(error?.message).toBe("'From' is empty (item 1 of 1)");
			expect(await senders()).toEqual([]);
		});
	});

	it('is no address of an email', async () => {
		const email = { resource: 'email', operation: 'send', to: 'a@example.com', subject: 'Hi' };
		await expect(
			runNode(having({ senderId: 'Brand' }), { ...email, text: 'Hello' }),
		).rejects.toThrow();
		const { error } = await runNode(having({ senderId: 'Brand' }), {
			...{ ...email, text: 'Hello' },
			from: '={{ "" }}',
		});
		expect(error?.message).toContain("'From' is empty");
		expect(await requests(service)).toEqual([]);
	});

	it('is not put into a JSON body', async () => {
		const jsonBody = '{"to":"37060012345","text":"Hello"}';
		await runNode(having({ senderId: 'Brand' }), {
			...{ resource: 'viber', operation: 'send', specifyBody: 'json', jsonBody },
		}).then(({ error }) => expect(error?.httpCode).toBe('400'));
		expect(await senders()).toEqual([undefined]);
	});

	it.each([true, false])('does not stand for what an agent leaves out: %s', async (byEngine) => {
		const from = "={{ $fromAI('from', 'the sender', 'string') }}";
		const parameters = { ...signed['sms.send'], from };
		const calls = [{ from: 'Shop' }, { from: '' }];
		const credential = having({ senderId: 'Brand' });
		const { answers } = await callTool(credential, parameters, calls, { byEngine });
		expect(answers).toMatchObject([
			{ answer: [{ messageId: expect.any(String) }] },
			{ error: expect.stringContaining("'From' is empty") },
		]);
		expect(await senders()).toEqual(['Shop']);
	});

	it('is on the page of a question, also when only the waiting is tried again', async () => {
		const wait = jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait');
		wait.mockRejectedValueOnce(new Error('The database is busy'));
		const parameters = signed['sms.sendAndWait'];
		const result = await runNode(having({ senderId: 'Brand' }), parameters, [{}], retry);
		expect(wait).toHaveBeenCalledTimes(2);
		wait.mockRestore();
		expect(result.error).toBeUndefined();
		expect(kept(result).question).toMatchObject({ from: 'Brand' });
		expect(await senders()).toEqual(['Brand']);
	});
});

describe('Use Account Defaults', () => {
	it.each(['preview', 'summarizeReports'])(
		'fails every item of %s if they cannot be read, also if the user continues',
		async (operation) => {
			const parameters = { resource: 'sms', operation, text: 'Hello', useAccountDefaults: true };
			const wrong = having({ defaultCountry: 'Lithuania' });
			const { output, errorOutput } = await runNode(wrong, parameters, [{}, {}], {
				onError: 'continueErrorOutput',
			});
			expect(output).toEqual([]);
			expect(errorOutput.map(({ json }) => json.error)).toEqual(
				Array(2).fill(expect.stringContaining("'Default Country'")),
			);
		},
	);
});

it.each<[IDataObject, string, string]>([
	[{}, '8 600 12345', '37060012345'],
	[{ defaultCountry: 'LV' }, '21 234 567', '37121234567'],
])(
	"The node's own Default Country comes before the account's: %j",
	async (options, given, number) => {
		const parameters = { ...unsigned, from: 'Shop', to: given, options } as INodeParameters;
		await runNode(having({ defaultCountry: 'LT' }), parameters);
		expect((await requests(service)).map(({ body }) => body)).toMatchObject([{ to: number }]);
	},
);
