import { baseOf } from '../../../../dev/check/relations/base';
import { spelledAlike, withAmounts } from '../../../../dev/check/worlds/spelled';
import type { Workflow } from '../../../../dev/n8n/types';
import { at, breaches, type Given, hello, inShort, people, played, relationOf } from './madeUp';

const [anna, ben, carla] = people;
const pinsOf = (lists: Record<string, object[]>) =>
	Object.fromEntries(
		Object.entries(lists).map(([node, rows]) => [
			node,
			rows.map((json) => ({ json: json as Record<string, unknown> })),
		]),
	);
const jsonIn = (pins: ReturnType<typeof pinsOf> = {}) =>
	Object.values(pins).map((items) => items.map(({ json }) => json));

describe('what two lists spell in two ways', () => {
	test.each([
		['a number', '+370 612 34567', '37061234567', '37061234567'],
		['a number with zeros in front', '00420 608 352', 420608352, '420608352'],
		['a number that is a number', 37061234567, '+37061234567', '+37061234567'],
		['a number without its country', '601234567', '601 234 567', '601234567'],
		['a code that is a number', '20551', 20551, '20551'],
		['a code with a blank', 'K-77', 'K-77 ', 'K-77'],
	])('is spelled alike, as it stands in one of them: %s', (_, one, other, alike) => {
		const pins = pinsOf({
			Rows: [{ key: one, name: 'Anna' }, { key: 'K-5' }],
			Others: [{ its: other }, { its: ' K-5' }],
		});
		expect(jsonIn(spelledAlike(pins)?.pins)).toEqual([
			[{ key: alike, name: 'Anna' }, { key: 'K-5' }],
			[{ its: alike }, { its: 'K-5' }],
		]);
	});

	test.each([
		['that is spelled alike', [{ key: '20551' }, { key: '3' }], [{ its: '20551' }, { its: '3' }]],
		['in one list alone', [{ key: '20551' }, { key: 20551 }, { key: '77' }, { key: 77 }], []],
		['of which one value is the same by chance', [{ days: 14 }, { days: 7 }], [{ its: '14' }]],
		[
			'of words, or of rows by their place',
			[
				{ key: 'Yes', row_number: 22 },
				{ key: 'No', row_number: 23 },
			],
			[{ its: 'yes' }, { row_number: '22' }, { row_number: '23' }],
		],
	])('stays as it is, %s', (_, rows, others) => {
		expect(spelledAlike(pinsOf({ Rows: rows, Others: others }))).toBeUndefined();
	});
});

describe('numbers that are text', () => {
	const reading = (parameters: object) =>
		({ nodes: [{ name: 'Low', type: 'n8n-nodes-base.code', parameters }] }) as unknown as Workflow;
	const reads = reading({ jsCode: 'return $json.left < $json.least' });
	const pins = pinsOf({
		Cards: [
			{ left: '8.50', least: '10' },
			{ left: '105', least: '20.00' },
		],
	});

	test.each<[how: Parameters<typeof withAmounts>[0], rows: object[]]>([
		[
			'of one length',
			[
				{ left: '008.50', least: '010' },
				{ left: '105', least: '020.00' },
			],
		],
		[
			'one zero more',
			[
				{ left: '8.500', least: '10.0' },
				{ left: '105.0', least: '20.000' },
			],
		],
	])('are written otherwise: %s', (how, rows) => {
		const changed = withAmounts(how, reads, pins);
		expect(changed?.fields).toEqual(['left', 'least']);
		expect(jsonIn(changed?.pins)).toEqual([rows]);
	});

	test.each([
		['all are as long', reads, [{ left: '10' }, { left: '20' }]],
		['nobody reads them', reading({}), [{ left: '8' }, { left: '20' }]],
		['some are codes', reads, [{ left: '08' }, { left: '20' }]],
		['they are numbers', reads, [{ left: 8 }, { left: 20 }]],
	])('stay as they are where %s', (_, workflow, rows) => {
		expect(withAmounts('of one length', workflow, pinsOf({ Cards: rows }))).toBeUndefined();
	});

	test('are not told where a zero behind makes the same difference: nobody compares them by order', () => {
		const rows = people.map((one, place) => ({ ...one, left: ['8', '20', '105'][place] }));
		const [base, other] = [
			[anna, ben],
			[ben, carla],
		].map((merged) => played({ ...at('code', { jsCode: "$json.left === '8'" }), rows, merged }));
		const say = (control: typeof base) => breaches('of one length', base, other, () => control);
		expect(say(base)).toHaveLength(2);
		expect(say(other)).toEqual([]);
	});
});

test.each([
	[
		'spelled alike',
		"doesn't see that “A-1” and “A-1 ” are the same",
		"doesn't see that “A-3” and “A-3 ” are the same",
	],
	['of one length', 'compares “left” by the letters', 'compares “left” by the letters'],
])('who gets something else where values are %s is told', (name, ofAnna, ofCarla) => {
	const rows = people.map((one, place) => ({ ...one, left: ['8', '20', '105'][place] }));
	const between = { ...at('code', { jsCode: '$json.left < 9' }), rows };
	const play = (given: Given) => {
		const one = played({ ...between, ...given });
		one.world.pins.Others = ['A-1 ', 'A-3 '].map((its) => ({ json: { its } }));
		return one;
	};
	const base = play({ merged: [anna, ben] });
	expect(relationOf(name).world(baseOf(base))).toBeDefined();
	expect(breaches(name, base)).toEqual([]);
	const [lost, astray] = breaches(name, base, play({ merged: [ben, carla] }));
	expect(lost.happened).toBe(`“Merge” ${ofCarla}, and Carla gets nothing.`);
	expect(astray.happened).toBe(`“Merge” ${ofAnna}, and doesn't leave out Anna.`);
	expect(astray.wrong).toEqual([hello(anna)]);
	expect(breaches(name, base, play({ merged: [], round: { status: 'error' } }))).toEqual([]);
});

test('what a filter drops in a loop ends it: who comes after it gets nothing', () => {
	const play = played({ ...at('splitInBatches'), merged: [anna, ben] });
	const { nodes, connections } = play.workflow;
	play.workflow.nodes = [...nodes, { name: 'Asks', type: 'n8n-nodes-base.filter', parameters: {} }];
	const lines = (node: string) => [{ node, type: 'main', index: 0 }];
	connections.Send = { main: [lines('Asks')] };
	connections.Asks = { main: [lines('Merge')] };
	play.rounds[0].runs.Asks = [{ order: 1, given: [], outputs: [[], [{}]], warnings: [] }];
	expect(inShort(breaches('all well', play))).toEqual(['change rows at Merge']);
});
