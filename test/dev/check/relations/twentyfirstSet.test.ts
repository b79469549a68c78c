import fc from 'fast-check';

import { mendsFor } from '../../../../dev/check/advice/mends';
import { playable } from '../../../../dev/check/copy/replaced';
import { isRepeated } from '../../../../dev/check/play/player';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Breach, Kind } from '../../../../dev/check/relations/relation';
import { inOrderOfEach } from '../../../../dev/check/worlds/changes';
import { timeToday } from '../../../../dev/check/worlds/itsDay';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { chain } from '../../../n8n/workflow';
import {
	advised,
	at,
	breaches,
	hello,
	inShort,
	people,
	played,
	relationOf,
	sent,
	type Given,
} from './madeUp';

/** What the twenty-first set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna] = people;
const breachOf = (kind: Kind, node: string, more: Partial<Breach> = {}): Breach => ({
	...{ level: 'change', kind, node, happened: '' },
	...more,
});
const mends = (breach: Breach, play = played()) => mendsFor(breach, baseOf(play));
/** A node as a change leaves it. */
const changed = (breach: Breach, play = played(), place = 0) =>
	mends(breach, play)[place].apply(play.workflow).nodes;
const wellKnown = (given: Given) => inShort(breaches('all well', played(given)));

describe('a list that leaves out what is blank', () => {
	const visit = (code: string | null, place: number) => ({ ...anna, place: `P${place}`, code });
	const append = (...fields: string[]) => fields.map((field) => ({ aggregation: 'append', field }));
	const summarize = (rows: object[], values: object[] = append('place', 'code')): Given => ({
		...at('summarize', { fieldsToSummarize: { values }, fieldsToSplitBy: 'name, phone' }),
		...{ rows, merged: [anna], messages: [sent(anna.phone, 'P0 B-2, P1 -')] },
	});
	const mixed = [visit(null, 0), visit('B-2', 1)];
	test('puts what comes behind it beside another row', () => {
		expect(wellKnown(summarize(mixed))).toContain('change shifted at Merge');
		const parameters = {
			fieldsToAggregate: {
				fieldToAggregate: ['place', 'code'].map((one) => ({ fieldToAggregate: one })),
			},
		};
		expect(wellKnown({ ...summarize(mixed), ...at('aggregate', parameters) })).toContain(
			'change shifted at Merge',
		);
	});
	test.each([
		['nothing is blank', summarize([visit('A-1', 0), visit('B-2', 1)])],
		['nothing comes behind it', summarize([visit('B-2', 0), visit(null, 1)])],
		['it stands alone', summarize(mixed, append('code'))],
		['all that stands beside it is blank, too', summarize(mixed, append('code', 'code'))],
		['nobody reads it', { ...summarize(mixed), messages: [sent(anna.phone, 'P0, P1')] }],
		[
			'blank values are kept',
			summarize(
				mixed,
				append('place', 'code').map((one) => ({ ...one, includeEmpty: true })),
			),
		],
	])('is right where %s', (_, given) => {
		expect(wellKnown(given)).not.toContain('change shifted at Merge');
	});
	test('says what has moved, and not what is blank at the end of another list', () => {
		const other = { ...visit('C-1', 2), name: 'Ben' };
		const rows = [other, { ...other, code: null }, ...mixed];
		const found = breaches('all well', played(summarize(rows)));
		const [{ happened }] = found.filter(({ kind }) => kind === 'shifted');
		expect(happened).toContain('B-2 stands where that was');
	});
	test('is told to keep them', () => {
		const [, , node] = changed(breachOf('shifted', 'Merge'), played(summarize(mixed)));
		expect(JSON.stringify(node.parameters).match(/"includeEmpty":true/g)).toHaveLength(2);
		const aggregate = played({ ...summarize(mixed), ...at('aggregate') });
		expect(changed(breachOf('shifted', 'Merge'), aggregate)[2].parameters).toEqual({
			options: { keepMissing: true },
		});
	});
});

