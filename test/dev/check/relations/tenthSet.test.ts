import {
	at,
	breaches,
	hello,
	inShort,
	type Person,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';
import { baseOf } from '../../../../dev/check/relations/base';

/** What the tenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben] = people;

describe('amounts that are added up', () => {
	const lines = (...amounts: Array<[order: string, line: unknown, total: unknown]>) =>
		amounts.map(([order, line, total]) => ({ ...anna, order, line, total }) as Person);
	const summed = (rows: Person[], field = 'total', aggregation = 'sum') =>
		inShort(
			breaches(
				'all well',
				played({
					...at('summarize', {
						fieldsToSplitBy: 'order, phone',
						fieldsToSummarize: { values: [{ aggregation, field }] },
					}),
					...{ rows, messages: [hello(anna)] },
				}),
			),
		).filter((one) => one.includes('added'));
	const whole = lines(['501', 690, 750], ['501', 60, 750], ['502', 240, 240]);

	test('from rows that each have the whole are told', () => {
		expect(summed(whole)).toEqual(['change added at Merge']);
		const inOrders = [
			...whole.map((row) => ({ ...row, about: { ...row } })),
			...lines(['503', 0.1, 0.3], ['503', 0.2, 0.3]).map((row) => ({ ...row, about: { ...row } })),
		];
		expect(summed(inOrders, 'about.total')).toEqual(['change added at Merge']);
	});

	test.each<[string, Person[], ...how: string[]]>([
		['their own', whole, 'line'],
		['the most of them', whole, 'total', 'max'],
		['equal by chance, and no field has their parts', lines(['1', 5, 9], ['1', 5, 9], ['2', 9, 9])],
		['whole, in rows of which none has another', lines(['1', 750, 750], ['2', 240, 240])],
		['whole in one order alone', [...whole, ...lines(['503', 2, 5], ['503', 3, 7])]],
		['of other parts', lines(['1', 5, 9], ['1', 6, 9], ['2', 9, 9])],
		['nothing', lines(['1', 0, 0], ['1', 0, 0])],
		['of one order alone', lines(['1', 690, 750], ['1', 60, 750])],
		['each the same twice', lines(['1', 50, 100], ['1', 50, 100], ['2', 30, 30])],
		['paid once', lines(['1', 45, 45], ['1', 0, 45], ['2', 60, 60])],
		['texts', lines(['1', '690', '750'], ['1', '60', '750'], ['2', '240', '240'])],
	])('are right if they are %s', (_, rows, ...how) => {
		expect(summed(rows, ...how)).toEqual([]);
	});
});

describe('of several rows about one thing', () => {
	const row = (at: string, time: string, more = {}) => ({ ...anna, at, time, ...more });
	const rows = [row('2026-11-21T17:40:00Z', '10:00'), row('2026-12-02T20:14:00Z', '15:30')];
	const kept = (
		given: object[],
		text = 'Come at 10:00',
		fieldsToCompare = 'id',
		type = 'removeDuplicates',
	) =>
		inShort(
			breaches(
				'all well',
				played({
					...at(type, { compare: 'selectedFields', fieldsToCompare }),
					rows: given as Person[],
					merged: [given[0] as Person],
					messages: [sent(anna.phone, text)],
				}),
			),
		).filter((one) => one.includes('old'));

	test('the first is what goes out, although a later one says something else', () => {
		expect(kept(rows)).toEqual(['know old at Merge']);
	});

	test.each<[string, object[], ...how: Array<string | undefined>]>([
		['the latest does', rows.toReversed(), 'Come at 15:30'],
		['none says when', rows.map((one) => ({ ...one, at: undefined }))],
		['what comes later says the same', rows.map((one) => ({ ...one, time: '10:00' }))],
		['what differs goes to nobody', rows, 'Come soon'],
		['the first is told by its own day', rows, 'On 2026-11-21 at 10:00'],
		['the first is told by its own hour', rows, 'Come at 10:00, said at 17:40'],
		['a time is none', rows.map((one) => ({ ...one, at: '2026-99-99 99:99' }))],
		['what came later says nothing', [rows[0], { ...rows[1], time: '' }]],
		['no field is compared', rows, undefined, ''],
	])('nothing is told if %s', (_, given, ...how) => {
		expect(kept(given, ...how)).toEqual([]);
	});
	test('other nodes leave out on purpose', () => {
		expect(kept(rows, undefined, 'id', 'filter')).toEqual([]);
	});
});

describe('who answers only when asked once more', () => {
	const asks = {
		...{ resource: 'sms', operation: 'sendAndWait', responseType: 'approval' },
		options: { limitWaitTime: { values: {} } },
	};
	const asked = (texts: string[], runsAgain = true, left = "={{ $('Send').item.json.data }}") => {
		const play = played({
			node: { parameters: asks },
			messages: texts.map((text) => sent(anna.phone, text, { isWanted: true })),
		});
		const again = { ...play.workflow.nodes.at(-1)!, name: 'Once more' };
		play.workflow.nodes.push(again, {
			name: 'Fork',
			type: 'n8n-nodes-base.switch',
			parameters: { left },
		});
		const lines = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		play.workflow.connections = {
			...{ ...play.workflow.connections, Send: lines('Once more'), 'Once more': lines('Fork') },
		};
		play.rounds[0].runs.Fork = [{ order: 5, given: [], outputs: [[]], warnings: [] }];
		if (runsAgain)
			play.rounds[0].runs['Once more'] = [{ order: 4, given: [], outputs: [[]], warnings: [] }];
		return play;
	};
	const base = asked(['See you'], false);
	const say = (late: string[], none: string[], runsAgain = true, left?: string) =>
		inShort(
			breaches('answered late', base, asked(late, runsAgain, left), () => asked(none, false)),
		);

	test('is told where they get the same as who never answers', () => {
		expect(say(['Released'], ['Released'])).toEqual(['change answer at Fork']);
	});
	test('is worth knowing where the condition asks for what came last: silence may be meant for a yes', () => {
		expect(say(['Released'], ['Released'], true, '={{ $json.data.approved }}')).toEqual([
			'know answer at Fork',
		]);
	});
	test('is well where they get something else, or nothing, or nobody asks again', () => {
		expect(say(['See you'], ['Released'])).toEqual([]);
		expect(say([], [])).toEqual([]);
		expect(say(['Released'], ['Released'], false)).toEqual([]);
	});
	test('is played with nobody who answers the first time', () => {
		const relation = relationOf('answered late');
		const { nodes } = relation.change!(base.workflow, baseOf(base));
		expect(nodes.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['Send']);
		expect(relation.world(baseOf(base))).toBeDefined();
		expect(relation.world(baseOf(asked(['See you'])))).toBeUndefined();
		expect(relation.world(baseOf(played()))).toBeUndefined();
	});
});

describe('a loop that ends in its middle', () => {
	const looped = (ways: string[], leftValue = '', operation = 'equals') => {
		const play = played({ ...at('splitInBatches'), merged: [anna, ben], messages: [hello(anna)] });
		const lines = (node: string) => (node ? [{ node, type: 'main', index: 0 }] : []);
		const conditions = { conditions: [{ leftValue, operator: { operation } }] };
		play.workflow.nodes.push({
			...{ name: 'Agreed', type: 'n8n-nodes-base.if', parameters: { conditions } },
		});
		play.workflow.nodes.push({ name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} });
		play.workflow.connections.Merge = { main: [[], lines('Agreed')] };
		play.workflow.connections.Agreed = { main: ways.map(lines) };
		play.workflow.connections.Send = { main: [lines('Merge')] };
		play.rounds[0].runs.Merge[0].outputs = [[], [anna, ben]];
		play.rounds[0].runs.Agreed = [
			{ order: 2.5, given: [anna, ben], outputs: [[anna], [ben]], warnings: [] },
		];
		return inShort(breaches('all well', play)).filter((one) => one.includes('Merge'));
	};
	test('because a condition leads nowhere leaves out whoever comes then', () => {
		expect(looped(['Send', ''])).toEqual(['change rows at Merge']);
		expect(looped(['Send'])).toEqual(['change rows at Merge']);
	});
	test('because a condition leads out of it may be meant, unless that asks for a row’s own', () => {
		expect(looped(['Send', 'End'])).toEqual(['know left out at Merge']);
		expect(looped(['Send', 'End'], '={{ $json.consent }}')).toEqual(['change rows at Merge']);
		expect(looped(['Send', 'End'], '={{ $json.phone }}', 'notEmpty')).toEqual([
			'change rows at Merge',
		]);
		expect(looped(['Send', 'End'], '={{ $json.data }}', 'notEmpty')).toEqual([
			'know left out at Merge',
		]);
	});
});

test('a number that two share, each spelled in their own way, is one', () => {
	const says = (phone: string) => {
		const rows = [anna, { ...ben, phone }];
		const usual = rows.map(({ name }) => sent(anna.phone, `Hello ${name}`));
		const marked = usual.map((one) => ({ ...one, text: one.text.replace('Ben', 'ZqaaabaBen') }));
		return inShort(
			breaches('marks', played({ rows, messages: usual }), played({ rows, messages: marked })),
		);
	};
	expect(says('0 612 34567')).toEqual([]);
	expect(says(ben.phone)).toEqual(['change rows at Send']);
});

test('numbers of another list are right for those to whom the words belong', () => {
	const says = (text: (name: string) => string) => {
		const points = people.map((_, place) => ({
			...{ point: `Kiosk ${place}`, phone: `+3712011223${place}` },
		}));
		const play = played({
			messages: people.map(({ name, phone }, place) =>
				sent(phone, text(name) + points[place].point),
			),
		});
		play.workflow.nodes.push({ name: 'Points', type: 'n8n-nodes-base.noOp', parameters: {} });
		play.workflow.connections.Points = { main: [[{ node: 'Merge', type: 'main', index: 1 }]] };
		play.world.pins.Points = points.map((json) => ({ json }));
		play.rounds[0].runs.Points = [{ order: 1, given: [], outputs: [points], warnings: [] }];
		return inShort(breaches('all well', play));
	};
	expect(says(() => 'It waits at ')).toEqual(['know number at Send']);
	expect(says((name) => `${name}, it waits at `)).toEqual([]);
});

test('questions with their answers, one of which is a number, are no rows', () => {
	const said = (answer: string) => [
		{ question: 'What is it about?', answer },
		{ question: 'Phone number', answer: anna.phone },
	];
	const listsFor = (answer: string) =>
		baseOf(
			played({ rows: [{ name: 'Anna', said: said(answer) } as Person], messages: [hello(anna)] }),
		)
			.lists.filter(({ numbers }) => numbers.length > 0)
			.map(({ at: where, numbers }) => [where, numbers]);
	expect(listsFor('A change')).toEqual([[[], [['said', '1', 'answer']]]]);
	expect(listsFor('')).toContainEqual([['said'], [['answer']]]);
	expect(listsFor(ben.phone)).toContainEqual([['said'], [['answer']]]);
});
