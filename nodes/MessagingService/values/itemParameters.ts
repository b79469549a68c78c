import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/forModel';
import type { GetParameter } from './body';
import type { Template } from './plainReference';
import { plainTemplate, readTemplate } from './plainReference';

/** What reads the parameters of an item. */
export type ParametersOf = (itemIndex: number) => GetParameter;

/**
 * Reads parameters for many items quickly: one without an expression is read once, one of nothing but
 * text and plain fields of the item is put together here, and n8n evaluates the rest for each item.
 */
export function itemParameters(context: IExecuteFunctions): ParametersOf {
	const node = context.getNode();
	const { parameters } = node;
	const items = context.getInputData();
	const constants = new Map<string, unknown>();
	const templates = new Map<string, Template | undefined>();
	const expressions = new Map<string, boolean>();

	/** Whether a parameter may be another for each item. */
	const isExpression = (name: string): boolean => {
		const known = expressions.get(name) ?? hasExpression(parameters[name]);
		expressions.set(name, known);
		return known;
	};
	const read: ParametersOf = (itemIndex) => (name, fallback) => {
		if (!isExpression(name)) {
			if (!constants.has(name))
				constants.set(name, context.getNodeParameter(name, itemIndex, fallback));
			return constants.get(name);
		}
		const evaluate = () => context.getNodeParameter(name, itemIndex, fallback);
		// In a tool of an AI agent `$json` is the agent's item, not what the tool is called with.
		if (isTool(node)) return evaluate();
		if (!templates.has(name)) templates.set(name, plainTemplate(idIn(parameters[name])));
		const template = templates.get(name);
		const plain = template && readTemplate(items[itemIndex].json, template);
		return plain ?? evaluate();
	};

	// The options of an item are asked for several times, and n8n would evaluate all of them each time.
	return (itemIndex) => {
		const getParameter = read(itemIndex);
		if (!isExpression('options')) return getParameter;
		let options: unknown;
		return (name, fallback) =>
			name === 'options'
				? (options ??= getParameter(name, fallback))
				: getParameter(name, fallback);
	};
}

/** What is chosen by its ID in a resource locator is that ID; anything else is the parameter itself. */
function idIn(parameter: unknown): unknown {
	const { __rl: isLocator, mode, value } = Object(parameter);
	return isLocator && mode === 'id' ? value : parameter;
}

function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return given.startsWith('=');
	if (typeof given !== 'object' || given === null) return false;
	return Object.values(given as IDataObject).some(hasExpression);
}
