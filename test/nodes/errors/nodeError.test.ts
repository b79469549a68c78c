import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';

import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { API_KEY, serviceForTests } from '../../support/service';
import { runNode } from '../../support/engine';
import { getCampaign, getReport, sendAll, stored } from '../../support/failing';
import { requests } from '../../support/requests';
import { group, recipients, send, sendBulk, skip } from '../../support/sending';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

it('An error shows no half of the key where its message is cut', () => {
	const node = { name: 'n', type: 'messagingService', parameters: {} } as unknown as INode;
	for (let before = 280; before <= 300; before++) {
		const problem = new Problem(`${'x'.repeat(before)}${API_KEY}`, 'Correct it.');
		const { message } = asNodeError({ node, apiKey: API_KEY }, problem);
		expect(message).toMatch(/^x+\*{0,3}…?$/);
	}
});

describe('What the user reads', () => {
	const CHECK_FIRST = "It isn't known whether the service carried it out. Check before you send";

	const refusal = (status: number, message: string) =>
		[{ kind: 'status', status, body: { message } }, message] as const;

	/** Faults of the service, what the user reads, and whether a request that sends may have been carried out all the same. */
	const failures: Array<[fault: IDataObject, message: string, advice: string, isUnknown: boolean]> =
		[
			[...refusal(400, 'campaignId is too long'), 'Check the values that you sent', false],
			[...refusal(408, 'Too slow'), 'The service is unavailable right now', true],
			[...refusal(429, 'Slow down'), 'Batching', false],
			[...refusal(500, 'Something broke'), 'The service is unavailable right now', true],
			[
				{ kind: 'timeout' },
				"The service didn't answer in time",
				"To wait longer, raise 'Timeout'",
				true,
			],
			[
				{ kind: 'drop' },
				'The connection was closed before the service answered',
				'Something between n8n and the service, such as a proxy, may have closed it',
				true,
			],
			[
				{ kind: 'html' },
				"The service's answer isn't JSON: Down for maintenance",
				'Something other than the service may have answered',
				true,
			],
			[
				{ kind: 'invalidJson' },
				'The service\'s answer isn\'t JSON: {"messageId": "2f1c',
				'Something other than the service may have answered',
				true,
			],
		];

	/** What is repeated is given up at once; the time-out is long enough for the item that is answered. */
	const givingUp = ({ kind }: IDataObject, parameters: INodeParameters = getReport) => ({
		options: group('requests', { maxWait: 0 }),
		...parameters,
		...(kind === 'timeout' ? { requestOptions: { timeout: 1_000 } } : {}),
	});

	it.each(failures)(
		'of %j: what happened, to which item, and what to do',
		async (fault, message, advice) => {
			const id = await service.send('37060012345');
			await service.fail({ ...fault, path: '/v1/sms/report', after: 1 });
			const failed = await runNode(service.credential, givingUp(fault), [{ id }, { id: 'second' }]);
			expect(failed.error?.message).toBe(message);
			expect(failed.error?.description).toContain('This was item 2 of 2.');
			expect(failed.error?.description).toContain(advice);
			expect(failed.error?.description).not.toContain(CHECK_FIRST);
			const isAnswered = !['timeout', 'drop'].includes(String(fault.kind));
			const status = isAnswered ? String(fault.status ?? 200) : undefined;
			expect(failed.error?.httpCode ?? undefined).toBe(status);
			expect(failed.error?.context).toMatchObject({ data: { item: 2 } });
			// Of it n8n's editor makes an [item 1] behind the message.
			expect(failed.error?.context.itemIndex).toBeUndefined();
			expect(failed.output).toEqual([]);
			expect(stored(failed)).not.toContain(API_KEY);
		},
	);

	it('on the error output: the words, and the fields of the item; others pass', async () => {
		const [[fault, message]] = failures;
		const id = await service.send('37060012345');
		const items = [{ id: 'second', row: 7 }, { id }];
		await service.fail({ ...fault, path: '/v1/sms/report' });
		const settings = { onError: 'continueErrorOutput' } as const;
		const run = await runNode(service.credential, givingUp(fault), items, settings);
		expect(run.error).toBeUndefined();
		const details: unknown = expect.stringMatching(/This was item 1 of 2\. .*Check the values/);
		expect(run.errorOutput).toEqual([
			{ json: { ...items[0], error: message, details }, pairedItem: { item: 0 } },
		]);
		expect(run.output).toEqual([
			{ json: expect.objectContaining({ messageId: id }), pairedItem: { item: 1 } },
		]);
		expect(stored(run)).not.toContain(API_KEY);
	});

	it.each(failures)(
		'of %j for a message: also whether it may have been sent all the same',
		async (fault, message, advice, isUnknown) => {
			for (const [path, parameters] of [
				['/v1/sms/single', send],
				['/v1/sms/bulk', sendAll],
			] as const) {
				await service.fail({ ...fault, path });
				const given = givingUp(fault, parameters);
				const { error } = await runNode(service.credential, given, [{ to: '37060012345' }]);
				expect(error?.message).toBe(message);
				expect(error?.description).toContain(advice);
				expect(error?.description?.includes(CHECK_FIRST)).toBe(isUnknown);
			}
			expect(await requests(service)).toHaveLength(2);
		},
	);

	it('takes an empty answer with status 204 for a success', async () => {
		await service.fail({ kind: 'empty', status: 204 });
		const { output } = await runNode(service.credential, getCampaign, [{ id: '7' }]);
		expect(output).toEqual([{ json: { success: true }, pairedItem: { item: 0 } }]);
	});

	it.each([
		['Send', send, { to: '1' }],
		[
			'Preview',
			{ resource: 'sms', operation: 'preview', text: '={{ $("Nobody").item.json.text }}' },
			{},
		],
		['Summarize', { resource: 'sms', operation: 'summarizeReports' }, { no: 'report' }],
	])(
		'copies the node as often for many items that fail as for few: %s',
		async (_, parameters, item) => {
			const copies = jest.spyOn(ExecuteContext.prototype, 'getNode');
			const copiesFor = async (count: number) => {
				copies.mockClear();
				const items = Array.from({ length: count }, () => item);
				const onError = 'continueErrorOutput';
				const run = await runNode(service.credential, parameters, items, { onError });
				expect(run.errorOutput).toHaveLength(count);
				return copies.mock.calls.length;
			};
			try {
				expect(await copiesFor(20)).toBe(await copiesFor(2));
			} finally {
				copies.mockRestore();
			}
		},
	);
});

