import fc from 'fast-check';

import * as cells from '../../../../dev/check/worlds/cells';
import * as changes from '../../../../dev/check/worlds/changes';
import { isSamePhone, jsonRows, phoneIn, rowsOf } from '../../../../dev/check/worlds/rows';
import type { Workflow, WorkflowNode } from '../../../../dev/n8n/types';

const list = { node: 'Customers', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
const pins = {
	Customers: [
		{ json: { id: 101, name: 'Anna', phone: '+370 612 34567', status: 'ready', consent: 'TRUE' } },
		{ json: { id: 102, name: 'Ben', phone: '+370 623 45678', status: 'ready', consent: 'FALSE' } },
	],
	Appointments: [
		{ json: { customerId: 101, time: '09:30' } },
		{ json: { customerId: 102, time: '11:00' } },
	],
};
const node = (type: string, parameters: object) => ({ name: type, type, parameters });
const workflow = {
	name: 'w',
	nodes: [
		node('n8n-nodes-base.merge', { fields: [{ field1: 'id', field2: 'customerId' }] }),
		node('n8n-nodes-base.filter', { left: '={{ $json.status }}' }),
		node('n8n-nodes-base.if', { left: '={{ $json.consent }}' }),
	],
	connections: {},
} as Workflow;
const [anna] = rowsOf(pins, list);

test('a row more has a number and a key of its own, keeps what decides, and the other lists get what belongs to it', () => {
	const more = changes.withMore(workflow, pins, [list], anna);
	const { id, phone, name, status } = jsonRows(more, list).at(-1)!;
	expect(jsonRows(more, list)).toHaveLength(3);
	expect([id, name, status]).toEqual([9_101, 'Dana', 'ready']);
	expect(phone).toBe('+370 612 35000');
	expect(more.Appointments.at(-1)!.json).toEqual({ customerId: 9_101, time: '09:30' });
});

test('a row more has a Once Key of its own, also if a condition reads it', () => {
	const withKey = (key: string) => {
		const options = { onceKey: { values: { key } } };
		const { nodes, ...rest } = workflow;
		const asks = node('n8n-nodes-base.if', { left: '={{ $json.id }}' });
		const used = { ...rest, nodes: [...nodes, asks, node('ours', { options })] } as Workflow;
		return jsonRows(changes.withMore(used, pins, [list], anna), list).at(-1)!.id;
	};
	expect(withKey('={{ $json.id }}')).toBe(9_101);
	for (const key of ['={{ $json.id }} {{ $json.phone }}', '={{ $json.id }} {{ $json.name }}', 'id'])
		expect(withKey(key)).toBe(101);
});

test('a row more has addresses of its own, and the words by which a node finds something', () => {
	const row = {
		...{ phone: '+370 612 34567', mail: 'Ada <ada@example.com>', uri: 'https://example.com/a?b=1' },
		...{ asks: 'Phone number', when: '2026-12-01T10:00:00Z' },
	};
	const found = "={{ $json.all.find((one) => one.asks === 'Phone number') }}";
	const used = { ...workflow, nodes: [node('n8n-nodes-base.set', { found })] } as Workflow;
	const given = { Customers: [{ json: row }] };
	const [first] = rowsOf(given, list);
	expect(changes.withMore(used, given, [list], first).Customers.at(-1)!.json).toEqual({
		...{
			phone: '+370 612 35000',
			mail: 'Ada <ada9000@example.com>',
			uri: 'https://example.com/a9000?b=1',
		},
		...{ asks: 'Phone number', when: '2026-12-01T10:00:00Z' },
	});
	expect(cells.aboutOthers(used, given, [list]).Customers[0].json).toEqual(row);
	const other = { ...workflow, nodes: [] };
	expect(changes.withMore(other, given, [list], first).Customers.at(-1)!.json.asks).toBe('Dana');
	expect(cells.marked(used, given, list, ['Phone number'])).toBeUndefined();
	expect(cells.marked(other, given, list, ['Phone number'])).toBeDefined();
});

test('a row more has a number as the one before, which nobody has', () => {
	const rows = ['4915112345678', '4915112345000'].map((phone) => ({
		json: { phone: Number(phone) },
	}));
	const given = { Customers: rows };
	const [first] = rowsOf(given, list);
	const more = changes.withMore(workflow, given, [list], first, 3).Customers.slice(2);
	expect(more.map(({ json }) => json.phone)).toEqual([4915112346000, 4915112345001, 4915112345002]);
	const blank = { Customers: [{ json: { phone: '+4915112345678', other: null } }] };
	const both = { ...list, numbers: [['phone'], ['other']] };
	const [, { json }] = changes.withMore(workflow, blank, [both], rowsOf(blank, both)[0]).Customers;
	expect(json).toEqual({ phone: '+4915112345000', other: null });
});

test('a row less takes what belongs to it along', () => {
	const left = changes.without(workflow, pins, [list], anna);
	expect(jsonRows(left, list).map(({ name }) => name)).toEqual(['Ben']);
	expect(left.Appointments.map(({ json }) => json.customerId)).toEqual([102]);
});

test('rows turned round come in the opposite order in each list', () => {
	const { Customers, Appointments } = pins;
	const turned = { Customers: Customers.toReversed(), Appointments: Appointments.toReversed() };
	expect(changes.reversed(pins, [list])).toEqual(turned);
});

test('each word that a text reads carries its row, and what decides does not', () => {
	const texts = ['Hello Anna, ready', 'Hello Ben, ready'];
	const { pins: given, marks } = cells.marked(workflow, pins, list, texts)!;
	expect([...marks.values()].map(({ name }) => name)).toEqual(['Anna', 'Ben']);
	expect(jsonRows(given, list).map(({ status }) => status)).toEqual(['ready', 'ready']);
});

test('each row of a long list has marks of its own', () => {
	const rows = Array.from({ length: 1_200 }, (_, row) => ({
		json: { name: 'Anna', of: `Row ${row}` },
	}));
	const { marks } = cells.marked(workflow, { Customers: rows }, list, ['Anna'])!;
	expect([...marks.values()].map(({ place }) => place)).toEqual([...rows.keys()]);
});

test('a yes is turned as it is spelled', () => {
	const [{ field, pins: turned }] = cells.turned(pins, anna, workflow.nodes);
	expect([field, jsonRows(turned, list)[0].consent]).toEqual(['consent', 'FALSE']);
});

test('a number keeps its spelling but for the last digits', () => {
	const [first] = jsonRows(cells.withNumber(pins, '37061234567', '0400'), list);
	expect(first.phone).toBe('+370 612 30400');
});

test('a phone is the same with or without its country code, whatever it is', () => {
	const digits = fc.stringMatching(/^[1-9]\d{6,9}$/);
	fc.assert(
		fc.property(digits, (own) => isSamePhone(own, `370${own}`) && isSamePhone(`370${own}`, own)),
	);
});

test('a newcomer has keys of their own, also where somebody has two rows, and a code begins with a date', () => {
	const [one, two] = pins.Customers.map(({ json }) => json);
	const rows = [
		{ ...one, family: 1, tour: '2026-11-27/1', day: '2026-11-27' },
		{ ...one, family: 1, tour: '2026-11-27/2', day: '2026-11-27' },
		{ ...two, family: 2, tour: '2026-11-27/3', day: '2026-11-27' },
	];
	const given = { Customers: rows.map((json) => ({ json })) };
	const [first] = rowsOf(given, list);
	const more = changes.withMore({ ...workflow, nodes: [] }, given, [list], first);
	const { family, tour, day } = jsonRows(more, list).at(-1)!;
	expect(rows.map((row) => row.family)).not.toContain(family);
	expect(rows.map((row) => row.tour)).not.toContain(tour);
	expect(day).toBe('2026-11-27');
});

test.each([
	['61234567', true],
	['861234567', true],
	['37061234567', true],
	['861234568', false],
	['34567', false],
])('%s is the phone +370 612 34567: %s', (digits, isIt) => {
	expect(isSamePhone(digits, '37061234567')).toBe(isIt);
});

test.each(['05.11.2026', '5/11/2026', '2026-11-05', '2026.11.5', '06.12.34.56.78', '2012-34-5678'])(
	'%s is a phone unless it is a day',
	(cell) => {
		expect(phoneIn(cell) === undefined).toBe(/11/.test(cell));
	},
);

test('no number of a user is one of the test numbers, wherever it stands, and all else stays as it is', () => {
	const phone = fc.stringMatching(/^\+370 6\d{3} \d{4}$/);
	const ending = fc.constantFrom('0503', '0400', '0004', '7503', '1234');
	fc.assert(
		fc.property(fc.array(fc.tuple(phone, ending), { maxLength: 4 }), (numbers) => {
			const all = numbers.map(([number, last]) => number.slice(0, -4) + last);
			const ids = all.map((one) => Number(one.replace(/\D/g, '')));
			const rows = all.map((one, place) => ({
				json: { phone: one, id: ids[place], order: 10503 },
			}));
			const codes = all.map(
				(one, place) => `send('${one}'); id === ${ids[place]} || 9${ids[place]} || ${ids[place]}9`,
			);
			const node = ([to, id, jsCode]: unknown[]) => ({ parameters: { to, id, jsCode } });
			const nodes = all.map((one, place) => node([one, ids[place], codes[place]]));
			const given = { nodes: nodes as unknown as WorkflowNode[], pinData: { Rows: rows } };
			const plain = cells.withPlainNumbers(given);
			expect(cells.testNumbersIn(plain)).toEqual([]);
			for (const [place, { json }] of plain.pinData.Rows.entries()) {
				const is = all[place].replace(/0(\d{3})$/, '7$1');
				const id = Number(is.replace(/\D/g, ''));
				const jsCode = `send('${is}'); id === ${id} || 9${ids[place]} || ${ids[place]}9`;
				expect(json).toEqual({ phone: is, id, order: 10503 });
				expect(plain.nodes[place].parameters).toEqual({ to: is, id, jsCode });
			}
		}),
	);
});

test('somebody with several rows is called by name, not by what differs in them', () => {
	const [{ json: one }, { json: two }] = pins.Customers;
	const rows = ['toaster', 'Radio'].map((device) => ({ json: { ...one, device } }));
	const given = { Customers: [...rows, { json: { ...two, device: 'Lamp' } }] };
	expect(rowsOf(given, list).map(({ name }) => name)).toEqual(['Anna', 'Anna', 'Ben']);
});
