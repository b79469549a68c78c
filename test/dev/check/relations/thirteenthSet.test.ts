import { mendsFor } from '../../../../dev/check/advice/mends';
import type { Passage } from '../../../../dev/check/play/round';
import { aboutOthers } from '../../../../dev/check/worlds/cells';
import { another } from '../../../../dev/check/worlds/words';
import { baseOf } from '../../../../dev/check/relations/base';
import { at, breaches, hello, inShort, people, played, sent } from './madeUp';

/** What the thirteenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;

describe('a number beside a name', () => {
	const parcels = [
		{ ...anna, parcel: '62045678' },
		{ ...ben, phone: anna.phone, parcel: '62045679' },
	];
	const told = (text: (row: (typeof parcels)[0]) => string) =>
		inShort(
			breaches(
				'all well',
				played({ rows: parcels, messages: parcels.map((row) => sent(row.phone, text(row))) }),
			),
		);

	test('that the text says is no number of hers, although it could be dialed', () => {
		expect(told(({ name, parcel }) => `Hello ${name}, parcel ${parcel} is here`)).toEqual([]);
	});
	test('that it doesn’t say may be', () => {
		expect(told(({ name }) => `Hello ${name}, it is here`)).toEqual(['change number at Send']);
	});
});

test('a word with which several names begin is no name', () => {
	const rows = [
		{ ...anna, name: 'Mme Girard' },
		{ ...ben, name: 'Mme Lopez' },
	];
	const messages = rows.map(({ phone, name }) => sent(phone, `Bonjour ${name}, it is here`));
	expect(inShort(breaches('all well', played({ rows, messages })))).toEqual([]);
	const [, second] = messages;
	const astray = [sent(ben.phone, messages[0].text), second];
	expect(inShort(breaches('all well', played({ rows, messages: astray })))).toContain(
		'change number at Send',
	);
});

test.each(['Europe/London', 'Europe/Kyiv', 'LT', 'EUR', 'de'])(
	'%s means something, and stays what it is',
	(cell) => expect(another(cell, 1)).toBe(cell),
);
test.each(['Al', 'London', 'Anna/Ben'])('%s is another word for another person', (cell) => {
	expect(another(cell, 1)).not.toBe(cell);
});

describe('rows that are brought together by a field', () => {
	const invoice = { row_number: 4, no: 'R-1', client: '', amount: 5 };
	const annas = { row_number: 2, client: '', name: anna.name, phone: anna.phone };
	const bens = { client: '7', name: ben.name, phone: ben.phone };
	const own = { no: 'R-2', client: '7', amount: 8 };
	const joined = (by: object, ...merged: object[]) => {
		const rows = [annas, bens];
		const play = played({ ...at('merge', by), rows, merged: merged as never });
		const [one] = play.rounds[0].runs.Merge;
		play.rounds[0].runs.Merge = [{ ...one, given: [invoice, own, ...rows] } as unknown as Passage];
		return play;
	};
	const byName = { combineBy: 'combineByFields', fieldsToMatchString: 'client' };
	const byPair = { mergeByFields: { values: [{ field1: 'client', field2: 'client' }] } };

	test.each([byName, byPair])('in which neither has anything, don’t belong together: %j', (by) => {
		const play = joined(by, { ...invoice, ...annas }, { ...own, ...bens });
		const found = breaches('all well', play).filter(({ kind }) => kind === 'joined');
		expect(found).toMatchObject([
			{ level: 'change', node: 'Merge', field: 'client', wrong: [hello(anna)] },
		]);
		const [first] = mendsFor(found[0], baseOf(play));
		expect(first.advice).toContain('Put an If behind “Rows”');
		const { connections } = first.apply(play.workflow);
		expect(connections['Behind Rows'].main).toEqual(play.workflow.connections.Rows.main);
	});

	test.each([
		['each belongs to the other', [{ ...own, ...bens }]],
		['a row goes on alone', [{ ...own, ...bens }, annas, invoice]],
	])('are right where %s', (_, merged) => {
		const found = breaches('all well', joined(byName, ...merged));
		expect(found.filter(({ kind }) => kind === 'joined')).toEqual([]);
	});

	test('and who was held back of such rows is not lost', () => {
		const both = [
			{ ...invoice, ...annas },
			{ ...invoice, ...bens, client: '' },
		];
		const play = joined(byName, ...both);
		play.rounds[0].messages = [hello(anna)];
		play.rounds[0].runs.Merge[0].given.push({ ...bens, client: '' });
		expect(inShort(breaches('all well', play))).toContain('change joined at Merge');
		expect(inShort(breaches('all well', play)).join()).not.toContain('rows at');
	});
});

describe('what is over a limit for now', () => {
	const marks = (said: object[]) => {
		const play = played({ messages: [anna, ben].map(hello), said });
		play.workflow.nodes.push({
			...{ name: 'Mark', type: 'n8n-nodes-base.noOp', parameters: {}, writes: 'update' },
		});
		play.rounds[0].runs.Mark = [{ ...play.rounds[0].runs.Send[0], given: said as never }];
		return inShort(breaches('all well', play)).filter((one) => one.includes('kept'));
	};
	const held = { to: carla.phone, skipped: 'overRecipientLimit' };

	test('is to change if it is marked as sent', () => {
		expect(marks([{ ...held, sendAfter: '2026-12-01T00:00:00Z' }])).toEqual([
			'change kept at Mark',
		]);
	});
	test('and what never goes out is done', () => {
		expect(marks([{ ...held, skipped: 'alreadySent' }])).toEqual([]);
	});
});

describe('at night, with a Send Window', () => {
	const options = { skipMessages: { values: { sendWindow: true } } };
	const node = { parameters: { resource: 'sms', operation: 'send', options } };
	const held = people.map(({ phone: to }) => ({ to: to.slice(1), skipped: 'outsideWindow' }));
	const atNight = (said: object[], messages = people.map(hello)) =>
		inShort(breaches('night', played({ node, messages, said })));

	test('what was kept back, and goes out after a wait, is right', () => {
		expect(atNight(held)).toEqual([]);
	});
	test('what goes out without having been kept back is not', () => {
		expect(atNight(held.slice(1))).toEqual(['know night at Send']);
	});
	test('an email of trouble is no message to people', () => {
		const email = sent('owner@example.com', 'Trouble', { channel: 'email', by: 'Tell' });
		expect(atNight(held, [...people.map(hello), email])).toEqual([]);
	});
});

test('news about the same people keeps what is known of them, and their numbers', () => {
	const { workflow } = played();
	const list = { at: [], others: [], isWrittenTo: true };
	const members = { ...list, node: 'Rows', numbers: [['phone']] };
	const pins = {
		Start: [{ json: { to: anna.phone.slice(1), matter: 'Assembly' } }],
		Rows: [{ json: anna }],
	};
	const news = aboutOthers(
		workflow,
		pins,
		[{ ...list, node: 'Start', numbers: [] }],
		[],
		[members],
	);
	const [{ json }] = news.Start;
	expect(json.to).toBe(pins.Start[0].json.to);
	expect(json.matter).not.toBe('Assembly');
	expect(news.Rows).toEqual(pins.Rows);
});