describe('Items that are refused together', () => {
	const importing = (batchSize: number): INodeParameters => ({
		resource: 'contact',
		operation: 'import',
		phoneNumber: '={{ $json.to }}',
		options: group('requests', { batchSize }),
	});

	const WHICH = 'any of them may be the cause';

	/** What a run says of each item, or of the one that it stopped for. */
	async function told(
		parameters: INodeParameters,
		onError: INode['onError'] = 'stopWorkflow',
		count = 4,
	) {
		const run = await runNode(service.credential, parameters, recipients(count), { onError });
		const { error, output, errorOutput } = run;
		if (error) return [`${error.message} | ${error.description}`];
		const failed = [...output, ...errorOutput].filter(({ json }) => json.error);
		return failed.map(({ json }) => `${json.error} | ${json.details}`);
	}

	const ways = ['stopWorkflow', 'continueErrorOutput'] as const;
	const table = [
		...ways.map((way) => ['Send Bulk', sendBulk, way] as const),
		['Import', importing, 'stopWorkflow'] as const,
	];

	describe.each(table)('A batch that is refused as a whole: %s, %#', (_name, batch, onError) => {
		/** What is said of a fault, as often as there are errors. */
		const saidOf = async (fault: object) => {
			await service.reset();
			await service.fail(fault);
			const said = await told(batch(10), onError);
			const [all] = said.slice(-1);
			// Only the first one has the service's answer too.
			const each: unknown = expect.stringContaining(all);
			expect(said).toEqual(Array(onError === 'stopWorkflow' ? 1 : 4).fill(each));
			expect(all).not.toMatch(/\bitem \d/);
			return all;
		};
		const refusal = (status: number) => ({ kind: 'status', status, body: 'No', count: 9 });

		// All statuses are in the tests of the advice.
		it.each([400, 422])('%i: any of its items may be the cause', async (status) => {
			const said = await saidOf(refusal(status));
			expect(said).toContain(
				`HTTP status ${status}. The service refused items 1 to 4 together; ${WHICH}. To find it, set 'Batch Size' to 1 (Options → Requests). The others go through then, so leave them out of the next run. `,
			);
		});

		it.each([
			...[401, 408, 500].map(refusal),
			{ kind: 'drop', count: 9 },
			{ kind: 'status', status: 200, body: { error: 'No route' } },
		])('none of them is blamed for %j', async (fault) => {
			const said = await saidOf(fault);
			expect(said).toContain('These were items 1 to 4 of 4. ');
			expect(said).not.toContain(WHICH);
		});

		it('of one item is that item', async () => {
			await service.fail({ kind: 'status', status: 400, body: { message: 'No' }, after: 1 });
			const [said] = await told(batch(1), onError);
			expect(said).toContain('HTTP status 400. This was item 2 of 4. ');
			expect(said).not.toContain('together');
		});
	});

	describe('What no item is to blame for', () => {
		it.each([
			[6, [3], 'items 1 to 3, 5 and 6'],
			[60, Array.from({ length: 30 }, (_, n) => 2 * n + 1), '30 items from 1 to 59'],
		])('names those of %i that go out, in words that stay short', async (count, left, named) => {
			const given = recipients(count);
			for (const place of left)
				await service.post('/suppression', { phoneNumber: given[place].to });
			await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, body: 'No' });
			const parameters = sendBulk(100, skip('skipSuppressed'));
			const said = await told(parameters, 'continueErrorOutput', count);
			expect(said).toHaveLength(count - left.length);
			for (const one of said)
				expect(one).toContain(`The service refused ${named} together; ${WHICH}.`);
		});

		it.each(ways)('is the suppression list, for all items: %s', async (onError) => {
			await service.fail({ path: '/suppression', kind: 'status', status: 400, body: 'No' });
			for (const batch of [{ ...send, options: {} }, sendBulk(10)]) {
				const options = { ...(batch.options as object), ...skip('skipSuppressed') };
				const said = await told({ ...batch, options }, onError);
				for (const one of said) expect(one).not.toMatch(/\bitems? \d|together/);
			}
		});

		it('is the same JSON of the user for several items', async () => {
			await service.fail({ kind: 'status', status: 400, body: { message: 'No' } });
			const jsonBody = '[{ "to": "37060012345" }]';
			const [said] = await told({ ...sendBulk(10), specifyBody: 'json', jsonBody });
			expect(said).toMatch(/^No \| HTTP status 400\. The service couldn't use the request\./);
		});
	});
});

