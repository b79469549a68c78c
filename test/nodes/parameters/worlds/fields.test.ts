import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { keyRefusedBy } from '../../../support/keyOf';
import '../../../support/processedData';
import { tries } from '../../../support/properties';
import { group, send } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();
const to = '37060012345';

const isRefused = keyRefusedBy(service);

/** Whether a text by code has a gap for an item. */
async function isNamed(code: string, item: IDataObject): Promise<boolean> {
	const parameters = { ...send, to, operation: 'preview', text: `=Hi {{ ${code} }}, bye` };
	const { output, error } = await runNode(service.credential, parameters, [item]);
	return !!error || (output[0].json.gaps as string[]).length > 0;
}

const word = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
const oneOf = (...codes: string[]) => fc.constantFrom(...codes);

it('Of any text, a key is refused if code takes a part of it in which nothing stands', async () => {
	const part = oneOf(
		"$json.file.split('/').pop()",
		"$json.file.split('/')[1]",
		"$json.file.split('/').at(-1).trim()",
		"$json.file.slice($json.file.indexOf('/') + 1)",
		"$json.file.substring($json.file.lastIndexOf('/') + 1)",
		"$json.file.replace(/^.*\\//, '')",
		"(() => { const [, part] = $json.file.split('/'); return part; })()",
	);
	const whole = oneOf("'o-' + X", '`${X}-7`', "$json.shop + '-' + X", "['o', X].join('-')");
	await fc.assert(
		fc.asyncProperty(
			...([word, fc.option(word, { nil: '' }), part, whole] as const),
			async (begin, end, part, whole) => {
				const code = whole.replace('X', () => part);
				const item = { file: `${begin}/${end}`, shop: 'A1' };
				expect([code, item, await isRefused(code, item)]).toEqual([code, item, end === '']);
			},
		),
		tries(60),
	);
});

it('Of any text, a number is refused if code leaves nothing of a part of it', async () => {
	const code = oneOf(
		"'+' + $json.cc.replace(/\\D/g, '') + $json.nr",
		"`+${$json.cc.replace(/[^0-9]/g, '')}${$json.nr}`",
		"['+', $json.cc.replace(/\\D/g, ''), $json.nr].join('')",
		"'+' + [...$json.cc].filter((sign) => sign >= '0' && sign <= '9').join('') + $json.nr",
	);
	const cc = fc.oneof(fc.constantFrom('n/a', '+', 'LT', '-', 'none'), fc.constant('+370'));
	await fc.assert(
		fc.asyncProperty(code, cc, async (code, cc) => {
			const nr = cc === '+370' ? '60012345' : to;
			const { error } = await runNode(service.credential, { ...send, to: `={{ ${code} }}` }, [
				{ cc, nr },
			]);
			const expected = cc === '+370' ? '' : expect.stringContaining('has a part without a value');
			expect([code, cc, error?.message ?? '']).toEqual([code, cc, expected]);
		}),
		tries(30),
	);
});

it.each([
	// Its user says that it may be empty, or what stands there then.
	["'o-' + ($json.file.split('/')[1] || '')", { file: 'a/' }],
	["'o-' + ($json.file.split('/')[1] || 'none')", { file: 'a/' }],
	["'+' + ($json.cc.replace(/\\D/g, '') || '370') + $json.nr", { cc: 'n/a', nr: '60012345' }],
	// Nothing is left of it as it is, but it's not what the code takes.
	["($json.paid === 'yes' ? 'p-' : 'o-') + $json.id", { paid: 'no', id: 7 }],
	["$json.tags.includes('vip') ? 'vip-' + $json.id : 'o-' + $json.id", { tags: 'new', id: 7 }],
	["({ LT: '370' })[$json.country] + '-' + $json.id", { country: 'LT', id: 7 }],
	["Math.max($json.a, $json.b) + '-' + $json.id", { a: '3', b: 5, id: 7 }],
	["$json.price - $json.rebate + '-' + $json.id", { price: 5, rebate: '0', id: 7 }],
	// Two numbers are the same, and others aren't.
	["$json.end - $json.start + ' min'", { end: 60, start: 60 }],
	["'No ' + (($json.text.match(/o(\\d+)/) || [])[1] || 'unknown')", { text: 'x' }],
])('As a Once Key, %s of %j is taken', async (code, item) => {
	expect(await isRefused(code, item)).toBe(false);
});

