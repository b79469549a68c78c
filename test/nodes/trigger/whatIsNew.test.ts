// First: it counts what is loaded after it.
import { LINEAR, stepsOf } from '../../support/steps';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../nodes/MessagingService/values/given';
import type { TriggerSettings } from '../../../nodes/MessagingService/trigger/triggerSettings';
import type { Memory } from '../../../nodes/MessagingService/trigger/pollMemory';
import { isDamaged, isDone, memoryOf } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { tries } from '../../support/properties';

const changes: TriggerSettings = {
	triggerOn: 'entryAddedOrUpdated',
	startsFromNow: false,
	endStates: { delivered: [], failed: [] },
};

/** Settings in which parts in these states have arrived. */
const ending = (...states: number[]) => ({ endStates: { delivered: states, failed: [] } });
const byMessage = { triggerOn: 'messageCompleted' } as const;

const delivered = '2026-11-21T10:00:00.000Z';

/** Entries such as `1:2d 2:3e`: the partId, the state, and `d` for a time of delivery or `e` for an error code. */
function parts(text: string): IDataObject[] {
	return [...text.matchAll(/(\S+):(\d)([de]?)/g)].map(([, partId, state, more]) => ({
		...{ partId, state: Number(state) },
		...(more === 'd' && { delivered }),
		...(more === 'e' && { errorCode: '27' }),
	}));
}

/** What a poll reads: the entries of message a, or those of several. */
type Round = string | Record<string, IDataObject[]>;

/** One poll after another; gives what each emits, such as `1:2 2:3`, or the IDs of messages. */
function polls(given: Partial<TriggerSettings>, rounds: Round[]) {
	const settings = { ...changes, ...given };
	let memory: Memory = memoryOf(undefined, 'messageIds');
	const poll = (round: Round) => {
		const reports = typeof round === 'string' ? { a: parts(round) } : round;
		const news = whatIsNew(memory, new Map(Object.entries(reports)), settings);
		memory = news.memory;
		expect(isDamaged(memory)).toBe(false);
		const names = news.items.map(({ partId, state, messageId }) =>
			settings.triggerOn === 'messageCompleted' ? messageId : `${String(partId)}:${String(state)}`,
		);
		return names.join(' ');
	};
	const emitted = rounds.map(poll);
	const { memory: after, done } = { memory, done: doneBy(memory, settings) };
	// Nothing new: once more it is remembered that a message has ended, and then nothing changes.
	poll(rounds.at(-1)!);
	const twice = memory;
	poll(rounds.at(-1)!);
	expect(memory).toEqual(twice);
	return { emitted, memory: after, done };
}

// Every object has the last two names.
const doneBy = (memory: Memory, settings: TriggerSettings) =>
	['a', 'b', 'c', 'constructor', 'toString'].filter((id) => isDone(memory, id, settings));

