import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import { at, breaches, type Given, hello, inShort, people, played, sent } from './madeUp';

// cspell:ignore labas

const [anna, ben, carla] = people;
const others = [hello(ben), hello(carla)];
const owner = '+37069999999';
const well = (given: Given) => inShort(breaches('all well', played(given)));

describe('whom a text calls by name, and whose number is another one,', () => {
	const rows = people.map((one, place) => ({
		...one,
		parentName: ['Dora', 'Emil', 'Fay'][place],
		parentPhone: `+3706770000${place}`,
	}));
	const titled = rows.map((one) => ({ ...one, parentName: `Ms ${one.parentName}` }));
	const dear = (title = '') =>
		rows.map(({ phone, parentName }) => sent(phone, `Dear ${title}${parentName}, good day`));

	test.each([
		['the number of another column', dear()],
		[
			'one test number for all, which stands in each item',
			rows.map(({ name }) => sent(owner, `Hallo ${name}, hello`)),
			rows.map((one) => ({ ...one, an: owner })),
		],
		['the number of another column, with a title in the row', dear(), titled],
		['the number of another column, with a title in both', dear('Ms '), titled],
		['a number of nobody', people.map(({ name }) => sent(owner, `Labas ${name}, hello`))],
	])('is told: %s', (_, messages, own = rows) => {
		expect(well({ rows: own, messages })).toContain('change number at Send');
	});

	test.each([
		['their own number', rows.map((one) => sent(one.parentPhone, `Dear ${one.parentName},`))],
		[
			'somebody who is only spoken of',
			rows.map((one) => sent(one.parentPhone, `${one.name} isn't at school`)),
		],
		[
			'a number that is spelled another way in the row',
			[sent('+37061234567', 'Hi Anna'), ...others],
			[{ ...anna, phone: '8 612 34567' }, ben, carla],
		],
	])('is not told: %s', (_, messages, own: object[] = rows) => {
		expect(well({ rows: own, messages })).not.toContain('change number at Send');
	});
});

test('a row that a condition leaves out on the only way, and that is written to all the same, is told', () => {
	const left = { ...at('filter'), merged: [anna, ben] };
	expect(well({ ...left, messages: people.map(hello) })).toContain('change rows at Send');
	expect(well(left)).toEqual(['know left out at Merge']);
});

test('rows that a Merge brings together, and that say that they belong to others, are told', () => {
	const orders = [1, 2, 3].map((place) => ({ order: `O-${place}`, customer: `A-${place}` }));
	const given = (...places: number[]) => {
		const play = played({ merged: people.map((one, row) => ({ ...one, ...orders[places[row]] })) });
		play.workflow.nodes.push({ name: 'Orders', type: 'n8n-nodes-base.noOp', parameters: {} });
		play.workflow.connections.Orders = { main: [[{ node: 'Merge', type: 'main', index: 1 }]] };
		play.rounds[0].runs.Orders = [{ order: 1, given: [], outputs: [orders], warnings: [] }];
		play.world.pins.Orders = orders.map((json) => ({ json }));
		return inShort(breaches('all well', play));
	};
	expect(given(1, 0, 2)).toEqual(['change rows at Merge']);
	expect(given(0, 1, 2)).toEqual([]);
});

test('a number without a country code that goes to another country than its row names is told', () => {
	const rows = [
		{ ...anna, phone: '602 318 774', country: 'CZ' },
		...[ben, carla].map((one) => ({ ...one, country: 'LT' })),
	];
	const to = (number: string) => [sent(number, 'Hello Anna'), ...others];
	expect(well({ rows, messages: to('+48602318774') })).toContain('change country at Send');
	expect(well({ rows, messages: to('+420602318774') })).toEqual([]);
});

describe('a time that is not the one of the row is told:', () => {
	const said = (cell: unknown, text: string) => {
		const play = played({
			rows: [{ ...anna, at: cell } as object, ben, carla],
			messages: [sent(anna.phone, text), ...others],
		});
		play.workflow.settings = { timezone: 'Europe/Vilnius' };
		return inShort(breaches('all well', play));
	};
	test.each([
		['in UTC', '2026-12-01T07:30:00Z', 'at 07:30', 'at 09:30'],
		['in UTC, by half a day', '2026-12-01T13:15:00Z', 'at 1:15 PM', 'at 3:15 PM'],
		['counted from 1900', 46_358, 'on 4 December', 'on 2 December'],
		['counted from 1900, in digits', '46358', 'on 3.12.2026', 'on 2.12.2026'],
	])('%s', (_, cell, wrong, right) => {
		expect(said(cell, wrong)).toEqual(['change misread at Send']);
		expect(said(cell, right)).toEqual([]);
	});
});

test('amounts of one person that are text, put one behind the other, are told', () => {
	const rows = [...people, anna].map((one, place) => ({ ...one, price: `${place}2.50` }));
	const said = (text: string) =>
		well({ rows, merged: people, messages: [sent(anna.phone, text), ...others] });
	expect(said('Please pay 02.5032.50 EUR')).toContain('change misread at Send');
	expect(said('Please pay 35.00 EUR')).not.toContain('change misread at Send');
});

