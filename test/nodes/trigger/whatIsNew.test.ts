import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../../../nodes/MessagingService/service/answer';
import type { EmitSettings } from '../../../nodes/MessagingService/trigger/emit';
import type { Memory } from '../../../nodes/MessagingService/trigger/memory';
import { isDone, newMemory } from '../../../nodes/MessagingService/trigger/memory';
import { readMemory } from '../../../nodes/MessagingService/trigger/readMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { cpuTimeOf } from '../../support/cpuTime';
import { LINEAR } from '../../support/growth';
import { tries } from '../../support/properties';

const changes: EmitSettings = {
	triggerOn: 'partAddedOrUpdated',
	startsFromNow: false,
	endStates: { delivered: [], failed: [] },
	onlyErrors: false,
};

/** Settings in which parts in these states have arrived. */
const ending = (...states: number[]) => ({ endStates: { delivered: states, failed: [] } });

type Part = { partId: string; state: number; [field: string]: unknown };

/** One poll after another, each with the reports that were read. */
function polls(settings: Partial<EmitSettings>, ...rounds: Array<Record<string, Part[]>>) {
	let memory: Memory = newMemory('messageIds');
	const emitted = rounds.map((round) => {
		const all = { ...changes, ...settings };
		const news = whatIsNew(memory, new Map(Object.entries(round)), all);
		memory = news.memory;
		return news.items.map(({ partId, state }) => `${String(partId)}:${String(state)}`);
	});
	return { emitted, memory };
}

const part = (partId: string, state: number, more = {}): Part => ({ partId, state, ...more });

describe('What is new', () => {
	it('is a part that appears, and nothing on the next poll', () => {
		const { emitted } = polls({}, { a: [part('1', 0)] }, { a: [part('1', 0)] });
		expect(emitted).toEqual([['1:0'], []]);
	});

	it.each([
		['state', { state: 2 }],
		['errorCode', { errorCode: '27' }],
		['delivered', { delivered: '2026-11-21T10:00:00.000Z' }],
	])('is a changed %s, once', (_field, change) => {
		const after = { ...part('1', 1), ...change };
		const { emitted } = polls({}, { a: [part('1', 1)] }, { a: [after] }, { a: [after] });
		expect(emitted.map((items) => items.length)).toEqual([1, 1, 0]);
	});

	it('is not a changed order, nor an added field', () => {
		const { emitted } = polls(
			{},
			{ a: [part('1', 1), part('2', 1)] },
			{ a: [part('2', 1), part('1', 1)] },
			{ a: [part('1', 1, { operator: 'x' }), part('2', 1, { price: 3 })] },
		);
		expect(emitted).toEqual([['1:1', '2:1'], [], []]);
	});

	it('is only the changed part of a message', () => {
		const { emitted } = polls(
			{},
			{ a: [part('1', 1), part('2', 1)] },
			{ a: [part('1', 1), part('2', 2)] },
		);
		expect(emitted[1]).toEqual(['2:2']);
	});

	it('is not a part that was missing from one answer and came back', () => {
		const both = { a: [part('1', 1), part('2', 1)] };
		const { emitted } = polls({}, both, { a: [part('1', 1)] }, both);
		expect(emitted).toEqual([['1:1', '2:1'], [], []]);
	});

	it('counts parts of different messages with the same partId apart', () => {
		const { emitted } = polls({}, { a: [part('1', 1)] }, { a: [part('1', 1)], b: [part('1', 1)] });
		expect(emitted[1]).toEqual(['1:1']);
	});

	it('counts parts without a partId by their place', () => {
		const without = (state: number) => ({ state }) as unknown as Part;
		const { emitted } = polls({}, { a: [without(1), without(1)] }, { a: [without(1), without(2)] });
		expect(emitted.map((items) => items.length)).toEqual([2, 1]);
	});
});

describe('Trigger On', () => {
	it('Part Added gives each part once, whatever changes', () => {
		const { emitted } = polls(
			{ triggerOn: 'partAdded' },
			{ a: [part('1', 1)] },
			{ a: [part('1', 2), part('2', 1)] },
		);
		expect(emitted).toEqual([['1:1'], ['2:1']]);
	});

	it('Every Poll gives every entry on every poll', () => {
		const { emitted } = polls(
			{ triggerOn: 'everyPoll' },
			{ a: [part('1', 1)] },
			{ a: [part('1', 1)] },
		);
		expect(emitted).toEqual([['1:1'], ['1:1']]);
	});

	it('only errors passes parts with an errorCode', () => {
		const { emitted } = polls(
			{ onlyErrors: true },
			{ a: [part('1', 3, { errorCode: '27' }), part('2', 2, { errorCode: '' }), part('3', 2)] },
		);
		expect(emitted).toEqual([['1:3']]);
	});
});

