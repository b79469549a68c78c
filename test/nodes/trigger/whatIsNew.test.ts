import type { EmitSettings } from '../../../nodes/MessagingService/trigger/emit';
import type { Memory } from '../../../nodes/MessagingService/trigger/memory';
import { isDone, newMemory } from '../../../nodes/MessagingService/trigger/memory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';

const changes: EmitSettings = {
	triggerOn: 'partAddedOrUpdated',
	startsFromNow: false,
	states: [],
	endStates: { delivered: [], failed: [] },
	onlyErrors: false,
};

/** Settings in which these states are final. */
const final = (...states: number[]) => ({
	endStates: { final: states, delivered: [], failed: [] },
});

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

	it('Part Added with states gives a part when it first comes into one of them', () => {
		const { emitted } = polls(
			{ triggerOn: 'partAdded', states: [2] },
			{ a: [part('1', 1)] },
			{ a: [part('1', 2)] },
			{ a: [part('1', 2)] },
		);
		expect(emitted).toEqual([[], ['1:2'], []]);
	});

	it('Every Poll gives every entry on every poll', () => {
		const { emitted } = polls(
			{ triggerOn: 'everyPoll' },
			{ a: [part('1', 1)] },
			{ a: [part('1', 1)] },
		);
		expect(emitted).toEqual([['1:1'], ['1:1']]);
	});

	it('Part Added or Updated with states gives a part that left them and came back', () => {
		const { emitted } = polls(
			{ states: [2] },
			{ a: [part('1', 2)] },
			{ a: [part('1', 1)] },
			{ a: [part('1', 2)] },
		);
		expect(emitted).toEqual([['1:2'], [], ['1:2']]);
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
		const { memory } = polls(final(2), round);
		expect(JSON.stringify(memory).length / 1000).toBeLessThanOrEqual(80);
	});

	it('calls a message final when all its parts are in final states', () => {
		const { memory } = polls(final(2, 3), {
			a: [part('1', 2), part('2', 3)],
			b: [part('1', 2), part('2', 1)],
			c: [],
		});
		expect(['a', 'b', 'c'].map((id) => isDone(memory, id, { ...changes, ...final(2, 3) }))).toEqual(
			[true, false, false],
		);
	});

	it('goes on asking about a message that has arrived if nothing is said of final states', () => {
		const arrived = { delivered: '2026-11-21T10:00:00.000Z' };
		const { memory } = polls({}, { a: [part('1', 2, arrived)] });
		expect(isDone(memory, 'a', changes)).toBe(false);
	});

	it('asks again about final messages when their state is one of delivery only', () => {
		const { memory } = polls(final(2), { a: [part('1', 2)] });
		const endStates = { final: [], delivered: [2], failed: [] };
		expect(isDone(memory, 'a', { ...changes, endStates })).toBe(false);
	});

	it('stays the same however often a final message is read', () => {
		const round = { a: [part('1', 2), part('2', 2)] };
		const once = polls(final(2), round).memory;
		expect(polls(final(2), round, round, round).memory).toEqual(once);
	});

	it('asks again about final messages when other states are final', () => {
		const { memory } = polls(final(2), { a: [part('1', 2)] });
		const other = { ...changes, ...final(3) };
		expect(isDone(memory, 'a', other)).toBe(false);
		// Also when it could not be read in the first poll with those.
		const { memory: later } = whatIsNew(memory, new Map(), other);
		expect(isDone(later, 'a', other)).toBe(false);
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

	it('goes by the final states that the user gave too', () => {
		expect(messagePolls(final(7), { a: [part('1', 2)] }, { a: [part('1', 7)] })).toEqual([
			[],
			['a'],
		]);
		expect(messagePolls(final(7), { a: [part('1', 2, delivered)] })).toEqual([['a']]);
	});

	it('is a message with an error or in a state that the options ask for', () => {
		const round = {
			a: [part('1', 2, delivered)],
			b: [part('1', 2, delivered), part('2', 3, { errorCode: '27' })],
		};
		expect(messagePolls({ onlyErrors: true }, round)).toEqual([['b']]);
		expect(messagePolls({ states: [3] }, round)).toEqual([['b']]);
	});

	it('does not ask again about a message that has ended', () => {
		const { memory } = polls({ triggerOn: 'messageCompleted' }, { a: [part('1', 2, delivered)] });
		expect(isDone(memory, 'a', byMessage)).toBe(true);
		expect(isDone(memory, 'a', changes)).toBe(false);
	});
});
