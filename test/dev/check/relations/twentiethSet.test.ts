import fc from 'fast-check';

import { mendsFor } from '../../../../dev/check/advice/mends';
import { playable } from '../../../../dev/check/copy/replaced';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Breach, Kind } from '../../../../dev/check/relations/relation';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { chain } from '../../../n8n/workflow';
import {
	advised,
	asPins,
	at,
	breaches,
	hello,
	inShort,
	people,
	played,
	relationOf,
	sent,
	type Person,
	type Given,
} from './madeUp';

/** What the twentieth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;
const breachOf = (kind: Kind, node: string): Breach => ({
	...{ level: 'change', kind, node, happened: '' },
});

describe('a list whose rows a sheet counts by their places', () => {
	const rows = people.map((one, place) => ({ ...one, row_number: place + 2 })) as Person[];
	const withKey = (key: string) => ({
		parameters: {
			...{ resource: 'sms', operation: 'send' },
			...{ to: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' },
			options: { onceKey: { values: { key } } },
		},
	});
	const given: Given = { rows, node: withKey('=ready {{ $json.row_number }}'), again: [] };
	const name = 'another in its place';
	test('has another one where the first that got something stood', () => {
		const { pins, later, times } = relationOf(name).world(baseOf(played(given)))!;
		const [before, then] = [pins, later!].map(({ Rows }) => Rows.map(({ json }) => json));
		expect([times, before]).toEqual([2, rows]);
		expect(then.map(({ row_number }) => row_number)).toEqual([2, 3, 4]);
		expect(then.slice(1)).toEqual(rows.slice(1));
		expect(then[0].phone).not.toBe(anna.phone);
		expect(then[0].id).not.toBe('A-1');
	});
	test.each([
		['nobody goes by its places', { ...given, node: withKey('=ready {{ $json.id }}') }],
		['it has none', { ...given, rows: people }],
		['nobody gets anything', { ...given, messages: [] }],
	])('is not changed where %s', (_, one) => {
		expect(relationOf(name).world(baseOf(played(one)))).toBeUndefined();
	});
	test('and that one gets what it would have got at once', () => {
		const base = played(given);
		const { later } = relationOf(name).world(baseOf(base))!;
		const [dana] = later!.Rows.map(({ json }) => json as Person);
		const control = played({ ...given, rows: [dana, ben, carla] });
		const found = (again: Person[], more: Partial<Given> = {}) => {
			const messages = again.map(hello);
			const play = played({ ...given, ...more, again: messages, world: { later } });
			const { runs } = play.rounds[1];
			const then = [dana, ben, carla] as never;
			runs.Merge = [{ ...runs.Merge[0], given: then, outputs: [then] }];
			runs.Send = [{ ...runs.Send[0], given: then }];
			return inShort(breaches(name, base, play, () => control));
		};
		expect(found([dana])).toEqual([]);
		expect(found([])).toEqual(['change remembered at Send']);
		// Who is lost by something else isn't lost by the place.
		expect(found([], { node: withKey('=ready {{ $json.id }}') })).toEqual([]);
		expect(breaches(name, base, control, () => played({ ...given, messages: [] }))).toEqual([]);
	});
	test('the key takes the ID of the row in place of its place', () => {
		const play = played({ ...given, messages: people.map(hello) });
		expect(advised(breachOf('remembered', 'Send'), play)).toContain(
			'Set the Key to ready {{ $json.id }}',
		);
	});
});

describe('an answer that says that more pages come behind it', () => {
	const page = (answer: object, more: object = {}): Given => ({
		rows: [answer as Person],
		merged: people,
		world: { pins: { Start: [{ json: {} }], Rows: asPins([answer]) } },
		...more,
	});
	const found = (given: Given, readsOnePage = true) => {
		const play = played(given);
		Object.assign(play.workflow.nodes[1], { readsOnePage });
		return breaches('all well', play).filter(({ kind }) => kind === 'page');
	};
	const data = people;
	test.each<[string, object]>([
		['meta.pages” is 27', { data, meta: { page: 1, pages: 27 } }],
		['totalPages” is 2', { data, totalPages: 2, currentPage: '1' }],
		['links.next” is /members?page=2', { data, links: { next: '/members?page=2' } }],
		['next_page_token” is x1', { data, next_page_token: 'x1' }],
		['@odata.nextLink” is https://a.test', { value: data, '@odata.nextLink': 'https://a.test' }],
		['has_more” is true', { data, has_more: true }],
	])('is not all: %s', (said, answer) => {
		const [breach] = found(page(answer));
		expect(breach).toMatchObject({ level: 'know', node: 'Rows' });
		expect(breach.happened).toContain(said);
		expect(found(page(answer), false)).toEqual([]);
	});
	test.each<[string, object]>([
		[
			'the last one',
			{ data, meta: { page: 27, pages: 27 }, links: { next: null }, has_more: false },
		],
		['of another list', { data, page: 1, other: { pages: 3 } }],
		['one with a date', { data, next: 3, pages: 12 }],
	])('is all if it is %s', (_, answer) => expect(found(page(answer))).toEqual([]));
	test('is all if there are several answers, or it is asked for again', () => {
		const answer = { data, has_more: true };
		const pins = { Start: [{ json: {} }], Rows: asPins([answer, { data, has_more: true }]) };
		expect(found(page(answer, { world: { pins } }))).toEqual([]);
		const play = played(page(answer));
		Object.assign(play.workflow.nodes[1], { readsOnePage: true });
		play.workflow.connections.Send = { main: [[{ node: 'Rows', type: 'main', index: 0 }]] };
		expect(inShort(breaches('all well', play))).not.toContain('know page at Rows');
	});
	test('is read by a node without the option Pagination', () => {
		const asked = (options: object, type = 'httpRequest') => {
			const workflow = chain(
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
				{ name: 'Ask', type: `n8n-nodes-base.${type}`, parameters: { options } },
				{ name: 'Send', parameters: { resource: 'sms', operation: 'send', to: '1', text: 'x' } },
			);
			const pinData = { Start: [{ json: {} }], Ask: asPins([{ data }]) };
			const { nodes } = playable({ ...workflow, pinData } as never, 'c', {}).workflow;
			return nodes.find(({ name }) => name === 'Ask')!.readsOnePage;
		};
		expect(asked({})).toBe(true);
		expect(asked({ pagination: { pagination: { paginationMode: 'off' } } })).toBeUndefined();
		expect(asked({}, 'googleSheets')).toBeUndefined();
	});
});

describe('two lists of which a Merge keeps what does not match', () => {
	const gone = [{ name: 'Dana', phone: '+37064567890' }, { ...carla }];
	const merged = [anna, ben, gone[0]] as Person[];
	function found(parameters: object, out = merged) {
		const play = played({
			...at('merge', { mode: 'combine', joinMode: 'keepNonMatches', ...parameters }),
			merged: out,
		});
		play.workflow.nodes.push({ name: 'Gone', type: 'n8n-nodes-base.noOp', parameters: {} });
		play.workflow.connections.Gone = { main: [[{ node: 'Merge', type: 'main', index: 1 }]] };
		play.workflow.connections.Start.main[0]!.push({ node: 'Gone', type: 'main', index: 0 });
		play.world.pins.Gone = asPins(gone);
		play.rounds[0].runs.Gone = [{ order: 1, given: [], outputs: [gone], warnings: [] }];
		return { play, breach: breaches('all well', play).find(({ kind }) => kind === 'either') };
	}
	test('lets through who stands in one of them alone, unless it is told of which', () => {
		const { play, breach } = found({});
		expect(breach?.happened).toContain('also Dana gets something');
		expect(breach?.wrong?.map(({ to }) => to)).toEqual(['37064567890']);
		expect(advised(breach!, play)).toContain(
			'If Input 2 says who gets nothing, set Output Data From to Input 1.',
		);
		expect(found({ outputDataFrom: 'input1' }).breach).toBeUndefined();
		expect(found({ joinMode: 'keepMatches' }).breach).toBeUndefined();
		expect(found({}, [anna, ben]).breach).toBeUndefined();
	});
});

describe('a condition that compares two fields in an expression', () => {
	const asks = (leftValue: string) => {
		const conditions = {
			conditions: [{ leftValue, rightValue: '', operator: { type: 'boolean', operation: 'true' } }],
		};
		const play = played(at('filter', { conditions }));
		return mendsFor(breachOf('spelled', 'Merge'), baseOf(play)).flatMap(({ apply }) => {
			const { parameters } = apply(play.workflow).nodes[2];
			return JSON.stringify(parameters).match(/\{\{.*?\}\}/g) ?? [];
		});
	};
	test('compares them as numbers, whichever is greater', () => {
		fc.assert(
			fc.property(fc.constantFrom('<', '>', '<=', '>='), (sign) => {
				expect(asks(`={{ $json.debt ${sign} $json.limit }}`)).toEqual([
					`{{ Number($json.debt) ${sign} Number($json.limit) }}`,
				]);
			}),
		);
	});
	test.each([
		'={{ $json.debt }}',
		'={{ $json.a > 1 && $json.b > 2 }}',
		'={{ $json.a === $json.b }}',
	])('is left as it is otherwise: %s', (left) => expect(asks(left)).toEqual([]));
});

describe('a message that reads the item of a node which n8n no longer knows', () => {
	const ranked = people.toReversed().map(({ id, name }, place) => ({ code: id, name, place }));
	const node = (to: string): Given => ({
		merged: ranked as Person[],
		node: { parameters: { resource: 'sms', operation: 'send', to, text: '={{ $json.name }}' } },
		messages: people.map(({ phone }, place) => sent(phone, ranked[place].name)),
	});
	const read = "$('Rows').item.json";
	const found = (given: Given) =>
		advised(breachOf('rows', 'Send'), played(given)).filter((one) => one.includes('.find('));
	test('finds it by what both have', () => {
		// By a name, it would be the first of two namesakes.
		expect(found(node(`={{ ${read}.phone }}`))).toEqual([
			"Have it find its row: set To to {{ $('Rows').all().find((one) => one.json.id === $json.code)?.json.phone }}.",
		]);
	});
	test('finds nothing where something of both is not in one row alone', () => {
		const twice = [...people, { ...anna, id: 'A-1' }];
		expect(found({ ...node(`={{ ${read}.phone }}`), rows: twice })).toEqual([]);
		expect(found(node('={{ $json.phone }}'))).toEqual([]);
	});
});

describe('whom a condition within a loop turns away', () => {
	const looped = (back: string) => {
		const play = played({ ...at('splitInBatches'), messages: [hello(anna)] });
		const line = (node: string) => [{ node, type: 'main', index: 0 }];
		for (const [name, type] of [
			['Agreed', 'if'],
			['List', 'noOp'],
		])
			play.workflow.nodes.push({
				name,
				type: `n8n-nodes-base.${type}`,
				parameters: {},
			} as WorkflowNode);
		play.workflow.connections.Merge = { main: [[], line('Agreed')] };
		play.workflow.connections.Agreed = { main: [line('Send'), line('List')] };
		play.workflow.connections.List = { main: [line(back)] };
		play.workflow.connections.Send = { main: [line('Merge')] };
		const { runs } = play.rounds[0];
		runs.Merge[0].outputs = [[], people];
		runs.Agreed = [{ order: 2.5, given: people, outputs: [[anna], [ben, carla]], warnings: [] }];
		runs.List = [{ order: 4, given: [ben, carla], outputs: [[ben, carla]], warnings: [] }];
		runs.Send = [{ ...runs.Send[0], given: [anna] as never }];
		return inShort(breaches('all well', play));
	};
	test('is left out by it, and not by what comes behind it', () => {
		expect(looped('Merge')).toEqual(['know left out at Agreed']);
		// Who is sent something there as well is turned away nowhere.
		expect(looped('Send')).not.toContain('know left out at Agreed');
	});
});
