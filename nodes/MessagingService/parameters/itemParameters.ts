import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import type { GetParameter } from './body';
import { type Template, isExpression, plainTemplate, readTemplate } from './pieces';

export type ParametersOf = (itemIndex: number) => GetParameter;

type Fallback = Parameters<GetParameter>[1];

/** How a parameter is read: once for all items, by a template, or by n8n for each item. */
type Way = { value: unknown } | { template?: Template };

/** Reads parameters for many items quickly: n8n evaluates only those that are more than text and fields of the item. */
export function itemParameters(context: IExecuteFunctions): ParametersOf {
	const node = context.getNode();
	const items = context.getInputData();
	const ways = new Map<string, Way>();

	const wayOf = (name: string, itemIndex: number, fallback: Fallback): Way => {
		const entered = node.parameters[name];
		if (!hasExpression(entered)) {
			return { value: context.getNodeParameter(name, itemIndex, fallback) };
		}
		// In a tool of an AI agent `$json` is the agent's item, not what the tool is called with.
		return { template: isTool(node) ? undefined : plainTemplate(entered) };
	};
	const read = (name: string, itemIndex: number, fallback: Fallback): unknown => {
		let way = ways.get(name);
		if (!way) ways.set(name, (way = wayOf(name, itemIndex, fallback)));
		if ('value' in way) return way.value;
		const plain = way.template && readTemplate(items[itemIndex].json, way.template);
		return plain ?? context.getNodeParameter(name, itemIndex, fallback);
	};

	return (itemIndex) => {
		let options: unknown;
		return (name, fallback) => {
			if (name !== 'options') return read(name, itemIndex, fallback);
			// They are asked for several times, and n8n would evaluate all of them each time.
			return (options ??= read(name, itemIndex, fallback));
		};
	};
}

/** Reads parameters as `parametersOf` does, and the options as `change` has them. */
export function withOptions(
	parametersOf: ParametersOf,
	change: (options: IDataObject) => IDataObject,
): ParametersOf {
	return (itemIndex) => {
		const getParameter = parametersOf(itemIndex);
		return (name, fallback) => {
			const given = getParameter(name, fallback);
			return name === 'options' ? change(given as IDataObject) : given;
		};
	};
}

function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return isExpression(given);
	if (typeof given !== 'object' || given === null) return false;
	return Object.values(given as IDataObject).some(hasExpression);
}
