import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { entriesOf, fields, isGroup, operationFields, optionsOf } from '../../support/description';
import { processedData } from '../../support/processedData';
import { requests } from '../../support/requests';
import { group, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const clock = clockForTests();
beforeEach(() => processedData.clear());

const to = '37060012345';
/** What the fields are filled with that have to be. */
const VALUES: Record<string, string | number> = {
	'email.to': 'ada@example.com',
	'email.from': 'hello@example.com',
};

/** The options of each operation that makes requests, with parameters that are valid. */
const operations = operationFields.flatMap((field) => {
	const resource = String(field.displayOptions?.show?.resource?.[0]);
	return optionsOf(field)
		.filter(({ routing }) => routing?.request)
		.map(({ value }) => {
			const own = fields.filter(
				({ displayOptions, name }) =>
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(value) &&
					name !== 'jsonBody',
			);
			const required = own.filter(({ name, required }) => required || name === 'from');
			const parameters: INodeParameters = {
				resource,
				operation: value,
				...(resource === 'email' ? { text: 'Hello' } : {}),
				...Object.fromEntries(
					required.map(({ name }) => [name, VALUES[`${resource}.${name}`] ?? to]),
				),
			};
			const options = own.filter(({ name }) => name === 'options').flatMap(entriesOf);
			return { what: `${resource} ${value}`, parameters, options };
		});
});

/** Groups that keep messages back: whoever has added one counts on it. */
const GUARDS = ['limits', 'skipMessages', 'onceKey'];

/** Options that add to a message or a page. */
const MAY_BE_NOTHING = ['bodyFields', 'queryParameters', 'answerPage'];

const groups = operations.flatMap(({ what, parameters, options }) =>
	options
		.filter(({ name }) => isGroup(option(options, name)))
		.map(({ name, displayName }) => ({ what, name, displayName, parameters })),
);

function option(options: INodeProperties[], name: string): INodeProperties {
	return options.find((one) => one.name === name)!;
}

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}], settings = {}) => {
	await service.reset();
	processedData.clear();
	const { output, error, errorOutput } = await clock.run(
		service.credential,
		parameters,
		items,
		settings,
	);
	return { requests: await requests(service), count: output.length, error, errorOutput };
};

/** What n8n's inner trash icon leaves of a group, and what else has no fields. */
const WITHOUT_FIELDS = [
	{},
	{ maxMessages: 1 },
	{ values: null },
	[],
	null,
	5,
	true,
	'off',
	'={{ $json.missing }}',
	"={{ ({ values: { maxMessages: 1, key: '7' } }) }}",
];

describe('A group of options without fields', () => {
	it.each(groups.filter(({ name }) => GUARDS.includes(name)))(
		'is refused before anything is sent: $what, $displayName',
		async ({ name, displayName, parameters }) => {
			for (const given of WITHOUT_FIELDS) {
				const { requests, error } = await run({
					...parameters,
					options: { [name]: given } as INodeParameters,
				});
				expect([given, error?.message]).toEqual([
					given,
					expect.stringContaining(`'${displayName}' is empty`),
				]);
				expect(error?.description).toContain(`remove '${displayName}'`);
				expect(requests).toEqual([]);
			}
		},
	);

	it.each(groups.filter(({ name }) => !GUARDS.includes(name)))(
		'is off: $what, $displayName',
		async ({ name, parameters }) => {
			const { error: usual, ...without } = await run(parameters);
			const message = usual?.message;
			for (const given of WITHOUT_FIELDS) {
				const { error, ...others } = await run({
					...parameters,
					options: { [name]: given } as INodeParameters,
				});
				expect(error?.message).toBe(message);
				expect(others).toEqual(without);
			}
		},
	);
});

describe('Skip Messages', () => {
	const sends = operations.filter(({ options }) =>
		options.some(({ name }) => name === 'skipMessages'),
	);
	const switches = { skipDuplicates: false, skipSuppressed: false, sendWindow: false };

	it.each(sends)('is refused if nothing in it is on: $what', async ({ parameters }) => {
		for (const values of [{}, switches, { listField: 'msisdn' }, { sendWindow: '' }]) {
			const options = group('skipMessages', values);
			const { requests, error } = await run({ ...parameters, options });
			expect(error?.message).toBe("'Skip Messages' skips nothing");
			expect(requests).toEqual([]);
		}
	});

	it.each(sends)('may be off by an expression: $what', async ({ parameters }) => {
		const options = group('skipMessages', { ...switches, sendWindow: '={{ 1 > 2 }}' });
		const { requests, error } = await run({ ...parameters, options });
		expect(error).toBeUndefined();
		expect(requests).toHaveLength(1);
	});

	it('does not go by fields that are hidden beside a switch that is off', async () => {
		const [{ parameters }] = sends.filter(({ what }) => what === 'sms send');
		const values = { listField: '={{ $json.missing }}', until: '={{ $json.missing }}' };
		for (const by of ['sendWindow', 'skipSuppressed'] as const) {
			const open = by === 'sendWindow' && { from: '00:00', until: '00:00', timeZone: 'UTC' };
			const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
			const options = skip(by, {
				...values,
				...(open ? { ...open, weekdays: days } : { listField: '' }),
			});
			const { error } = await run({ ...parameters, options });
			expect(error).toBeUndefined();
		}
	});
});

/** What an expression returns that finds nothing. */
const NOTHING = [
	...['={{ $json.missing }}', '={{ $json.a.b.c }}', '={{ null }}', '={{ undefined }}'],
	...['={{ NaN }}', "={{ '' }}", "={{ ' ' }}", '={{ [] }}', '={{ [null] }}', '={{ ({}) }}', '='],
];