describe('Memory', () => {
	it('forgets messages that are not watched any more', () => {
		const { memory } = polls({}, { a: [part('1', 1)], b: [part('1', 1)] });
		const { memory: after } = whatIsNew(memory, new Map(), changes, new Set('b'));
		expect(Object.keys(after.messages)).toEqual(['b']);
	});

	it('keeps what it knows of a message that could not be read', () => {
		const { memory } = polls({}, { a: [part('1', 1)] });
		const missed = whatIsNew(memory, new Map(), changes);
		const again = whatIsNew(missed.memory, new Map([['a', [part('1', 1)]]]), changes);
		expect(again.items).toEqual([]);
	});

	it('takes at most 80 bytes for a message of one part', () => {
		const round: Record<string, Part[]> = {};
		for (let n = 0; n < 1000; n++) {
			const id = `6f1c1f4e-8f0b-4b1c-9f53-${String(n).padStart(12, '0')}`;
			round[id] = [part(`${id}-1`, 2, { delivered: '2026-11-21T10:00:00.000Z', errorCode: '' })];
		}
		const { memory } = polls(ending(2), round);
		expect(JSON.stringify(memory).length / 1000).toBeLessThanOrEqual(80);
	});

	it('asks no more about a message whose parts stood in states that end them in two polls', () => {
		const round = {
			a: [part('1', 2), part('2', 3)],
			b: [part('1', 2), part('2', 1)],
			c: [],
		};
		const settings = { endStates: { delivered: [2], failed: [3] } };
		const done = (...rounds: Array<Record<string, Part[]>>) => {
			const { memory } = polls(settings, ...rounds);
			return ['a', 'b', 'c'].filter((id) => isDone(memory, id, { ...changes, ...settings }));
		};
		expect(done(round)).toEqual([]);
		expect(done(round, round)).toEqual(['a']);
		// A further part, or one that has not ended after all, is asked for until it has.
		const more = { a: [...round.a, part('3', 2)] };
		expect(done(round, more)).toEqual([]);
		expect(done(round, more, more)).toEqual(['a']);
		expect(done(round, round, { a: [part('1', 2), part('2', 1)] })).toEqual([]);
	});

	it('goes on asking about a message that has arrived if the user names no states', () => {
		const arrived = { a: [part('1', 2, { delivered: '2026-11-21T10:00:00.000Z' })] };
		const { memory } = polls({}, arrived, arrived, arrived);
		expect(isDone(memory, 'a', changes)).toBe(false);
	});

	it('goes on asking with every poll', () => {
		const round = { a: [part('1', 2)] };
		const everyPoll = { triggerOn: 'everyPoll', ...ending(2) } as const;
		const { memory } = polls(everyPoll, round, round, round);
		expect(isDone(memory, 'a', { ...changes, ...everyPoll })).toBe(false);
	});

	it('stays the same however often a message that has ended is read', () => {
		const round = { a: [part('1', 2), part('2', 2)] };
		const twice = polls(ending(2), round, round).memory;
		expect(polls(ending(2), round, round, round, round).memory).toEqual(twice);
	});

	it.each([
		['delivered', { delivered: [5], failed: [6] }, { delivered: [7], failed: [6] }],
		['failed', { delivered: [5], failed: [6] }, { delivered: [5], failed: [7] }],
		['both', { delivered: [5], failed: [6] }, { delivered: [6], failed: [5] }],
	])('asks again about messages that wrong states had ended: %s', (_, endStates, corrected) => {
		const round = { a: [part('1', 5), part('2', 6)] };
		for (const triggerOn of ['messageCompleted', 'partAddedOrUpdated'] as const) {
			const wrong = { ...changes, triggerOn, endStates };
			const right = { ...wrong, endStates: corrected };
			const { memory } = polls(wrong, round, round);
			expect([isDone(memory, 'a', wrong), isDone(memory, 'a', right)]).toEqual([true, false]);
			// Also when it could not be read in the first poll with those.
			const { memory: later } = whatIsNew(memory, new Map(), right);
			expect(isDone(later, 'a', right)).toBe(false);
		}
	});
});

