import { Expression, ExpressionExtensions, type IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { keyRefusedBy } from '../../../support/keyOf';
import '../../../support/processedData';
import { group, send } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();

const isRefused = keyRefusedBy(service);

process.env.N8N_BLOCK_ENV_ACCESS_IN_NODE = 'false';
process.env.TEST_STAGE = 'FINANCE';

it.each<[code: string, item: IDataObject]>([
	["$json.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	["$input.item.json.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	["$input.all()[0].json.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	["$('Items 0').first().json.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	["$items('Items 0')[0].json.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	["$node['Items 0'].data.dept + '-' + $json.id", { dept: 'FINANCE', id: 7 }],
	['$binary.data.fileName', { $file: 'FINANCE.PDF' }],
	['$input.item.binary.data.fileName', { $file: 'inv7.pdf' }],
	["$env.TEST_STAGE + '-' + $json.id", { id: 7 }],
	['$input.first().binary.data.fileName', { $file: 'FINANCE.PDF' }],
])(
	'The words of the data are those of the data, wherever code reads it: %s',
	async (code, item) => {
		expect(await isRefused(code, item)).toBe(false);
	},
);

it('What one node gave is not what another gave', async () => {
	const code = "$input.item.json.id + '-' + ($('Start').item.json.name + '')";
	expect(await isRefused(code, { id: 7, name: 'a' })).toBe(true);
	expect(await isRefused(code.replace('Start', 'Items 0'), { id: 7, name: 'a' })).toBe(false);
});

it('Beside a list that is too long to change, what the code names is judged all the same', async () => {
	const rows = Array<IDataObject>(40_000).fill({ name: 'FINANCE' });
	expect(await isRefused("$json.rows.length + '-' + $json.order", { rows, order: '' })).toBe(true);
	expect(await isRefused('$json.rows.at(-1).name + $json.id', { rows, id: 7 })).toBe(false);
	expect(await isRefused("$json.rows.length + '-rows'", { rows })).toBe(false);
	const customer = { dept: 'FINANCE', id: '' };
	const some = { rows: rows.slice(0, 20_000), customer };
	expect(await isRefused("$json.customer.dept + '-7'", some)).toBe(false);
	expect(await isRefused("$json.customer.dept + '-' + $json.customer.id", some)).toBe(true);
});

it('Of many items, each of which reads the list of all, a blank part and a rounded number are found', async () => {
	const items = Array.from({ length: 150 }, (_, id) => ({ id, name: `n${id}`, big: `${id}` }));
	const keyOf = (field: string) =>
		group('onceKey', {
			key: `={{ $input.all().find((one) => one.json.id === $json.id).json.${field} + '-x' }}`,
		});
	for (const [field, last] of [
		['name', { name: '' }],
		['big', { big: 12345678901234567890 }],
	] as const) {
		const given = [...items, { ...items[0], id: 150, ...last }];
		const parameters = { ...send, to: '37060012345', options: keyOf(field) };
		const { error } = await runNode(service.credential, parameters, given as IDataObject[]);
		expect(error?.message).toContain('item 151');
	}
});

it('Of thousands of items, one with a list of hundreds is judged like the others', async () => {
	const rows = Array.from({ length: 520 }, (_, id) => ({ id, name: '' }));
	const items = [...Array(4000).keys()].map((id) => ({ id, rows: [{ id: 7, name: 'a' }] }));
	const key = "={{ $json.rows.find((one) => one.id === 7).name + '-' + $json.id }}";
	const parameters = { ...send, to: '37060012345', options: group('onceKey', { key }) };
	const given = [...items, { id: 4000, rows }];
	const { error } = await runNode(service.credential, parameters, given);
	expect(error?.message).toContain('item 4001');
});

it("The code's own changes of a list don't reach the data", async () => {
	const code =
		'[...$input.all()].map((one) => { one.json.n = 1 + (one.json.n || 0); return one.json.n; }).join()';
	const parameters = {
		...send,
		to: '37060012345',
		options: group('onceKey', { key: `={{ ${code} }}` }),
	};
	const { run } = await runNode(service.credential, parameters, [{ id: 7 }]);
	const [{ json }] = run.data.resultData.runData['Items 0'][0].data!.main[0]!;
	expect(json.n).toBeLessThan(3);
});

it.each(['$json.a', 'JSON.parse($json.a)', '[...$json.a].map((x) => new Date(x))'])(
	"None of n8n's functions is called around %s: n8n would parse it twice",
	async (code) => {
		const judged = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		await isRefused(`${code} + "-null"`, { a: '2036' });
		const codes = judged.mock.calls
			.map(([text]) => String(text))
			.filter((text) => /\$runShown/.test(text));
		judged.mockRestore();
		expect(codes.length).toBeGreaterThan(0);
		const names = ExpressionExtensions.flatMap(({ functions }) => Object.keys(functions));
		const called = codes.flatMap((text) => text.match(/\.\w+(?=\s*\()/g) ?? []);
		expect(called.filter((name) => names.includes(name.slice(1)))).toEqual([]);
	},
);
