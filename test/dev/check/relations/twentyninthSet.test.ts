import { baseOf } from '../../../../dev/check/relations/base';
import { listsIn } from '../../../../dev/check/worlds/rows';
import type { Play } from '../../../../dev/check/play/round';
import {
	asPins,
	at,
	breaches,
	found,
	hello,
	inShort,
	passage,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';

const [anna, ben, carla] = people;

/** What the twenty-ninth set has taught the check: found there, and what a good workflow has that looks like it. */
describe('Rows that are brought together by a name', () => {
	const contacts = people.map((row) => ({ ...row, email: `${row.id}@example.com` }));
	const outs = [
		{ navn: 'Anna', mail: 'A-1@example.com' },
		{ navn: 'Carla', mail: 'A-3@example.com' },
	];
	const joined = (rows: Array<(typeof contacts)[0]>, key: 'navn' | 'mail'): Play => {
		const other = key === 'navn' ? 'name' : 'email';
		const items = outs.flatMap((out) =>
			rows.filter((row) => row[other] === out[key]).map((row) => ({ ...out, ...row })),
		);
		const fields = { mergeByFields: { values: [{ field1: key, field2: other }] } };
		const play = played({ ...at('merge', fields), rows, merged: items });
		play.world.pins.Start = asPins(outs);
		play.rounds[0].runs.Start = passage(0, [], outs);
		return play;
	};
	const namesakes = [contacts[0], { ...contacts[1], name: 'Anna' }, contacts[2]];

	test('are those of two people where another field says so', () => {
		const [breach, ...others] = found('rows', joined(namesakes, 'navn'));
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', node: 'Merge' });
		expect(breach.happened).toBe(
			'“Merge” brings together the rows of two people who are called Anna: one gets what is for the other.',
		);
		expect(breach.wrong?.map(({ to }) => `+${to}`)).toEqual([ben.phone]);
	});

	test.each([
		['each has a name of their own', joined(contacts, 'navn')],
		['they are brought together by the other field', joined(namesakes, 'mail')],
	])('are right where %s', (_, play) => {
		expect(found('rows', play)).toEqual([]);
	});
});

test('Who stands beside what became of a message is no list of people', () => {
	const listsWith = (order: number) => {
		const play = played(at('code'));
		play.workflow.connections.Send = { main: [[{ node: 'Merge', type: 'main', index: 0 }]] };
		Object.assign(play.rounds[0].runs, {
			...{ Rows: passage(1, [{}], [{}]), Merge: passage(order, [{}], people) },
		});
		return listsIn(play.workflow, { Start: [], Rows: asPins([{}]) }, play.rounds[0])
			.filter(({ numbers }) => numbers.length > 0)
			.map(({ node }) => node);
	};
	expect(listsWith(2)).toEqual(['Merge']);
	expect(listsWith(9)).toEqual([]);
});

test('Somebody opts out whose number the row spells in another way than the list', () => {
	const options = { skipMessages: { values: { skipSuppressed: true } } };
	const node = { parameters: { resource: 'sms', operation: 'send', options } };
	const optedOut = (rows: typeof people) =>
		relationOf('opted out').world(baseOf(played({ rows, node })))!.optedOut;
	const plain = people.map((row) => ({ ...row, phone: row.phone.slice(1) }));
	expect(optedOut([plain[0], ben, carla])).toEqual([ben.phone.slice(1)]);
	expect(optedOut(plain)).toEqual([plain[0].phone]);
});

describe('A message that goes out only where the first one does not arrive', () => {
	const options = { waitForDelivery: { values: {} } };
	const rows = people.map((row) => ({ ...row, name: `${row.name}-Sofia` }));
	const base = played({
		rows,
		node: { parameters: { resource: 'sms', operation: 'send', options } },
	});
	const to = '+37062340004';
	const then = (text: string, by = 'Fallback'): Play =>
		played({ rows, messages: [hello(anna), sent(to, 'Hello'), sent(to, text, { by })] });
	const of = (play: Play) =>
		breaches('pending for ever', base, play).filter(({ kind }) => kind === 'rows');

	test('has the words of its own row', () => {
		const [breach, ...others] = of(then('Hello Anna-Sofia'));
		expect(others).toEqual([]);
		expect(inShort([breach])).toEqual(['change rows at Fallback']);
		expect(breach.happened).toMatch(/^Ben-Sofia gets words of the row of Anna-Sofia: “Fallback”/);
	});

	test.each([
		['has them', then('Hello Ben-Sofia')],
		['says nothing of anybody', then('Hello')],
		['says something of several, hers among them', then('Hello Anna-Sofia and Ben-Sofia')],
	])('and is right where it %s', (_, play) => {
		expect(of(play)).toEqual([]);
	});
});
