import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import '../../support/processedData';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';

/** Code as strangers have spelled it, and an item. */
type Case = [code: string, item: IDataObject];

/** What one item's text, by {{ code }} within it, is said to lack, or the error that refuses it. */
async function lackOfText(code: string, item: IDataObject): Promise<boolean> {
	const parameters = { resource: 'sms', operation: 'preview', to: '={{ $json.to }}', from: 'Shop' };
	const text = `=Text: {{ ${code} }}!`;
	const { output, error } = await runNode(service.credential, { ...parameters, text }, [
		{ to, ...item },
	]);
	return error !== undefined || (output[0].json.gaps as string[]).length > 0;
}

it.each<Case>([
	["'Hi ' + $json.name + ' at ' + $now.toMillis()", { x: null }],
	["'Hi ' + $json.name + ' at ' + Math.random()", { note: null }],
	["'Hi ' + $json.name + $now.toFormat('HH:mm:ss.SSS')", { msg: 'Deal is null' }],
	["'Hi ' + JSON.parse($json.body).name", { body: '{"a":null}' }],
	["'Hi ' + JSON.parse($json.body).a", { body: '{"a":null}' }],
	[
		"/^tenant/.test($json.kind) ? 'Hi ' + $json.name : 'Hi ' + $json.other",
		{ kind: 'tenant', other: 'x' },
	],
	[
		"$json.city.toUpperCase() === 'NANCY' ? 'Hi ' + $json.name : 'Hi ' + $json.other",
		{ city: 'Nancy', other: 'x' },
	],
	["DateTime.fromISO($json.d).diffNow('hours').toFormat('h')", {}],
	['DateTime.fromISO($json.d).diff($now).toHuman()', { d: '31.01.2027 09:00' }],
	["Interval.fromDateTimes(DateTime.fromISO($json.a), $now).toFormat('d.M.')", { a: 'x' }],
	["Number($json.s).toLocaleString('ru-RU')", {}],
	["Number($json.s).toLocaleString('lv-LV')", {}],
	["Number($json.s).toLocaleString('fi-FI')", {}],
	["Number($json.s).toLocaleString('tk-TM')", {}],
	['String($json.n * 2).toSentenceCase()', {}],
	['$json.cell.toLowerCase()', { cell: '#N/A' }],
	["$json.cell.replace('!','')", { cell: '#REF!' }],
	['$json.cell', { cell: '#n/a' }],
	["'Cell ' + $json.cell + ' and #REF!'", { cell: '#N/A' }],
	["$json.cell + ' of ' + $json.note", { cell: '#N/A', note: 'Fix #REF! in A1' }],
	['$json.cell', { cell: '#WERT!' }],
	['$json.cell', { cell: '#NV' }],
	['$json.kind !== undefined ? $json.kindName : $json.name', {}],
	['$json.name != null ? $json.name : $json.nick', {}],
	['$json.list.filter((x) => x.a || x.b).map((x) => x.name).join(", ")', { list: [] }],
	['$json.list.find((x) => x.id === 1 || x.id === undefined)?.name', { list: [{ id: 2 }] }],
	['$json.name /* null if missing? */', {}],
	["$item(0).$node['Items 0'].json.cell", { cell: '#N/A' }],
	['$json.a || $json.b', { a: '', b: '' }],
	["$json.a ?? 'friend'", { a: ' ' }],
	['$json.vip ? $json.name : $json.nick', { vip: false, nick: '' }],
	["$json.first + ' ' + $json.name.toUpperCase()", { name: 'Fernando' }],
	["$json.tags.includes('tenant') ? 'Hi ' + $json.name : 'Hi ' + $json.tags", { tags: ['tenant'] }],
	["Object.hasOwn($json, 'note') ? 'Hi ' + $json.name : 'Hi'", { note: 'Ann' }],
	["'Hi ' + $json.name + ', ' + $json.items.length + ' items'", { note: 'undefined', items: [1] }],
	["$json.name && 'Hi ' + $json.name", { name: '' }],
	["'Hi ' + JSON.stringify($json.name) + '!'", { name: '' }],
	["'Order ' + JSON.parse($json.out.split('|')[1]).id", { out: '{"a":1}|{"id":null}' }],
	["'Order ' + JSON.parse($json.out.match(/\\{[^]*\\}/)[0]).id", { out: 'Sure: {"id":null}' }],
	['$json.tags', { tags: ['a', null] }],
	['$json.subtotal + $json.shipping', { subtotal: 10, shipping: null }],
	['$json.price * $json.qty + $json.shipping', { price: null, qty: null, shipping: 5 }],
	['$json.items.reduce((sum, i) => sum + i.price, 0)', { items: [{ price: 1 }, { price: null }] }],
	[
		'$json.list.map((x) => $today.plus({ days: x.n }).toISODate()).join()',
		{ list: [{ n: 1 }, {}] },
	],
	["$json.prices.map((p) => (p * 1.21).toFixed(2)).join(', ')", { prices: [1, null] }],
	[
		"Object.entries($json.costs).map(([k, v]) => k + ': ' + (v * 2).toFixed(2)).join()",
		{ costs: { rent: 5, heat: null } },
	],
	['($json.row[2] * 1.21).toFixed(2)', { row: ['a', 'b', null] }],
	["[$json.first, $json.last].filter(Boolean).join(' ')", {}],
	["('order-' + $json.x).split('').join(' ')", {}],
	['$json.eta | 0', {}],
	["['Dear', $json.title, $json.last].join(' ')", { last: 'Ray' }],
	["'Hi ' + $json.items.map((i) => i.name).join(', ')", { items: [{ name: 'a' }, {}] }],
	['(JSON.parse($json.body).n * 1.21).toFixed(2)', { body: '{"n":null}' }],
	[
		"$('Items 0').all().map(({ json }) => { const { n } = json; return $today.plus({ days: n }).toISODate(); }).join()",
		{},
	],
	["(new Date('2036-12-01').getTime() + $json.min * 60000).toString()", { min: null }],
	["'Seats: ' + $json.seats.join(', ')", { seats: [null, 'B2'] }],
	["('000000' + $json.n).slice(-6)", { n: '' }],
	['DateTime.local($json.y, $json.m).toISODate()', { y: 2036 }],
	['$json.cell', { cell: '#ΤΙΜΗ!' }],
	['$json.cell', { cell: '#ÉRTÉK!' }],
	["'Sum: ' + $json.cell", { cell: '#HODNOTA!' }],
	["'Please pay ' + $json.amount + ' EUR'", { amount: '' }],
	["Number($json.amount).toLocaleString('en-US')", { amount: '' }],
	["new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format($json.n)", {}],
	['`${$json.first} ${$json.last}`', { first: 'Ada', last: ' ' }],
	["$json.items.map((i) => i.qty + 'x ' + i.name).join(', ')", { items: [{ name: '', qty: 2 }] }],
	["Object.values($json.address).join(', ')", { address: { street: 'A 1', zip: '', city: 'V' } }],
	["$json.text.replace('{name}', $json.name)", { text: 'Hello {name}!', name: '' }],
	["$json.hi ?? 'Hi' + ' ' + $json.name", { name: '' }],
	[
		"$('Items 0').all().reduce((all, { json }) => { const { n } = json; return all + (n | 0); }, 5)",
		{},
	],
	[
		"$('Items 0').all().reduce((all, one) => all + one.json.items.reduce((sum, i) => sum + (i.n | 0), 0), 5)",
		{ items: [{ n: 1 }, {}] },
	],
	[
		"$('Items 0').all().reduce((all, one) => all + one.json.items.reduce((sum, n) => sum + (n | 0), 0), 5)",
		{ items: [1, null] },
	],
	['(JSON.parse($json.body).n | 0) + 5', { body: '{"n":null}' }],
])('In a text, %s of %j is named: a part of it has no value', async (code, item) => {
	expect(await lackOfText(code, item)).toBe(true);
});

