import type { Play, Round } from '../../../../dev/check/play/round';
import { doubledAt, lostAt } from '../../../../dev/check/relations/locate';
import type { Row } from '../../../../dev/check/worlds/rows';
import { chain } from '../../../n8n/workflow';

const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
const row = (name: string, phone: string): Row => ({
	list,
	place: 0,
	phones: [phone],
	json: {},
	name,
});
const [anna, ben] = [row('Anna', '37061234567'), row('Ben', '37062345678')];
const [annas, bens] = ['+370 612 34567', '+370 623 45678'].map((phone) => ({ phone }));
const workflow = chain({ name: 'Rows' }, { name: 'Merge' }, { name: 'Send' });
const play = { workflow } as Play;
const [send] = workflow.nodes.slice(-1);

/** What came into each node, and went out. */
const round = (merged: object[], sent: object[]) =>
	({
		runs: {
			Rows: [{ order: 0, given: [], outputs: [[annas, bens]] }],
			Merge: [{ order: 1, given: [annas, bens], outputs: [merged] }],
			Send: [{ order: 2, given: merged, outputs: [sent] }],
		},
	}) as unknown as Round;

test.each([
	[[annas], [annas], 'Merge'],
	[[annas, bens], [annas], 'Send'],
])('who is lost, with %j of which %j go out, is lost at %s', (merged, sent, name) => {
	expect(lostAt(play, round(merged, sent), ben, [send])?.name).toBe(name);
});

test('whose row comes out more often than it came in, there it is doubled', () => {
	const doubled = round([annas, annas, bens], [annas, annas, bens]);
	expect(doubledAt(play, doubled, anna, [send])?.name).toBe('Merge');
	expect(doubledAt(play, doubled, ben, [send])).toBeUndefined();
});
