import type { INodeTypeDescription } from 'n8n-workflow';

import { operationFields, operations, optionsOf } from '../support/description';
import { NODE } from '../support/nodeTypes';
import { ofN8n } from './installed';
import { ownNodes } from './n8n';

type Synthesize = { synthesizeNodeTypeDef(node: INodeTypeDescription): string };
const { synthesizeNodeTypeDef } = ofN8n<Synthesize>(
	'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
);

const KILOBYTES = 1024;
const all = Object.entries(operations).flatMap(([resource, names]) =>
	names.map((operation) => [resource, operation] as const),
);

let node: INodeTypeDescription;
beforeAll(async () => (node = (await ownNodes()).find(({ name }) => name === NODE)!));

/** The type of each operation in what n8n makes for an assistant, with the line above it. */
function typesOf(description: INodeTypeDescription): Array<[operation: string, type: string]> {
	const types = synthesizeNodeTypeDef(description).match(
		/^.*\nexport type \w+Params = \{\n[^]*?^\};/gm,
	);
	return (types ?? []).flatMap((type) => {
		const [, resource, operation] = /resource: '(\w+)';\s+operation: '(\w+)'/.exec(type) ?? [];
		return operation ? [[`${resource}: ${operation}`, type]] : [];
	});
}
const longerThan = (most: number, types: Array<[string, string]>) =>
	types.filter(([, type]) => Buffer.byteLength(type) > most).map(([name]) => name);

it('there is a type for each operation', () => {
	expect(typesOf(node).map(([name]) => name)).toEqual(
		expect.arrayContaining(all.map((one) => one.join(': '))),
	);
	expect(typesOf(node)).toHaveLength(all.length);
});

it('each type says what its own operation does', () => {
	const types = Object.fromEntries(typesOf(node));
	for (const menu of operationFields) {
		for (const { value, description } of optionsOf(menu)) {
			expect(types[`${menu.displayOptions?.show?.resource}: ${value}`]).toContain(description);
		}
	}
});

it('the fields, hints, and pattern of each operation take at most 4 kB, and with all options 11 kB', () => {
	const properties = node.properties.filter(({ type }) => type !== 'collection');
	const withoutOptions = typesOf({ ...node, properties });
	expect(withoutOptions).toHaveLength(all.length);
	expect(longerThan(4 * KILOBYTES, withoutOptions)).toEqual([]);
	expect(longerThan(11 * KILOBYTES, typesOf(node))).toEqual([]);
});

it('n8n gives an assistant all operations at once, in at most 85 kB', () => {
	expect(Buffer.byteLength(synthesizeNodeTypeDef(node))).toBeLessThanOrEqual(85 * KILOBYTES);
});

it('each hint and each pattern is in the types', () => {
	const text = synthesizeNodeTypeDef(node);
	const { searchHint, extraTypeDefContent = [] } = node.builderHint ?? {};
	const lines = extraTypeDefContent.flatMap(({ content }) => content.split('\n'));
	for (const part of [`@builderHint ${searchHint}`, ...lines]) expect(text).toContain(part);
	for (const name of ['to', 'from', 'text', 'messageId', 'recipients']) {
		expect(text).toMatch(new RegExp(`@builderHint .*(?:\\n \\*.*)*\\n \\*/\\n    ${name}\\??:`));
	}
	for (const name of ['onceKey', 'waitForDelivery', 'skipMessages']) {
		expect(text).toMatch(new RegExp(`@builderHint .*(?:\\n +\\*.*)*\\n +\\*/\\n    ${name}\\?:`));
	}
});