describe('Amounts of money', () => {
	const rows = [
		{ amount: 5, currency: 'EUR' },
		{ amount: 1, currency: 'USD' },
	] as object[];
	const added = (all: object[], sum: object): Given => ({
		...at('code'),
		...{ rows: all, merged: [sum as object], messages: [sent('+37069999999', 'Left: 6 EUR')] },
	});
	test.each([
		['of several currencies', rows, { sum_amount: 6 }, true],
		['of one', rows.map((one) => ({ ...one, currency: 'EUR' })), { sum_amount: 6 }, false],
		['of one, taken from several', rows, { amount: 5 }, false],
		['of which one is none', [rows[0], { amount: 0, currency: 'USD' }], { amount: 5 }, false],
		['of what is no currency', rows.map((one) => ({ ...one, currency: 'ABC' })), { sum: 6 }, false],
	])('%s are added up', (_, all, sum, isFound) => {
		const found = wellKnown(added(all, sum));
		expect(found.includes('change across at Merge')).toBe(isFound);
	});
	test('of the currency that the text names are left, if nothing is added up across', () => {
		const play = played(added(rows, { sum_amount: 6 }));
		expect(advised(breachOf('across', 'Merge', { field: 'currency' }), play)).toEqual([
			'Put an If before “Merge” that lets through only EUR: $json.currency is equal to EUR.',
		]);
	});
	test('are divided only where the currency has something behind the point', () => {
		const digits = (currency: string) =>
			new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
				.maximumFractionDigits ?? 2;
		const property = fc.property(
			fc.constantFrom('JPY', 'KRW', 'VND', 'CLP', 'EUR', 'USD', 'GBP', 'XYZ'),
			fc.integer({ min: 1_000, max: 90_000_000 }),
			fc.constantFrom('before', 'behind', 'in the row'),
			fc.constantFrom('en', 'de', 'fr', 'de-CH', 'none'),
			fc.boolean(),
			(currency, amount, place, locale, isDivided) => {
				const shown = isDivided ? amount / 100 : amount;
				const decimals = isDivided ? 2 : 0;
				const said =
					locale === 'none'
						? shown.toFixed(decimals)
						: shown.toLocaleString(locale, { minimumFractionDigits: decimals });
				const [before, behind] = [place === 'before', place === 'behind'].map((is) =>
					is ? currency : '',
				);
				const text = `Paid: ${before} ${said} ${behind}.`;
				const own = place === 'in the row' ? currency.toLowerCase() : 'none';
				const row = { ...anna, amount, own } as object;
				const messages = [sent(anna.phone, text)];
				const found = wellKnown({ ...at('code'), rows: [row], merged: [row], messages });
				const isKnown = Intl.supportedValuesOf('currency').includes(currency);
				const isWrong = isDivided && isKnown && digits(currency) === 0;
				expect(found.some((one) => one.includes('misread'))).toBe(isWrong);
			},
		);
		fc.assert(property, { numRuns: 200 });
	});
});

describe('A difference of two times', () => {
	const set = (value: string) =>
		at('set', { assignments: { assignments: [{ name: 'days', value, type: 'number' }] } });
	const due = 'DateTime.fromISO($json.due)';
	test.each([
		[`={{ ${due}.diff($now).days }}`, `={{ ${due}.diff($now, 'days').days }}`],
		[
			`={{ Math.ceil(${due}.diff(DateTime.fromISO($('A (b)').first().json.day)).days) }}`,
			`={{ Math.ceil(${due}.diff(DateTime.fromISO($('A (b)').first().json.day), 'days').days) }}`,
		],
		[
			"={{ $today.diff(DateTime.fromFormat($json.due, 'dd.MM.yyyy')).days }}",
			"={{ $today.diff(DateTime.fromFormat($json.due, 'dd.MM.yyyy'), 'days').days }}",
		],
		[`={{ ${due}.diffNow().hours }}`, `={{ ${due}.diffNow('hours').hours }}`],
		[
			`={{ ${due}.diff($now).days + ${due}.diff($today)?.weeks }}`,
			`={{ ${due}.diff($now, 'days').days + ${due}.diff($today, 'weeks')?.weeks }}`,
		],
	])('%s has no unit', (value, to) => {
		const given = set(value);
		expect(wellKnown(given)).toContain('change unit at Merge');
		const [, , node] = changed(breachOf('unit', 'Merge'), played(given));
		expect(JSON.stringify(node.parameters)).toContain(JSON.stringify(to));
	});
	test.each([
		`={{ ${due}.diff($now, 'days').days }}`,
		`={{ ${due}.diffNow('days').days }}`,
		`={{ ${due}.diff($now).as('days') }}`,
		`={{ ${due}.diff($now).milliseconds }}`,
		`={{ ${due}.diff($now` + ' }}',
		'={{ $json.diff.days }}',
	])('%s has one', (value) => {
		expect(wellKnown(set(value))).not.toContain('change unit at Merge');
	});
});

