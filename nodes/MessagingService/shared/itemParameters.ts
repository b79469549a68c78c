import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { GetParameter } from './bodies';
import type { Template } from './plainReference';
import { plainTemplate, readTemplate } from './plainReference';

/**
 * Reads parameters for many items quickly: one without an expression is read once, one of nothing but
 * text and plain fields of the item is put together here, and n8n evaluates the rest for each item.
 */
export function itemParameters(context: IExecuteFunctions): (itemIndex: number) => GetParameter {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const constants = new Map<string, unknown>();
	const templates = new Map<string, Template | undefined>();

	return (itemIndex) => (name, fallback) => {
		const given = parameters[name];
		if (!hasExpression(given)) {
			if (!constants.has(name))
				constants.set(name, context.getNodeParameter(name, itemIndex, fallback));
			return constants.get(name);
		}
		if (!templates.has(name)) templates.set(name, plainTemplate(given));
		const template = templates.get(name);
		const read = template && readTemplate(items[itemIndex].json, template);
		return read ?? context.getNodeParameter(name, itemIndex, fallback);
	};
}

function hasExpression(given: unknown): boolean {
	if (typeof given === 'string') return given.startsWith('=');
	if (typeof given !== 'object' || given === null) return false;
	return Object.values(given as IDataObject).some(hasExpression);
}
