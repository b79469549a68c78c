import { baseOf } from '../../../../dev/check/relations/base';
import type { Passage, Play } from '../../../../dev/check/play/round';
import { breachesOf } from '../../../../dev/check/relations/relation';
import { mendsFor } from '../../../../dev/check/advice/mends';
import { at, breaches, type Given, hello, people, type Person, played, relationOf } from './madeUp';

const [anna, ben, carla] = people;

/** A play in which a node between passes rows on by its outputs. */
function passing(given: Given, ...outputs: object[][]): Play {
	const play = played({ ...given, merged: people });
	const [one] = play.rounds[0].runs.Merge;
	play.rounds[0].runs.Merge = [{ ...one, outputs } as unknown as Passage];
	return play;
}

describe('each rule of a Switch', () => {
	const rule = (leftValue: string) => ({ conditions: { conditions: [{ leftValue }] } });
	const byDays = (...asked: string[]) =>
		at('switch', { rules: { values: asked.map(rule) }, options: {} });
	const days = ['={{ $json.days }}', '={{ $json.days }}'];
	const found = (given: Given, usual: Person[][], all: Person[][]) =>
		breaches('each rule that fits', passing(given, ...usual), passing(given, ...all));

	test('is played with every rule that fits, if there are several', () => {
		const { world, change } = relationOf('each rule that fits');
		const base = baseOf(passing(byDays(...days), people, []));
		expect(world(base)).toBeDefined();
		const { nodes } = change!(base.play.workflow, base);
		expect(nodes.find(({ name }) => name === 'Merge')!.parameters.options).toEqual({
			allMatchingOutputs: true,
		});
		expect(world(baseOf(passing(byDays(days[0]), people)))).toBeUndefined();
	});

	test('is also played where that is saved as off, and not where it is on', () => {
		const worldWith = (allMatchingOutputs: boolean) => {
			const given = byDays(...days);
			given.between!.parameters!.options = { allMatchingOutputs };
			return relationOf('each rule that fits').world(baseOf(passing(given, people, [])));
		};
		expect(worldWith(false)).toBeDefined();
		expect(worldWith(true)).toBeUndefined();
	});

	test('that never applies is told, and the narrowest is to come first', () => {
		const [breach] = found(byDays(...days), [people, []], [people, [ben]]);
		expect(breach).toMatchObject({ level: 'change', kind: 'rule', order: [1, 0] });
		expect(breach.happened).toContain('rule 1 stands before it and fits each of its rows, and Ben');
		expect(breach.wrong).toEqual([hello(ben)]);

		const { play } = baseOf(passing(byDays(...days), people, []));
		const [{ advice, apply }] = mendsFor(breach, baseOf(play));
		expect(advice).toContain('in the order 2, 1');
		const { workflow } = play;
		expect(workflow.connections.Merge.main.map((to) => to?.length ?? 0)).toEqual([1]);
		expect(apply(workflow).connections.Merge.main.map((to) => to?.length ?? 0)).toEqual([0, 1]);
	});

	test.each<[what: string, asked: string[], usual: Person[][], all: Person[][]]>([
		['no row fits two', days, [[anna, ben], [carla]], [[anna, ben], [carla]]],
		['it applies to one', days, [[anna, ben], [carla]], [people, [ben, carla]]],
		['both fit the same', days, [[ben], []], [[ben], [ben]]],
		['the narrower comes first', days, [[ben], [anna]], [[ben], [anna, ben]]],
		['they ask for different things', ['=a', '=b'], [people, []], [people, [ben]]],
	])('is right where %s', (_, asked, usual, all) => {
		expect(found(byDays(...asked), usual, all)).toEqual([]);
	});
});

describe('a message with more SMS parts', () => {
	const report = (to: string, parts: number, delivery: string) => ({
		...{ messageId: `m-${to}`, to, parts, delivery, pending: 0 },
		...{
			delivered: delivery === 'delivered' ? parts : 0,
			failed: delivery === 'failed' ? parts : 0,
		},
	});
	const items = [
		report('37061234567', 1, 'delivered'),
		report('37062345678', 1, 'failed'),
		report('37063456789', 1, 'pending'),
	];
	const conditions = { conditions: [{ leftValue: '={{ $json.delivered }}' }] };
	const given: Given = {
		...at('filter', { conditions }),
		trigger: { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' },
		messages: [],
	};
	const play = (through: Array<{ to: string }>, world = {}) => {
		const one = passing(
			{ ...given, requests: through.map(({ to }) => ({ path: '/suppression', body: { to } })) },
			through,
		);
		return {
			...one,
			world: { ...one.world, pins: { Start: items.map((json) => ({ json })) }, ...world },
		};
	};
	const relation = relationOf('longer messages');

	test('has all of them delivered, or refused, as before', () => {
		const { pins } = relation.world(baseOf(play(items)))!;
		expect(pins.Start.map(({ json }) => [json.parts, json.delivered, json.failed])).toEqual([
			[2, 2, 0],
			[2, 0, 2],
			[1, 0, 0],
		]);
	});

	test.each([
		['failed', [1], [0, 1]],
		['delivered', [0], []],
	])('is taken for another case where a condition counts parts: %s', (delivery, usual, then) => {
		const base = baseOf(play(usual.map((place) => items[place])));
		const longer = play(
			then.map((place) => items[place]),
			relation.world(base),
		);
		const [breach] = breachesOf(relation, base, longer);
		expect(breach).toMatchObject({
			level: 'change',
			kind: 'report',
			node: 'Merge',
			field: delivery,
		});
		expect(breach.happened).toContain('+37061234567 is taken for another case');
		const [{ advice }] = mendsFor(breach, base);
		expect(advice).toContain(`{{ $json.delivery }} is equal to ${delivery}.`);
	});

	test('is no other case where it goes the same way', () => {
		const base = baseOf(play([items[1]]));
		expect(breachesOf(relation, base, play([items[1]], relation.world(base)))).toEqual([]);
	});
});