describe('Rows in the opposite order', () => {
	const of = (...names: string[]) => names.map((branch, sum) => ({ branch, sum }));
	test('about the same stay in order, whatever the rows are', () => {
		const property = fc.property(
			fc.array(fc.constantFrom('North', 'South ', 'East', 'West', 'Center'), { maxLength: 9 }),
			(names) => {
				const rows = of(...names);
				const turned = inOrderOfEach(rows);
				expect(turned).toHaveLength(rows.length);
				expect(new Set(turned)).toEqual(new Set(rows));
				const { size } = new Set(names);
				// Of most, each is about something else.
				const isOrdered = size < names.length && 2 * size > names.length;
				for (const name of new Set(names)) {
					const sums = turned
						.filter(({ branch }) => branch === name)
						.map(({ sum }) => sum as number);
					const rising = sums.toSorted((one, other) => one - other);
					expect(sums).toEqual(isOrdered ? rising : rising.toReversed());
				}
			},
		);
		fc.assert(property);
	});
	const orders = of('North', 'South', 'East', 'North') as object[];
	const given = (text: string): Given => ({
		...{ rows: orders, merged: people, messages: people.map(({ phone }) => sent(phone, text)) },
		world: {
			pins: {
				...{ Start: [{ json: {} }], Rows: orders.map((json) => ({ json: json as never })) },
				People: people.map((json) => ({ json })),
			},
		},
	});
	test('where only rows about the same decide, the last of them may be the one that counts', () => {
		const base = played(given('Sum: 6'));
		const world = relationOf('reversed, each in order').world(baseOf(base));
		expect(world?.pins.Rows.map(({ json }) => json)).toEqual([
			...[orders[0], orders[2], orders[1], orders[3]],
		]);
	});
});

describe('A word that the workflow asks for', () => {
	const asks = (rightValue: string) => ({
		conditions: {
			conditions: [
				{
					leftValue: '={{ $json.kind }}',
					rightValue,
					operator: { type: 'string', operation: 'equals' },
				},
			],
		},
	});
	const kinds = ['URGENT', 'Urgent', 'URGENT.', 'NORMAL'];
	const rows = kinds.map((kind) => ({ kind })) as object[];
	const given = (count: number): Given => ({
		...{ ...at('filter', asks('URGENT')), rows, merged: rows.slice(0, count) },
		messages: Array.from({ length: count }, (_, place) => sent('+37069999999', `No. ${place}`)),
	});
	const name = 'spelled as asked';
	test('is the same with other capitals, and a point behind it', () => {
		const base = played(given(1));
		const { pins } = relationOf(name).world(baseOf(base))!;
		expect(pins.Rows.map(({ json }) => json.kind)).toEqual([...Array(3).fill('URGENT'), 'NORMAL']);
		const then = played({ ...given(3), world: { pins } });
		const found = breaches(name, base, then);
		expect(inShort(found)).toEqual(['change spelled at Merge']);
		// What goes out only then, and not what goes out all the same.
		expect(found[0].happened).toContain('No. 1');
	});
	test('is compared by its letters alone', () => {
		const play = played(given(1));
		expect(advised(breachOf('spelled', 'Merge'), play).join('\n')).toContain('a point at the end');
	});
});

