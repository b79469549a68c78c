import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { keyRefusedBy } from '../../support/keyOf';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const isRefused = keyRefusedBy(service);

const oneOf = (...codes: string[]) => fc.constantFrom(...codes);

it('Of any numbers, a key is refused if what code reckons with them has more digits than it keeps', async () => {
	const code = oneOf(
		"'o' + ($json.customer * 1000000 + $json.order)",
		"'o' + Number(String($json.customer) + String($json.order).padStart(6, '0'))",
		"parseInt(`${$json.customer}${String($json.order).padStart(6, '0')}`) + '-x'",
		"(() => { let sum = $json.order; sum += $json.customer * 1e6; return 'k' + sum; })()",
	);
	const customer = fc.oneof(fc.integer({ min: 1, max: 9_007_199_254 }), fc.constant(37060012345));
	await fc.assert(
		fc.asyncProperty(
			...([code, customer, fc.integer({ min: 0, max: 999_999 })] as const),
			async (code, customer, order) => {
				const isLong = customer * 1e6 + order > Number.MAX_SAFE_INTEGER;
				const found = await isRefused(code, { customer, order });
				expect([code, customer, order, found]).toEqual([code, customer, order, isLong]);
			},
		),
		tries(60),
	);
});

it.each([
	["'o' + parseInt($json.uuid.replaceAll('-', ''), 16)", true],
	["'o' + $json.uuid.replaceAll('-', '')", false],
	["'o' + $json.a + $json.b", false],
	["'o' + Number($json.a + $json.b)", true],
	["'o' + $json.date.slice(0, 4) + $json.a", false],
	["'o' + $json.date.slice(0, 4) + '7' + $json.a", false],
	["$json.a + '2026'", false],
])('A long number in a key, %s, is refused: %p', async (code, isLost) => {
	const item = {
		uuid: '12345678-1234-1234-1234-123456789012',
		...{ a: '370600123456', b: '1234567', date: '2026-12-01' },
	};
	expect(await isRefused(code, item)).toBe(isLost);
});

const cart = [{ sku: 'x', size: 'S' }, { sku: 'y', size: null }, { sku: 'z' }];

it.each<[code: string, item: IDataObject]>([
	[
		"(() => { let k = 'o' + $json.order; if ($json.sfx) { k += '/' + $json.sfx; } return k; })()",
		{ order: 1 },
	],
	[
		"(() => { const parts = [$json.order]; if ($json.line) parts.push($json.line); return parts.join('-'); })()",
		{ order: 7, line: null },
	],
	[
		"(() => { const p = ['x', $json.order]; if ($json.sfx !== undefined) p.push($json.sfx); return p.join('-'); })()",
		{ order: 1 },
	],
	["'sfx' in $json ? $json.id + '-' + $json.sfx : $json.id", { id: 7 }],
	["$json.cart.map(i => i.sku + (i.size ? '/' + i.size : '')).join(', ')", { cart }],
	["$json.cart.map(i => i.size ? i.sku + '/' + i.size : i.sku).join(',')", { cart }],
	[
		"(() => { let t = ''; for (const i of $json.cart) { t += i.sku; if (i.size > 0) t += '=' + i.size.toFixed(2); t += ';'; } return t; })()",
		{ cart },
	],
	["((name = 'guest') => 'Hi ' + name)($json.name)", {}],
	[
		"(() => { const [city = 'Vilnius', zip = 'none'] = ($json.place || '').split('|').filter(Boolean); return city + ' ' + zip; })()",
		{},
	],
	["(Number(String($json.t ?? '').replace(',', '.')) || 0).toFixed(2)", { t: '' }],
	["(String($json.t ?? '').match(/\\d+/) ?? ['none'])[0]", { t: 'x' }],
	[
		"[$json.a, $json.b, $json.c].find((x) => x !== undefined && x !== null && x !== '') + '!'",
		{ c: 'z' },
	],
	[
		'Object.entries($json.scores).sort((a, b) => b[1] - a[1])[0][0]',
		{ scores: { Ann: 3, Bo: 5, Di: 0 } },
	],
	["$json.order + '/' + $json.line", { order: 'A', line: '-' }],
	["'grade ' + $json.grade", { grade: '+' }],
	["$json.items.length + ' new'", { items: [] }],
	[
		"$json.list.map(x => x.n || 0).reduce((a, b) => a + b, 0) + ' pts ' + $json.id",
		{ list: [], id: 7 },
	],
])(
	'Of what its code says of a blank field, the user has thought: a key of %s, %j, is taken',
	async (code, item) => {
		expect(await isRefused(code, item)).toBe(false);
	},
);

it.each<[code: string, item: IDataObject]>([
	["'k-' + $json.ref.substring(4)", { ref: 'INV-' }],
	["$json.title.replace(/[^A-Za-z]/g, '') + '-' + $json.no", { title: 'Кава', no: 2 }],
	["$json.title.replace(/[^A-Za-z]/g, '') + '-' + $json.no", { title: '', no: 2 }],
	["$json.cart.map(i => i.sku).sort().join('-') + '@' + $json.to", { cart: [] }],
	["$json.shop + '@' + $json.ids.join('-')", { shop: 'A', ids: [] }],
	["'n' + (Number($json.a) + Number($json.b))", { a: '9007199254740991', b: '2' }],
	["'Sum ' + $json.cell.trim() + ' EUR'", { cell: '#REF! ' }],
	["'Hi ' + $json.name.toUpperCase", { name: 'Ann' }],
	["'n' + Number($json.a).toLocaleString('fi')", { a: 'x' }],
	// A condition on something else says nothing of it.
	["($json.vip ? 'vip-' : 'o-') + $json.order", { vip: true, order: '' }],
	["($json.vip ? 'vip-' : 'o-') + ['a', $json.order].join('-')", { vip: true }],
	["[$json.shop, $json.order].filter(Boolean).join('-')", { shop: 'LT' }],
])('A key of %s, %j, is refused', async (code, item) => {
	expect(await isRefused(code, item)).toBe(true);
});
