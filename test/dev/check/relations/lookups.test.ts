import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import { breaches, hello, inShort, people, played, relationOf, type Given } from './madeUp';

/** A register that is asked about each person, and says of Carla that she gets nothing. */
const [anna, ben, carla] = people;
const asPins = (rows: object[]) => rows.map((json) => ({ json: json as Record<string, unknown> }));
const pins = { Start: [{ json: {} }], Rows: asPins(people), Merge: asPins([{}, {}, {}]) };
const asks = (given: Given = {}, onError = 'continueRegularOutput') =>
	played({
		between: { type: 'n8n-nodes-base.noOp', onError },
		messages: [hello(anna), hello(ben)],
		world: { pins },
		...given,
	});
const failed = (given: Given, base = asks()) => breaches('a lookup fails', base, asks(given));

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
	expect(one.happened).toContain("Carla gets what isn't for them");
	const base = baseOf(asks());
	const [mend] = mendsFor(one, base);
	const { nodes, connections } = mend.apply(base.play.workflow);
	const node = nodes.find(({ name }) => name === 'Merge');
	expect(node?.onError).toBe('continueErrorOutput');
	expect(nodes.at(-1)?.type).toBe('n8n-nodes-base.stopAndError');
	expect(connections.Merge.main?.[1]?.[0].node).toBe(nodes.at(-1)?.name);
});

test('who is told something else, by another node, is not told by it', () => {
	const alarm = { ...hello(carla), by: 'Alarm' };
	expect(failed({ messages: [hello(anna), hello(ben), alarm] })).toEqual([]);
});

test('an error silences nobody unless somebody hears of it', () => {
	expect(inShort(failed({ messages: [] }))).toEqual(['change lookup at Merge']);
	expect(failed({ messages: [], round: { status: 'error' } })).toEqual([]);
	const often = { trigger: { parameters: { rule: { interval: [{ field: 'minutes' }] } } } };
	const base = asks(often);
	const found = breaches('a lookup fails', base, asks({ ...often, messages: [] }));
	expect(inShort(found)).toEqual(['know lookup at Merge']);
});