describe('What is new, with a message in one item,', () => {
	const byMessage: EmitSettings = { ...changes, triggerOn: 'messageCompleted' };
	const delivered = { delivered: '2026-11-21T10:00:00.000Z' };

	/** The messages that each poll emits. */
	function messagePolls(
		settings: Partial<EmitSettings>,
		...rounds: Array<Record<string, Part[]>>
	): unknown[] {
		let memory: Memory = newMemory('messageIds');
		return rounds.map((round) => {
			const all = { ...byMessage, ...settings };
			const news = whatIsNew(memory, new Map(Object.entries(round)), all);
			memory = news.memory;
			return news.items.map(({ messageId }) => messageId);
		});
	}

	it('is the message whose last part has ended, once, with its summary and all its entries', () => {
		const entries = [part('1', 2, delivered), part('2', 3, { errorCode: '27' })];
		const { items } = whatIsNew(newMemory('messageIds'), new Map([['a', entries]]), byMessage);
		expect(items).toEqual([
			{
				messageId: 'a',
				to: null,
				parts: 2,
				delivered: 1,
				failed: 1,
				pending: 0,
				isDelivered: false,
				firstError: '27',
				sent: null,
				deliveredAt: null,
				secondsToDelivery: null,
				entries,
			},
		]);
		expect(
			messagePolls(
				{},
				{ a: [part('1', 1), part('2', 1)] },
				{ a: [part('1', 2, delivered), part('2', 1)] },
				{ a: [part('1', 2, delivered), part('2', 2, delivered)] },
				{ a: [part('1', 2, delivered), part('2', 3, delivered)] },
			),
		).toEqual([[], [], ['a'], []]);
	});

	it('goes by the states that the user gave too', () => {
		expect(messagePolls(ending(7), { a: [part('1', 2)] }, { a: [part('1', 7)] })).toEqual([
			[],
			['a'],
		]);
		expect(messagePolls(ending(7), { a: [part('1', 2, delivered)] })).toEqual([['a']]);
	});

	it('is a message with an error if the options ask for that', () => {
		const round = {
			a: [part('1', 2, delivered)],
			b: [part('1', 2, delivered), part('2', 3, { errorCode: '27' })],
		};
		expect(messagePolls({ onlyErrors: true }, round)).toEqual([['b']]);
	});

	it('asks once more about a message that has ended, and emits it again with a part that is new', () => {
		const [first, second] = [part('1', 2, delivered), part('2', 2, delivered)];
		const done = (...rounds: Array<Record<string, Part[]>>) =>
			isDone(polls(byMessage, ...rounds).memory, 'a', byMessage);
		expect(done({ a: [first] })).toBe(false);
		expect(done({ a: [first] }, { a: [first] })).toBe(true);
		expect(isDone(polls(byMessage, { a: [first] }, { a: [first] }).memory, 'a', changes)).toBe(
			false,
		);
		const late = [{ a: [first] }, { a: [first, part('2', 1)] }, { a: [first, second] }];
		expect(messagePolls({}, ...late)).toEqual([['a'], [], ['a']]);
		expect([done(...late.slice(0, 2)), done(...late)]).toEqual([false, false]);
		expect(messagePolls({}, { a: [first] }, { a: [first, second] })).toEqual([['a'], ['a']]);
	});

	it('is not a message whose report is empty, or lacks a part, for once', () => {
		const whole = { a: [part('1', 2, delivered), part('2', 2, delivered)] };
		const rounds = [whole, { a: [] }, whole, { a: whole.a.slice(1) }, whole];
		expect(messagePolls({}, { a: [] }, ...rounds)).toEqual([[], ['a'], [], [], [], []]);
	});

	it('goes by the last of several entries of a part', () => {
		const history = [part('1', 0), part('1', 1)];
		const rounds = [{ a: history }, { a: [...history, part('1', 2, delivered)] }];
		expect(messagePolls({}, ...rounds, rounds[1])).toEqual([[], ['a'], []]);
	});
});

