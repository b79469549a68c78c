import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { shownName } from '../../../nodes/MessagingService/values/words';
import { fields, parametersOf } from '../../support/description';
import { runNode } from '../../support/engine';
import { PARAMETERS } from '../../support/nodeTypes';
import { bulk, group, recipients, send, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

describe('The options of an item', () => {
	it.each([
		['={{ $json.phone }}', ['37060012345', undefined]],
		['x', ['x', 'x']],
	])('are evaluated once, however often they are asked for: %s', async (a, read) => {
		const parameters = { options: { a } };
		const { output } = await runNode({}, parameters, [{ phone: '37060012345' }, {}], {
			type: PARAMETERS,
			credentials: {},
		});
		expect(output.map(({ json }) => (json.options as IDataObject).a)).toEqual(read);
		expect(output.map(({ json }) => json.isReadOnce)).toEqual([true, true]);
	});
});

describe('An expression that was entered as plain text', () => {
	const piece = '{{ $json.name }}';
	const entered = [
		...[piece, `Hi ${piece}`, "{{$('Form').item.json.name}}", '{{\n$now\n}}', `{{ $ ${piece}`],
		...['Sum {{ Math.round($json.sum) }}', "On {{ DateTime.now().toFormat('d LLLL') }}"],
		...["{{ { lt: 'Labas' }[$json.language] || 'Hi' }}", '{{ ($("Form").item.json.name) }}'],
	];
	const added = [{ name: 'ref', value: piece }];
	const named = [{ name: '={{ "ref" }}', value: piece }];
	const json = { ...sendBulk(1), specifyBody: 'json', jsonBody: `[{"text":"${piece}"}]` };
	const list = { resource: 'contact', operation: 'getAll' };
	const ask = { ...send, operation: 'sendAndWait', message: 'Refund?' };
	const others: Array<[string, INodeParameters]> = [
		...entered.map((text): [string, INodeParameters] => ["'Text'", { ...send, text }]),
		["'Once Key'", { ...send, options: group('onceKey', { key: `order ${piece}` }) }],
		["'Body Fields'", { ...send, options: { bodyFields: { field: added } } }],
		["'Body Fields'", { ...send, options: { bodyFields: { field: named } } }],
		["'Answer Page'", { ...ask, options: group('answerPage', { text: piece }) }],
		["'JSON Body'", json],
		["'Query Parameters'", { ...list, options: { queryParameters: { parameter: added } } }],
	];

	/** Of each operation each parameter that is a text. */
	const all = validOperations.flatMap(({ parameters }) =>
		parametersOf(String(parameters.resource), String(parameters.operation)).flatMap((name) => {
			const isText = fields.some((field) => field.name === name && field.type === 'string');
			if (!isText) return [];
			return [[shownName(name), { ...parameters, [name]: piece }] as [string, INodeParameters]];
		}),
	);

	it.each([...all, ...others])('is refused in %s of %j', async (shown, parameters) => {
		const { error } = await runNode(service.credential, parameters, recipients(1));
		expect(error?.message).toContain(`${shown} has an expression as plain text: {{`);
		expect(error?.description).toContain("Select 'Expression' above the field.");
		expect(await service.received()).toEqual([]);
	});

	it.each([
		...['Hi {{name}}', 'Sent {{DateTime}}', '{{ }} $json', '$json.a }} {{ b }}'],
		...['{{ b }} {{ $json.a', 'Pay {{ $5 now', 'Pay {{ $5 }}', '={{ $json.text }}'],
	])("isn't one that goes out as it is: %s", async (given) => {
		const text = given.startsWith('=') ? piece : given;
		const [{ to }] = recipients(1);
		await runNode(service.credential, { ...send, text: given }, [{ to, text }]);
		const [{ body }] = await service.received();
		expect(body).toMatchObject({ text });
	});
});

describe('The parameters of a batch', () => {
	it('are each read for its own item, whichever way they are given', async () => {
		const people = recipients(4).map((item, n) => ({
			...{ ...item, who: { name: `N${n}` }, shop: n % 2 ? 'Shop' : null },
		}));
		await service.fail({ ...bulk, kind: 'status', status: 200, body: '[]' });
		const field = [{ name: 'ref', value: '={{ $json.who.name }}' }];
		const parameters = {
			...sendBulk(100, { bodyFields: { field } }),
			from: '={{ $json.shop ?? "Other" }}',
			text: '={{ $json["who"].name }}',
		};
		await runNode(service.credential, parameters, people);
		const [{ body }] = await service.received();
		expect(body).toEqual(
			people.map(({ to, who: { name }, shop }) => ({
				...{ to, from: shop ?? 'Other', text: name, ref: name },
			})),
		);
	});
});

it.each([
	['text', "'Text'", 'Hi {{ $json.day.toDateTime() }}'],
	['to', "'To'", "{{ $('Nobody').item.json.phone }}"],
	['from', "'From'", '{{ $json.list.sum() }}'],
])(
	'An expression that n8n cannot evaluate is named by its field: %s',
	async (field, name, code) => {
		const items = [{ to: '37060012345', day: 'soon', list: ['a'] }];
		const { error } = await runNode(service.credential, { ...send, [field]: `=${code}` }, items);
		expect(error?.message).toContain(`The expression in ${name} couldn't be evaluated: `);
		expect(error?.description).toMatch(/\w/);
		expect(await service.received()).toEqual([]);
	},
);
