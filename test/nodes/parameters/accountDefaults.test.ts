import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { readAccountDefaults } from '../../../nodes/MessagingService/parameters/accountDefaults';
import { runCredentialTest } from '../../support/credentialTest';
import { runNode } from '../../support/engine';
import { watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { requests } from '../../support/requests';
import { email, kept, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { to, validOperations } from '../../support/validOperations';

const service = serviceForTests();

/** The credential with these Account Defaults. */
const having = (defaults: IDataObject): ICredentialDataDecryptedObject =>
	({ ...service.credential, accountDefaults: true, ...defaults }) as ICredentialDataDecryptedObject;

const unsigned = { ...send, to, from: '' };

/** The operations that send under a sender ID, with From left empty. */
const signed = validOperations
	.filter(({ parameters }) => 'from' in parameters && parameters.resource !== 'email')
	.map(({ what, parameters }) => ({ what, parameters: { ...parameters, from: '' } }));

/** The senders in what the service received. */
const senders = async () =>
	(await requests(service)).flatMap(({ body }) => [body].flat()).map((body) => Object(body).from);

const none = { states: { delivered: [], failed: [] }, suppressionList: { ignored: [] } };

/** The fields by name, as errors call them. */
const LABELS: Record<string, string> = {
	...{ defaultCountry: "'Default Country'", senderId: "'Sender ID'" },
	...{ deliveredStates: "'Delivered States'", failedStates: "'Failed States'" },
	pricePerPart: "'Price per Part'",
	...{ numberField: "'Field of the Numbers'", ignoredFields: "'Ignored Fields'" },
};

describe('Account Defaults', () => {
	it('are none where they are off, whatever the hidden fields hold', () => {
		const names = fc.constantFrom(...Object.keys(LABELS));
		const off = fc.constantFrom(undefined, false, '', 'false');
		fc.assert(
			fc.property(fc.dictionary(names, fc.jsonValue()), off, (given, accountDefaults) => {
				const credential = { ...given, accountDefaults } as ICredentialDataDecryptedObject;
				expect(readAccountDefaults(credential)).toEqual(none);
			}),
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
	...Object.entries(LABELS).flatMap(
		([name, label]): Array<[IDataObject, string, string]> => [
			[{ [name]: null }, `The expression in ${label} returned nothing`, 'Correct it, or clear it.'],
			[
				{ [name]: '{{ $vars.mine }}' },
				`${label} has an expression as plain text: {{ $vars.mine }}`,
				"Select 'Expression' above the field.",
			],
		],
	),
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
	/** Operations that make no request. */
	const local = ['preview', 'summarizeReports'].map((operation) => ({
		...{ resource: 'sms', operation, text: 'Hello' },
	}));

	it('are refused before the first request', async () => {
		for (const parameters of [
			{ ...send, to },
			{ resource: 'account', operation: 'getBalance' },
			...local.map((one) => ({ ...one, useAccountDefaults: true })),
		]) {
			const { error } = await runNode(having(defaults), parameters);
			expect(error?.message).toBe(`${message} (the credential)`);
			expect(error?.description).toContain(WHERE);
		}
		expect(await requests(service)).toEqual([]);
	});

	it.each(local)(
		'fail every item of $operation, also if the user continues',
		async (parameters) => {
			const { output, errorOutput } = await runNode(
				having(defaults),
				{ ...parameters, useAccountDefaults: true },
				[{}, {}],
				{ onError: 'continueErrorOutput' },
			);
			expect(output).toEqual([]);
			expect(errorOutput.map(({ json }) => json.error)).toEqual(
				Array(2).fill(expect.stringContaining(message)),
			);
		},
	);

	it.each(local)('do not matter to $operation without the credential', async (parameters) => {
		const { error } = await runNode(having(defaults), parameters, [{ messageId: 'a' }]);
		expect(error).toBeUndefined();
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
});

describe('Sender ID', () => {
	it.each(signed)('signs what $what sends', async ({ parameters }) => {
		const { error } = await runNode(having({ senderId: 'Brand' }), parameters);
		expect(error).toBeUndefined();
		expect(await senders()).toEqual(['Brand']);
	});

	it("does not stand for an expression that returns nothing: it may be another brand's", async () => {
		const own = { ...unsigned, from: '={{ $json.brand }}' };
		const { error } = await runNode(having({ senderId: 'Brand' }), own);
		expect(error?.message).toBe("'From' is empty (item 1 of 1)");
		expect(await senders()).toEqual([]);
	});

	it('is no address of an email', async () => {
		const credential = having({ senderId: 'Brand' });
		const unsent = { ...email, to: 'a@example.com' };
		await expect(runNode(credential, { ...unsent, from: undefined })).rejects.toThrow();
		const { error } = await runNode(credential, { ...unsent, from: '={{ "" }}' });
		expect(error?.message).toContain("'From' is empty");
		expect(await requests(service)).toEqual([]);
	});

	it('is not put into a JSON body', async () => {
		const jsonBody = '{"to":"37060012345","text":"Hello"}';
		const viber = { resource: 'viber', operation: 'send', specifyBody: 'json', jsonBody };
		const { error } = await runNode(having({ senderId: 'Brand' }), viber);
		expect(error?.httpCode).toBe('400');
		expect(await senders()).toEqual([undefined]);
	});

	it.each([true, false])('does not stand for what an agent leaves out: %s', async (byEngine) => {
		const from = "={{ $fromAI('from', 'the sender', 'string') }}";
		const parameters = { ...unsigned, from };
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
		const parameters = { ...unsigned, operation: 'sendAndWait', message: 'May we?' };
		const result = await runNode(having({ senderId: 'Brand' }), parameters, [{}], retry);
		expect(wait).toHaveBeenCalledTimes(2);
		wait.mockRestore();
		expect(result.error).toBeUndefined();
		expect(kept(result).question).toMatchObject({ from: 'Brand' });
		expect(await senders()).toEqual(['Brand']);
	});
});

describe('The Default Country of the node', () => {
	const sendTo = async (given: string, options: INodeParameters) =>
		await runNode(having({ defaultCountry: 'LT' }), {
			...{ ...unsigned, from: 'Shop', to: given, options },
		});

	it.each<[INodeParameters, string, string]>([
		[{}, '8 600 12345', '37060012345'],
		[{ defaultCountry: '={{ "LV" }}' }, '21 234 567', '37121234567'],
	])("comes before the account's: %j", async (options, given, number) => {
		await sendTo(given, options);
		expect((await requests(service)).map(({ body }) => body)).toMatchObject([{ to: number }]);
	});

	it.each(['={{ $json.none }}', '={{ "" }}', '={{ null }}', ''])(
		"isn't the account's where it says nothing: %s",
		async (defaultCountry) => {
			const { error } = await sendTo('8 600 12345', { defaultCountry });
			expect(error?.message).toMatch(
				/^(The expression in 'Default Country' returned nothing|'Default Country' is empty)/,
			);
			expect(await requests(service)).toEqual([]);
		},
	);
});
