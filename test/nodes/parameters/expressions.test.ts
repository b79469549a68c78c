import fc from 'fast-check';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { isGroup, shortName } from '../../support/description';
import { NODE, TOOL, TRIGGER, nodeTypes } from '../../support/nodeTypes';
import { OPTIONS } from '../../support/options';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import { always, group, recipients, send, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { validOperations } from '../../support/validOperations';
import { runNode } from '../../support/engine';

const service = serviceForTests();

describe('Expressions', () => {
	const clock = clockForTests();

	const run = async (
		parameters: INodeParameters,
		items: IDataObject[] = [{}],
		settings: Partial<INode> = {},
	) => {
		await service.reset();
		processedData.clear();
		const result = await clock.run(service.credential, parameters, items, settings);
		return { ...result, received: await service.received() };
	};

	/** Each option of each operation, and each field within one that is a group. */
	const options = validOperations.flatMap(({ what, parameters, options }) =>
		options.flatMap((entry) => {
			const { name } = entry;
			const shown = `'${shortName(entry.displayName)}'`;
			if (!isGroup(entry)) {
				const asOption = (given: string): INodeParameters => ({ [name]: given });
				return [{ what, parameters, path: name, field: entry, shown, with: asOption }];
			}
			const [{ values }] = entry.options as Array<{ values: INodeProperties[] }>;
			const needed = name === 'onceKey' ? { key: '7' } : {};
			return values.map((field) => ({
				...{ what, parameters, path: `${name}.${field.name}`, field },
				shown: `'${field.displayName}' of ${shown}`,
				with: (given: string): INodeParameters =>
					group(name, { ...needed, ...shownBy(field), [field.name]: given }),
			}));
		}),
	);
	const ofItem = options.filter(
		({ field, path }) => !field.noDataExpression && !OPTIONS[path]?.mayBeBlank,
	);
	/** Which operation it is makes no difference for an option: each one once. */
	const once = options.filter(
		({ path }, at) => options.findIndex((one) => one.path === path) === at,
	);
	const ofRun = once.filter(({ field }) => field.noDataExpression);

	/** What has to be chosen for the form to show a field, of those in its group. */
	function shownBy({ displayOptions }: INodeProperties): INodeParameters {
		const others = Object.entries(displayOptions?.show ?? {});
		const own = others.filter(([name]) => !name.startsWith('/'));
		return Object.fromEntries(own.map(([name, values]) => [name, values?.[0] as string]));
	}

	/** What an error says, without its item. */
	const said = (error?: Error) => error?.message.replace(/ \((item \d+ of \d+|the options)\)$/, '');

	/** What an expression returns that finds nothing. */
	const NOTHING = [
		...['={{ $json.missing }}', '={{ $json.a.b.c }}', '={{ null }}', '={{ undefined }}'],
		...['={{ NaN }}', "={{ '' }}", "={{ ' ' }}", '={{ [] }}', '={{ [null] }}', '={{ ({}) }}', '='],
	];

	describe('An expression of an item that returns nothing', () => {
		const each = once.filter((entry) => ofItem.includes(entry));
		it.each(each)('is refused before anything is sent: $what, $shown', async (entry) => {
			const all = entry.path === 'onceKey.key' ? NOTHING : NOTHING.slice(0, 1);
			for (const given of all) {
				const { received, error } = await run({ ...entry.parameters, options: entry.with(given) });
				const message = `The expression in ${entry.shown} returned nothing`;
				expect([given, said(error)]).toEqual([given, message]);
				expect(error?.description).toContain('Correct the expression');
				expect(received).toEqual([]);
			}
		});

		const blank = fc.letrec((tie) => ({
			blank: fc.oneof(
				{ maxDepth: 3 },
				fc.constantFrom(null, '', {}),
				fc.stringMatching(/^[ \t\n\u00a0]{0,3}$/),
				fc.array(tie('blank'), { maxLength: 2 }),
			),
		})).blank;

		it('is refused for any option, any blank value, and any item that has it', async () => {
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...ofItem),
					blank,
					fc.integer({ min: 0, max: 2 }),
					fc.boolean(),
					async (entry, given, place, isMissing) => {
						const { parameters, path, shown } = entry;
						const isAsked = parameters.operation === 'sendAndWait';
						const items: IDataObject[] = Array.from({ length: isAsked ? 1 : 3 }, () => ({
							given: OPTIONS[path].ofItem as string,
						}));
						items[place % items.length] = isMissing ? {} : { given: given as string };
						const options = entry.with('={{ $json.given }}');
						const { received, error } = await run({ ...parameters, options }, items);
						const where = `(item ${(place % items.length) + 1} of ${items.length})`;
						expect([
							`The expression in ${shown} returned nothing ${where}`,
							`${shown} is empty, because its field is empty in this item: {{ $json.given }} ${where}`,
						]).toContain(error?.message);
						expect(received).toEqual([]);
					},
				),
				tries(30),
			);
		});
	});

	describe('An expression in an option that applies to all items', () => {
		/** As they are in a workflow's JSON: n8n's form has no expressions there. */
		const EXPRESSIONS = [
			...['={{ 1 }}', '={{ $json.given }}', "={{ '+370*' }}", '={{ true }}', '=a {{ 1 }}'],
			...["={{ $fromAI('given') }}", "={{ $fromAI('given', '', 'number') }}", '{{ $json.given }}'],
		];

		it.each(ofRun)('is refused before anything is sent: $what, $shown', async (entry) => {
			const all = entry.path === 'limits.maxMessages' ? EXPRESSIONS : EXPRESSIONS.slice(-3, -2);
			for (const given of all) {
				const { received, error } = await run({ ...entry.parameters, options: entry.with(given) }, [
					{ given: 5 },
				]);
				expect([given, error?.message]).toEqual([given, `${entry.shown} can't be an expression`]);
				expect(error?.description).toContain('Enter a value.');
				expect(received).toEqual([]);
			}
		});

		const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
		const calls = [{ to: '37060012345', given: 99999, allowed: '+370*' }];

		it.each([
			[true, { maxMessages: "={{ $fromAI('given', '', 'number') }}" }],
			[true, { maxMessages: 1, allowedTo: "={{ $fromAI('allowed') }}" }],
			[true, { allowedTo: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('allowed') }}" }],
			[false, { maxCost: "={{ $fromAI('given', '', 'number') }}" }],
			[false, { maxMessages: 1, allowedTo: "={{ $fromAI('allowed') }}" }],
		])('lets no model set its own limits (byEngine: %s, %j)', async (byEngine, limits) => {
			const parameters = { ...send, to, options: group('limits', limits) };
			const { answers } = await callTool(service.credential, parameters, calls, { byEngine });
			expect(answers).toEqual([{ error: expect.stringContaining("can't be an expression") }]);
			expect(await service.received()).toEqual([]);
		});
	});

	describe('What one item lacks', () => {
		const [first, second, third] = recipients(3);
		const items = [{ ...first, day: 'monday' }, second, { ...third, day: 'monday' }];
		const timeZone = '={{ $json.day && "UTC" }}';

		it.each<[string, INodeParameters]>([
			["'Key' of 'Once Key'", group('onceKey', { key: '={{ $json.day && $json.to }}' })],
			["'Default Country'", { defaultCountry: '={{ $json.day && "LT" }}' }],
			["'Time Zone' of 'Skip Messages'", skip('sendWindow', { ...always, timeZone })],
		])('stops the run, or with Continue that item alone: %s', async (shown, options) => {
			const parameters = { ...send, options };
			for (const order of [items, [...items].reverse(), [items[1], items[0]]]) {
				const stopped = await run(parameters, order);
				expect(stopped.error?.message).toContain(`The expression in ${shown} returned nothing`);
				expect(stopped.received).toEqual([]);
				const continued = await run(parameters, order, { onError: 'continueErrorOutput' });
				expect(continued.errorOutput).toHaveLength(1);
				expect(continued.output).toHaveLength(order.length - 1);
			}
		});
	});

	// As docs/sending.md says: the node can't refuse what n8n doesn't hand over.
	it.each([NODE, TOOL, TRIGGER])('n8n drops all options that are one expression: %s', (type) => {
		const id = 'node';
		const options = '={{ ({ limits: { values: { maxMessages: 1 } } }) }}';
		const node = { id, name: id, type, typeVersion: 1, position: [0, 0] } satisfies Partial<INode>;
		const nodes: INode[] = [{ ...node, parameters: { ...send, options } }];
		const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
		expect(workflow.nodes.node.parameters.options).toEqual({});
	});
});

