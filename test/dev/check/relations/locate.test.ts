import type { Play } from '../../../../dev/check/play/round';
import {
	changedAt,
	doubledAt,
	joinedFor,
	lostAt,
	mixedAt,
} from '../../../../dev/check/relations/locate';
import type { Row } from '../../../../dev/check/worlds/rows';
import { chain } from '../../../n8n/workflow';

// cspell:ignore zqaaaba zqaaababen

const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
const row = (name: string, phone: string): Row => ({
	...{ list, place: 0, phones: [phone], json: {}, name },
});
const [anna, ben] = [row('Anna', '37061234567'), row('Ben', '37062345678')];
const [annas, bens] = ['+370 612 34567', '+370 623 45678'].map((phone) => ({ phone }));
const workflow = chain({ name: 'Rows' }, { name: 'Merge' }, { name: 'Send' });
const base = { senders: workflow.nodes.slice(-1) };

/** What came into each node, and went out. */
const played = (merged: object[], sent: object[]) => {
	const round = {
		runs: {
			Rows: [{ order: 0, given: [], outputs: [[annas, bens]] }],
			Merge: [{ order: 1, given: [annas, bens], outputs: [merged] }],
			Send: [{ order: 2, given: merged, outputs: [sent] }],
		},
	};
	return { workflow, rounds: [round] } as unknown as Play;
};

test.each([
	[[annas], [annas], 'Merge'],
	[[annas, bens], [annas], 'Send'],
])('who is lost, with %j of which %j go out, is lost at %s', (merged, sent, name) => {
	expect(lostAt(base, played(merged, sent), ben)?.name).toBe(name);
});

test.each([
	['was left out by the condition that let fewer through', 'filter', 1, 'Chosen'],
	['was left out by no condition that let all through', 'filter', 2, 'Looked up'],
	['was left out by no node that asks nothing', 'set', 1, 'Looked up'],
])('whose number stands in no item any more %s', (_, type, left, name) => {
	const looked = [{ id: 1 }, { id: 2 }];
	const chosen = chain(
		...[
			{ name: 'Rows' },
			{ name: 'Looked up' },
			{ name: 'Chosen', type: `n8n-nodes-base.${type}` },
		],
		{ name: 'Send' },
	);
	const passed = (order: number, given: object[], ...outputs: object[][]) => [
		{ order, given, outputs },
	];
	const runs = {
		Rows: passed(0, [], [annas, bens]),
		'Looked up': passed(1, [annas, bens], [annas, bens]),
		Chosen: passed(2, looked, looked.slice(0, left)),
		Send: passed(3, looked.slice(0, left), [annas]),
	};
	const play = { workflow: chosen, rounds: [{ runs }] } as unknown as Play;
	expect(lostAt({ senders: chosen.nodes.slice(-1) }, play, ben)?.name).toBe(name);
});

test('whose row comes out more often than it came in, there it is doubled', () => {
	const doubled = played([annas, annas, bens], [annas, annas, bens]);
	expect(doubledAt(base, doubled, anna)?.name).toBe('Merge');
	expect(doubledAt(base, doubled, ben)).toBeUndefined();
});

test('who has two orders comes out of a node that joins by a field with each', () => {
	const doubled = played([annas, annas, bens], [annas, annas, bens]);
	const joined = { type: 'n8n-nodes-base.merge', parameters: { mergeByFields: {} } };
	doubled.workflow = { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, ...joined })) };
	expect(doubledAt(base, doubled, anna)).toBeUndefined();
	expect(joinedFor(base, doubled, anna)).toBe(2);
});

test("where a number first stands beside another one's mark, there they come together", () => {
	const mixed = { ...annas, name: 'ZqaaabaBen' };
	expect(mixedAt(played([mixed], [mixed]), anna, 'Zqaaaba')?.name).toBe('Merge');
	expect(mixedAt(played([annas], [annas]), anna, 'Zqaaaba')).toBeUndefined();
});

test('where a row comes out as another one is found, whatever IDs and times there are', () => {
	const made = (id: number, name: string) => {
		const thanked = { ...annas, messageId: `${id}`, at: `2026-12-01T10:00:0${id}Z` };
		return played([thanked], [{ ...thanked, name }]);
	};
	expect(changedAt(made(1, 'Anna'), made(2, 'Ben'), anna)?.name).toBe('Send');
	expect(changedAt(made(1, 'Anna'), made(2, 'Anna'), anna)).toBeUndefined();
});

test('a mark is there in capitals, too', () => {
	const mixed = { ...annas, name: 'ZQAAABABEN' };
	expect(mixedAt(played([mixed], [mixed]), anna, 'Zqaaaba')?.name).toBe('Merge');
});
