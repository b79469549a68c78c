import type { INode } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { patterns } from '../../nodes/MessagingService/patterns';
import {
	deep,
	fields,
	node,
	operations,
	optionsOf,
	shortName,
	trigger,
} from '../support/description';
import { runNode } from '../support/engine';
import { NODE, nodeTypes } from '../support/nodeTypes';
import { send } from '../support/sending';
import { serviceForTests } from '../support/service';

/** Our nodes in the code of a pattern, which reads as JavaScript; n8n's SDK itself reads it in test/machines/. */
function nodesIn({ content }: { content: string }): INode[] {
	const found: INode[] = [];
	const add = (one: { type: string; config: Pick<INode, 'name' | 'parameters'> }) => {
		const { type, config } = one;
		if (type === NODE) found.push({ ...config, type, typeVersion: 1 } as INode);
	};
	const chain: unknown = new Proxy(() => chain, { get: () => chain });
	const words = {
		trigger: add,
		node: add,
		ifElse: () => chain,
		workflow: () => chain,
		expr: (text: string) => `=${text}`,
		placeholder: (text: string) => text,
		newCredential: (name: string) => ({ name }),
	};
	const code = /<pattern title="[^"]+">([^]*)<\/pattern>/.exec(content)![1];
	new Function(...Object.keys(words), code.replace('export default', 'return'))(
		...Object.values(words),
	);
	return found;
}

const { description } = nodeTypes.getByNameAndVersion(NODE);
const properties = deep(fields);
const hinted = properties.filter(({ builderHint }) => builderHint);
const hints = [
	...new Map(hinted.map(({ name, builderHint }) => [name, builderHint!.propertyHint])),
];

/** Values that are in no menu of their parameter's name, however deep. */
function strangersIn(given: object): string[] {
	return Object.entries(given).flatMap(([name, value]) => {
		if (typeof value === 'object') return strangersIn(value);
		const menus = properties.filter((field) => field.name === name && field.type === 'options');
		const isKnown = menus.some((menu) => optionsOf(menu).some((one) => one.value === value));
		return menus.length === 0 || isKnown ? [] : [`${name}: ${value}`];
	});
}

describe('The patterns for assistants', () => {
	it.each(patterns)(
		'use parameters and values that the node has, all of them shown: %#',
		(pattern) => {
			const found = nodesIn(pattern);
			const [operation] = pattern.displayOptions!.show!.operation!;
			expect(found.map(({ parameters }) => parameters.operation)).toContain(operation);
			for (const one of found) {
				const { parameters, name } = one;
				const { properties: all } = description;
				const known = NodeHelpers.getNodeParameters(all, parameters, true, false, one, description);
				expect(known).toMatchObject(parameters);
				expect(strangersIn(parameters)).toEqual([]);
				const issues = NodeHelpers.getNodeParametersIssues(all, one, description);
				expect([name, issues]).toEqual([name, null]);
			}
		},
	);

	it('are for operations that there are, one each', () => {
		const shown = patterns.map(({ displayOptions }) => displayOptions?.show ?? {});
		expect(shown.map(({ resource }) => resource)).toEqual(patterns.map(() => ['sms']));
		const named = shown.map(({ operation }) => String(operation?.[0]));
		expect(new Set(named).size).toBe(patterns.length);
		expect(operations.sms).toEqual(expect.arrayContaining(named));
	});
});

describe('The state that the pattern of Get Delivery Report keeps of a message with two parts', () => {
	const [, expression] = /state: expr\('\{\{ (\$json\.parts.+?) \}\}'\)/.exec(
		patterns.map(({ content }) => content).join(''),
	)!;
	const table = () => ({ all: () => [{ json: { messageId: 'A', parts: 2 } }] });

	it.each([
		['pending', { parts: 1, delivery: 'delivered' }],
		['pending', { parts: 1, delivery: 'failed' }],
		['delivered', { parts: 2, delivery: 'delivered' }],
		['failed', { parts: 2, delivery: 'failed' }],
	])('is %s if its report says %j', (state, summary) => {
		const stateOf = new Function('$json', '$', `return ${expression}`);
		expect(stateOf({ messageId: 'A', ...summary }, table)).toBe(state);
	});
});

describe('The hints for assistants', () => {
	it('are on the fields where they go wrong', () => {
		expect(hints.map(([name]) => name).sort()).toEqual([
			...['from', 'messageId', 'onceKey', 'recipients', 'skipMessages', 'text', 'to'],
			'waitForDelivery',
		]);
	});

	it.each(hints)('of %s is short, and names parameters by the names that they have', (_, hint) => {
		const names = properties.map(({ name }) => name);
		const groups = [...hint.matchAll(/\{ values: \{ (\w+)/g)].map(([, name]) => name);
		const paths = [...hint.matchAll(/\boptions((?:\.\w+)+)/g)].flatMap(([, path]) =>
			path.split('.').slice(1),
		);
		expect([...names, 'values']).toEqual(expect.arrayContaining([...groups, ...paths]));
		expect(hint.length).toBeLessThan(340);
	});

	it('of each node is at most 300 characters long, and names fields and operations as the form does', () => {
		const menus = properties.flatMap((field) => optionsOf(field).map(({ name }) => name));
		const labels = [...properties.map(({ displayName }) => shortName(displayName)), ...menus];
		for (const { displayName, builderHint } of [node.description, trigger.description]) {
			const hint = builderHint?.searchHint ?? '';
			expect([displayName, hint.length <= 300 && hint.length > 100]).toEqual([displayName, true]);
			const named = hint.match(/\b[A-Z]\w+(?: (?:for |and )?[A-Z]\w+)+/g) ?? [];
			const ofOthers = ['Data Table', 'Messaging Service'];
			expect([...labels, ...ofOthers]).toEqual(expect.arrayContaining([...named]));
		}
	});
});

describe('The expression for the recipients of a campaign', () => {
	const service = serviceForTests();
	it('gives one campaign the numbers of all items', async () => {
		const { recipients } = Object.fromEntries(hints);
		const [, expression] = /expr\('(.+?)'\)/.exec(recipients)!;
		const campaign = {
			...{ ...send, resource: 'campaign', operation: 'create', name: 'Sale' },
			recipients: `=${expression.replace('Read Contacts', 'Items 0')}`,
		};
		const items = ['+37060012345', '+37060012346'].map((phone) => ({ phone }));
		const { output } = await runNode(service.credential, campaign, items, { executeOnce: true });
		expect(output).toHaveLength(1);
		const [request] = await service.received();
		expect(request.body.recipients).toEqual(['37060012345', '37060012346']);
	});
});
