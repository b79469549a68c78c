import { comesWithinAnHour } from '../../../../dev/check/copy/schedules';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Workflow } from '../../../../dev/n8n/types';
import { at, breaches, hello, inShort, people, played, relationOf, sent } from './madeUp';

/** What the eighth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;

describe('a switch with several rules for each row', () => {
	const rules = at('switch', { options: { allMatchingOutputs: true } });
	const given = (...ways: object[][]) => {
		const messages = [...people.map(hello), sent(anna.phone, 'Again', { by: 'Other' })];
		const play = played({ ...rules, messages, merged: [...people, anna] });
		Object.assign(play.rounds[0].runs.Merge[0], { outputs: ways });
		const [next] = play.workflow.connections.Merge.main!;
		play.workflow.connections.Merge = { main: [next, next, next] };
		return inShort(breaches('all well', play));
	};
	test('whose rules are cases of each other is told', () => {
		expect(given([anna], [anna, ben, carla])).toEqual(['change rows at Merge']);
	});
	test('whose rules people fit alone is worth knowing', () => {
		expect(given([anna, carla], [anna, ben])).toEqual(['know several at Merge']);
		expect(given([anna], [anna, ben], [carla])).toEqual(['change rows at Merge']);
	});
});

test.each([
	['midnight, by a day without a time', '2026-12-05T00:00:00+02:00', ['change night at Later']],
	['night', '2026-12-05T05:30:00+02:00', ['know night at Later']],
	['day', '2026-12-05T10:00:00+02:00', []],
])('a wait until %s', (_, time, found) => {
	const play = played();
	play.workflow.settings = { timezone: 'Europe/Vilnius' };
	play.workflow.nodes.push({
		name: 'Later, what it gets',
		type: 'n8n-nodes-base.set',
		parameters: {},
		shows: true,
		waits: 'Later',
	});
	play.workflow.connections.Later = { main: [[{ node: 'Send', type: 'main', index: 0 }]] };
	const shown = { order: 1, given: [], outputs: [[{ dateTime: time }]], warnings: [] };
	play.rounds[0].runs['Later, what it gets'] = [shown];
	expect(inShort(breaches('all well', play))).toEqual(found);
});

describe('a field that a called workflow asks for', () => {
	const calling = (inputs: string[], more = {}) => {
		const calls = {
			nodes: [
				{
					...{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger' },
					parameters: { workflowInputs: { values: inputs.map((name) => ({ name })) }, ...more },
				},
				{ name: 'Ask', type: 'n8n-nodes-base.if', parameters: { left: '={{ $json.consent }}' } },
			],
		};
		return played({
			...at('executeWorkflow'),
			between: { ...at('executeWorkflow').between, calls },
		});
	};
	const base = calling(['phone']);
	test('and its trigger does not name is passed on, and told where somebody gets something else', () => {
		const changed = relationOf('all passed on').change?.(base.workflow, baseOf(base)) as Workflow;
		expect(JSON.stringify(changed.nodes)).toContain('"consent","type":"any"');
		expect(breaches('all passed on', base)).toEqual([]);
		const others = played({ messages: people.map(({ phone }) => sent(phone, 'We come')) });
		expect(inShort(breaches('all passed on', base, others))).toEqual(['change passed at Merge']);
	});
	test.each([
		['and its trigger names', calling(['phone', 'consent'])],
		['from a trigger that takes all', calling(['phone'], { inputSource: 'passthrough' })],
	])('%s is there', (_, play) => {
		expect(relationOf('all passed on').world(baseOf(play))).toBeUndefined();
	});
});

test('what only lets through more than all before leaves out a new row with less', () => {
	const rows = people.map((one, place) => ({ ...one, id: 20 + place })) as object[];
	const rising = {
		...at('removeDuplicates', {
			logic: 'removeItemsUpToStoredIncrementalKey',
			incrementalDedupeValue: '={{ $json.id }}',
		}),
		rows,
	};
	const base = played(rising);
	const world = relationOf('out of order').world(baseOf(base))!;
	const added = world.later!.Rows.at(-1)!.json as { id: number; phone: string };
	expect(added.id).toBe(19);
	const then = (again: ReturnType<typeof sent>[], isLeftOut = true) => {
		const play = played({ ...rising, again, world });
		const outputs = isLeftOut ? [[], [added]] : [[added], []];
		play.rounds[1].runs.Merge = [{ order: 2, given: [added], outputs, warnings: [] }];
		return inShort(breaches('out of order', base, play));
	};
	expect(then([])).toEqual(['know rising at Merge']);
	expect(then([], false)).toEqual([]);
	expect(then([sent(added.phone, 'Hello')])).toEqual([]);
	expect(relationOf('out of order').world(baseOf(played({ rows })))).toBeUndefined();
});

test.each<[comes: boolean, rules: object[]]>([
	[false, [{ field: 'cronExpression', expression: '0 7,11,17,23 * * *' }]],
	[false, [{ field: 'cronExpression', expression: '30 0 9 * * 1-5' }]],
	[false, [{ field: 'cronExpression', expression: '0 */3 * * *' }]],
	[false, [{ triggerAtHour: 9 }, { triggerAtHour: 15 }]],
	[false, [{ field: 'hours', hoursInterval: 4 }]],
	[true, [{ field: 'cronExpression', expression: '0 9,10,11 * * *' }]],
	[true, [{ field: 'cronExpression', expression: '0 9-18 * * *' }]],
	[true, [{ field: 'cronExpression', expression: '*/15 9 * * *' }]],
	[true, [{ field: 'cronExpression', expression: '5/20 9 * * *' }]],
	[true, [{ field: 'cronExpression', expression: '0 0,23 * * *' }]],
	[true, [{ field: 'hours' }]],
	[true, [{ field: 'minutes' }]],
])('whether it comes again within an hour: %s, of %j', (comes, interval) => {
	const parameters = { rule: { interval } };
	const type = 'n8n-nodes-base.scheduleTrigger';
	expect(comesWithinAnHour({ name: 'Start', type, parameters })).toBe(comes);
});

