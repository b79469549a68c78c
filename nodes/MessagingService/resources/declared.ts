import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, Operations } from '../run/operation';

/** An operation whole: its entry in the menu, what it does, and its fields in the order of the form. */
export type Declared = {
	option: INodePropertyOptions;
	operation: Operations[string];
	fields: INodeProperties[];
};

type Entry = Record<'name' | 'value' | 'action' | 'description', string> & Pick<Declared, 'fields'>;

/** An operation that is a request: n8n's older agents take its route from the entry in the menu. */
export function requestOperation(whole: Entry & Operation) {
	const { name, value, action, description, fields, ...operation } = whole;
	const routing = { request: operation.request };
	return { option: { name, value, action, description, routing }, operation, fields };
}
