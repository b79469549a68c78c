import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { dateForTests } from '../../support/clock';
import type { NodeRun } from '../../support/engine';
import { runNode } from '../../support/engine';
import '../../support/processedData';
import { status } from '../../support/faults';
import { tries } from '../../support/properties';
import { group, kept, recipients, send, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const RUNS = 200;
const ITEMS = 50;

/** What the service certainly did not carry out, and what it may have. */
const turnedAway = [status(400), status(429), status(429, 0), status(503, 0), status(429, 60)];
const unclear = [
	...[500, 502, 503, 504].map((code) => status(code)),
	...['timeout', 'drop', 'empty'].map((kind) => ({ kind })),
	...['html', 'invalidJson'].map((kind) => ({ kind, status: 299 })),
	{ kind: 'html', status: 503 },
	{ kind: 'empty', status: 500 },
].flatMap((fault) => [true, false].map((accepted) => ({ ...fault, accepted })));

const SAYS = "It isn't known whether the service carried it out";

type Kept = { items?: INodeExecutionData[] };

const itemsOf = ({ pairedItem }: INodeExecutionData): number[] =>
	[pairedItem ?? []].flat().map((entry) => (typeof entry === 'number' ? entry : entry.item));

/** The items of which the run says that they may have been sent, by index. */
function namedAsUnknown({ output, errorOutput, error }: NodeRun): Set<number> {
	const named = [...output, ...errorOutput]
		.filter(({ json }) => String(json.details).includes(SAYS))
		.flatMap(itemsOf);
	const listed = / May have been carried out: items? ([^.]+)\./.exec(error?.description ?? '');
	for (const range of listed?.[1].split(/, | and /) ?? []) {
		const [first, last = first] = range.split(' to ').map(Number);
		for (let number = first; number <= last; number++) named.push(number - 1);
	}
	return new Set(named);
}

/** Items with numbers that a German may give as they are dialed at home. */
const germans = (from: number) =>
	recipients(ITEMS, from).map(({ to }) => ({ to: `49151${to.slice(4)}` }));

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
dateForTests('2026-11-25T10:00:00Z');
/** Not the day that it is: that is a Wednesday. */
const anotherDay = ['saturday'];

/** A Send Window, and which of the items are outside of it, by index. */
type Hours = { weekdays?: string | string[]; isOutside: (item: number) => boolean };
const byItem = '={{ $json.days }}';
const hours = fc.constantFrom<Hours[]>(
	...Array.from({ length: 4 }, () => ({ isOutside: () => false })),
	{ weekdays: DAYS, isOutside: () => false },
	{ weekdays: anotherDay, isOutside: () => true },
	{ weekdays: byItem, isOutside: (item) => item % 2 === 0 },
	{ weekdays: byItem, isOutside: (item) => item > 2 },
);
const sendWindow = (weekdays: string | string[]) =>
	skip('sendWindow', { weekdays, opens: '00:00', closes: '24:00', timeZone: 'UTC' });

/** Which items share a Once Key: none has one, each has its own, or two by two. */
const keyOf = {
	none: undefined,
	own: (item: number) => item,
	pairs: (item: number) => Math.floor(item / 2),
};

/** A run with everything drawn: faults, operation, concurrency, tries, the options, what to do on error. */
const drawn = fc
	.record({
		faults: fc.array(
			fc.record({
				after: fc.nat(60),
				count: fc.integer({ min: 1, max: 3 }),
				fault: fc.oneof(
					{ weight: 2, arbitrary: fc.constantFrom(...turnedAway) },
					{ weight: 3, arbitrary: fc.constantFrom(...unclear) },
				),
			}),
			{ minLength: 1, maxLength: 6 },
		),
		operation: fc.constantFrom('send', 'send', 'sendBulk', 'viber'),
		batchSize: fc.integer({ min: 1, max: 20 }),
		concurrency: fc.constantFrom(1, 2, 5, 20, 100),
		maxTries: fc.integer({ min: 2, max: 5 }),
		isHome: fc.boolean(),
		window: hours,
		keys: fc.constantFrom<Array<keyof typeof keyOf>>('none', 'none', 'own', 'pairs'),
		maxMessages: fc.constantFrom(0, 0, 0, ITEMS, 3),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	})
	.map(({ faults, operation, batchSize, concurrency, isHome, window, ...others }) => {
		const { keys, maxMessages, ...how } = others;
		return {
			faults: faults.map(({ fault, ...when }) => ({ method: 'POST', ...when, ...fault })),
			parameters: {
				...send,
				...(operation === 'viber' ? { resource: 'viber' } : { operation }),
				...(isHome ? { to: '={{ "0" + $json.to.slice(2) }}' } : {}),
				// The sandbox runs in this process: on a busy machine its answer can take a second.
				requestOptions: { timeout: 2_000 },
				options: {
					...(isHome ? { defaultCountry: 'DE' } : {}),
					...group('requests', {
						maxWait: 0,
						...(operation === 'sendBulk' ? { batchSize } : { concurrency }),
					}),
					...(window.weekdays ? sendWindow(window.weekdays) : {}),
					...(keys === 'none' ? {} : group('onceKey', { key: '={{ $json.key }}' })),
					...(maxMessages ? group('limits', { maxMessages }) : {}),
				},
			} satisfies INodeParameters,
			settings: { retryOnFail: true, waitBetweenTries: 1, ...how } as const,
			isOutside: window.isOutside,
			keyOf: keyOf[keys],
			maxMessages,
		};
	});

/** What the user is told of a run: whether each message that arrived is accounted for. */
function accountOf(result: NodeRun, items: Array<{ to: string }>) {
	const given = [...result.output, ...result.errorOutput];
	// The error's words list the first 20 ids, its data all of them.
	const waiting = Object.values((kept(result)['accepted:0'] ?? {}) as Record<string, Kept>);
	const told = JSON.stringify([given, result.error?.context.data]);
	const unknown = namedAsUnknown(result);
	// An empty answer is a success without an id.
	const withoutId = new Set(
		[...given, ...waiting.flatMap((entry) => entry.items ?? [])]
			.filter(({ json }) => json.success)
			.flatMap(itemsOf),
	);
	const knows = ({ messageId, to }: IDataObject): boolean => {
		const item = items.findIndex((entry) => entry.to === to);
		return told.includes(String(messageId)) || unknown.has(item) || withoutId.has(item);
	};
	return { unknown, knows };
}

describe('With faults of all kinds, in any order', () => {
	it('nobody is sent anything twice, outside the window, over the limit or with a key that was used, and no id is lost', async () => {
		// A request that the node gave up on may arrive during a later run: each run has its own numbers.
		const runOf = new Map<
			unknown,
			{ isKept: boolean; key?: string; knows: (message: IDataObject) => boolean }
		>();
		const counts = new Map<unknown, number>();
		const keyCounts = new Map<string, Set<unknown>>();
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(drawn, async ({ faults, parameters, settings, isOutside, ...options }) => {
				const run = runs++;
				const items = germans(run * ITEMS).map((item, index) => ({
					...item,
					days: isOutside(index) ? anotherDay : DAYS,
					key: options.keyOf && `${run}-${options.keyOf(index)}`,
				}));
				const open = items.filter((_, index) => !isOutside(index)).length;
				const isOver = options.maxMessages > 0 && open > options.maxMessages;
				await service.reset();
				for (const fault of faults) await service.fail(fault);
				const result = await runNode(service.credential, parameters, items, settings);

				const { knows } = accountOf(result, items);
				items.forEach(({ to, key }, index) =>
					runOf.set(to, { isKept: isOver || isOutside(index), key, knows }),
				);
				const skipped = result.output.filter(({ json }) => json.skipped);
				const isWrong = ({ json, pairedItem }: INodeExecutionData) =>
					json.skipped === 'outsideWindow'
						? !itemsOf({ json, pairedItem }).every(isOutside)
						: json.skipped !== 'alreadySent' || options.keyOf !== keyOf.pairs;
				expect(skipped.filter(isWrong)).toEqual([]);
				const { messages, viber } = await service.control('GET', 'state');
				const bad: unknown[] = [];
				for (const message of [...messages, ...viber] as IDataObject[]) {
					const { to, messageId } = message;
					const sent = runOf.get(to);
					const count = (counts.get(to) ?? 0) + 1;
					counts.set(to, count);
					if (sent?.isKept) bad.push({ keptBack: to });
					if (count > 1) bad.push({ twice: to, count });
					if (sent?.key !== undefined) {
						const withKey = keyCounts.get(sent.key) ?? new Set();
						keyCounts.set(sent.key, withKey.add(to));
						if (withKey.size > 1) bad.push({ keyTwice: sent.key });
					}
					if (!sent?.knows(message)) bad.push({ lost: messageId, to });
				}
				expect(bad).toEqual([]);
			}),
			tries(RUNS),
		);
	});
});
