import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { entriesOf, node, ofOperations, operations, optionsOf } from '../../support/description';
import { OPTIONS } from '../../support/options';
import { processedData } from '../../support/processedData';
import { pairs, requests } from '../../support/requests';
import { always, group, kept, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
// A Sunday: outside of the Send Window that the form begins with.
const clock = clockForTests('2026-11-22T12:00:00Z');

const { description } = node;
const { properties } = description;

const text = { from: 'Shop', text: '=Hello “you”{{ $json.nobody }}' };
const to = '37060012345';
const phoneNumber = to;
const campaignId = '7';
const waiting = group('waitForDelivery', { timeout: 1, failOnTimeout: false });
const json = { specifyBody: 'json', jsonBody: '{"a":1}' };

/** The parameters of an operation, each time with others of these. */
const ways = (
	resource: string,
	operation: string,
	parameters: INodeParameters,
	...others: INodeParameters[]
): INodeParameters[] =>
	[{}, ...others].map((more) => ({ resource, operation, ...parameters, ...more }));

const requestsBy = { options: group('requests', { method: 'GET' }) };
const onceKey = { options: group('onceKey', { key: '7' }) };
const suppressed = { options: skip('skipSuppressed') };
const email = { to: 'a@b.co', from: 'c@d.co', subject: 'Your order', text: 'Hi' };
const limited = { maxMessages: 5, maxMessagesPerRecipientPerDay: 5 };
const choices = { values: [{ choice: 'A' }, { choice: 'B' }] };

/** What makes each operation work; an operation with a body of the user's own stands here twice. */
const valid: INodeParameters[] = [
	...ways('account', 'getBalance', {}),
	...ways('campaign', 'cancel', { campaignId }),
	...ways('campaign', 'create', { name: 'Spring', ...text, recipients: to }),
	...ways('campaign', 'create', json),
	...ways('campaign', 'get', { campaignId }),
	...ways('campaign', 'getMessages', { campaignId }),
	...ways('campaign', 'getReports', { campaignId }),
	...ways('contact', 'getAll', {}),
	...ways('contact', 'import', { phoneNumber }),
	...ways('contact', 'import', json),
	...ways('contact', 'updateConsent', { contactId: '7' }, json),
	...ways('contact', 'validate', { phoneNumber }),
	...ways('contact', 'validate', json),
	...ways('email', 'send', email),
	...ways('email', 'send', json),
	...ways('sms', 'getReport', { messageId: '7' }, requestsBy, { options: waiting }),
	...ways('sms', 'preview', { to, text: text.text }),
	...ways(
		...(['sms', 'send', { to, ...text }] as const),
		...[onceKey, suppressed, { options: waiting }, { options: group('requests') }],
		...[{ options: skip('sendWindow', always) }, { options: group('limits', limited) }],
	),
	...ways(
		...(['sms', 'sendAndWait', { to, from: 'Shop', message: text.text }] as const),
		...[{ responseType: 'freeText' }, { responseType: 'choices', choices }],
	),
	...ways('sms', 'sendBulk', { to, ...text }, suppressed, onceKey),
	...ways('sms', 'sendBulk', json),
	...ways('sms', 'summarizeReports', {}),
	...ways('suppression', 'add', { phoneNumber }),
	...ways('suppression', 'add', json),
	...ways('suppression', 'getAll', {}),
	...ways('viber', 'send', { to, ...text }),
	...ways('viber', 'send', json),
];

/** Operations that make no request. */
const local = ['preview', 'summarizeReports'];

/** Groups that do nothing by being there, as a window that is open: only their fields do. */
const PLAIN_GROUPS = ['answerPage', 'limits', 'requests', 'skipMessages'];

/** The parameters with the defaults of the fields that the form then shows, as n8n saves them. */
const filledIn = (parameters: INodeParameters): INodeParameters => ({
	...NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description),
});

type IsShown = (field: INodeProperties, values: INodeParameters | IDataObject) => boolean;

/** Whether the form shows a field beside these values. */
const isShownWith =
	(parameters: INodeParameters): IsShown =>
	(field, values) =>
		NodeHelpers.displayParameter(values as INodeParameters, field, null, description, parameters);