describe('Fields that are empty', () => {
	const FROM =
		/^Fill in 'From'\. Or leave it empty, and fill in 'Sender ID' under 'Account Defaults' in /;
	const NOTHING =
		/^\{\{ \$json\.nothing \}\} found nothing in this item\. Correct the expression\..+Filter node/;

	/** The fields for a sender or a recipient, left empty, and the advice. Validate Number takes any number. */
	const cases = validOperations
		.filter(({ what }) => what !== 'contact validate')
		.flatMap(({ what, parameters }) =>
			Object.keys(parameters)
				.filter((name) => /^(?:to|from|phoneNumber|recipients)$/.test(name))
				.map((name) => {
					const isAddress = what === 'email send';
					// n8n itself demands the other fields, unless an expression finds nothing.
					const empty = name === 'from' && !isAddress ? '' : '={{ $json.nothing }}';
					return {
						...{ what, name, parameters: { ...parameters, [name]: empty } },
						advice: empty ? NOTHING : FROM,
					};
				}),
		);

	const adviceOn = async (parameters: INodeParameters, defaults = {}) => {
		const { error } = await runNode({ ...service.credential, ...defaults }, parameters);
		expect(error?.message).toMatch(/^'[A-Z][\w ]+' is empty/);
		expect(await service.received()).toEqual([]);
		return error?.description;
	};

	it.each(cases)(
		'Of an empty field the advice fits: $what, $name',
		async ({ parameters, advice }) => {
			expect(await adviceOn(parameters)).toMatch(advice);
		},
	);

	it('An empty field asks for no country code beside a Default Country', async () => {
		const parameters = { ...send, to: '={{ $json.nothing }}' };
		const defaultCountry = 'LT';
		for (const advice of [
			await adviceOn({ ...parameters, options: { defaultCountry } }),
			await adviceOn(parameters, { accountDefaults: true, defaultCountry }),
		]) {
			expect(advice).toMatch(NOTHING);
			expect(advice).not.toContain('country code');
		}
	});
});
