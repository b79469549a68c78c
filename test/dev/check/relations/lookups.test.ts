import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import {
	asPins,
	breaches,
	hello,
	inShort,
	people,
	played,
	relationOf,
	sent,
	type Given,
} from './madeUp';

/** A register that is asked about each person, and says of Ben that he gets nothing, and fails for him. */
const [anna, ben, carla] = people;
const pins = { Start: [{ json: {} }], Rows: asPins(people), Merge: asPins([{}, {}, {}]) };
const asks = (given: Given = {}, onError = 'continueRegularOutput') =>
	played({
		between: { type: 'n8n-nodes-base.noOp', onError },
		messages: [hello(anna), hello(carla)],
		world: { pins },
		...given,
	});
const failed = (given: Given, base = asks()) =>
	breaches('a lookup fails at times', base, asks(given));

test('a lookup fails in n8n itself, by the way that it is set to go on', () => {
	const { world, change } = relationOf('a lookup fails');
	const base = baseOf(asks());
	expect(Object.keys(world(base)!.pins)).toEqual(['Start', 'Rows']);
	const node = change!(base.play.workflow, base).nodes.find(({ name }) => name === 'Merge');
	expect(node).toMatchObject({ type: 'n8n-nodes-base.code', onError: 'continueRegularOutput' });
	expect(String(node?.parameters.jsCode)).toContain('throw');
	// n8n stops there then, and says so.
	expect(world(baseOf(asks({}, 'stopWorkflow')))).toBeUndefined();
	// There is no other one.
	expect(relationOf('another lookup fails').world(base)).toBeUndefined();
});

test('an error is no consent', () => {
	const [one, ...others] = failed({ messages: people.map(hello) });
	expect(others).toEqual([]);
	expect(inShort([one])).toEqual(['change lookup at Merge']);
	expect(one.happened).toContain("Ben gets what isn't for them");
	const base = baseOf(asks());
	const [mend] = mendsFor(one, base);
	const { nodes, connections } = mend.apply(base.play.workflow);
	const node = nodes.find(({ name }) => name === 'Merge');
	expect(node?.onError).toBe('continueErrorOutput');
	expect(nodes.at(-1)?.type).toBe('n8n-nodes-base.stopAndError');
	expect(connections.Merge.main?.[1]?.[0].node).toBe(nodes.at(-1)?.name);
});

test('who is told something else, by another node, is not told by it', () => {
	const alarm = { ...hello(ben), by: 'Alarm' };
	expect(failed({ messages: [hello(anna), hello(carla), alarm] })).toEqual([]);
});

test('an error silences nobody unless somebody hears of it', () => {
	const all = asks({ messages: people.map(hello) });
	const silent = { messages: [hello(anna), hello(carla)] };
	expect(inShort(failed(silent, all))).toEqual(['change lookup at Merge']);
	expect(failed({ ...silent, round: { status: 'error' } }, all)).toEqual([]);
	// Whom it answered gets nothing for another reason.
	expect(failed({ messages: [hello(ben)] }, all)).toEqual([]);
	const rule = { interval: [{ field: 'minutes' }] };
	const often = { trigger: { parameters: { rule } } };
	const base = asks({ ...often, messages: people.map(hello) });
	const found = breaches('a lookup fails at times', base, asks({ ...often, ...silent }));
	expect(inShort(found)).toEqual(['know lookup at Merge']);
});

test('each request fails, or each second one, if each has an answer', () => {
	const codeOf = (name: string, answers = pins.Merge) => {
		const base = baseOf(asks({ world: { pins: { ...pins, Merge: answers } } }));
		const { world, change } = relationOf(name);
		const { nodes } = change!(base.play.workflow, base);
		const node = nodes.find((one) => one.name === 'Merge');
		return world(base) && String(node?.parameters.jsCode);
	};
	expect(codeOf('a lookup fails')).toMatch(/^throw/);
	expect(codeOf('a lookup fails at times')).toContain('if ($itemIndex % 2 === 1) throw');
	expect(codeOf('a lookup fails at times', asPins([{}]))).toBeUndefined();
});

test('where each fails, whoever it is about may be another one', () => {
	const base = asks({ messages: [hello(anna), hello(ben)] });
	const found = breaches('a lookup fails', base, asks({ messages: people.map(hello) }));
	expect(found[0].happened).toContain("Carla gets what isn't for them");
});

test('who got an email when all was well is no one that was left out, and what only writes is no lookup', () => {
	const mail = `${ben.name}@example.com`;
	const rows = people.map((one) => ({ ...one, email: `${one.name}@example.com` }));
	const messages = [hello(anna), sent('', 'Hi', { channel: 'email', to: mail }), hello(carla)];
	const all = { rows, messages: [hello(anna), hello(ben), hello(carla)] };
	const world = { pins: { ...pins, Rows: asPins(rows) } };
	expect(failed({ ...all, world }, asks({ rows, messages, world }))).toEqual([]);
	const between = {
		type: 'n8n-nodes-base.noOp',
		onError: 'continueRegularOutput',
		writes: 'append',
	};
	expect(relationOf('a lookup fails').world(baseOf(asks({ between })))).toBeUndefined();
});
