import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { clockForTests } from '../../support/clock';
import { OPTIONS } from '../../support/options';
import { processedData } from '../../support/processedData';
import { pairs, requests } from '../../support/requests';
import { always, group, kept, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
// A Sunday: outside of the Send Window that the form begins with.
const clock = clockForTests('2026-11-22T12:00:00Z');

const { description } = new MessagingService();
/** All but n8n's own of the Settings tab. */
const ownFields = description.properties.filter(({ isNodeSetting }) => !isNodeSetting);

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
const email = {
	to: 'ada@example.com',
	from: 'hello@example.com',
	subject: 'Your order',
	text: 'Hi',
};
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

type Options = INodeProperties[];

/** Impossible values, which are refused, for options that show only when something fails, or goes on. */
const impossible = Object.fromEntries(
	Object.entries(OPTIONS).flatMap(([path, one]) =>
		'impossible' in one ? [[path, one.impossible]] : [],
	),
);

/** Groups that do nothing by being there, as a window that is open: only their fields do. */
const PLAIN_GROUPS = ['answerPage', 'limits', 'requests', 'skipMessages'];

/** The parameters with the defaults of the fields that the form then shows, as n8n saves them. */
const filledIn = (parameters: INodeParameters): INodeParameters => ({
	...NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		null,
		description,
	),
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
	return ownFields
		.filter((field) => isShown(field, parameters))
		.flatMap((field) =>
			field.type === 'collection'
				? (field.options as Options)
						.filter((option) => isShown(option, (parameters.options ?? {}) as INodeParameters))
						.map((option) => ({ path: [field.name, option.name], field: option }))
				: [{ path: [field.name], field }],
		);
}

/** Other values for a field, each of which is to make a difference. */
function otherValues(
	{ name, type, typeOptions, options, default: usual }: INodeProperties,
	now: unknown,
	isShown: IsShown,
	isOption = false,
): unknown[] {
	// It would wait for two minutes; that it can be taken away is tried.
	if (name === 'waitForDelivery' && !now) return [];
	if (name in impossible) return [impossible[name]];
	const value = now ?? usual;
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
			return (options as Array<{ value: string }>)
				.map((option) => option.value)
				.filter((option) => option !== value);
		case 'multiOptions':
			return [[]];
		case 'fixedCollection': {
			const [group] = options as Array<{ name: string; values: INodeProperties[] }>;
			if (typeOptions?.multipleValues) return [pairs(group.name, { extra: 'x' })];
			const given = (now as IDataObject | undefined)?.[group.name] as IDataObject | undefined;
			// Of a group that is not there yet, the first field tells whether adding it does something.
			const tried = given || !isOption ? group.values : group.values.slice(0, 1);
			const changed = tried
				.filter((field) => isShown(field, given ?? {}))
				.flatMap((field) => {
					const named = isOption ? { ...field, name: `${name}.${field.name}` } : field;
					return otherValues(named, given?.[field.name], isShown).map((other) => ({
						[group.name]: { ...given, [field.name]: other },
					}));
				});
			return given && isOption && !PLAIN_GROUPS.includes(name) ? [undefined, ...changed] : changed;
		}
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
			return otherValues(field, now, isShownWith(parameters), !!entry).map((value) => {
				const changed = entry ? { ...(given as IDataObject | undefined), [entry]: value } : value;
				// The default JSON is an empty object, as the body is when no field adds to it.
				const jsonBody = value === 'json' ? json.jsonBody : parameters.jsonBody;
				return {
					field: `${path.join('.')} = ${JSON.stringify(value)}`,
					with: parameters,
					changed: { ...parameters, jsonBody, [name]: changed } as INodeParameters,
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

const items = [
	{ messageId: '7', state: 5 },
	{ messageId: '7', state: 5 },
];

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
		const { output, error } = result;
		const { question } = kept(result);
		const { rows, recordings } = processedData;
		return {
			received: await requests(service),
			output,
			question,
			error: error?.message,
			keys: { rows: [...rows], recordings },
		};
	} catch (error) {
		// n8n itself refuses to start a node in which a required field is empty.
		return { received: [], output: [], error: (error as Error).message };
	}
}

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
		const operations = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as Array<{ value: string }>).map(
					({ value }) => `${String(displayOptions?.show?.resource?.[0])} ${value}`,
				),
			);
		const tested = new Set(
			valid.map(({ resource, operation }) => `${String(resource)} ${String(operation)}`),
		);
		expect([...tested].sort()).toEqual(operations.sort());
	});

	it('has every field of the form among those that are changed below', () => {
		const filled = ownFields.filter(({ type }) => type !== 'notice');
		const all = filled.flatMap((field) =>
			field.type === 'collection'
				? (field.options as Options).map((option) => `${where(field)} ${field.name}.${option.name}`)
				: [`${where(field)} ${field.name}`],
		);
		const shown = valid.flatMap((parameters) =>
			shownFields(filledIn(parameters)).map(
				({ path, field }) =>
					`${isChoiceOfOperation(field) ? where(field) : `${String(parameters.resource)} ${String(parameters.operation)}`} ${path.join('.')}`,
			),
		);
		expect(all.filter((field) => !shown.includes(field))).toEqual([]);
	});
});

/** The resource and operation that a field belongs to, as far as it does. */
function where({ displayOptions }: INodeProperties): string {
	const { resource, operation } = displayOptions?.show ?? {};
	return [resource?.[0], operation?.[0]].filter(Boolean).join(' ');
}

/**
 * Whether the change is to an impossible value: what a possible one does is held where the option has its tests. Preview
 * refuses nothing, and says it of the item.
 */
const isImpossible = ({ field, with: { operation } }: (typeof cases)[number]) =>
	operation !== 'preview' &&
	Object.entries(impossible).some(([name, value]) =>
		name.includes('.')
			? field.includes(`"${name.split('.')[1]}":${JSON.stringify(value)}`)
			: field === `options.${name} = ${JSON.stringify(value)}`,
	);

describe('Fields: a change makes a difference', () => {
	it.each(cases.filter((one) => !isImpossible(one)))(
		'$with.resource $with.operation, $field',
		async ({ with: parameters, changed }) => {
			expect(await outcome(changed)).not.toEqual(await outcomeOfValid(parameters));
		},
	);
});

describe('Fields: an impossible value is refused before anything is sent', () => {
	it.each(cases.filter(isImpossible))(
		'$with.resource $with.operation, $field',
		async ({ changed }) => {
			const { error, received } = await outcome(changed);
			expect(error).toMatch(/'.+'/);
			expect(received.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);
});