/** The fields that the form shows with these parameters, those of the options by their path. */
function shownFields(
	parameters: INodeParameters,
): Array<{ path: string[]; field: INodeProperties }> {
	const isShown = isShownWith(parameters);
	const shown = ofOperations.filter((field) => isShown(field, parameters));
	return shown.flatMap((field) =>
		field.type === 'collection'
			? entriesOf(field)
					.filter((option) => isShown(option, (parameters.options ?? {}) as INodeParameters))
					.map((option) => ({ path: [field.name, option.name], field: option }))
			: [{ path: [field.name], field }],
	);
}

/** A value that is to make a difference, or one that is refused, for options that show only when something fails, or goes on. */
type Other = { value: unknown; isImpossible?: boolean };

/** Other values for a field, or for an option, or a field of one that is a group, by its path. */
function otherValues(
	field: INodeProperties,
	now: unknown,
	isShown: IsShown,
	path?: string,
): Other[] {
	const { name, type, typeOptions } = field;
	// It would wait for two minutes; that it can be taken away is tried.
	if (name === 'waitForDelivery' && !now) return [];
	const { impossible } = (path && OPTIONS[path]) || {};
	if (impossible !== undefined) return [{ value: impossible, isImpossible: true }];
	if (type !== 'fixedCollection') return possibleValues(field, now).map((value) => ({ value }));

	const [group] = field.options as Array<{ name: string; values: INodeProperties[] }>;
	if (typeOptions?.multipleValues) return [{ value: pairs(group.name, { extra: 'x' }) }];
	const given = (now as IDataObject | undefined)?.[group.name] as IDataObject | undefined;
	// Of a group that is not there yet, the first field tells whether adding it does something.
	const tried = given || !path ? group.values : group.values.slice(0, 1);
	const changed = tried
		.filter((one) => isShown(one, given ?? {}))
		.flatMap((one) =>
			otherValues(one, given?.[one.name], isShown, path && `${path}.${one.name}`).map((other) => ({
				...other,
				value: { [group.name]: { ...given, [one.name]: other.value } },
			})),
		);
	return given && path && !PLAIN_GROUPS.includes(name)
		? [{ value: undefined }, ...changed]
		: changed;
}

function possibleValues(field: INodeProperties, now: unknown): unknown[] {
	const { name, type } = field;
	const value = now ?? field.default;
	switch (type) {
		case 'string':
			return [`${String(value)}6`];
		case 'json':
			return ['{"a":2}'];
		case 'hidden':
			return ['={{ ({ a: 1 }) }}'];
		case 'dateTime':
			return ['2030-01-31T09:00:00Z'];
		case 'boolean':
			return [!now];
		case 'number':
			return [1];
		case 'options':
			return optionsOf(field)
				.map((option) => option.value)
				.filter((option) => option !== value);
		case 'multiOptions':
			return [[]];
		default:
			throw new Error(`There is no other value for ${name}, which is of type ${type}`);
	}
}

const isChoiceOfOperation = ({ name }: INodeProperties) =>
	name === 'resource' || name === 'operation';

const cases = valid.map(filledIn).flatMap((parameters) =>
	shownFields(parameters)
		.filter(({ field }) => !isChoiceOfOperation(field))
		.flatMap(({ path, field }) => {
			const [name, entry] = path;
			const given = parameters[name] as unknown;
			const now = entry ? (given as IDataObject | undefined)?.[entry] : given;
			const others = otherValues(field, now, isShownWith(parameters), entry);
			return others.map(({ value, isImpossible }) => {
				const changed = entry ? { ...(given as IDataObject | undefined), [entry]: value } : value;
				// The default JSON is an empty object, as the body is when no field adds to it.
				const jsonBody = value === 'json' ? json.jsonBody : parameters.jsonBody;
				return {
					field: `${path.join('.')} = ${JSON.stringify(value)}`,
					with: parameters,
					changed: { ...parameters, jsonBody, [name]: changed } as INodeParameters,
					// Preview refuses nothing, and says it of the item.
					isRefused: isImpossible && parameters.operation !== 'preview',
				};
			});
		}),
);

