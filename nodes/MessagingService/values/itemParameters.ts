import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/forModel';
import type { GetParameter } from './body';
import { chosenId } from './path';
import type { Template } from './plainReference';
import { plainTemplate, readTemplate } from './plainReference';

/** What reads the parameters of an item. */
export type ParametersOf = (itemIndex: number) => GetParameter;

/** How a parameter is read: once for all items, by a template, or by n8n for each item. */
type Way = { value: unknown } | { template?: Template };

/**
 * Reads parameters for many items quickly: one without an expression is read once, one of nothing but
 * text and plain fields of the item is put together here, and n8n evaluates the rest for each item.
 */
export function itemParameters(context: IExecuteFunctions): ParametersOf {
	const node = context.getNode();
	const items = context.getInputData();
	const ways = new Map<string, Way>();

	const wayOf = (name: string, evaluate: () => unknown): Way => {
		const entered = node.parameters[name];
		if (!hasExpression(entered)) return { value: evaluate() };
		// In a tool of an AI agent `$json` is the agent's item, not what the tool is called with.
		return { template: isTool(node) ? undefined : plainTemplate(chosenId(entered)) };
	};
	const read: ParametersOf = (itemIndex) => (name, fallback) => {
		const evaluate = () => context.getNodeParameter(name, itemIndex, fallback);
		const way = ways.get(name) ?? wayOf(name, evaluate);
		ways.set(name, way);
		if ('value' in way) return way.value;
		const plain = way.template && readTemplate(items[itemIndex].json, way.template);
		return plain ?? evaluate();
	};

	// The options of an item are asked for several times, and n8n would evaluate all of them each time.
	return (itemIndex) => {
		const getParameter = read(itemIndex);
		let options: unknown;
		return (name, fallback) =>
			name === 'options'
				? (options ??= getParameter(name, fallback))
				: getParameter(name, fallback);
	};
}

function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return given.startsWith('=');
	if (typeof given !== 'object' || given === null) return false;
	return Object.values(given as IDataObject).some(hasExpression);
}