it('A field of which one piece of a key leaves nothing goes into another one', async () => {
	const key = "={{ 'f' + $json.file }}-{{ 'x' + ($json.file.split('/')[1] || '') }}";
	const parameters = { ...send, to, options: group('onceKey', { key }) };
	const { error } = await runNode(service.credential, parameters, [{ file: 'a/' }]);
	expect(error?.message).toBeUndefined();
});

const anyObject = fc.oneof(
	fc.record({ id: fc.nat(999), name: word }),
	fc.array(fc.record({ id: fc.nat(999) }), { minLength: 1, maxLength: 3 }),
	fc.record({ a: fc.record({ ok: fc.boolean() }) }),
);

/** Objects in which nothing stands. */
const ofNothing = fc.constantFrom<object>({}, { a: null }, { a: { b: null } });

it('An object is refused in a key and named in a text if it goes in as one, whatever code makes of that', async () => {
	const asText = oneOf(
		'($json.shop + $json.order).hash()',
		"`${$json.shop}-${$json.order}`.hash('sha256')",
		"[$json.shop, $json.order].join('-').base64Encode()",
		"('o-' + $json.order).slice(0, 9)",
		"'o' + String($json.order).length + encodeURIComponent($json.order)",
		"String($json.order).replace(/\\W/g, '') + '-7'",
	);
	await fc.assert(
		fc.asyncProperty(asText, fc.oneof(anyObject, ofNothing), async (code, order) => {
			const item = { shop: 'A1', order } as unknown as IDataObject;
			const found = [await isRefused(code, item), await isNamed(code, item)];
			expect([code, order, ...found]).toEqual([code, order, true, true]);
		}),
		tries(30),
	);
});

it('An object is taken if what stands in it goes in', async () => {
	const byParts = oneOf(
		'JSON.stringify($json.order)',
		'JSON.stringify($json.order).hash()',
		"'o-' + Object.values($json.order).map((one) => JSON.stringify(one)).join('-')",
		"($json.order ? 'yes-' : 'no-') + $json.shop",
		"Object.keys($json.order).length + '-' + $json.shop",
	);
	await fc.assert(
		fc.asyncProperty(byParts, anyObject, async (code, order) => {
			const item = { shop: 'A1', order } as unknown as IDataObject;
			const found = [await isRefused(code, item), await isNamed(code, item)];
			expect([code, order, ...found]).toEqual([code, order, false, false]);
		}),
		tries(30),
	);
});

it("A cell's error is refused in a key and named in a text, whatever code makes of it, unless it names it", async () => {
	const changed = oneOf(
		"'o-' + $json.order.hash()",
		"'o-' + $json.order.replace(/[^A-Z]/g, '')",
		"'o-' + $json.order.slice(1)",
		"($json.order + '-' + $json.shop).hash()",
		"'o-' + [...$json.order].reverse().join('')",
	);
	const error = fc.constantFrom('#N/A', '#REF!', '#VALUE!', '#NAME?', '#NV', '#ЗНАЧ!');
	await fc.assert(
		fc.asyncProperty(changed, error, async (code, order) => {
			const item = { shop: 'A1', order };
			const found = [await isRefused(code, item), await isNamed(code, item)];
			expect([code, order, ...found]).toEqual([code, order, true, true]);
		}),
		tries(30),
	);
	const asked = "($json.order === '#N/A' ? 'none' : $json.order) + '-7'";
	expect(await isNamed(asked, { order: '#N/A' })).toBe(false);
	expect(await isNamed(asked, { order: '#REF!' })).toBe(true);
	expect(
		await isNamed("$json.order.startsWith('#') ? 'none' : $json.order", { order: '#NV' }),
	).toBe(false);
});

it.each([
	['DateTime.local($json.y, $json.m, $json.d).toISODate()', {}],
	['DateTime.utc($json.y, $json.m).toISODate()', {}],
	["DateTime.fromISO('2026-12-01').setLocale($json.lang).toFormat('cccc')", {}],
	["'Due ' + [DateTime.fromISO($json.d).toISODate()].join('')", { d: '31.12.2026' }],
	["Number($json.price.replace(/[^\\d.]/g, '')).toFixed(2)", { price: 'n/a' }],
	["~~$json.n + ' pcs'", { n: 'abc' }],
])('In a text, %s of %j is named', async (code, item) => {
	expect(await isNamed(code, item)).toBe(true);
});
