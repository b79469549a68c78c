import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import '../../support/processedData';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';

/** Code as strangers have spelled it, an item, and whether a part of it has no value. */
type Case = [code: string, item: IDataObject, lacksValue: boolean];

/** What one item's text, by {{ code }} within it, is said to lack, or the error that refuses it. */
async function lackOfText(code: string, item: IDataObject): Promise<boolean> {
	const parameters = { resource: 'sms', operation: 'preview', to: '={{ $json.to }}', from: 'Shop' };
	const text = `=Text: {{ ${code} }}!`;
	const { output, error } = await runNode(service.credential, { ...parameters, text }, [
		{ to, ...item },
	]);
	return error !== undefined || (output[0].json.gaps as string[]).length > 0;
}

const texts: Case[] = [
	["'Hi ' + $json.name + ' at ' + $now.toMillis()", { x: null }, true],
	["'Hi ' + $json.name + ' at ' + Math.random()", { note: null }, true],
	["'Hi ' + $json.name + $now.toFormat('HH:mm:ss.SSS')", { msg: 'Deal is null' }, true],
	["'Hi ' + JSON.parse($json.body).name", { body: '{"a":null}' }, true],
	["'Hi ' + JSON.parse($json.body).a", { body: '{"a":null}' }, true],
	[
		"/^tenant/.test($json.kind) ? 'Hi ' + $json.name : 'Hi ' + $json.other",
		{ kind: 'tenant', other: 'x' },
		true,
	],
	[
		"$json.city.toUpperCase() === 'NANCY' ? 'Hi ' + $json.name : 'Hi ' + $json.other",
		{ city: 'Nancy', other: 'x' },
		true,
	],
	["DateTime.fromISO($json.d).diffNow('hours').toFormat('h')", {}, true],
	['DateTime.fromISO($json.d).diff($now).toHuman()', { d: '31.01.2027 09:00' }, true],
	["Interval.fromDateTimes(DateTime.fromISO($json.a), $now).toFormat('d.M.')", { a: 'x' }, true],
	["Number($json.s).toLocaleString('ru-RU')", {}, true],
	["Number($json.s).toLocaleString('lv-LV')", {}, true],
	["Number($json.s).toLocaleString('fi-FI')", {}, true],
	['String($json.n * 2).toSentenceCase()', {}, true],
	['$json.cell.toLowerCase()', { cell: '#N/A' }, true],
	["$json.cell.replace('!','')", { cell: '#REF!' }, true],
	['$json.cell', { cell: '#n/a' }, true],
	["'Cell ' + $json.cell + ' and #REF!'", { cell: '#N/A' }, true],
	["$json.cell + ' of ' + $json.note", { cell: '#N/A', note: 'Fix #REF! in A1' }, true],
	['$json.cell', { cell: '#WERT!' }, true],
	['$json.cell', { cell: '#NV' }, true],
	['$json.kind !== undefined ? $json.kindName : $json.name', {}, true],
	['$json.name != null ? $json.name : $json.nick', {}, true],
	['$json.list.filter((x) => x.a || x.b).map((x) => x.name).join(", ")', { list: [] }, true],
	['$json.list.find((x) => x.id === 1 || x.id === undefined)?.name', { list: [{ id: 2 }] }, true],
	['$json.name /* null if missing? */', {}, true],
	["'Shop: ' + JSON.parse($json.body).tenant", { body: '{"tenant":"Undefined Ltd"}' }, false],
	[
		"JSON.parse($json.body).finance + ' for ' + $json.name",
		{ name: 'Null', body: '{"finance":"a"}' },
		false,
	],
	["'Hi ' + $jmespath($json,'tenant.name')", { tenant: { name: 'Null Ltd' } }, false],
	["['tenant'].map((k) => 'To ' + $json[k]).join()", { tenant: 'Null Ltd' }, false],
	["'Hi ' + $json.text.match(/tenant: (\\w+)/)?.[1]", { text: 'tenant: Null' }, false],
	["({ nancy: 'Null' })[$json.who]", { who: 'nancy' }, false],
	["({ tenant: $json.name, owner: 'x' })[$json.who]", { who: 'tenant', name: 'Null' }, false],
	[
		"`Hi ${$json.name}`.replace(' undefined','') + ', from ' + $json.shop",
		{ shop: 'Null Ltd' },
		false,
	],
	[
		"String($json.name) === 'undefined' ? 'Hi from ' + $json.shop : $json.name",
		{ shop: 'Null Ltd' },
		false,
	],
	["'Hi ' + $json.a.replace(/'/g,'') + ' ' + $json.finance", { a: 'Null', finance: 'x' }, false],
	["/* don't */ 'Hi ' + $json.nullable + $json.a", { a: 'Null', nullable: 'x' }, false],
	["typeof $json.a === 'string' ? 'Null Ltd: ' + $json.a : ''", { a: 'x' }, false],
	["typeof $json.a === 'string' ? 'Undefined Ltd' : ''", { a: 'x' }, false],
	['$item(0).$json.name', { name: 'Null' }, false],
	['$thisItem.json.name', { name: 'Null' }, false],
	["$node['Items ' + $itemIndex].json['name']", { name: 'Null' }, false],
	["$item(0).$node['Items 0'].json.cell", { cell: '#N/A' }, true],
	["'Undefined Ltd ' + $now.toMillis()", { a: 'x' }, false],
	["'Hi ' + $json.a + ', null' + $now.toMillis()", { a: 'x' }, false],
	["$json.name || 'there'", {}, false],
	["$json.name ?? 'there'", { name: null }, false],
	['$json.city', { city: 'Nan' }, false],
	["'Hi ' + $json.city", { city: 'Nan' }, false],
	['$json.name.toUpperCase()', { name: 'nan' }, false],
	["$json.a?.b ?? ''", {}, false],
	["'Hi ' + $json.missing", {}, true],
	['$json.a / 0', { a: 1 }, true],
	['$json.a[1]', { a: ['a', null] }, true],
	["[$json].map((one) => 'Hi ' + one.name)[0]", {}, true],
	["$input.all().map((one) => 'a' + one.json.name).join()", {}, true],
	['JSON.stringify([$json.a])', { a: null }, true],
	["$json.name ? ', ' + $json.name : null", {}, false],
	["['null', $json.a].join(' ')", { a: 7 }, false],
	["Object.keys($json).join(' ')", { a: 'null' }, false],
	['$json.a.split(" ").slice(-1)[0]', { a: 'null and void, undefined' }, false],
];

