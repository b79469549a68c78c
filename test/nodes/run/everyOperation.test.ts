import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { fields, groupsOf, operationFields, optionsOf } from '../../support/description';
import { runNode } from '../../support/engine';
import { inOrder, places, recipients, retry, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const ITEMS = 12;
const BATCH_SIZE = 5;
const items = recipients(ITEMS).map((item, index) => ({ ...item, isLast: index === ITEMS - 1 }));

/** What every operation understands that has it; the others leave it alone. */
const options = group('requests', { concurrency: 1, batchSize: BATCH_SIZE });

/** What a field is filled with, as an expression, where an item's number is no value for it. */
const VALUES: Record<string, string> = {
	limit: '5',
	'email.to': '$json.to + "@example.com"',
	'email.from': '"hello@example.com"',
};

/** The operations that make requests, as the description has them, with what they cannot do without. */
const cases = operationFields.flatMap((field) => {
	const resource = String(field.displayOptions?.show?.resource?.[0]);
	return optionsOf(field)
		.filter(({ routing }) => routing?.request)
		.map(({ name, value }) => {
			const operation = String(value);
			const own = fields
				.filter(isShownWith(resource, operation))
				// With it none of the others is shown.
				.filter((entry) => entry.name !== 'jsonBody');
			const required = own.filter(
				// From may stand in the credential instead, which here it does not.
				(entry) => entry.required ?? ['from', 'limit'].includes(entry.name),
			);
			const expressions = Object.fromEntries(
				required.map((entry) => [
					entry.name,
					VALUES[`${resource}.${entry.name}`] ?? VALUES[entry.name] ?? '$json.to',
				]),
			);
			const isInBatches = groupsOf(resource, operation).requests?.some(
				({ name }) => name === 'batchSize',
			);
			return {
				what: `${resource} ${name}`,
				operation,
				expressions,
				parameters: {
					resource,
					operation,
					...Object.fromEntries(
						Object.entries(expressions).map(([key, text]) => [key, `={{ ${text} }}`]),
					),
					// An email has no required text, because it may be HTML.
					...(resource === 'email' ? { text: 'Hello' } : {}),
					options,
				} as INodeParameters,
				isOneByOne: !!groupsOf(resource, operation).requests,
				requests: isInBatches ? Math.ceil(ITEMS / BATCH_SIZE) : ITEMS,
			};
		});
});

/** All but the one that takes no more than one item. */
const ofManyItems = cases.filter(({ operation }) => operation !== 'sendAndWait');
const itemsFor = ({ operation }: INodeParameters) =>
	operation === 'sendAndWait' ? items.slice(-1) : items;

/** Each field of each operation that has to be filled in. Validate Number answers that an empty one is not valid. */
const casesByField = cases
	.filter(({ operation }) => operation !== 'validate')
	.flatMap(({ what, expressions, parameters }) =>
		Object.entries(expressions).map(([name, text]) => ({ what, name, text, parameters })),
	);

function isShownWith(resource: string, operation: string) {
	return ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.resource?.includes(resource) &&
		displayOptions.show.operation?.includes(operation);
}

it('Every operation that makes a request is here, and all but two have fields that they cannot do without', () => {
	const withFields = new Set(casesByField.map(({ what }) => what));
	const others = cases.map(({ what }) => what).filter((what) => !withFields.has(what));
	expect(others.sort()).toEqual(['account Get Balance', 'contact Validate Number']);
});

it.each([
	['sms', 'sendLater', 'There is no sms operation sendLater'],
	['fax', 'send', 'There is no fax operation'],
])('An operation that does not exist is refused: %s %s', async (resource, operation, message) => {
	const parameters = { resource, operation, to: '37060012345', text: 'Hello' };
	const { error } = await runNode(service.credential, parameters);
	expect(error?.message).toBe(message);
	expect(error?.description).toBe(
		'Nothing was sent. Choose Resource and Operation from the lists.',
	);
	expect(await service.received()).toEqual([]);
});

/** Runs into an error of the last item before anything is requested. */
async function expectRefusal(parameters: INodeParameters): Promise<void> {
	const given = itemsFor(parameters);
	const { error } = await runNode(service.credential, parameters, given);
	expect(`${error?.message} ${error?.description}`).toContain(
		`item ${given.length} of ${given.length}`,
	);
	expect(await service.received()).toEqual([]);
}

const casesWithFields = cases.filter(({ expressions }) => Object.keys(expressions).length);

describe.each([
	['without Batching', {}],
	['with Batching', { batching: { batch: { batchSize: 2, batchInterval: 1 } } }],
])('Nothing is requested %s', (_, requestOptions) => {
	it.each(casesByField)(
		'by $what when the last item has no $name',
		async ({ name, text, parameters }) => {
			const empty = `={{ $json.isLast ? "" : ${text} }}`;
			const given = { ...parameters, [name]: empty, requestOptions };
			await expectRefusal(given);
		},
	);

	it.each(casesWithFields)(
		'by $what when an expression of the last item fails',
		async (operation) => {
			const [[name, text]] = Object.entries(operation.expressions);
			const failing = `={{ $json.isLast ? $("Nobody").first().json.x : ${text} }}`;
			await expectRefusal({ ...operation.parameters, [name]: failing, requestOptions });
		},
	);
});

describe('When the service refuses a request', () => {
	const refused = { kind: 'status', status: 400 };
	const accepted = { kind: 'status', status: 200, body: { messageId: 'a' }, count: 100 };

	// The others make up to 20 requests at the same time.
	it.each(ofManyItems.filter(({ isOneByOne }) => isOneByOne))(
		'nothing goes out behind it: $what',
		async ({ parameters }) => {
			await service.fail(refused);
			await service.fail(accepted);
			const { error } = await runNode(service.credential, parameters, items);
			expect(error?.httpCode).toBe('400');
			expect(await service.received()).toHaveLength(1);
		},
	);

	it.each(ofManyItems)(
		'nothing else goes out again, and each item comes out as its own: $what',
		async ({ parameters, requests }) => {
			await service.fail({ ...refused, after: 2 });
			await service.fail(accepted);
			const run = await runNode(service.credential, parameters, items, retry);
			expect(run.error).toBeUndefined();
			expect(await service.received()).toHaveLength(requests + 1);
			expect(places(run).flat()).toEqual(inOrder(ITEMS));
		},
	);
});
