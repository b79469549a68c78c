import { LoadOptionsContext } from 'n8n-core';

import { additionalData } from './additionalData';
import { nodeTypes } from './nodeTypes';
import { nodeOf, workflowOf } from './workflow';

/** The menu of Default Country, names by values, as n8n's editor asks a node without a credential for it. */
export async function loadedCountries(type: string): Promise<Record<string, string>> {
	const parameters = { resource: 'sms', operation: 'send', options: { defaultCountry: '' } };
	const node = nodeOf('Messaging Service', type, parameters);
	const { methods } = nodeTypes.getByNameAndVersion(type);
	const context = new LoadOptionsContext(workflowOf([node]), node, additionalData({}), 'options');
	const menu = await methods!.loadOptions!.getCountries.call(context);
	return Object.fromEntries(menu.map(({ name, value }) => [String(value), name]));
}