test('a no that a condition lets out nowhere is told, where a way on is there that no answer takes', () => {
	const answered = (...ways: object[][]) => {
		const parameters = { resource: 'sms', operation: 'sendAndWait', responseType: 'approval' };
		const play = played({ node: { parameters } });
		play.workflow.nodes.push({ name: 'Fork', type: 'n8n-nodes-base.switch', parameters: {} });
		const lines = (node: string) => [{ node, type: 'main', index: 0 }];
		play.workflow.connections.Send = { main: [lines('Fork')] };
		play.workflow.connections.Fork = { main: [lines('A'), lines('B'), lines('C')] };
		play.rounds[0].runs.Fork = [{ order: 4, given: [], outputs: ways as never, warnings: [] }];
		return play;
	};
	const [yes, silence] = [answered([anna], [], []), answered([], [], [anna])];
	const say = (no: ReturnType<typeof played>, none = silence) =>
		inShort(breaches('nobody answers', yes, none, () => no)).filter((one) => one.includes('Fork'));
	expect(say(answered([], [], []))).toEqual(['change answer at Fork']);
	expect(say(answered([anna], [], []))).toEqual([]);
	expect(say(answered([], [anna], []))).toEqual([]);
	expect(say(answered([], [], []), answered([], [anna], [anna]))).toEqual([]);
});

test('a condition that asks for what stood there before, in place of what was looked up, is told', () => {
	const play = (paid: boolean, messages = [hello(anna)]) => {
		const one = played({ rows: [anna], messages });
		one.workflow.nodes.push({ name: 'Look', type: 'n8n-nodes-base.noOp', parameters: {} });
		one.workflow.nodes[2] = {
			name: 'Merge',
			type: 'n8n-nodes-base.if',
			parameters: { left: "={{ $('Rows').item.json.paid }}" },
		};
		one.workflow.connections.Look = { main: [[{ node: 'Merge', type: 'main', index: 0 }]] };
		one.world.pins.Look = [{ json: { paid } }];
		one.rounds[0].runs.Look = [{ order: 2, given: [], outputs: [[{ paid }]], warnings: [] }];
		return one;
	};
	expect(inShort(breaches('a yes turned', play(true), play(false)))).toEqual([
		'know flag at Merge',
	]);
	const later = play(false);
	later.workflow.nodes.push({ name: 'Later', type: 'n8n-nodes-base.wait', parameters: {} });
	later.workflow.connections.Later = { main: [[{ node: 'Look', type: 'main', index: 0 }]] };
	expect(inShort(breaches('a yes turned', play(true), later))).toEqual(['change flag at Merge']);
	expect(breaches('a yes turned', play(true), play(false, []))).toEqual([]);
});
