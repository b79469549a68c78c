import fc from 'fast-check';

import { keys } from '../../../../dev/check/advice/expressions';
import { mendsFor } from '../../../../dev/check/advice/mends';
import { isTrigger } from '../../../../dev/check/copy/nodeKinds';
import { baseOf } from '../../../../dev/check/relations/base';
import { clockAt, clocksIn } from '../../../../dev/check/relations/readings';
import { aboutOthers } from '../../../../dev/check/worlds/cells';
import { withMore } from '../../../../dev/check/worlds/changes';
import { rowsOf } from '../../../../dev/check/worlds/rows';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import {
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

/** What the fifteenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben] = people;
const well = (given: Given) => breaches('all well', played(given));

test('n8n reads mails by a trigger whose type does not say so', () => {
	const node = (type: string) => ({ name: 'Start', type, parameters: {} }) as WorkflowNode;
	expect(isTrigger(node('n8n-nodes-base.emailReadImap'))).toBe(true);
	expect(isTrigger(node('n8n-nodes-base.emailSend'))).toBe(false);
});

describe('a time of the day', () => {
	const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
	const separators = fc.constantFrom(':', '.', 'h', ' h ', ' Uhr ', '：');

	test('is read from a text, however its hours and minutes are set apart', () => {
		fc.assert(
			fc.property(minutes, separators, fc.boolean(), (time, between, mayPad) => {
				// 8.00 may be a price, or a room.
				const isPadded = mayPad || between === '.';
				const [hour, minute] = [Math.floor(time / 60), time % 60].map(String);
				const said = `${isPadded ? hour.padStart(2, '0') : hour}${between}${minute.padStart(2, '0')}`;
				const clocks = clocksIn(`We come on December 1 at ${said}, to 12 Main Street.`);
				expect(clocks.map((one) => one.at)).toContain(time);
			}),
		);
		expect(clocksIn('at 7:30 pm').map((one) => one.at)).toEqual([19 * 60 + 30]);
		expect(clocksIn('at 12.05 a.m.').map((one) => one.at)).toEqual([5]);
	});
	test('is what the clock shows in a time zone', () => {
		const time = new Date('2026-12-01T07:30:00Z');
		expect([clockAt(time), clockAt(time, 'Europe/Paris')]).toEqual([450, 510]);
	});
	test('in UTC is not the one of the workflow, whatever stands between hour and minutes', () => {
		const play = (say: string) => {
			const rows = people.map((one) => ({ ...one, start: '2026-12-01T07:30:00.000Z' }));
			const messages = people.map(({ phone }) => sent(phone, say));
			const one = played({ rows, messages });
			one.workflow.settings = { timezone: 'Europe/Paris' };
			return inShort(breaches('all well', one));
		};
		expect(play('We come at 07h30.')).toEqual(['change misread at Send']);
		expect(play('We come at 8h30.')).toEqual([]);
	});
	test.each([
		['2026-12-01T08:00:00.000Z', 'Ihr Termin am 1.12. um 9 Uhr kostet 8,00 EUR.'],
		['2026-12-01T07:30:00.000Z', 'Wir kommen morgen früh. Preis: 07.30 EUR'],
		['2026-12-01T08:00:00.000Z', 'Um 9 Uhr, Raum 08.00'],
		['2026-12-01T08:10:00.000Z', 'We come between 8 and 10.'],
		['2026-12-01T07:30:00.000Z', 'Open from 08:30. Your slot is December 1 at 08:30.'],
		['2026-12-01T07:30:00/2026-12-01T08:30:00Z', 'We come at 07:30.'],
		['2026-13-41T07:30:00Z', 'We come at 07:30.'],
	])('%s is not misread in “%s”', (start, text) => {
		const rows = people.map((one) => ({ ...one, start }));
		const play = played({ rows, messages: people.map(({ phone }) => sent(phone, text)) });
		play.workflow.settings = { timezone: 'Europe/Berlin' };
		expect(breaches('all well', play).filter(({ kind }) => kind === 'misread')).toEqual([]);
	});
	test.each(['December 1 at 07:30', '1 Dec 07:30', 'Dec 1, 07:30', 'Table 2, 7h30'])(
		'is read behind another number: %s',
		(text) => {
			expect(clocksIn(text).map((one) => one.at)).toContain(450);
		},
	);
});

describe('the first of several rows', () => {
	const bids = (prices: unknown[]) =>
		prices.map((price, place) => ({ ...people[place], lot: '12', price })) as Person[];
	/** Bids in the order in which a Sort gives them, of which one is told for each lot. */
	const auction = (
		rows: Person[],
		by: object[] = [{ fieldName: 'lot' }, descending],
		say: (row: Record<string, string>) => string = ({ name }) => `Hello ${name}`,
	) => {
		const order = { sortFieldsUi: { sortField: by } };
		const play = played({
			...at('removeDuplicates', { compare: 'selectedFields', fieldsToCompare: 'lot' }),
			...{ rows, merged: rows.slice(0, 1) },
			messages: rows.slice(0, 1).map((row) => sent(row.phone!, say(row as Record<string, string>))),
		});
		const sort = { ...play.workflow.nodes[1], name: 'Sort', type: 'n8n-nodes-base.sort' };
		play.workflow.nodes.splice(2, 0, { ...sort, parameters: order });
		play.workflow.connections.Rows = { main: [[{ node: 'Sort', type: 'main', index: 0 }]] };
		play.workflow.connections.Sort = { main: [[{ node: 'Merge', type: 'main', index: 0 }]] };
		for (const { runs } of play.rounds) runs.Sort = [{ ...runs.Rows[0], order: 1.5 }];
		return breaches('all well', play);
	};
	const descending = { fieldName: 'price', order: 'descending' };

	test('is kept on purpose where they come in an order, by more than what they are compared by', () => {
		expect(inShort(auction(bids(['12000', '11000', '9500'])))).toEqual(['know left out at Merge']);
		const unordered = auction(bids(['12000', '11000', '9500']), [{ fieldName: 'lot' }]);
		expect(inShort(unordered)).toContain('change rows at Merge');
	});
	test('is nobody’s on purpose where they come in the order of names', () => {
		const rows = people.map((one) => ({ ...one, lot: '12', price: one.name })) as Person[];
		expect(inShort(auction(rows, [{ fieldName: 'name' }]))).toContain('change rows at Merge');
	});
	test('may be the oldest by chance where they come in the order of time', () => {
		const rows = ['open', 'paid'].map((state, place) => ({
			...{ ...anna, lot: anna.phone, state },
			price: `2026-11-0${place + 1}T08:00:00Z`,
		})) as Person[];
		const told = (order: string) => {
			const by = [{ fieldName: 'price', order }];
			const sorted = order === 'ascending' ? rows : rows.toReversed();
			return inShort(auction(sorted, by, ({ state }) => `It is ${state}`));
		};
		expect(told('ascending').join()).toContain('old');
		expect(told('descending').join()).not.toContain('old');
	});
	test('is the same in whichever order the groups come', () => {
		const rows = bids(['500', '400', '900']).with(2, {
			...people[2],
			lot: '7',
			price: '900',
		} as Person);
		expect(inShort(auction(rows))).toEqual(['know left out at Merge']);
	});
	test('is another one by letters than by numbers, also within what comes first in the order', () => {
		const [found, ...others] = auction(bids(['9500', '12000', '11000']));
		expect(inShort(others)).toEqual(['know left out at Merge']);
		expect(inShort([found])).toEqual(['change order at Sort']);
		expect(found.happened).toContain('“price”: 9500, 12000, 11000');
	});
});

