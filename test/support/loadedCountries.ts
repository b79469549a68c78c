import { LoadOptionsContext } from 'n8n-core';
import type { INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalData } from './additionalData';
import { nodeTypes } from './nodeTypes';

/** The menu of Default Country, names by values, as n8n's editor asks a node without a credential for it. */
export async function loadedCountries(type: string): Promise<Record<string, string>> {
	const node: INode = {
		id: 'node',
		name: 'Messaging Service',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'sms', operation: 'send', options: { defaultCountry: '' } },
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const { methods } = nodeTypes.getByNameAndVersion(type);
	const context = new LoadOptionsContext(workflow, node, additionalData({}), 'options');
	const menu = await methods!.loadOptions!.getCountries.call(context);
	return Object.fromEntries(menu.map(({ name, value }) => [String(value), name]));
}