it.each<Case>([
	["['Dear', $json.title, $json.last].filter(Boolean).join(' ')", { last: 'Ray' }],
	["['Dear', $json.title ?? '', $json.last].join(' ')", { last: 'Ray' }],
	["('000000' + $json.n).slice(-6)", { n: 7 }],
	["('Thanks for your order ' + $json.note).slice(0, 10)", { note: '' }],
	['DateTime.local($json.y, $json.m ?? 1).toISODate()', { y: 2036 }],
	['$json.note', { note: 'More at #HIV or #sz\u00e1m' }],
	["'Shop: ' + JSON.parse($json.body).tenant", { body: '{"tenant":"Undefined Ltd"}' }],
	["'Hi ' + JSON.parse($json.out.match(/\\{[^]*\\}/)[0]).n", { out: 'Null? {"n":"Null Ltd"}' }],
	["'\\n'", {}],
	['String.fromCharCode(10)', {}],
	["$json.vip ? 'VIP' : '\\n'", { vip: false }],
	["(() => { let out = ''; if ($json.vip) out = 'VIP '; return out; })()", { vip: false }],
	[
		"JSON.parse($json.body).finance + ' for ' + $json.name",
		{ name: 'Null', body: '{"finance":"a"}' },
	],
	["'Hi ' + $jmespath($json,'tenant.name')", { tenant: { name: 'Null Ltd' } }],
	["['tenant'].map((k) => 'To ' + $json[k]).join()", { tenant: 'Null Ltd' }],
	["'Hi ' + $json.text.match(/tenant: (\\w+)/)?.[1]", { text: 'tenant: Null' }],
	["({ nancy: 'Null' })[$json.who]", { who: 'nancy' }],
	["({ tenant: $json.name, owner: 'x' })[$json.who]", { who: 'tenant', name: 'Null' }],
	["`Hi ${$json.name}`.replace(' undefined','') + ', from ' + $json.shop", { shop: 'Null Ltd' }],
	[
		"String($json.name) === 'undefined' ? 'Hi from ' + $json.shop : $json.name",
		{ shop: 'Null Ltd' },
	],
	["'Hi ' + $json.a.replace(/'/g,'') + ' ' + $json.finance", { a: 'Null', finance: 'x' }],
	["/* don't */ 'Hi ' + $json.nullable + $json.a", { a: 'Null', nullable: 'x' }],
	["typeof $json.a === 'string' ? 'Null Ltd: ' + $json.a : ''", { a: 'x' }],
	["typeof $json.a === 'string' ? 'Undefined Ltd' : ''", { a: 'x' }],
	['$item(0).$json.name', { name: 'Null' }],
	['$thisItem.json.name', { name: 'Null' }],
	["$node['Items ' + $itemIndex].json['name']", { name: 'Null' }],
	["'Undefined Ltd ' + $now.toMillis()", { a: 'x' }],
	["'Hi ' + $json.a + ', null' + $now.toMillis()", { a: 'x' }],
	['$json.city', { city: 'Nan' }],
	["'Hi ' + $json.city", { city: 'Nan' }],
	['$json.name.toUpperCase()', { name: 'nan' }],
	['$json.name.toUpperCase()', { name: 'Fernando' }],
	['$json.first[0] + $json.last[0]', { first: 'Nina', last: 'Stone' }],
	['$json.name.slice(0, 3)', { name: 'Nancy' }],
	["$json.note || ' '", { note: '' }],
	["$json.dept + ', ' + $json.items.length + ' items'", { dept: 'MAINTENANCE', items: [1] }],
	["$json.items.map((i) => i.note || '').join('')", { items: [{ note: null }] }],
	["$ifEmpty('null and void ' + $json.a, 'x')", { a: 'The deal is null and void' }],
	["$json.text.match(/\\$(\\d+)/)[1] + ', Null Ltd ' + $json.name", { text: '$125', name: 'A' }],
	['[...$json.items].map((i) => i.name).join()', { items: [{ name: 'Null Ltd' }] }],
	["$json.items.map((i) => (i.note ? ' - ' + i.note : '')).join('')", { items: [{ note: '' }] }],
	[
		"$json.items.filter((i) => i.price).map((i) => i.name + ' ' + i.price.toFixed(2)).join()",
		{
			items: [
				{ name: 'a', price: 2 },
				{ name: 'b', price: null },
			],
		},
	],
	['Math.min(...$json.days.filter((d) => d))', { days: [3, null] }],
	['JSON.stringify({ id: 7, note: $json.note })', { note: '' }],
	["isNaN($json.n) ? 'none' : $json.n", {}],
	["$json.n === undefined ? '-' : Number($json.n).toFixed(2)", {}],
	[
		'$json.items.map(({ name, qty = 1 }) => `${qty}x ${name}`).join()',
		{ items: [{ name: 'A' }, { name: 'undefined', qty: 2 }] },
	],
	["$json.output.replace(/```json|```/g, '')", { output: '```json\n{"a":null}\n```' }],
	["$json.a?.b?.trim() ?? 'friend'", {}],
	["($json.first + ' ' + $json.last).trim()", { first: 'Ada', last: '' }],
	["($json.title + ' ' + $json.last).replace(/^ /, '')", { title: '', last: 'Ray' }],
	["$json.name + ($json.note ? ' (' + $json.note + ')' : '')", { name: 'Ada', note: '' }],
	['JSON.stringify($json)', { note: '' }],
	["['', ' and one more'][$json.n]", { n: 0 }],
])('In a text, %s of %j has all its values', async (code, item) => {
	expect(await lackOfText(code, item)).toBe(false);
});

