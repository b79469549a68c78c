import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';

/** Ways to read the same field. */
const READINGS = [
	...['$json.n', "$json['n']", '$json?.n', '$json.o.n', '$json.o?.n', '$input.item.json.n'],
	...["$('Items 0').item.json.n", "$('Items 0').first().json.n", "$('Items 0').all()[0].json.n"],
	...["$('Items 0').first()?.json?.n", "$items('Items 0')[0].json.n", "$node['Items 0'].json['n']"],
	...['JSON.parse($json.text).n', '$json.list.map((x) => x.n)[0]', '(({ n }) => n)($json)'],
];

/** What a field can be that has no value. */
const BLANKS = [undefined, null, '', ' '];

type Make = { of: (read: string) => string; blanks?: unknown[] };
/** What code makes of it: a number, a day, a longer text, so that nobody sees that there was none. */
const MAKES: Make[] = [
	{ of: (read) => `(${read} * 1.21).toFixed(2)` },
	{ of: (read) => `Math.round(${read} / 1000) + ' km'` },
	{ of: (read) => `Math.min(100, Math.max(10, ${read}))` },
	{ of: (read) => `Math.floor(${read} / 86400000)` },
	{ of: (read) => `new Date(Number(${read})).getFullYear()` },
	{ of: (read) => `DateTime.fromMillis(Number(${read})).toFormat('dd.MM.yyyy')` },
	// A text in place of a number is another thing for Luxon.
	{
		of: (read) => `$today.plus({ days: ${read} }).toFormat('dd.MM.yyyy')`,
		blanks: [undefined, null],
	},
	{ of: (read) => `(10 + ${read}).toFixed(2)`, blanks: [undefined, null] },
	// A part that is a blank text leaves a text as it is.
	{ of: (read) => `('order-' + ${read}).slice(0, 10)`, blanks: [undefined, null] },
	{ of: (read) => `String(${read}).padStart(5, '0')` },
	{ of: (read) => `'*'.repeat(${read})`, blanks: [undefined, null, ''] },
];

const itemOf = (n: unknown): IDataObject =>
	JSON.parse(JSON.stringify({ to, n, o: { n }, list: [{ n }], text: JSON.stringify({ n }) }));

async function isNamed(code: string, item: IDataObject): Promise<boolean> {
	const parameters = { ...send, operation: 'preview', text: `=It is {{ ${code} }}.` };
	const { output, error } = await runNode(service.credential, parameters, [item]);
	return error !== undefined || (output[0].json.gaps as string[]).length > 0;
}

async function isRefused(code: string, item: IDataObject): Promise<boolean> {
	const options = group('onceKey', {
		key: `={{ $json.to + '-' + ${code} }}-${String(Math.random())}`,
	});
	const { error } = await runNode(service.credential, { ...send, options }, [item]);
	return error?.message.includes("'Key' of 'Once Key'") ?? false;
}

const reading = fc.constantFrom(...READINGS);
const make = fc.constantFrom(...MAKES);

describe('What code makes of a field, however it reads it', () => {
	it('is named in a text, and refused in a key, if the field has no value', async () => {
		await fc.assert(
			fc.asyncProperty(reading, make, fc.nat(), async (read, { of, blanks = BLANKS }, kind) => {
				const item = itemOf(blanks[kind % blanks.length]);
				const code = of(read);
				const found = {
					isNamed: await isNamed(code, item),
					isRefused: await isRefused(code, item),
				};
				expect({ code, item, ...found }).toEqual({ code, item, isNamed: true, isRefused: true });
			}),
			tries(60),
		);
	});

	it('takes no time, also where a loop counts up to it', async () => {
		const loop = `(() => { let text = ''; for (let i = 0; i < $json.n; i++) text = i; return 'date ' + text; })()`;
		expect(await isNamed(loop, itemOf(3))).toBe(false);
		expect(await isRefused(loop, itemOf(null))).toBe(true);
	});

	it('is neither if it has one, or a default', async () => {
		await fc.assert(
			fc.asyncProperty(reading, make, fc.boolean(), async (read, { of }, hasDefault) => {
				const item = itemOf(hasDefault ? null : 7);
				const code = of(hasDefault ? `(${read} || 7)` : read);
				const found = {
					isNamed: await isNamed(code, item),
					isRefused: await isRefused(code, item),
				};
				expect({ code, item, ...found }).toEqual({ code, item, isNamed: false, isRefused: false });
			}),
			tries(60),
		);
	});
});
