import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import type { Sent } from '../../../../dev/check/play/round';
import { breaches, type Given, hello, inShort, people, played, sent } from './madeUp';

/** Good workflows that somebody could take for wrong ones, each beside a wrong one that looks like it. */
const [anna, ben, carla] = people;
const owner = '+37069999999';
const well = (given: Given) => inShort(breaches('all well', played(given)));
const skipMessages = { values: { skipSuppressed: true } };
const skips = { parameters: { resource: 'sms', operation: 'send', options: { skipMessages } } };
const relationOf = (name: string) => relations.find((relation) => relation.name === name)!;

/** A play of a webhook that gives one item. */
function posted(json: object, messages: Sent[], more: Given = {}) {
	const play = played({ rows: [{ name: 'x' }], messages, ...more });
	play.trigger.type = 'n8n-nodes-base.webhook';
	play.world.pins.Start = [{ json: json as Record<string, unknown> }];
	return play;
}

describe('a list in one order', () => {
	const items = [{ name: 'Pizza' }, { name: 'Salad' }];
	const order = (text: string, more = {}) =>
		posted({ body: { phone: anna.phone, items, ...more } }, [sent(anna.phone, text)]);

	test('is not turned round: it says nothing of who gets what', () => {
		expect(relationOf('reversed').world(baseOf(order('Pizza and 1 more')))).toBeUndefined();
	});

	test('is turned round with a list of people beside it', () => {
		const friends = [{ phone: '+37062345678' }, { phone: '+37063456789' }];
		const base = posted({ friends, items }, [sent(friends[0].phone, 'Pizza')]);
		const turned = relationOf('reversed').world(baseOf(base))!.pins.Start[0].json;
		expect(turned).toEqual({ friends: friends.toReversed(), items: items.toReversed() });
	});

	test('may be told in another order', () => {
		const say = (text: string) =>
			inShort(
				breaches(
					'reversed',
					played({ messages: [sent(anna.phone, 'Pizza, Salad')] }),
					played({ messages: [sent(anna.phone, text)] }),
				),
			);
		expect(say('Salad, Pizza')).toEqual([]);
		expect(say('Salad')).toEqual(['change rows at Send']);
	});
});

test.each([
	['2026-12-01T10:00:00+01:00', '2026-12-01T11:00:00+01:00', 'Europe/Berlin'],
	['2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z', 'Europe/Vilnius'],
])('the hour of %s is no misread end of %s in %s', (start, end, timezone) => {
	const said = (text: string) => {
		const rows = [{ ...anna, start, end }];
		const play = played({ rows, messages: [sent(anna.phone, text)] });
		play.workflow.settings = { timezone };
		return inShort(breaches('all well', play));
	};
	expect(said('at 10:00')).toEqual([]);
	expect(said(`at ${new Date(start).toISOString().slice(11, 16)}`)).toEqual([
		'change misread at Send',
	]);
});

describe('two capitals are a country', () => {
	/** What is said of numbers, each with what stands beside it, that go to others. */
	const said = (...numbers: Array<[phone: string | number, cell: string, to: string]>) =>
		well({
			rows: numbers.map(([phone, of]) => ({ phone, of }) as object),
			messages: numbers.map(([, , to], place) => sent(to, `Order ${place}`)),
		}).filter((one) => one.includes('country'));
	const czech = ['602 318 774', 'CZ', '+48602318774'] as const;

	test('where a number of another row is one of the country beside it', () => {
		expect(said([...czech], ['781 902 553', 'PL', '+48781902553'])).toHaveLength(1);
		expect(said([...czech], ['+37061234567', 'LT', '+37061234567'])).toHaveLength(1);
	});

	test('not where they are a no, or a state, or nothing says so', () => {
		expect(said([37061234567, 'NO', '37061234567'], ['+37062345678', 'LT', '37062345678'])).toEqual(
			[],
		);
		expect(said(['61234567', 'NO', '37061234567'], ['62345678', 'YES', '37062345678'])).toEqual([]);
		expect(
			said(['4155550132', 'IN', '+14155550132'], ['2025550199', 'CA', '+12025550199']),
		).toEqual([]);
		expect(said([...czech])).toEqual([]);
	});
});

test('who has opted out is somebody in the list, not who is asked or told before', () => {
	const before = [sent(owner, 'May it go out?'), ...people.map(hello)];
	const world = relationOf('opted out').world(baseOf(played({ messages: before, node: skips })));
	expect(world?.optedOut).toEqual([anna.phone.slice(1)]);
	const alone = played({ messages: before.slice(0, 1), rows: [{ name: 'x' }], node: skips });
	expect(relationOf('opted out').world(baseOf(alone))?.optedOut).toEqual([owner.slice(1)]);
});