describe('A field that is empty', () => {
	const FIELD = '={{ $json.field }}';
	const to = '37060012345';

	/** Each required parameter once. */
	const required = new Map(
		validOperations
			.filter(({ what }) => what !== 'contact validate')
			.flatMap(({ parameters }) =>
				Object.entries(parameters)
					.filter(([, value]) => value === to)
					.map(([name]): [string, INodeParameters] => [name, { ...parameters, [name]: FIELD }]),
			),
	);

	describe.each<[string, INodeParameters]>([
		...required,
		['Once Key', { ...send, options: group('onceKey', { key: FIELD }) }],
		['Default Country', { ...send, options: { defaultCountry: FIELD } }],
	])('An expression that finds nothing: %s', (name, parameters) => {
		it('is right where the field is there and empty', async () => {
			const { error } = await runNode(service.credential, parameters, [{ field: '  ', to }]);
			expect(error?.message).toMatch(
				/^'.+ is empty, because its field is empty in this item: \{\{ \$json\.field \}\} \(item 1 of 1\)$/,
			);
			expect(error?.description).toContain('Make the field required');
			expect(error?.description).not.toContain('Correct');
			// One word for all of them would be one key: only the first message would be sent.
			const isKey = name === 'Once Key';
			const isWhom = /^(?:to|from|phoneNumber|recipients|\w+Id)$/.test(name);
			const seen = error?.description?.match(/customer|\$itemIndex|Filter node/g);
			expect(seen).toEqual([isKey ? '$itemIndex' : isWhom ? 'Filter node' : 'customer']);
			expect(await service.received()).toEqual([]);
		});

		it('may be wrong where there is no such field', async () => {
			const { error } = await runNode(service.credential, parameters, [{ to }]);
			expect(error?.message).not.toContain('because its field');
			expect(error?.message).toMatch(/is empty|returned nothing/);
			expect(error?.description).toContain('{{ $json.field }} found nothing in this item');
		});

		it.each([
			['Field', '["Field"]'],
			[' field', '[" field"]'],
		])('names a field that is called nearly so: %j', async (field, shown) => {
			const { error } = await runNode(service.credential, parameters, [{ to, [field]: 'x' }]);
			expect(error?.description).toContain(`Enter {{ $json${shown} }}.`);
		});
	});
});