describe('Changes that are advised', () => {
	test('a Merge of two lists with a field of the same name prefers one', () => {
		const given: Given = {
			...at('merge', { mode: 'combine', fieldsToMatchString: 'round', joinMode: 'enrichInput1' }),
			rows: people.map((one) => ({ round: 'A', ...one })),
		};
		const play = played(given);
		const { nodes, connections } = play.workflow;
		const couriers = { name: 'Couriers', type: 'n8n-nodes-base.noOp', parameters: {} };
		play.workflow = {
			...play.workflow,
			nodes: [...nodes, couriers as WorkflowNode],
			connections: {
				...connections,
				Couriers: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
			},
		};
		const courier = [{ phone: '+37064567890', round: 'A' }];
		play.rounds[0].runs.Couriers = [
			{ ...play.rounds[0].runs.Rows[0], outputs: [courier] } as never,
		];
		const own = advised(breachOf('rows', 'Merge'), play);
		expect(own[0]).toContain('Both lists have “phone”');
		expect(own[0]).toContain('Input 1');
		expect(own.join('\n')).not.toContain('Remove “Merge”');
		const [, , merge] = changed(breachOf('rows', 'Merge'), play);
		expect(JSON.stringify(merge.parameters)).toContain('"resolveClash":"preferInput1"');
		const one = played({ ...given, ...at('merge', { mode: 'combine' }) });
		expect(advised(breachOf('rows', 'Merge'), one).join('\n')).not.toContain('Both lists');
	});
	const sortBy = (field: string) =>
		at('sort', { sortFieldsUi: { sortField: [{ fieldName: field, order: 'ascending' }] } });
	const since = (...days: string[]) => days.map((day, place) => ({ ...people[place], day }));
	test.each([
		['03.11.2026', '12.01.2027', ["'d.M.yyyy'"]],
		['03/11/2026', '25/01/2027', ["'d/M/yyyy'"]],
		['03/25/2026', '11/01/2027', ["'M/d/yyyy'"]],
		['03/11/2026', '11/01/2027', ["'d/M/yyyy'", "'M/d/yyyy'"]],
		['2026-11-03', '2027-01-12', []],
	])('days such as %s and %s are sorted as days', (first, second, forms) => {
		const play = played({ ...sortBy('day'), rows: since(first, second) });
		const own = advised(breachOf('order', 'Merge', { field: 'day' }), play);
		const days = own.filter((one) => one.includes('fromFormat'));
		expect(days).toHaveLength(forms.length);
		forms.forEach((form, place) => expect(days[place]).toContain(form));
	});
	test('two lists are matched by the digits of their numbers', () => {
		const given = {
			...at('compareDatasets', {
				mergeByFields: { values: [{ field1: 'phone', field2: 'number' }] },
			}),
		};
		const play = played(given);
		const { nodes, connections } = play.workflow;
		const left = {
			name: 'Left',
			type: 'n8n-nodes-base.noOp',
			parameters: {},
		} as unknown as WorkflowNode;
		play.workflow = {
			...play.workflow,
			nodes: [...nodes, left],
			connections: {
				...connections,
				Left: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
			},
		};
		const mend = mends(breachOf('spelled', 'Merge'), play).at(-1)!;
		expect(mend.advice).toContain('Match by digits.');
		const then = mend.apply(play.workflow);
		expect(then.connections['Behind Left'].main[0]).toEqual([
			{ node: 'Merge', type: 'main', index: 1 },
		]);
		const values = then.nodes.filter(({ name }) => name.startsWith('Behind '));
		expect(
			values.map(
				({ parameters }) => /String\(\$json\.(\w+)\)/.exec(JSON.stringify(parameters))?.[1],
			),
		).toEqual(['phone', 'number']);
	});
	test.each([
		['={{ $json.data?.approved === false }}', '{{ $json.data?.approved !== true }}'],
		['={{ $json.data.approved != false }}', '{{ $json.data.approved === true }}'],
	])('no answer is no yes: %s', (leftValue, to) => {
		const operator = { type: 'boolean', operation: 'true' };
		const ask = { name: 'Ask', type: 'n8n-nodes-base.wait', parameters: {} };
		const decides = {
			name: 'No?',
			type: 'n8n-nodes-base.if',
			parameters: { conditions: { conditions: [{ leftValue, operator }] } },
		};
		const play = played();
		play.workflow = chain(ask, decides) as never;
		const parameters = { resource: 'sms', operation: 'sendAndWait' };
		Object.assign(play.workflow.nodes[0], {
			type: 'n8n-nodes-messaging-service-sms.messagingService',
			parameters,
		});
		expect(advised(breachOf('answer', 'Ask'), play)[0]).toBe(
			`Only a yes is one: set Conditions to ${to}.`,
		);
	});
	test('several items about one message have its ID as their key', () => {
		const messageId = '5f0c1a7e-3b52-4c0d-9a61-7e2d90b4a101';
		const rows = [1, 2].map((part) => ({ ...anna, messageId, part: `p-${part}` })) as object[];
		const play = played({ rows, messages: [hello(anna), hello(anna)] });
		const own = advised(breachOf('twice', 'Send'), play);
		expect(own).toContain('Add a Once Key with the Key {{ $json.messageId }}');
		expect(advised(breachOf('again', 'Send'), play)[0]).toBe(
			'Add a Once Key with the Key {{ $json.messageId }}',
		);
		expect(advised(breachOf('again', 'Send'))[0]).not.toContain('messageId');
	});
});