describe('What is new', () => {
	it.each<[string, Partial<TriggerSettings>, Round[], string[]]>([
		['no part that one answer lacked', {}, ['1:1 2:1', '1:1', '1:1 2:1'], ['1:1 2:1', '', '']],
		['nothing of a message that one poll did not read', {}, ['1:1', {}, '1:1'], ['1:1', '', '']],
		[
			'the same partId of another message',
			{},
			['1:1', { a: parts('1:1'), b: parts('1:1') }],
			['1:1', '1:1'],
		],
		['a part that changed, not its twin', {}, ['1:1 1:1', '1:2 1:1 1:1'], ['1:1 1:1', '1:2']],
		['a message in a named state', { ...byMessage, ...ending(7) }, ['1:2', '1:7'], ['', 'a']],
		['a message delivered besides', { ...byMessage, ...ending(7) }, ['1:2d'], ['a']],
		[
			'an entry without a partId that comes back, beside a part that stays',
			{},
			[1, 2, 1].map((state) => ({ a: [{ state }, ...parts('1:1')] })),
			['undefined:1 1:1', 'undefined:2', 'undefined:1'],
		],
		[
			'what names a part of a campaign and no message, by all that it says',
			{},
			[{ '': [{ partId: '1', to: 1 }] }, { '': [{ partId: '1', to: 2 }] }],
			['1:undefined', '1:undefined'],
		],
	])('is %s', (_, settings, rounds, emitted) => {
		expect(polls(settings, rounds).emitted).toEqual(emitted);
	});

	it('is a completed message again for a further part alone, in any history of polls', () => {
		const entry = fc.record({
			partId: fc.constantFrom('1', '2', '3', undefined),
			end: fc.constantFrom({}, { delivered }, { errorCode: '27' }),
		});
		const poll = fc
			.array(entry, { maxLength: 4 })
			.map((all) => all.map(({ partId, end }) => ({ partId, state: 1, ...end })));
		fc.assert(
			fc.property(fc.array(poll, { minLength: 1, maxLength: 8 }), (history) => {
				const { emitted } = polls(
					byMessage,
					history.map((a) => ({ a })),
				);
				const seen = new Set<string>();
				let isDue = true;
				const expected = history.map((entries) => {
					const newest = new Map(entries.map((one, at) => [one.partId ?? `no. ${at}`, one]));
					// Entries without a partId count by their number alone.
					const partless = entries.filter(({ partId }) => !partId).map((_, at) => `partless ${at}`);
					const parts = entries.flatMap(({ partId }) => partId ?? []);
					for (const part of [...parts, ...partless]) {
						if (!seen.has(part)) isDue = true;
						seen.add(part);
					}
					const hasEnded = [...newest.values()].every((one) => Object.keys(one).length > 2);
					// A part that is missing may not have ended yet.
					const ids = [...seen].filter((part) => !part.startsWith('partless'));
					const isWhole = ids.every((part) => newest.has(part));
					if (!newest.size || !isWhole || !hasEnded || !isDue) return '';
					isDue = false;
					return 'a';
				});
				expect(emitted).toEqual(expected);
			}),
			tries(1000),
		);
	});
});

describe('Memory', () => {
	it('forgets messages that are not watched any more', () => {
		const { memory } = polls({}, [{ a: parts('1:1'), b: parts('1:1') }]);
		const { memory: after } = whatIsNew(memory, new Map(), { ...changes, messageIds: ['b'] });
		expect(Object.keys(after.messages)).toEqual(['b']);
	});

	it('takes at most 80 bytes for a message of one part', () => {
		const round = Array.from({ length: 1000 }, (_, n): [string, IDataObject[]] => {
			const id = `6f1c1f4e-8f0b-4b1c-9f53-${String(n).padStart(12, '0')}`;
			return [id, [{ partId: `${id}-1`, state: 2, delivered, errorCode: '' }]];
		});
		const { memory } = polls(ending(2), [Object.fromEntries(round)]);
		expect(JSON.stringify(memory).length / 1000).toBeLessThanOrEqual(80);
	});

	const named = { endStates: { delivered: [2], failed: [3] } };
	it.each<[Partial<TriggerSettings>, Round[], string[]]>([
		[named, ['1:2 2:3'], []],
		[named, ['1:2 2:3', { a: parts('1:2 2:3'), b: parts('1:2 2:1'), c: [] }], ['a']],
		// A further part, or one that has not ended after all, is asked for until it has.
		[named, ['1:2 2:3', '1:2 2:3 3:2'], []],
		[named, ['1:2 2:3', '1:2 2:3 3:2', '1:2 2:3 3:2'], ['a']],
		[named, ['1:2 2:3', '1:2 2:3', '1:2 2:1'], []],
		[byMessage, ['1:2d', '1:2d'], ['a']],
		[byMessage, ['1:2d', '1:2d 2:1', '1:2d 2:2d'], []],
		// Without named states there may be news of a part for ever.
		[{}, ['1:2d', '1:2d', '1:2d'], []],
	])(
		'asks no more for messages whose parts stood at their end twice: %j %j',
		(settings, rounds, done) => {
			expect(polls(settings, rounds).done).toEqual(done);
		},
	);

	it('has ended a message for one Trigger On: with another, it is asked for again and comes out', () => {
		const settings = { ...changes, ...ending(2), ...byMessage };
		const { memory, done } = polls(ending(2), ['1:2', '1:2']);
		expect([done, isDone(memory, 'a', settings)]).toEqual([['a'], false]);
		// So has one that ended by states that the user has corrected.
		expect(isDone(memory, 'a', { ...changes, ...ending(3) })).toBe(false);
		// Also when it could not be read at first.
		const { memory: later } = whatIsNew(memory, new Map(), settings);
		expect(isDone(later, 'a', settings)).toBe(false);
		const reports = new Map([['a', parts('1:2')]]);
		expect(whatIsNew(later, reports, settings).items).toMatchObject([{ messageId: 'a' }]);
	});

	it('has completed a message for all states: it comes out once when some are named later', () => {
		const { memory } = polls(byMessage, ['1:2d']);
		const settings = { ...changes, ...byMessage, ...ending(2) };
		expect(whatIsNew(memory, new Map([['a', parts('1:2d')]]), settings).items).toEqual([]);
	});
});