const list = Array.from({ length: 60 }, (_, id) => ({
	id,
	phoneNumber: `370612345${id + 10}`,
	...(id ? {} : { amount: 5, currency: 'EUR' }),
}));

/** What the service answers, always the same; a message never arrives. */
const answers = [
	{ path: '/v1/sms/single', body: { messageId: '7', partIds: ['1'] } },
	{ path: '/v1/sms/bulk', body: [{ messageId: '7' }, { messageId: '8' }] },
	{ path: '/v1/sms/report', body: [{ messageId: '7', partId: '1', state: 1 }] },
	{ body: list },
];

const items = Array.from({ length: 2 }, () => ({ messageId: '7', state: 5 }));

const accountDefaults = { accountDefaults: true, senderId: 'Brand', deliveredStates: '5' };

/** What the service receives and what the user gets, for two input items or one; and the page, if there is one. */
async function outcome(parameters: INodeParameters) {
	await service.reset();
	processedData.clear();
	for (const answer of answers) {
		await service.fail({ kind: 'status', status: 200, ...answer, count: 10 });
	}
	try {
		const given = parameters.operation === 'sendAndWait' ? items.slice(0, 1) : items;
		const credential = { ...service.credential, ...accountDefaults };
		const result = await clock.run(credential, parameters, given);
		const { rows, recordings } = processedData;
		return {
			received: await requests(service),
			output: result.output,
			question: kept(result).question,
			error: result.error?.message,
			keys: { rows: [...rows], recordings },
		};
	} catch (error) {
		// n8n itself refuses to start a node in which a required field is empty.
		return { received: [], output: [], error: (error as Error).message };
	}
}

const whatOf = ({ resource, operation }: INodeParameters) =>
	`${String(resource)} ${String(operation)}`;

const outcomes = new Map<string, ReturnType<typeof outcome>>();

/** The outcome of valid parameters, asked for once. */
async function outcomeOfValid(parameters: INodeParameters) {
	const key = JSON.stringify(parameters);
	const known = outcomes.get(key) ?? outcome(parameters);
	outcomes.set(key, known);
	return await known;
}

describe('Fields: with valid parameters', () => {
	it.each(valid)('%j does what it is for', async (parameters) => {
		const { received, output, error } = await outcomeOfValid(parameters);
		expect(error).toBeUndefined();
		expect(received.length > 0).toBe(!local.includes(String(parameters.operation)));
		expect(output.length).toBeGreaterThan(0);
		expect(await outcome(parameters)).toEqual(await outcomeOfValid(parameters));
	});

	it('is every operation there is', () => {
		const all = Object.entries(operations).flatMap(([resource, names]) =>
			names.map((operation) => `${resource} ${operation}`),
		);
		expect([...new Set(valid.map(whatOf))].sort()).toEqual(all.sort());
	});

	it('has every field of the form among those that are changed below', () => {
		const filled = ofOperations.filter(
			(field) => field.type !== 'notice' && !isChoiceOfOperation(field),
		);
		const all = filled.flatMap((field) => {
			const { resource, operation } = field.displayOptions?.show ?? {};
			const path = `${String(resource?.[0])} ${String(operation?.[0])} ${field.name}`;
			const isList = field.type === 'collection';
			return isList ? entriesOf(field).map(({ name }) => `${path}.${name}`) : [path];
		});
		const shown = valid.flatMap((parameters) =>
			shownFields(filledIn(parameters)).map(
				({ path }) => `${whatOf(parameters)} ${path.join('.')}`,
			),
		);
		expect(all.filter((field) => !shown.includes(field))).toEqual([]);
	});
});

describe('Fields: a change makes a difference', () => {
	it.each(cases.filter(({ isRefused }) => !isRefused))(
		'$with.resource $with.operation, $field',
		async ({ with: parameters, changed }) => {
			expect(await outcome(changed)).not.toEqual(await outcomeOfValid(parameters));
		},
	);
});

describe('Fields: an impossible value is refused before anything is sent', () => {
	it.each(cases.filter(({ isRefused }) => isRefused))(
		'$with.resource $with.operation, $field',
		async ({ changed }) => {
			const { error, received } = await outcome(changed);
			expect(error).toMatch(/'.+'/);
			expect(received.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);
});