test('who comes later in a list in which people came one after another comes last', () => {
	const { workflow } = played();
	const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
	const cameAt = (times: string[]) => {
		const rows = people.map((one, place) => ({ json: { ...one, came: times[place] } }));
		const given = withMore(workflow, { Rows: rows }, [list], rowsOf({ Rows: rows }, list)[0]);
		return given.Rows.at(-1)?.json.came;
	};
	const byHand = ['22/11/2026 18:03:11', '23/11/2026 8:15:30', '23/11/2026 19:41:05'];
	expect(cameAt(byHand)).toBe('23/11/2026 19:41:06');
	const iso = ['2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.000Z', '2026-11-23T07:00:59+02:00'];
	expect(cameAt(iso)).toBe('2026-11-23T07:00:59+02:00');
	expect(cameAt(byHand.toReversed())).not.toContain('22/11/2026 18:03');
});

test('people of a list who stand in To of one email see who else gets it', () => {
	const rows = people.map((one) => ({ ...one, phone: '', email: `${one.name}@example.com` }));
	const mails = (idOf: (to: string) => string) => {
		const messages = rows.map(({ email: to }) =>
			sent('', 'News', { channel: 'email', to, messageId: idOf(to) }),
		);
		return inShort(well({ rows, messages })).filter((one) => one.includes('private'));
	};
	expect(mails(() => 'one')).toEqual(['know private at Send']);
	const [one, other] = ['anna@example.com', 'anna@example.org'];
	const hers = [{ ...anna, phone: '', email: one, other }];
	const messages = [one, other].map((to) =>
		sent('', 'News', { channel: 'email', to, messageId: 'one' }),
	);
	expect(inShort(well({ rows: hers, messages })).join()).not.toContain('private');
	expect(mails((to) => to)).toEqual([]);
});