describe('The clock', () => {
	const now = '={{ $now.hour < 20 }}';
	const asking = (rule?: object) =>
		chain(
			{ name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', parameters: rule ? { rule } : {} },
			{ name: 'If', type: 'n8n-nodes-base.if', parameters: { value: now } },
		) as never as { nodes: WorkflowNode[] } & Parameters<typeof timeToday>[0];
	beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-30T22:45:00Z') }));
	afterEach(() => jest.useRealTimers());
	test('shows noon, or the hour of the schedule, whenever it is checked', () => {
		const own = asking();
		expect(timeToday(own, own.nodes[0])).toBe('2026-11-30T12:00:00.000Z');
		const early = asking({ interval: [{ field: 'days', triggerAtHour: 6 }] });
		expect(timeToday(early, early.nodes[0])).toBe('2026-11-30T06:00:00.000Z');
		// What is made up happens then, too.
		const form = { ...own.nodes[0], type: 'n8n-nodes-base.formTrigger' };
		const [, decides] = own.nodes;
		const filled = chain(form as never, decides as never, { name: 'Send', parameters: {} });
		const { pinData } = playable(filled as never, 'id').workflow;
		expect(pinData.Start[0].json.submittedAt).toBe('2026-11-30T12:00:00.000Z');
		const [start] = own.nodes;
		expect(timeToday({ ...own, nodes: [start] }, start)).toBeUndefined();
	});
	const waits = { name: 'Wait', type: 'n8n-nodes-base.wait', parameters: {}, lastsMs: 60_000 };
	const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', parameters: {} };
	const circle = (...nodes: Array<{ name: string }>) => {
		const { connections, ...rest } = chain(...(nodes as never[]));
		const back = { main: [[{ node: nodes[1].name, type: 'main', index: 0 }]] };
		return { ...rest, connections: { ...connections, [nodes.at(-1)!.name]: back } } as never;
	};
	const [first, decides] = asking().nodes;
	test.each([
		['a wait that leads back to what asks for it', circle(first, decides, waits), true],
		['one for the next row of a loop', circle(first, loop, waits), false],
		['one on a line', chain(first as never, waits as never), false],
	])('goes on over %s: %s', (_, workflow, isOne) => {
		expect(isRepeated(workflow as never)).toBe(isOne);
	});
});

test('what a Sort shuffles comes in its order: no two plays would be alike', () => {
	const workflow = chain(
		{ name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', parameters: {} },
		{ name: 'Shuffle', type: 'n8n-nodes-base.sort', parameters: { type: 'random' } },
		{ name: 'Sort', type: 'n8n-nodes-base.sort', parameters: { type: 'simple' } },
		{ name: 'Send', parameters: { resource: 'sms', operation: 'send' } },
	);
	const { workflow: copy, replaced } = playable(workflow as never, 'id');
	expect(copy.nodes.map(({ type }) => type.split('.')[1])).toEqual([
		...['scheduleTrigger', 'noOp', 'sort', 'messagingService'],
	]);
	expect(replaced).toContainEqual({ what: 'Shuffle', by: 'the order in which rows come' });
});