test('a code without its zeros is told, where it became a number', () => {
	const said = (text: string, code: unknown) => {
		const [row, ...rows] = people.map((one) => ({ ...one, code: '0482' }));
		const merged = [{ ...row, code }, ...rows] as object[];
		return well({ rows: [row, ...rows], merged, messages: [sent(anna.phone, text), ...others] });
	};
	expect(said('code 482', 482)).toContain('change misread at Merge');
	expect(said('code 0482', 482)).toEqual([]);
	expect(said('on 482 days', '0482')).toEqual([]);
});

test.each([
	['days', ['05.11.2026', '12.10.2026', '30.12.2026'], ['12.10.2026', '05.11.2026', '30.12.2026']],
	['numbers', ['10', '9', '95'], ['9', '10', '95']],
])('%s that are sorted by their letters are told', (_, wrong, right) => {
	const sorted = (cells: string[]) =>
		well({
			...at('sort', { sortFieldsUi: { sortField: [{ fieldName: 'since' }] } }),
			rows: people.map((one, place) => ({ ...one, since: cells[place] })),
		});
	expect(sorted(wrong)).toEqual(['know order at Merge']);
	expect(sorted(right)).toEqual([]);
});

test('whoever has the name of another one gets what they got before', () => {
	const rows = people.map((one) => ({ ...one, id: `${one.id}00` }));
	const messages = rows.map(({ name, phone, id }) => sent(phone, `Hello ${name}, ${id}`));
	const named = [sent(anna.phone, 'Hello Anna, A-100'), sent(ben.phone, 'Hello Anna, A-200')];
	const rest = messages.slice(2);
	const say = (...then: typeof messages) =>
		inShort(
			breaches(
				'namesakes',
				played({ rows, messages }),
				played({ rows, messages: [...then, ...rest] }),
			),
		);
	expect(say(...named)).toEqual([]);
	expect(say(named[0], sent(ben.phone, 'Hello Anna, A-100'))).toEqual(['change rows at Send']);
	expect(say(named[0])).toEqual(['change rows at Send']);
});

test('what no text calls anybody by can be the name of only one', () => {
	const teams = played({ messages: people.map(({ name, phone }) => sent(phone, `Won: ${name}`)) });
	const namesakes = relations.find(({ name }) => name === 'namesakes')!;
	expect(namesakes.world(baseOf(teams))).toBeUndefined();
	expect(breaches('namesakes', teams)).toEqual([]);
	expect(namesakes.world(baseOf(played()))).toBeDefined();
});

test('a row that is found by what two people have alike is told', () => {
	const writes = (column: 'name' | 'id', names = people.map(() => 'Anna')) => {
		const rows = people.map((one, place) => ({ ...one, name: names[place] }));
		const messages = people.map(({ phone, id }) => sent(phone, `Ready: ${id}`));
		const play = played({ rows, messages });
		const shown = rows.map((one) => ({ [`columns value ${column}`]: one[column] }));
		const mark = { name: 'Mark', type: 'n8n-nodes-base.noOp', matchingColumns: [column] };
		play.workflow.nodes.push({ ...mark, parameters: {} });
		const given = people.map(({ phone }) => ({ to: phone, messageId: phone }));
		const run = { order: 4, given, outputs: [shown], warnings: [] };
		play.rounds[0].runs['Mark, what it gets'] = [run];
		return inShort(breaches('all well', play));
	};
	expect(writes('name')).toEqual(['change written at Mark']);
	expect(writes('name', ['Anna', 'Ben', 'Carla'])).toEqual([]);
	expect(writes('id')).toEqual([]);
});

test('amounts that are text, put one behind the other where their sum was meant, are told', () => {
	const rows = people.map((one, place) => ({ ...one, sum: ['12.50', '4.20', '31.00'][place] }));
	const said = (text: string) => well({ rows, messages: [sent(owner, text)] });
	expect(said('Today: 12.504.2031.00 EUR')).toContain('change misread at Send');
	expect(said('Today: 47.70 EUR')).not.toContain('change misread at Send');
});

test('a node that can send nothing on the day when all is well is told, also if it says so to somebody', () => {
	const node = { onError: 'continueErrorOutput' };
	const said = people.map(() => ({ error: "'To' is empty" }));
	expect(well({ node, said, messages: [] })).toContain('change fails at Send');
	expect(well({ node })).toEqual([]);
});

test('who gets one of two messages of theirs, because both have one Once Key, is told', () => {
	const said = [{ messageId: '1' }, { to: anna.phone, skipped: 'alreadySent', sameMessage: false }];
	expect(well({ said })).toEqual(['change key at Send']);
	expect(well({ said: said.slice(0, 1) })).toEqual([]);
});