/** Reports of any shape, from the specification's to a stranger's. */
const anyEntry = fc.oneof(
	{ weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
	fc.record(
		{
			id: fc.constantFrom(1, 2, 3),
			status: fc.constantFrom('sent', 'delivered', 'failed'),
			to: fc.constantFrom('370', '371'),
		},
		{ requiredKeys: [] },
	),
	fc.record(
		{
			partId: fc.constantFrom('1', '2', null, ''),
			status: fc.constantFrom('sent', 'delivered'),
			state: fc.constantFrom(1, 2, null),
			delivered: fc.constantFrom(null, '2026-11-21T10:00:00.000Z'),
		},
		{ requiredKeys: ['partId'] },
	),
);

const hasPart = ({ partId }: IDataObject) => /\S/.test(String(partId ?? ''));
const hasState = ({ state }: IDataObject) => /\S/.test(String(state ?? ''));

/** What an entry says that is compared, by the rule in the documents. */
function said(entry: unknown): string {
	const one = asObject(entry);
	if (!hasPart(one) || !hasState(one)) return stable(one);
	return stable([one.partId, one.state, one.errorCode ?? null, one.delivered ?? null]);
}

const stable = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

/** How often each stands in a list. */
function countsOf(all: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
}

describe('What is new in reports of any shape', () => {
	const after = (memory: Memory, entries: unknown[]) =>
		whatIsNew(memory, new Map([['a', entries]]), changes);

	it('is each change once, and nothing that is unchanged, in whatever order it comes', () => {
		const entries = fc.array(anyEntry, { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(entries, entries, fc.infiniteStream(fc.nat()), (before, now, order) => {
				const first = after(newMemory('x'), before);
				expect(first.items).toHaveLength(before.length);
				const shuffled = before
					.map((entry) => ({ entry, at: order.next().value as number }))
					.sort((a, b) => a.at - b.at)
					.map(({ entry }) => entry);
				const again = after(first.memory, shuffled);
				expect(again.items).toEqual([]);

				const second = after(again.memory, now);
				const known = countsOf(before.map(said));
				const news = countsOf(second.items.map(said));
				for (const [one, count] of countsOf(now.map(said))) {
					// As often as it stands there more often than before.
					expect([one, news.get(one) ?? 0]).toEqual([
						one,
						Math.max(0, count - (known.get(one) ?? 0)),
					]);
				}
				expect(after(second.memory, now).items).toEqual([]);
			}),
			tries(500),
		);
	});

	it('is the new one and the changed one, where entries have names of their own', () => {
		const [a, b] = [
			{ id: 1, status: 'sent' },
			{ id: 2, status: 'sent' },
		];
		const changed = { ...a, status: 'delivered' };
		const added = { id: 3, status: 'sent' };
		let memory = newMemory('x');
		const rounds = [
			[a, b],
			[added, a, b],
			[changed, added, b],
			[b, added, a],
			[b, added, a],
		];
		const news = rounds.map((entries) => {
			const { items, memory: next } = after(memory, entries);
			memory = next;
			return items;
		});
		expect(news).toEqual([[a, b], [added], [changed], [a], []]);
	});

	it('is found in linear time, also if each of the entries is of one part and has changed', () => {
		const timeOf = (count: number) => {
			const [before, now] = [0, count].map((state) =>
				Array.from({ length: count }, (_, index) => part('1', state + index)),
			);
			const { memory } = after(newMemory('x'), before);
			return cpuTimeOf(() => expect(after(memory, now).items).toHaveLength(count), 3);
		};
		expect(timeOf(16_000) / timeOf(2_000)).toBeLessThan(LINEAR);
	});

	it('tells apart entries of a campaign that name a part and no message', () => {
		const one = { partId: '1', to: 1, state: 1 };
		const rounds = [
			[one],
			[
				{ ...one, to: 2 },
				{ ...one, state: 2 },
			],
		];
		let memory = newMemory('x');
		for (const entries of rounds) {
			const settings = { ...changes, triggerOn: 'partAdded' as const };
			const news = whatIsNew(memory, new Map([['', entries]]), settings);
			expect(news.items).toEqual(entries);
			memory = news.memory;
		}
	});

	it.each([
		[[{ partId: '1', state: 0 }], undefined],
		[[{ partId: '1', status: 'sent' }], true],
		[[{ partId: '1', state: null }], true],
		[[{ partId: ' ', state: 1 }], true],
		[[{ partId: '1', state: 1 }, 7], true],
		[[], undefined],
	])('is remembered to be compared whole: %j', (entries, is) => {
		const { memory } = after(newMemory('x'), entries);
		expect(memory.comparesWhole).toBe(is);
		expect(after(memory, []).memory.comparesWhole).toBe(is);
		expect(readMemory(memory, 'x')).toEqual({ memory, lost: 0 });
	});
});