it.each(texts)(
	'In a text, %s of %j is named exactly if a part has no value: %j',
	async (code, item, lacks) => {
		expect(await lackOfText(code, item)).toBe(lacks);
	},
);

const keys: Case[] = [
	["'order ' + $json.orders.map((o) => o.id).join('+')", { orders: [] }, true],
	["'order ' + $json.ids.join('-')", { ids: [null] }, true],
	[
		"[$json.order, DateTime.fromISO($json.d).toISODate()].join('-')",
		{ order: 'A7', d: 'soon' },
		true,
	],
	["'order ' + ($json.items ?? []).map((i) => i.id)", {}, true],
	["'order ' + ($json.order?.toFixed(0) ?? '')", {}, true],
	["'order ' + ($json.n ? $json.n + 1 : '')", {}, true],
	["'order ' + (parseInt($json.id) || '')", {}, true],
	["'order ' + ($json.kind === 'order' ? $json.id : '')", {}, true],
	["'order ' + ($json.date ? DateTime.fromISO($json.date).toISODate() : '')", {}, true],
	["'order ' + $json.order.replace(/\\D/g,'')", { order: 'abc' }, true],
	["'order ' + $json.order.slice(9)", { order: 'A' }, true],
	["'order ' + ($json.text.match(/\\d+/) || '')", { text: 'abc' }, true],
	[
		"'order ' + $json.list.filter((x) => x.paid).map((x) => x.id).join()",
		{ list: [{ id: 1, paid: false }] },
		true,
	],
	["'order ' + $json.orders.map(({ id }) => id)", { orders: [{}] }, true],
	["'order ' + $jmespath($json,'list[].id')", { list: [] }, true],
	["['shop','order'].map(k => $json[k]).filter(Boolean).join('-')", { shop: 'LT' }, true],
	["[$json.shop, $json.order].filter((x) => x || x === 0).join('-')", { shop: 'LT' }, true],
	["'order ' + JSON.parse($json.body).id", { body: '{"note":null}' }, true],
	["'order ' + DateTime.fromISO($json.d).diffNow('days').toHuman()", {}, true],
	["'order ' + $json.cell.toLowerCase()", { cell: '#N/A' }, true],
	["'order ' + Number($json.order)", { order: null }, true],
	["'order ' + ($json.order | 0)", {}, true],
	["'order ' + new Date($json.date).getTime()", { date: null }, true],
	['String($json.order).hash()', {}, true],
	["('order ' + $json.order).base64Encode()", {}, true],
	['Number($json.order)', { order: '12345678901234567' }, true],
	['Number($json.order)', { order: '9007199254740993' }, true],
	['Math.trunc($json.order)', { order: '17000000000000001' }, true],
	["$json.order * 1 + ''", { order: '17000000000000001' }, true],
	['JSON.parse($json.body).order', { body: '{"order":12345678901234567}' }, true],
	['parseInt($json.order)', { order: '9876543210987651999' }, true],
	["'' + Number($json.order)", { order: '12345678901234567890123' }, true],
	["Number($json.order).toLocaleString('en-US')", { order: '12345678901234567890' }, true],
	['$json.to + $json.id.toString()', { id: 123456 }, false],
	['`${$json.to}${$json.id}`', { id: 123456 }, false],
	['$json.a.toString() + $json.b', { a: 12345678, b: '123456789' }, false],
	["$now.toFormat('yyyyMMdd') + $json.to", {}, false],
	["$json.date.replace(/\\D/g,'') + $json.to", { date: '2026-11-27' }, false],
	["$json.iban.split(' ').join('')", { iban: 'LT12 1000 0111 0100 1000' }, false],
	["$json.id.replaceAll('-','')", { id: '12345678-1234-1234-1234-123456789012' }, false],
	["$json.id + '-12345678901234567'", { id: 'A7' }, false],
	['$json.id.slice(0,17)', { id: '123456789012345678901234' }, false],
	["$json.id.padEnd(20,'9')", { id: '123' }, false],
	["$json.id.toString() + '0000000000'", { id: 1234567 }, false],
	["'order ' + JSON.parse($json.body).tenantId", { body: '{"tenantId":"A7"}' }, false],
	["'order ' + $jmespath($json,'tenant.id')", { tenant: { id: 'A7' } }, false],
	["'order ' + $json.text.match(/object (\\d+)/)?.[1]", { text: 'object 77' }, false],
	['({ tenant: $json.id })[$json.type]', { id: 'A7', type: 'tenant' }, false],
	['(/^object/.test($json.type) ? $json.id : $json.other)', { id: 'A7', type: 'object' }, false],
	[
		"$json.name.replace(/'/g,'') + '-' + $json.invoiceObject",
		{ name: "O'x", invoiceObject: 'A7' },
		false,
	],
	["`${$json.shop}-${$json.order}`.replace('undefined', $json.to)", { shop: 'LT' }, false],
	['$json.name.slice(0,3) + $json.id', { name: 'Anna', id: 5 }, false],
	["$json.email.split('@')[0]", { email: 'anna@x.lt' }, false],
	['$json.date.slice(0,7)', { date: '2026-11-27' }, false],
	['Math.round($json.x / 1000)', { x: 123456 }, false],
	['$json.n', { n: Number.MAX_SAFE_INTEGER }, false],
	["'null and void ' + $json.id", { id: 'A7' }, false],
	["$json.items.length + '-' + $json.id", { items: [1, 2], id: 4 }, false],
	["$json.type === 'A' ? 'invoice' : 'order'", { type: 'B' }, false],
	["DateTime.fromISO($json.date).toFormat('yyyy-MM')", { date: '2026-11-27' }, false],
	['$json.url.extractDomain()', { url: 'https://a.example.com/x' }, false],
	["$json.email.hash('md5')", { email: 'anna@x.lt' }, false],
	["$('Items 0').item.json.id + '-' + $today.toISODate()", { id: 7 }, false],
	["$execution.id + '/' + $itemIndex", {}, false],
	["$json.order || $execution.id + '/' + $itemIndex", {}, false],
	["$json.order + ($json.suffix ?? '')", { order: 'A7' }, false],
];