test('an amount with a comma is one, whoever gets it', () => {
	const rows = people.map((one, place) => ({ ...one, sum: ['14,20', '31,75', '9,10'][place] }));
	const open = (sums: string[]) =>
		played({
			rows,
			messages: people.map(({ phone }, row) => sent(phone, `Open: ${sums[row]} EUR`)),
		});
	const sums = rows.map(({ sum }) => sum);
	expect(breaches('reversed', open(sums), open(sums.toReversed())).length).toBeGreaterThan(0);
	expect(breaches('reversed', open(sums), open(sums))).toEqual([]);
});

test('a condition on words that differ, which leaves out nobody, is told', () => {
	const rows = people.map((one, place) => ({ ...one, status: ['Open', 'Paid', 'Open'][place] }));
	const asks = (leftValue: string) =>
		well({
			rows,
			...at('filter', { conditions: { conditions: [{ leftValue, rightValue: 'Lost' }] } }),
		});
	expect(asks('={{ $json.status }}')).toEqual(['know left out at Merge']);
	expect(asks('={{ $json.id }}')).toEqual([]);
});

test('an amount that a node has made is one, although it stands in no row', () => {
	const say = (sum: string) => played({ messages: people.map((one) => sent(one.phone, sum)) });
	expect(inShort(breaches('reversed', say('Open: 320.00 EUR'), say('Open: 18.50 EUR')))).toEqual([
		'change rows at Send',
	]);
	expect(breaches('reversed', say('It is 10.15'), say('It is 10.16'))).toEqual([]);
});

test('a condition that ends a loop after a message leaves the rest out; one before it does not', () => {
	const given = (from: 'Rows' | 'Send', order = 4) => {
		const play = played({ ...at('splitInBatches'), merged: [anna, ben] });
		const { nodes, connections } = play.workflow;
		const asks = { name: 'Asks', type: 'n8n-nodes-base.if', parameters: {} };
		play.workflow.nodes = [...nodes, asks];
		const lines = (node: string) => [{ node, type: 'main', index: 0 }];
		connections[from] = { main: [lines('Asks')] };
		connections.Asks = { main: [lines('Merge'), []] };
		const outputs = from === 'Rows' ? [people, [{}]] : [[], [{}]];
		play.rounds[0].runs.Asks = [{ order, given: [], outputs, warnings: [] }];
		return inShort(breaches('all well', play));
	};
	expect(given('Send')).toEqual(['know left out at Merge']);
	expect(given('Send', 1)).toEqual(['change rows at Merge']);
	expect(given('Rows')).toEqual(['change rows at Merge']);
});

test('an email about each that goes to all of them is told; one to each, or to somebody else too, is not', () => {
	const rows = people.map((one) => ({ ...one, phone: '', email: `${one.name}@example.com` }));
	const mail = (to: string, name: string) => sent('', `Hello ${name}`, { channel: 'email', to });
	const mails = (recipients: (email: string) => string[]) =>
		well({
			rows,
			messages: rows.flatMap(({ email, name }) => recipients(email).map((to) => mail(to, name))),
		});
	expect(mails(() => rows.map(({ email }) => email))).toEqual(['change number at Send']);
	expect(mails((email) => [email])).toEqual([]);
	expect(mails((email) => [email, 'office@example.com'])).toEqual([]);
});

test('a time that a text says where the row has none is told, unless it stands in a row', () => {
	const rows = people.map((one, place) => ({ ...one, at: ['14:30', '', '17:00'][place] }));
	const said = (time: string) =>
		well({
			rows: rows.map((one) => ({ ...one, open: '08:00' })),
			messages: rows.map((one) => sent(one.phone, `Come at ${one.at || time}`)),
		});
	expect(said('16:00')).toEqual(['know value at Send']);
	expect(said('08:00')).toEqual([]);
	expect(said('any time')).toEqual([]);
});

test('a consent that is kept of everybody, whatever a yes or no says, is worth knowing', () => {
	const rows = people.map((one, place) => ({ ...one, consent: '', agreed: place !== 1 }));
	const kept = (statuses: string[], more: Given = {}) =>
		played({
			rows,
			messages: [],
			node: { parameters: { resource: 'contact', operation: 'updateConsent' } },
			...more,
			requests: [
				{ path: '/contacts/import', body: rows.map(({ phone }) => ({ phoneNumber: phone })) },
				...statuses.map((status) => ({ path: '/contacts/1/consent', body: { status } })),
			],
		});
	const all = kept(['granted', 'granted', 'granted']);
	const own = kept(['revoked', 'granted', 'granted']);
	const asked = kept(['granted', 'granted', 'granted'], at('code', { jsCode: 'return items' }));
	expect(inShort(breaches('a yes turned', all))).toEqual(['know flag at Send']);
	expect(breaches('a yes turned', all, own)).toEqual([]);
	const turned = relations.find(({ name }) => name === 'a yes turned')!;
	expect(turned.world(baseOf(asked))).toBeUndefined();
});