const isRefused = async (code: string, item: IDataObject) => {
	const options = group('onceKey', { key: `={{ ${code} }}` });
	const { error } = await runNode(service.credential, { ...send, options }, [{ to, ...item }]);
	return error?.message.includes("'Key' of 'Once Key'") ?? false;
};

it.each<Case>([
	["'order ' + $json.orders.map((o) => o.id).join('+')", { orders: [] }],
	["'order ' + $json.ids.join('-')", { ids: [null] }],
	["'order ' + ($json.items ?? []).map((i) => i.id)", {}],
	["'order ' + ($json.order?.toFixed(0) ?? '')", {}],
	["'order ' + ($json.n ? $json.n + 1 : '')", {}],
	["'order ' + (parseInt($json.id) || '')", {}],
	["'order ' + ($json.kind === 'order' ? $json.id : '')", {}],
	["'order ' + ($json.date ? DateTime.fromISO($json.date).toISODate() : '')", {}],
	["'order ' + $json.order.replace(/\\D/g,'')", { order: 'abc' }],
	["'order ' + $json.order.slice(9)", { order: 'A' }],
	["'order ' + ($json.text.match(/\\d+/) || '')", { text: 'abc' }],
	[
		"'order ' + $json.list.filter((x) => x.paid).map((x) => x.id).join()",
		{ list: [{ id: 1, paid: false }] },
	],
	["'order ' + $json.orders.map(({ id }) => id)", { orders: [{}] }],
	["'order ' + $jmespath($json,'list[].id')", { list: [] }],
	["['shop','order'].map(k => $json[k]).filter(Boolean).join('-')", { shop: 'LT' }],
	["[$json.shop, $json.order].filter((x) => x || x === 0).join('-')", { shop: 'LT' }],
	["'order ' + JSON.parse($json.body).id", { body: '{"note":null}' }],
	["'order ' + DateTime.fromISO($json.d).diffNow('days').toHuman()", {}],
	["'order ' + $json.cell.toLowerCase()", { cell: '#N/A' }],
	["'order ' + Number($json.order)", { order: null }],
	["'order ' + ($json.order | 0)", {}],
	["'order ' + new Date($json.date).getTime()", { date: null }],
	['String($json.order).hash()', {}],
	['($json.kind + $json.order).hash()', { kind: 'reminder' }],
	["$json.kind + '/' + Number($json.order)", { kind: 'reminder', order: null }],
	["$json.kind + '/' + $json.order.trim()", { kind: 'reminder', order: ' ' }],
	["'order ' + $json.order", { order: '\u200b' }],
	["$json.id.replace(/[^\\p{L}\\p{N}]/gu, '') + $json.shop", { id: 'A-7', shop: '' }],
	["typeof $json.id === 'string' ? $json.shop + $json.id : ''", { id: 'A7' }],
	["'name' in $json ? $json.shop + $json.name : ''", { name: 'A7' }],
	["('order ' + $json.order).base64Encode()", {}],
	["$json.id + '-' + ($json.shop || 'LT')", { id: 'A7', shop: ' ' }],
	["$json.id + '-' + ($json.line < 10 ? '0' + $json.line : $json.line)", { id: 'A7', line: '' }],
	["$json.id % 2 === 0 ? 'even' + $json.id : 'odd' + $json.id", { id: '' }],
	["$json.values[0][1] + '-' + $json.values[0][0]", { values: [['a', '']] }],
	["$json.tags.join('-')", { tags: ['', 'b'] }],
	["$json.text.match(/\\$(\\d+)/)[1] + '-' + $json.id", { text: '$125', id: '' }],
	[
		"'o-' + JSON.parse($json.body).id + '-' + JSON.parse($json.body).line",
		{ body: '{"id":"A7","line":""}' },
	],
	["'order ' + encodeURIComponent($json.order)", { order: ' ' }],
	["'order-' + $json.order + '-' + $json.items.length", { order: '', items: [1] }],
	["($json.shop || 'LT') + '-' + $json.order", { order: '' }],
	["($json.kind || 'order') + '/' + Number($json.order)", { order: null }],
	["($json.no || $json.id) + '-' + $json.line", { id: 'A7', line: '' }],
	[
		"$json.items.map((i) => i.sku + '-' + i.variant).join()",
		{ items: [{ sku: 's', variant: '' }] },
	],
	['Number($json.order)', { order: '12345678901234567' }],
	['Number($json.order)', { order: '9007199254740993' }],
	['Math.trunc($json.order)', { order: '17000000000000001' }],
	["$json.order * 1 + ''", { order: '17000000000000001' }],
	['JSON.parse($json.body).order', { body: '{"order":12345678901234567}' }],
	['parseInt($json.order)', { order: '9876543210987651999' }],
	["'' + Number($json.order)", { order: '12345678901234567890123' }],
	["Number($json.order).toLocaleString('en-US')", { order: '12345678901234567890' }],
	["encodeURIComponent($json.order || '')", { order: ' ' }],
	["$json.Užsakymas + '-' + $json.id", { Užsakymas: '', id: 3 }],
	["$json.код.trim() + '-' + $json.id", { код: '', id: 3 }],
	["(({ 國碼, id }) => 國碼 + '-' + id)($json)", { 國碼: '', id: 3 }],
	["$json._id.$oid + '-' + $json.n", { _id: { $oid: '' }, n: 1 }],
	["$json['Customer\\'s order'] + '-' + $json.id", { "Customer's order": '', id: 3 }],
	[
		"JSON.parse($json.output.replace(/```json|```/g,'')).order_id + '-' + $json.n",
		{ output: '```json\n{"order_id":null}\n```', n: 1 },
	],
	[
		"JSON.parse($json.output.replace(/```json|```/g,'')).order_id + '-' + $json.n",
		{ output: '```json\n{"order_id":""}\n```', n: 1 },
	],
	["new Date($json.date + ' ' + $json.time).toISOString()", { date: '2026-12-01', time: '' }],
	[
		"$json.date.toDateTime().setZone($json.tz).toFormat('yyyy-MM-dd HH:mm')",
		{ date: '2026-12-01T10:00:00Z', tz: '' },
	],
	["$json.ts.toDateTime('s').toISODate() + '/' + $json.id", { ts: '', id: 'A7' }],
	['$json.order.toString(36)', { order: 12345678901234567890 }],
	["`${$json.order || 'Order '}/ ${$json.order}`", { order: '' }],
	["'a' + ($json.x || 'Hi ') + '-' + $json.x + '-' + ($json.x || 'b')", { x: '' }],
	['Number($json.id) % 10000', { id: '12345678901234567' }],
	['Number($json.id).toString(36)', { id: '98765432109876543210' }],
	['Number($json.id).toString().slice(-6)', { id: '12345678901234567' }],
	['Number($json.id).toString().hash()', { id: '12345678901234567' }],
	["Number($json.id).toLocaleString('ar-EG')", { id: '12345678901234567' }],
	["'o' + Number($json.id)", { id: '9007199254740993' }],
	["$json.to + '-' + [$json.order?.id]", { order: null }],
	["$json.to + '-' + [$json.order?.id.trim()]", { order: null }],
	["'o' + parseInt($json.id)", { id: '9007199254740995' }],
	[
		"$json.to + '-' + ($json.subtotal + $json.shipping).toFixed(2)",
		{ subtotal: 10, shipping: null },
	],
])(
	'As a Once Key, %s of %j is refused: a part has no value, or was rounded',
	async (code, item) => {
		expect(await isRefused(code, item)).toBe(true);
	},
);