test('Skip Suppressed of one node promises nothing of another beside it, but of one behind it', () => {
	const skips = { options: { skipMessages: { values: { skipSuppressed: true } } } };
	const of = (before: 'Rows' | 'Other') => {
		const play = played({ messages: people.map((one) => ({ ...hello(one), isOptedOut: true })) });
		const [, , , send] = play.workflow.nodes;
		const other = { ...send, name: 'Other', parameters: { ...send.parameters, ...skips } };
		play.workflow.nodes.push(other);
		if (before === 'Other')
			play.workflow.connections.Other = { main: [[{ node: 'Send', type: 'main', index: 0 }]] };
		return breaches('opted out', play);
	};
	const [beside] = of('Rows');
	expect(inShort([beside])).toEqual(['know opted out at Send']);
	expect(beside.happened).toContain("“Other” has Skip Suppressed, and “Send” hasn't");
	expect(inShort(of('Other'))).toEqual(['change opted out at Send']);
});

test('a limit of messages that is lower than the people is raised, as it counts all of an execution', () => {
	const parameters = { resource: 'sms', operation: 'send', to: '={{ $json.phone }}' };
	const limited = (maxMessages: number) => {
		const options = { limits: { values: { maxMessages, maxParts: 3 } } };
		const base = baseOf(played({ node: { parameters: { ...parameters, options } } }));
		const lost = { level: 'change', kind: 'rows', node: 'Send', happened: '' } as const;
		return mendsFor(lost, base).find(({ where }) => where.includes('Max Messages'));
	};
	expect(limited(3)).toBeUndefined();
	const { workflow } = played();
	const options = { limits: { values: { maxMessages: 1, maxParts: 3 } } };
	const send = { ...workflow.nodes[3], parameters: { ...parameters, options } };
	const then = limited(1)!.apply({ ...workflow, nodes: [send] });
	expect(then.nodes[0].parameters.options).toEqual({
		limits: { values: { maxMessages: 100, maxParts: 3 } },
	});
});

test('a Once Key by what several items of one message have alike', () => {
	const rows = [anna, anna, ben].map((one, place) => ({
		...{ ...one, name: one.name, phone: one.phone, part: `p-${place}` },
		messageId: `6f9619ff-8b86-4d01-b42d-00cf4fc964f${one === anna ? 'a' : 'b'}`,
	}));
	const options = { onceKey: { values: { key: '={{ $json.part }}' } } };
	const to = '={{ $json.phone }}';
	const base = baseOf(
		played({
			rows: rows as Person[],
			node: { parameters: { resource: 'sms', operation: 'send', to, options } },
		}),
	);
	const advice = keys(base.senders[0], base).map((mend) => mend.advice);
	expect(advice).toContain('Set the Key to {{ $json.messageId }}');
});

