import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import type { Sent } from '../../../../dev/check/play/round';
import { at, breaches, type Given, hello, inShort, people, played, sent } from './madeUp';

/** Good workflows that somebody could take for wrong ones, each beside a wrong one that looks like it. */
const [anna, ben] = people;
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

describe('siblings with one number are told of by name', () => {
	const said = (rows: object[], to = anna.phone) =>
		well({
			rows,
			messages: rows.map((one) => sent(to, `Hi ${(one as { name: string }).name}, see you`)),
		}).filter((one) => one.startsWith('change number'));

	test.each([{ on: '05.11.2026' }, { on: '5/11/2026' }, { no: 2_024_001 }, { no: '20240001' }])(
		'and %j is no number of theirs',
		(cell) => {
			const rows = ['Emma', 'Noah'].map((name) => ({ name, ...cell, phone: anna.phone }));
			expect(said(rows)).toEqual([]);
		},
	);

	test('and another number is one, as it is dialed there or with its country code', () => {
		const rows = (...own: string[]) =>
			['Emma', 'Noah'].map((name, row) => ({ name, own: own[row], at: owner }));
		expect(said(rows('8 612 34567', '612 34568'), owner)).toEqual(['change number at Send']);
		expect(said(rows('+48602318774', '+48602318775'), owner)).toEqual(['change number at Send']);
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

	test.each(['one more', 'a row left out'])('is another one with other rows: %s', (name) => {
		const then = played({ messages: roster('Anna', 'Ben') });
		expect(inShort(breaches(name, played({ messages: roster(...names) }), then))).toEqual([
			'know rows at Send',
		]);
		const alone = played({ messages: people.map(hello) });
		expect(inShort(breaches(name, alone, then))).toEqual(['change rows at Send']);
	});
});