/** Each option of each operation, and each field within one that is a group, as an expression. */
const expressions = operations.flatMap(({ what, parameters, options }) =>
	options
		.filter(({ name }) => !MAY_BE_NOTHING.includes(name))
		.flatMap((entry) => {
			const { name, displayName } = entry;
			if (!entry.options || entry.type !== 'fixedCollection') {
				const asOption = (given: string): INodeParameters => ({ [name]: given });
				return [{ what, parameters, shown: `'${displayName}'`, with: asOption }];
			}
			const [{ values }] = entry.options as Array<{ values: INodeProperties[] }>;
			return values.map((field) => ({
				what,
				parameters,
				shown: `'${field.displayName}' of '${displayName}'`,
				with: (given: string): INodeParameters =>
					group(name, {
						...(name === 'onceKey' ? { key: '7' } : {}),
						...shownBy(field),
						[field.name]: given,
					}),
			}));
		}),
);

/** What has to be chosen for the form to show a field, of those in its group. */
function shownBy({ displayOptions }: INodeProperties): INodeParameters {
	const others = Object.entries(displayOptions?.show ?? {});
	const own = others.filter(([name]) => !name.startsWith('/'));
	return Object.fromEntries(own.map(([name, values]) => [name, values?.[0] as string]));
}

describe('An expression that returns nothing', () => {
	it.each(expressions)('is refused before anything is sent: $what, $shown', async (entry) => {
		// Each of them for one operation; which one makes no difference for an operation.
		const all = entry.what === 'sms send' ? NOTHING : NOTHING.slice(0, 2);
		for (const given of all) {
			const { requests, error } = await run({ ...entry.parameters, options: entry.with(given) });
			expect([given, error?.message.replace(/ \((item 1 of 1|the options)\)$/, '')]).toEqual([
				given,
				`The expression in ${entry.shown} returned nothing`,
			]);
			expect(error?.description).toContain('Correct the expression');
			expect(requests).toEqual([]);
		}
	});
});

/** Options that hold for the whole run, each with one value for the first item and another for the second. */
const OF_RUN: Array<[string, (given: string) => INodeParameters, [unknown, unknown]]> = [
	["'Max Messages' of 'Limits'", (given) => group('limits', { maxMessages: given }), [5, 6]],
	["'Max Total Parts' of 'Limits'", (given) => group('limits', { maxTotalParts: given }), [5, 6]],
	[
		"'Allowed To' of 'Limits'",
		(given) => group('limits', { allowedTo: given }),
		['+370*', ['+370*', '+49*']],
	],
	[
		"'Skip Duplicates' of 'Skip Messages'",
		(given) => group('skipMessages', { skipDuplicates: given }),
		[false, true],
	],
	[
		"'Send Window' of 'Skip Messages'",
		(given) => group('skipMessages', { sendWindow: given, from: '00:00', until: '00:00' }),
		[false, true],
	],
	[
		"'Days' of 'Once Key'",
		(given) => group('onceKey', { key: '={{ $json.to }}', days: given }),
		[1, 2],
	],
	[
		"'List Field' of 'Skip Messages'",
		(given) => skip('skipSuppressed', { listField: given }),
		['a', 'b'],
	],
	["'Batch Size' of 'Requests'", (given) => group('requests', { batchSize: given }), [1, 2]],
	[
		"'On Unknown Outcome' of 'Requests'",
		(given) => group('requests', { onUnknownOutcome: given }),
		['resend', 'doNotResend'],
	],
];

describe('An option that applies to all items at once', () => {
	const bulk = {
		resource: 'sms',
		operation: 'sendBulk',
		to: '={{ $json.to }}',
		from: 'Shop',
		text: 'Hi',
	};

	it.each(OF_RUN)('is one value for all of them: %s', async (shown, options, [first, other]) => {
		const parameters = { ...bulk, options: options('={{ $json.given }}') };
		const items = [
			{ to, given: first },
			{ to: '37060012346', given: other },
		] as IDataObject[];
		const { error, requests } = await run(parameters, items);
		expect(error?.message).toBe(`${shown} isn't the same as for the first item (item 2 of 2)`);
		expect(requests).toEqual([]);
		const same = items.map((item) => ({ ...item, given: first })) as IDataObject[];
		expect((await run(parameters, same)).error).toBeUndefined();
	});
});

describe('What one item lacks', () => {
	const sms = {
		resource: 'sms',
		operation: 'send',
		to: '={{ $json.to }}',
		from: 'Shop',
		text: 'Hi',
	};
	const items = [
		{ to, day: 'monday' },
		{ to: '37060012346' },
		{ to: '37060012347', day: 'monday' },
	];
	const cases: Array<[string, INodeParameters]> = [
		["'Key' of 'Once Key'", group('onceKey', { key: '={{ $json.day && $json.to }}' })],
		["'Default Country'", { defaultCountry: '={{ $json.day && "LT" }}' }],
		[
			"'Time Zone' of 'Skip Messages'",
			skip('sendWindow', {
				weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
				from: '00:00',
				until: '24:00',
				timeZone: '={{ $json.day && "UTC" }}',
			}),
		],
		["'Max Parts' of 'Limits'", group('limits', { maxParts: '={{ $json.day && 1 }}' })],
	];

	it.each(cases)('stops the run, or with Continue that item alone: %s', async (shown, options) => {
		for (const order of [items, [...items].reverse(), [items[1], items[0]]]) {
			const stopped = await run({ ...sms, options }, order);
			expect(stopped.error?.message).toContain(`The expression in ${shown} returned nothing`);
			expect(stopped.requests).toEqual([]);
			const continued = await run({ ...sms, options }, order, { onError: 'continueErrorOutput' });
			expect(continued.errorOutput).toHaveLength(1);
			expect(continued.count).toBe(order.length - 1);
		}
	});
});