test('the next report is about another message, in whichever list', () => {
	const [mine, other] = ['6f9619ff-8b86', '7c9e6679-7425'];
	const { workflow } = played({
		trigger: { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' },
	});
	const pins = {
		Start: [{ json: { messageId: mine, state: 3 } }],
		Rows: [{ json: { messageId: mine, phone: anna.phone } }, { json: { messageId: other } }],
	};
	const list = { node: 'Start', at: [], numbers: [], others: [], isWrittenTo: true };
	const idsIn = (given: typeof pins) =>
		[...given.Start, ...given.Rows].map(({ json }) => json.messageId);
	const [first, second, third] = idsIn(aboutOthers(workflow, pins, [list]) as typeof pins);
	expect(first).not.toBe(mine);
	expect([second, third]).toEqual([first, other]);
});

test('what goes to several is no alarm', () => {
	const options = { onceKey: { values: { key: '={{ $json.id }}' } } };
	const node = {
		parameters: { resource: 'sms', operation: 'send', to: '={{ $json.to }}', options },
	};
	const rows = [{ id: 'R-1' }, { id: 'R-2' }];
	const isPlayed = (numbers: string[]) =>
		relationOf('the next day').world(
			baseOf(played({ rows, node, messages: numbers.map((to) => sent(to, 'Code')) })),
		) !== undefined;
	expect(isPlayed([anna.phone, anna.phone])).toBe(true);
	expect(isPlayed([anna.phone, ben.phone])).toBe(false);
});

test('who has two numbers in one list, each in a spelling of its own, is one', () => {
	const { workflow } = played();
	const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
	const patient = (more: object) => ({ json: { ...anna, patient: 'P-1', ...more } });
	const rows = [patient({}), patient({ phone: '612 34567' }), { json: { ...ben, patient: 'P-2' } }];
	const given = withMore(workflow, { Rows: rows }, [list], rowsOf({ Rows: rows }, list)[0]);
	expect(given.Rows.at(-1)?.json.patient).toBe('P-9001');
});

test('a number is made of letters before a node sorts by them, not of what is none', () => {
	const adviceOf = (prices: string[]) => {
		const rows = people.map((one, place) => ({ ...one, price: prices[place] })) as Person[];
		const base = baseOf(played({ ...at('sort'), rows }));
		const order = {
			level: 'change',
			kind: 'order',
			node: 'Merge',
			happened: '',
			field: 'price',
		} as const;
		return mendsFor(order, base).map(
			(mend) => mend.apply(base.play.workflow).nodes.at(-1)?.parameters,
		);
	};
	const [parameters, ...others] = adviceOf(['9500', '12000', '7']);
	expect(others).toEqual([]);
	expect(parameters).toMatchObject({
		assignments: { assignments: [{ name: 'price', type: 'number' }] },
		includeOtherFields: true,
	});
	for (const cell of ['012', '1.12.2026', '2026-12-01T07:30:00Z', 'A-7'])
		expect(adviceOf(['9500', cell, '7'])).toEqual([]);
});

test('two people of one name are told apart by their numbers, and nobody is called by what was ordered', () => {
	const orders = [
		{ name: 'Sabine Müller', phone: '0152 28817386', product: 'Roggenbrot' },
		{ name: 'Jörg Schäfer', phone: '0152 54599371', product: 'Torte 3-stöckig' },
		{ name: 'Sabine Müller', phone: '0171 3920048', product: 'Brezel' },
		{ name: 'Sabine Müller', phone: '0171 3920048', product: 'Mohnkuchen' },
	];
	const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
	const pins = { Rows: orders.map((json) => ({ json })) };
	expect(rowsOf(pins, list).map(({ name }) => name)).toEqual([
		...['Sabine Müller (0152 28817386)', 'Jörg Schäfer'],
		...['Sabine Müller (0171 3920048)', 'Sabine Müller (0171 3920048)'],
	]);
});

test('a campaign goes out by UTC while a text says that hour, whatever stands behind it', () => {
	const plan = (text: string) => {
		const scheduledAt = '2027-01-15T18:30:00Z';
		const requests = [{ path: '/campaigns', body: { recipients: [anna.phone], scheduledAt } }];
		const node = { parameters: { resource: 'campaign', operation: 'create' } };
		const office = sent('+37069999999', text, { by: 'Office' });
		const messages = [{ ...hello(anna), by: undefined }, office];
		const play = played({ requests, messages, node });
		play.workflow.settings = { timezone: 'Europe/Athens' };
		return inShort(breaches('all well', play)).filter((one) => one.includes('misread'));
	};
	expect(plan('The campaign is planned for 18:30: 4 people')).toEqual(['change misread at Send']);
	expect(plan('The campaign is planned for 20.30 h')).toEqual([]);
});