it.each(keys)(
	'As a Once Key, %s of %j is refused exactly if a part has no value, or was rounded: %j',
	async (code, item, lacks) => {
		const options = group('onceKey', { key: `={{ ${code} }}` });
		const { error } = await runNode(service.credential, { ...send, options }, [{ to, ...item }]);
		expect(error?.message.includes("'Key' of 'Once Key'") ?? false).toBe(lacks);
	},
);

const consent = { resource: 'contact', operation: 'updateConsent', status: 'revoked' };
it.each<Case>([
	["'c-' + $json.id", {}, true],
	['String($json.id)', {}, true],
	['$json.id', { id: 12345678901234567890 }, true],
	['String($json.id)', { id: 12345678901234567890 }, true],
	['$json.id', { id: '#N/A' }, true],
	['$json.id', { id: 'NS-7' }, false],
	["$json.id + '-1'", { id: 'null-and-void' }, false],
	['$json.id.trim()', { id: '12345678901234567890 ' }, false],
])(
	'As an ID, %s of %j is refused exactly if a part has no value, or was rounded: %j',
	async (code, item, lacks) => {
		await service.answer({});
		const parameters = { ...consent, contactId: `={{ ${code} }}` };
		const { error } = await runNode(service.credential, parameters, [item]);
		expect(error?.message.includes("'Contact ID' isn't an ID") ?? false).toBe(lacks);
		expect(await service.received()).toHaveLength(lacks ? 0 : 1);
	},
);

it('An ID that the user typed is taken as it is', async () => {
	await service.answer({});
	await runNode(service.credential, {
		resource: 'campaign',
		operation: 'get',
		campaignId: 'NS-null',
	});
	expect(await service.received()).toHaveLength(1);
});

it.each([
	[
		{ options: { queryParameters: { parameter: [{ name: 'group', value: '={{ $json.g }}' }] } } },
		'Query Parameters',
	],
	[{ returnAll: '={{ $json.g }}' }, 'Return All'],
])('Nobody lists everybody by an expression that yields nothing: %j', async (parameters, name) => {
	const all = { resource: 'contact', operation: 'getAll', ...parameters };
	const { error } = await runNode(service.credential, all, [{ a: 1 }]);
	expect(error?.message).toContain(`The expression in '${name}' returned nothing`);
	expect(await service.received()).toEqual([]);
});
