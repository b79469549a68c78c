import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sendQueryParameters } from '../../shared/bodies';
import { forOperation } from '../../shared/forOperation';
import { listFields } from '../../shared/listFields';
import { unwrapList } from '../../shared/lists';
import { optionsForReading } from '../../shared/options';
import { queryParameters } from '../../shared/pairs';

export const option = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many contacts',
	description: 'Get a list of contacts',
	routing: {
		request: { method: 'GET', url: '/contacts' },
		send: { preSend: [sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('contact', 'getAll', [
	...listFields,
	optionsForReading([queryParameters('page', '2')]),
]);
