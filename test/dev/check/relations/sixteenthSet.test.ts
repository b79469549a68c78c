import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import { withMore } from '../../../../dev/check/worlds/changes';
import { listsIn, rowsOf } from '../../../../dev/check/worlds/rows';
import { withoutSeparators } from '../../../../dev/check/worlds/spelled';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import {
	asPins,
	at,
	breaches,
	hello,
	inShort,
	people,
	type Person,
	played,
	relationOf,
	sent,
	type Given,
} from './madeUp';

/** What the sixteenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben] = people;
const well = (given: Given) => breaches('all well', played(given));

describe('a word of a row that is found in a longer one', () => {
	const condition = (operation: string) => ({
		...{ leftValue: '={{ $json.title }}', rightValue: '={{ $json.line.trim() }}' },
		operator: { type: 'string', operation },
	});
	const asks = (operation = 'contains') =>
		at('filter', { conditions: { conditions: [condition(operation)] } });
	const riders = (lines: string[], titles: string[]) =>
		people.map((one, place) => ({ ...one, line: lines[place], title: titles[place] })) as Person[];
	const wrong = riders(
		['Line 1', 'Line 14', 'Line 2'],
		['Line 14: late', 'Line 14: late', 'Line 2: early'],
	);

	test('is another row’s', () => {
		const [found, ...others] = well({ ...asks(), rows: wrong });
		expect(others).toEqual([]);
		expect(inShort([found])).toEqual(['change inside at Merge']);
		expect(found.happened).toContain('finds “Line 1” in “Line 14”: Anna gets');
		const base = baseOf(played({ ...asks(), rows: wrong }));
		const [mend] = mendsFor(found, base);
		expect(mend.advice).toContain("includes(' ' + $json.line.trim() + ' ')");
	});
	test.each([
		[
			'stands alone there',
			asks(),
			riders(['Line 1', 'Line 2', 'Line 3'], ['Line 1: late', 'Line 2', 'Line 3']),
		],
		[
			'stands beside the longer one',
			asks(),
			riders(['Line 1', 'Line 14', 'Line 3'], ['Line 1, Line 14: late', 'Line 14', 'Line 3']),
		],
		[
			'is a part of no row’s word',
			asks(),
			riders(['Line 1', 'Line 2', 'Line 3'], ['Line 14: late', 'Line 2', 'Line 3']),
		],
		['must be equal', asks('equals'), wrong],
	])('is not where it %s', (_, given, rows) => {
		expect(well({ ...given, rows }).filter(({ kind }) => kind === 'inside')).toEqual([]);
	});
});

describe('amounts with separators between thousands', () => {
	const { workflow } = played({ node: { parameters: { text: '={{ $json.price }}' } } });
	const changed = (prices: unknown[]) =>
		withoutSeparators(workflow, {
			Rows: prices.map((price) => ({ json: { price } })),
		})?.pins.Rows.map(({ json }) => json.price);
	test('are the same without them', () => {
		expect(changed(['1.250,00', '389,90', ''])).toEqual(['1250,00', '389,90', '']);
		expect(changed(['$1,250.50', '$12.00'])).toEqual(['$1250.50', '$12.00']);
	});
	test.each([[['1.250', '389,90']], [['389,90', '12,00']], [['1.250,00', 'on request']]])(
		'are not %j, of which nobody can know it, or which have none',
		(prices) => expect(changed(prices)).toBeUndefined(),
	);
	test('mean the same in a text', () => {
		const rows = people.map((one) => ({ ...one, price: '1.250,00' })) as Person[];
		const node = {
			parameters: { resource: 'sms', to: '={{ $json.phone }}', text: '={{ $json.price }}' },
		};
		const say = (text: string) =>
			played({ rows, node, messages: rows.map(({ phone = '' }) => sent(phone, text)) });
		const found = (usual: string, then: string) =>
			breaches('without separators', say(usual), say(then));
		expect(found('1.250,00 EUR', '1250,00 EUR')).toEqual([]);
		const [one] = found('1,25 EUR', '1250,00 EUR');
		expect(one).toMatchObject({ level: 'change', kind: 'misread', field: 'price' });
	});
});

test('a list is what comes from nowhere: not what another node gave before, nor what one has written', () => {
	const listsOf = (type: string, parameters: object, earlier: object[]) => {
		const play = played({ between: { type, parameters: parameters as Record<string, unknown> } });
		const [round] = play.rounds;
		round.runs.Rows = [{ ...round.runs.Rows[0], outputs: [earlier as never] }];
		round.runs.Merge = [{ ...round.runs.Merge[0], given: [{}] }];
		return listsIn(play.workflow, { ...play.world.pins, Rows: asPins(earlier) }, round)
			.filter(({ numbers }) => numbers.length > 0)
			.map(({ node }) => node);
	};
	const code = 'n8n-nodes-base.code';
	expect(listsOf(code, {}, [{}])).toEqual(['Merge']);
	// In national form, too.
	expect(
		listsOf(
			code,
			{},
			people.map(({ phone }) => ({ phone: phone.replace('+370', '8') })),
		),
	).toEqual(['Rows']);
	const table = 'n8n-nodes-base.dataTable';
	expect(listsOf(table, { operation: 'get' }, [{}])).toEqual(['Merge']);
	expect(listsOf(table, { operation: 'upsert' }, [{}])).toEqual([]);
});

test('who stands beside another one in an item, who gets the message, is left out of nothing', () => {
	const rota = [{ ...anna, reserve: ben.phone }];
	const pins = { Start: [{ json: {} }], Rows: asPins([anna, ben]) };
	const given = (merged: object[]) =>
		well({
			rows: [anna, ben],
			merged: merged as Person[],
			messages: [hello(anna)],
			world: { pins },
		});
	expect(inShort(given(rota))).toEqual([]);
	expect(inShort(given([anna, ben]))).toContain('change rows at Send');
});

test('where a list is read again, the node that does so leaves somebody out', () => {
	const play = played({ ...at('code'), merged: [anna, ben], messages: [hello(anna), hello(ben)] });
	play.workflow.nodes.splice(2, 0, {
		...{ id: 'news', name: 'News', type: 'n8n-nodes-base.rssFeedRead', typeVersion: 1 },
		...{ position: [0, 0], parameters: {} },
	} as WorkflowNode);
	const lines = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	play.workflow.connections.Rows = lines('News');
	play.workflow.connections.News = lines('Merge');
	for (const { runs } of play.rounds) {
		runs.News = [
			{ ...runs.Merge[0], order: 1.5, given: people, outputs: [[{ title: 'New' }]] },
		] as never;
		runs.Merge = [{ ...runs.Merge[0], given: [{ title: 'New' }] }] as never;
	}
	expect(inShort(breaches('all well', play))).toEqual(['know left out at Merge']);
});

test('who comes later comes last also where the rows stand in another order, if their times are past', () => {
	const { workflow } = played();
	const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
	const cameAt = (times: string[]) => {
		const pins = { Rows: asPins(people.map((one, place) => ({ ...one, came: times[place] }))) };
		return withMore(workflow, pins, [list], rowsOf(pins, list)[0]).Rows.at(-1)?.json.came;
	};
	expect(cameAt(['2026-11-27 10:12', '2026-11-28 18:04', '2026-11-27 09:03'])).toBe(
		'2026-11-28 18:05',
	);
	// A time to come is what the row is about.
	const ahead = ['2999-11-27 10:12', '2999-11-28 18:04', '2999-11-27 09:03'];
	expect(ahead).toContain(cameAt(ahead));
});

test('an expression that says one thing or another by a field is asked what it says', () => {
	const rows = people.map((one, place) => ({
		...one,
		paid: place === 0 ? 'true' : 'false',
	})) as Person[];
	const of = (value: string) =>
		played({
			...at('set', { assignments: { assignments: [{ name: 'said', value, type: 'string' }] } }),
			...{ rows, messages: rows.map(({ phone = '' }) => sent(phone, 'All is paid')) },
		});
	const [found] = breaches('a yes turned', of("={{ $json.paid ? 'paid' : 'open' }}"));
	expect(inShort([found])).toEqual(['change flag at Merge']);
	const [mend] = mendsFor(found, baseOf(of("={{ $json.paid ? 'paid' : 'open' }}")));
	expect(mend.advice).toContain('$json.paid === "true" ?');
	// What only passes it on, or asks for something else too, may rightly say the same.
	for (const value of [
		'={{ $json.paid }}',
		"={{ $json.name && $json.paid ? 'a' : 'b' }}",
		"={{ $json.paid?.x ?? 'a' }}",
	])
		expect(relationOf('a yes turned').world(baseOf(of(value)))).toBeUndefined();
});

test('a number is put on a list whether its message was delivered or not', () => {
	const report = (phone: string, delivery: string) => ({ to: phone.slice(1), parts: 1, delivery });
	const trigger = { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' };
	const node = {
		parameters: { resource: 'suppression', operation: 'add', phoneNumber: '={{ $json.to }}' },
	};
	const adding = (numbers: string[]) =>
		played({
			...{ trigger, node, rows: [], messages: [], merged: people },
			requests: numbers.map((phone) => ({ path: '/suppression', body: { phoneNumber: phone } })),
			world: {
				pins: {
					Start: asPins([report(anna.phone, 'delivered'), report(ben.phone, 'failed')]),
					Rows: [],
				},
			},
		});
	const found = (usual: string[], then: string[]) =>
		inShort(breaches('the report turned', adding(usual), adding(then)));
	expect(found([anna.phone, ben.phone], [ben.phone, anna.phone])).toEqual([
		'change report at Send',
	]);
	expect(found([ben.phone], [anna.phone])).toEqual([]);
	expect(found([ben.phone], [ben.phone])).toEqual([]);
});

test('a condition that lets nothing through is to give an empty item only where something asks whether there is any', () => {
	const adviceOf = (operation: string) => {
		const play = played(at('filter'));
		const [, , , send] = play.workflow.nodes;
		const asks = {
			conditions: { conditions: [{ leftValue: '={{ $json.date }}', operator: { operation } }] },
		};
		play.workflow.nodes.push({
			...send,
			name: 'Asks',
			type: 'n8n-nodes-base.if',
			parameters: asks,
		});
		play.workflow.connections.Merge = { main: [[{ node: 'Asks', type: 'main', index: 0 }]] };
		const nothing = { level: 'change', kind: 'nothing', node: 'Merge', happened: '' } as const;
		return mendsFor(nothing, baseOf(play)).map(({ where }) => where);
	};
	expect(adviceOf('notExists')).toContain('Merge: Settings → Always Output Data');
	expect(adviceOf('equals')).toEqual([]);
});