it.each<Case>([
	['$json.to + $json.id.toString()', { id: 123456 }],
	['`${$json.to}${$json.id}`', { id: 123456 }],
	['$json.a.toString() + $json.b', { a: 12345678, b: '123456789' }],
	["$now.toFormat('yyyyMMdd') + $json.to", {}],
	["$json.date.replace(/\\D/g,'') + $json.to", { date: '2026-11-27' }],
	["$json.iban.split(' ').join('')", { iban: 'LT12 1000 0111 0100 1000' }],
	["$json.id.replaceAll('-','')", { id: '12345678-1234-1234-1234-123456789012' }],
	["$json.id + '-12345678901234567'", { id: 'A7' }],
	["'o' + Number($json.id)", { id: '9007199254740881' }],
	["'o' + $json.id.slice(0, 15)", { id: '9007199254740993' }],
	["($json.order || '').trim() || 'none'", {}],
	['$json.id.slice(0,17)', { id: '123456789012345678901234' }],
	["$json.id.padEnd(20,'9')", { id: '123' }],
	["$json.id.toString() + '0000000000'", { id: 1234567 }],
	["'order ' + JSON.parse($json.body).tenantId", { body: '{"tenantId":"A7"}' }],
	["'order ' + $jmespath($json,'tenant.id')", { tenant: { id: 'A7' } }],
	["'order ' + $json.text.match(/object (\\d+)/)?.[1]", { text: 'object 77' }],
	['({ tenant: $json.id })[$json.type]', { id: 'A7', type: 'tenant' }],
	['(/^object/.test($json.type) ? $json.id : $json.other)', { id: 'A7', type: 'object' }],
	["$json.name.replace(/'/g,'') + '-' + $json.invoiceObject", { name: "O'x", invoiceObject: 'A7' }],
	["`${$json.shop}-${$json.order}`.replace('undefined', $json.to)", { shop: 'LT' }],
	['$json.name.slice(0,3) + $json.id', { name: 'Anna', id: 5 }],
	["$json.email.split('@')[0]", { email: 'anna@x.lt' }],
	['$json.date.slice(0,7)', { date: '2026-11-27' }],
	['Math.round($json.x / 1000)', { x: 123456 }],
	['$json.n', { n: Number.MAX_SAFE_INTEGER }],
	["'null and void ' + $json.id", { id: 'A7' }],
	["$json.items.length + '-' + $json.id", { items: [1, 2], id: 4 }],
	["$json.type === 'A' ? 'invoice' : 'order'", { type: 'B' }],
	["DateTime.fromISO($json.date).toFormat('yyyy-MM')", { date: '2026-11-27' }],
	['$json.url.extractDomain()', { url: 'https://a.example.com/x' }],
	["$json.email.hash('md5')", { email: 'anna@x.lt' }],
	["$('Items 0').item.json.id + '-' + $today.toISODate()", { id: 7 }],
	["$execution.id + '/' + $itemIndex", {}],
	["$json.order || $execution.id + '/' + $itemIndex", {}],
	["$json.order + ($json.suffix ?? '')", { order: 'A7' }],
	["DateTime.fromISO($json.date).toFormat('yyyyMMdd') + $json.to", { date: '2027-01-31' }],
	[
		"$json.to + DateTime.fromISO($json.date).toFormat('yyyyMMddHHmm')",
		{ date: '2027-12-30T22:59Z' },
	],
	['String($json.n)', { n: Number.MAX_SAFE_INTEGER }],
	['JSON.stringify($json.order).hash()', { order: { id: 7 } }],
	["JSON.stringify($json).hash('sha256')", { id: 7, note: null }],
	["$json.text.split(' ').join('').hash()", { text: 'a  b' }],
	["$json.to + '/' + $json.name.toUpperCase()", { name: 'Fernando' }],
	['$json.order }}/{{ String($json.isVip)', { order: 7, isVip: true }],
	['Math.floor($json.n / 1000)', { n: 100 }],
	["[...$json.tags].sort().join('-')", { tags: ['b', 'a'] }],
	["Math.max(...$json.items.map((i) => i.price)) + ' EUR'", { items: [{ price: 7 }] }],
	["({ id: 'none', ...$json }).id", { id: 'A7' }],
	[
		"$json.items.map((i) => i.name + (i.size ? ' ' + i.size : '')).join()",
		{ items: [{ name: 'a' }, { name: 'b', size: 'L' }] },
	],
	["$json.items.map((i) => i.note || '-').join('; ')", { items: [{ note: '' }, { note: 'x' }] }],
	["$json.dept + '-' + $json.items.length", { dept: 'FINANCE', items: [1] }],
	['$json.ids[$json.ids.length - 1]', { ids: ['12345678901234567890'] }],
	[
		'$json.contacts.find((c) => c.primary).email',
		{ contacts: [{ email: 'a' }, { primary: true, email: 'c' }] },
	],
	[
		"$json.lines.filter((l) => !l.cancelled).map((l) => l.sku).join('-')",
		{ lines: [{ sku: 's' }] },
	],
	[
		'$json.messages.find((m) => m.ok).id',
		{ messages: [{ id: '1' }, { ok: 1, id: '12345678901234567890' }] },
	],
	["$json.iban.split(' ').join('')", { iban: 'LT12 1000 ' }],
	["$json.phone.split(/\\D+/).join('')", { phone: '+370 600 12345' }],
	["$json.title.split(/\\W+/).join('-')", { title: 'Hello, world!' }],
	[
		"Object.values($json.address).join('-')",
		{ address: { street: 'Gedimino 1', city: 'Vilnius' } },
	],
	["$json.order + '/' + $json.amount * 100", { order: 'A7', amount: 4.35 }],
	["$json.id + '/' + $json.lat", { id: 'A7', lat: 54.68715649999999 }],
	['$json.order || Math.random()', {}],
	["$json.id + '-' + Math.random().toString(36)", { id: 'A7' }],
	["$json.id + '-' + $json.when + DateTime.now().toMillis()", { id: 'A7', when: '2026112809' }],
	["$json.items.map((i) => i.sku + (i.variant ?? '')).join()", { items: [{ sku: 's' }] }],
	["$json.order + ($json.suffix ? '-' + $json.suffix : '')", { order: 'A7' }],
	["($json.a || 'x') + '-' + $json.id + '-' + ($json.a || 'y')", { a: '', id: 7 }],
	["($json.a ?? 'x') + '-' + $json.id + '-' + ($json.a ?? 'y')", { a: null, id: 7 }],
	["[...$json.tags, $json.id].join('-')", { tags: [], id: 7 }],
	["[$json.id].concat($json.tags ?? []).join('-')", { tags: [], id: 7 }],
	['JSON.stringify($json).hash()', { tags: [''], id: 7 }],
	['Object.keys($json.data)[0]', { data: { '-Mxyz': { a: 1 } } }],
	["Object.keys($json).find((k) => k.startsWith('order_')).slice(6)", { order_17: 'x' }],
	["$json.no.split('-')[0]", { no: '۱۲۳۴-۵۶' }],
	['$json.rating', { rating: '★★★★☆' }],
	[
		"JSON.parse($json.output.replace(/```json|```/g,'')).order_id + '-' + $json.n",
		{ output: '```json\n{"order_id":"A7","note":null}\n```', n: 1 },
	],
	[
		"$json.date.toDateTime().setZone($json.tz || 'UTC').toFormat('yyyy-MM-dd HH:mm')",
		{ date: '2026-12-01T10:00:00Z', tz: '' },
	],
	["$json.lat + ',' + $json.lon", { lat: 54.687156, lon: 25.279651 }],
	["$json.prices.join(',')", { prices: [19.99, 24.5, 100.25, 7.75, 3.2] }],
	["$json.order.padStart(20, '0')", { order: 'A7' }],
	['$json.body.hash()', { body: 'Got [null] back' }],
	["$json.to + ' ' + $json.body", { body: 'a [""] b' }],
	["(({ order, line = 1 }) => order + '-' + line)($json)", { order: 'A' }],
	['$json.id.slice(0, 10)', { id: '12345678901234567' }],
	['$json.id.hash()', { id: '12345678901234567' }],
	['$json.sentAt.slice(0, 14)', { sentAt: '20261201103000123' }],
	['$json.iccid.slice(0, -1)', { iccid: '89370012345678901234' }],
	["$json.card.replace(/\\d{4}$/, '****')", { card: '4111111111111111' }],
	[
		"$json.items.filter((i) => i.price).map((i) => i.sku + ' ' + i.price.toFixed(2)).join()",
		{
			items: [
				{ sku: 'a', price: 2 },
				{ sku: 'b', price: null },
			],
		},
	],
])('As a Once Key, %s of %j is taken', async (code, item) => {
	expect(await isRefused(code, item)).toBe(false);
});

const consent = { resource: 'contact', operation: 'updateConsent', status: 'revoked' };
it.each<[...Case, lacksValue: boolean]>([
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
