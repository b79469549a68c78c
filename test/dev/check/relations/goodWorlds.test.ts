import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import type { Sent } from '../../../../dev/check/play/round';
import {
	at,
	breaches,
	type Given,
	hello,
	inShort,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';

// cspell:ignore zqaaa

/** What comes of a good workflow in another world, beside what comes of a wrong one. */
const [anna, ben] = people;
const owner = '+37069999999';
const skipMessages = { values: { skipSuppressed: true } };
const skips = { parameters: { resource: 'sms', operation: 'send', options: { skipMessages } } };

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

test('who has opted out is somebody in the list, not who is asked or told before', () => {
	const before = [sent(owner, 'May it go out?'), ...people.map(hello)];
	const world = relationOf('opted out').world(baseOf(played({ messages: before, node: skips })));
	expect(world?.optedOut).toEqual([anna.phone.slice(1)]);
	const alone = played({ messages: before.slice(0, 1), rows: [{ name: 'x' }], node: skips });
	expect(relationOf('opted out').world(baseOf(alone))?.optedOut).toEqual([owner.slice(1)]);
});

describe('a yes or a no is turned', () => {
	const withCells = (cells: object[]) => people.map((one, place) => ({ ...one, ...cells[place] }));
	const reads = at('code', { jsCode: 'item.json.pieces, item.json.active, item.json.consent' });
	const worlds = (rows: object[], given = reads) => {
		const base = baseOf(played({ rows, ...given }));
		return relations
			.filter(({ name }) => /yes.* turned/.test(name))
			.flatMap((one) => one.world(base)?.pins.Rows.map(({ json }) => json) ?? [])
			.filter((row) => !rows.some((other) => JSON.stringify(other) === JSON.stringify(row)));
	};

	test('of each column, but not where a 1 is a number of pieces', () => {
		const rows = withCells([
			{ active: 'yes', consent: 'FALSE', pieces: '1' },
			...[1, 2].map(() => ({ active: 'no', consent: 'TRUE', pieces: '1' })),
		]);
		expect(worlds(rows)).toEqual([
			{ ...rows[0], consent: 'TRUE' },
			{ ...rows[0], active: 'no' },
		]);
		expect(
			worlds([
				{ ...anna, consent: '1' },
				{ ...ben, consent: '0' },
			]),
		).toHaveLength(1);
	});

	test('and a number in a text is what differs then', () => {
		const rows = withCells([{ consent: '1' }, { consent: '0' }, { consent: '1' }]);
		const say = (count: number) =>
			played({ rows, ...reads, messages: [sent(anna.phone, `${count} new`)] });
		const then = say(0);
		expect(inShort(breaches('a yes turned', say(1), then))).toEqual([]);
		expect(inShort(breaches('a yes turned', say(1), say(1)))).toEqual(['change flag at Merge']);
	});

	test('and a row that is written down with it says nothing of it', () => {
		const say = (consent: string) =>
			played({ ...reads, round: { shown: [`{"item":{"consent":"${consent}"}}`] } });
		expect(inShort(breaches('a yes turned', say('yes'), say('no')))).toEqual([
			'change flag at Merge',
		]);
	});

	test('of somebody who has no number, what is recorded of all', () => {
		const rows = withCells([{ phone: '', consent: 'no' }]);
		const play = played({
			rows,
			messages: [],
			node: { parameters: { resource: 'contact', operation: 'updateConsent' } },
			requests: [{ path: '/contacts/import', body: [{ phoneNumber: ben.phone }] }],
		});
		expect(breaches('a yes turned', play)[0].happened).toContain("also for Anna, where it's no.");
	});
});

describe('a roster', () => {
	const roster = (...names: string[]) =>
		people.map(({ phone }) => sent(phone, `Tomorrow: ${names.join(', ')}`));
	const names = people.map(({ name }) => name);

	test('has the mark of each, also of who reads it', () => {
		const marked = (own: string[]) => played({ messages: roster(...own) });
		const own = names.map((name, row) => `Zqaaa${'abc'[row]}a${name}`);
		expect(breaches('marks', marked(names), marked(own))).toHaveLength(0);
		expect(breaches('marks', marked(names), marked(own.slice(1, 2)))).toHaveLength(1);
	});

	test('is none where some read of more than others', () => {
		const [anna1, ...both] = names.map((name, row) => `Zqaaa${'abc'[row]}a${name}`);
		const reads = (...texts: string[]) =>
			played({ messages: people.map(({ phone }, row) => sent(phone, `Yours: ${texts[row]}`)) });
		const own = names.map((_, row) => names.slice(0, row + 1).join(', '));
		const marked = reads(anna1, `${anna1}, ${both[0]}`, `${anna1}, ${both.join(', ')}`);
		expect(breaches('marks', reads(...own), marked)).toHaveLength(1);
		const then = reads('Anna', 'Ben', 'Ben, Carla');
		expect(inShort(breaches('reversed', reads(...own), then))).toEqual(['change rows at Send']);
	});

	test.each(['one more', 'a row left out'])('is another one with other rows: %s', (name) => {
		const then = played({ messages: roster('Anna', 'Ben') });
		expect(inShort(breaches(name, played({ messages: roster(...names) }), then))).toEqual([
			'know rows at Send',
		]);
		const alone = played({ messages: people.map(hello) });
		expect(inShort(breaches(name, alone, then))).toEqual(['change rows at Send']);
	});
});

test('a limit at another node than the one that sends to many is worth knowing', () => {
	const limits = { limits: { values: { maxMessages: 1 } } };
	const node = { parameters: { ...skips.parameters, options: limits } };
	const many = Array.from({ length: 243 }, (_, row) => sent(`+370600${10_000 + row}`, 'Hello'));
	const base = played({ node });
	const then = (messages: Sent[]) =>
		inShort(breaches('many rows', base, played({ node, messages })));
	expect(relationOf('many rows').world(baseOf(base))?.pins.Rows).toHaveLength(243);
	expect(then(many)).toEqual(['know limit at Send']);
	expect(then(many.slice(0, 239))).toEqual([]);
});

test('what stops with other rows, although it does not when all is well, cannot be compared', () => {
	const stops = played({ messages: [], round: { status: 'error', error: 'Not in Allowed To' } });
	for (const name of ['one more', 'reversed', 'a row left out']) {
		expect(breaches(name, played(), stops)).toEqual([]);
		expect(relationOf(name).cannot?.(baseOf(played()), stops)).toContain('Not in Allowed To');
		expect(relationOf(name).cannot?.(baseOf(played()), played())).toBeUndefined();
	}
});