/** Reports of any shape, from the specification's to a stranger's. */
const anyEntry: fc.Arbitrary<IDataObject> = fc.oneof(
	{ weight: 3, arbitrary: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })) },
	fc.record(
		{
			partId: fc.constantFrom('1', '2', null, ''),
			status: fc.constantFrom('sent', 'delivered'),
			state: fc.constantFrom(1, 2, null),
			errorCode: fc.constantFrom(null, '27'),
			delivered: fc.constantFrom(null, '2026-11-21T10:00:00.000Z'),
		},
		{ requiredKeys: ['partId'] },
	),
);

/** What an entry says that is compared, by the rule in the documents. */
function said(one: IDataObject): string {
	const { partId, state, errorCode = null, delivered: at = null } = one;
	const hasBoth = [partId, state].every((value) => /\S/.test(String(value ?? '')));
	return stable(hasBoth ? [partId, state, errorCode, at] : one);
}

const stable = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

describe('What is new in reports of any shape', () => {
	const after = (memory: Memory, entries: IDataObject[]) =>
		whatIsNew(memory, new Map([['a', entries]]), changes);

	it('is each change once, and nothing that is unchanged, in whatever order it comes', () => {
		const entries = fc.array(anyEntry, { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(entries, entries, (before, now) => {
				const first = after(memoryOf(undefined, 'x'), before);
				expect(first.items).toHaveLength(before.length);
				const again = after(first.memory, before.toReversed());
				expect(again.items).toEqual([]);

				const second = after(again.memory, now);
				// As often as it stands there more often than before.
				const left = before.map(said);
				const expected = now.map(said).filter((one) => {
					const at = left.indexOf(one);
					if (at >= 0) left.splice(at, 1);
					return at < 0;
				});
				expect(second.items.map(said).sort()).toEqual(expected.sort());
				expect(after(second.memory, now).items).toEqual([]);
			}),
			tries(500),
		);
	});

	it('is found in steps that grow with the entries, also if each is of one part and has changed', () => {
		const stepsFor = (count: number) => {
			const [before, now] = [0, count].map((state) =>
				Array.from({ length: count }, (_, index) => ({ partId: '1', state: state + index })),
			);
			const { memory } = after(memoryOf(undefined, 'x'), before);
			return stepsOf(() => expect(after(memory, now).items).toHaveLength(count));
		};
		const few = stepsFor(1_000);
		expect(few).toBeGreaterThan(1_000);
		expect(stepsFor(8_000) / few).toBeLessThan(LINEAR);
	});
});
