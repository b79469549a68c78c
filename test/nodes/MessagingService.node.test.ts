import type {
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import {
	credential,
	deep,
	fields,
	groupsOf,
	node,
	ofOperations,
	operationFields,
	operations,
	optionsOf,
	parametersOf,
	trigger,
} from '../support/description';
import { ourNode, workflowOf } from '../support/workflow';

const described: Array<[string, INodeProperties[]]> = [
	['node', fields],
	['trigger', trigger.description.properties],
	['credential', credential.properties],
];

/** Each operation with its resource. */
const pairs = Object.entries(operations).flatMap(([resource, names]) =>
	names.map((operation) => ({ resource, operation })),
);

/** The node as a tool of an AI agent. */
const tool = { ...node.description, name: 'messagingServiceTool' };

describe('Description', () => {
	it('has an action and a description for every operation, and no action twice', () => {
		const all = operationFields.flatMap(optionsOf);
		expect(all.filter(({ action, description }) => !action || !description)).toEqual([]);
		const actions = all.map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
		// As n8n wants them: no articles, and only the first word with a capital letter.
		for (const action of actions) expect(action).not.toMatch(/\b(an?|the)\b/i);
	});

	it.each(described)('sorts the menus of the %s by name', (_, properties) => {
		for (const field of deep(properties).filter(({ type }) => type === 'options')) {
			// What most people look for stands first.
			if (field.name === 'triggerOn') continue;
			const names = optionsOf(field).map(({ name }) => name);
			expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
		}
	});

	it.each(described)('has the defaults of the %s in their lists', (_, properties) => {
		const lists = deep(properties).filter(({ type }) => type === 'options');
		expect(lists.length).toBeGreaterThan(0);
		for (const field of lists) {
			expect(optionsOf(field).map(({ value }) => value)).toContain(field.default);
		}
	});

	it('shows every field for existing resources and operations only', () => {
		for (const { name, displayOptions } of ofOperations.slice(1)) {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			const known = resource.map((value) => operations[String(value)]);
			expect([name, known]).not.toEqual([name, []]);
			expect(known).not.toContain(undefined);
			if (name === 'operation') continue;
			expect([name, operation]).not.toEqual([name, []]);
			for (const value of operation) {
				for (const ofResource of known) expect(ofResource).toContain(value);
			}
		}
	});

	it.each(described)('shows every field of the %s for values that exist', (_, properties) => {
		for (const { name, displayOptions } of deep(properties)) {
			const conditions = Object.entries({ ...displayOptions?.show, ...displayOptions?.hide });
			for (const [condition, values] of conditions) {
				if (condition === '@tool') continue;
				const named = condition.split(/[/.]/).at(-1);
				const controlling = deep(properties).filter((field) => field.name === named);
				const possible = controlling.flatMap((field): unknown[] => {
					if (field.type === 'boolean') return [true, false];
					if (field.type === 'options') return optionsOf(field).map(({ value }) => value);
					return [{ _cnd: { exists: true } }];
				});
				expect([name, condition, possible]).toEqual([
					...[name, condition, expect.arrayContaining([...values!])],
				]);
			}
		}
	});

	it.each(pairs)(
		'tells of missing Limits in tools that can have them: $resource $operation',
		({ resource, operation }) => {
			const hasLimits = 'limits' in groupsOf(resource, operation);
			const notices = fields.filter(({ name }) => name === 'noLimits');
			const areTold = (description: INodeTypeDescription, more: INodeParameters = {}) => {
				const values = { resource, operation, ...more };
				const by = { typeVersion: 1 };
				return notices.some((one) => NodeHelpers.displayParameter(values, one, by, description));
			};
			const others = { requests: { values: {} } };
			expect(areTold(tool)).toBe(hasLimits);
			expect(areTold(tool, { options: others })).toBe(hasLimits);
			expect(areTold(tool, { options: { ...others, limits: { values: {} } } })).toBe(false);
			expect(areTold(tool, { specifyBody: 'json' })).toBe(false);
			expect(areTold(node.description)).toBe(false);
		},
	);

	it('hides what it demands by menus only that take no expression: n8n would demand it all the same', () => {
		const required = deep(fields).filter((field) => field.required);
		expect(required.map(({ name }) => name)).toContain('jsonBody');
		for (const { name, displayOptions } of required) {
			const conditions = Object.keys(displayOptions?.show ?? {});
			for (const menu of deep(fields).filter((field) => conditions.includes(field.name))) {
				expect([name, menu.name, menu.noDataExpression]).toEqual([name, menu.name, true]);
			}
		}
	});

	it('is short enough for each page of the editor to load', () => {
		expect(JSON.stringify(node.description).length).toBeLessThanOrEqual(150_000);
	});

	it('has no field twice for the same operation', () => {
		for (const { resource, operation } of pairs) {
			const parameters = parametersOf(resource, operation);
			expect(new Set(parameters).size).toBe(parameters.length);
		}
	});

	it('has no field within the options that is called as a field beside them', () => {
		for (const { resource, operation } of pairs) {
			const labels = fields
				.filter(({ type, displayOptions: { show = {} } = {} }) => {
					const isShown = show.resource?.includes(resource) && show.operation?.includes(operation);
					return isShown && type !== 'collection';
				})
				.map(({ displayName }) => displayName);
			const within = Object.values(groupsOf(resource, operation)).flat();
			expect(within.filter(({ displayName }) => labels.includes(displayName))).toEqual([]);
		}
	});

	it('has a route for every operation that makes a request', () => {
		const all = operationFields.flatMap(optionsOf);
		const without = all.filter(({ routing }) => !routing);
		expect(without.map(({ value }) => value)).toEqual(['preview', 'summarizeReports']);
		for (const { routing } of all.filter((option) => !without.includes(option))) {
			expect(routing?.request).toEqual({
				method: expect.stringMatching(/^(GET|POST)$/),
				url: expect.stringMatching(/^(\/|\{\w+Path\}$)/),
			});
		}
	});

	it("has n8n run every operation by the node's own engine, in workflows and as a tool", () => {
		const run = Object.entries<object>(node.customOperations).flatMap(([resource, functions]) =>
			Object.keys(functions).map((operation) => ({ resource, operation })),
		);
		expect(new Set(run)).toEqual(new Set(pairs));
		expect(node).not.toHaveProperty('execute');
		const [resource] = fields;
		expect(resource.displayOptions).toBeUndefined();
		expect(resource.routing).toEqual({ send: { paginate: true } });
		expect(node.description.requestOperations?.pagination).toBeInstanceOf(Function);
		const hooks = deep(fields).filter(
			({ routing }) => routing?.send?.preSend ?? routing?.output?.postReceive,
		);
		expect(hooks.map(({ name }) => name)).toEqual([]);
	});

	it('hides from the tools of AI agents what means nothing there', () => {
		const values = { resource: 'sms', operation: 'send', options: {} };
		const hiding = deep(fields).filter(
			({ displayOptions }) => displayOptions && !displayOptions.show,
		);
		const hiddenIn = (description: INodeTypeDescription) =>
			hiding
				.filter((one) => !NodeHelpers.displayParameter({}, one, null, description, values))
				.map(({ name }) => name);
		expect(new Set(hiddenIn(tool))).toEqual(new Set(['onceKey', 'skipDuplicates']));
		expect(hiddenIn(node.description)).toEqual([]);
	});

	/** What n8n shows below a node on the canvas. */
	function subtitle({ description }: INodeType, parameters: INodeParameters): unknown {
		const type = `n8n-nodes-messaging-service-sms.${description.name}`;
		const one = ourNode(type, parameters);
		const { expression } = workflowOf([one]);
		return expression.getSimpleParameterValue(one, description.subtitle, 'internal', {});
	}

	it('says on the canvas what is chosen, in the words of the menus', () => {
		const chosen = operationFields.flatMap((field) => {
			const resource = field.displayOptions?.show?.resource?.[0] as string;
			const { name } = optionsOf(fields[0]).find(({ value }) => value === resource)!;
			return optionsOf(field).map((option) => [
				subtitle(node, { resource, operation: option.value as string }),
				`${option.name}: ${name}`,
			]);
		});
		for (const [shown, words] of chosen) expect(shown).toBe(words);
		expect(subtitle(trigger, { triggerOn: 'messageCompleted' })).toBe('Message Completed');
		// What n8n itself adds to the menus.
		expect(subtitle(node, { resource: 'sms', operation: '__CUSTOM_API_CALL__' })).toBe('SMS');
	});

	it('shows an example in every text field', () => {
		const texts = deep(fields).filter(({ type }) => type === 'string');
		expect(texts.length).toBeGreaterThan(30);
		const without = texts.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '));
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	it.each(described)('says below each limited number of the %s what it may be', (_, properties) => {
		// n8n drops a digit that would make it too large, without a word.
		for (const { name, hint, typeOptions } of deep(properties)) {
			const { minValue, maxValue } = typeOptions ?? {};
			if (maxValue === undefined) continue;
			const range = hint?.includes('0 for no limit')
				? `^1 to ${maxValue}( for each message)?; 0 for no limit$`
				: `from ${minValue} to ${maxValue}$`;
			expect([name, hint]).toEqual([name, expect.stringMatching(new RegExp(range, 'i'))]);
		}
	});

	it('begins with nothing that could go out to somebody', () => {
		const holding = deep(fields).filter(({ default: usual }) => /\d{7}|@/.test(String(usual)));
		expect(holding.map(({ name }) => name)).toEqual([]);
	});

	it('makes the node a tool for AI agents, and not the trigger', () => {
		expect(node.description.usableAsTool).toBe(true);
		expect(trigger.description).not.toHaveProperty('usableAsTool');
	});

	it("leads n8n's AI builder to nodes of this package and of n8n's", () => {
		for (const { description } of [node, trigger]) {
			for (const { nodeType } of description.builderHint!.relatedNodes!) {
				expect(nodeType).toMatch(/^n8n-nodes-(messaging-service-sms\.messagingService|base\.)/);
			}
		}
	});

	it('tests the credential with a function that both nodes have', () => {
		for (const { description, methods } of [node, trigger] as INodeType[]) {
			const [{ testedBy, required }] = description.credentials!;
			expect(required).toBe(true);
			expect(methods?.credentialTest).toHaveProperty([String(testedBy)]);
		}
	});
});
