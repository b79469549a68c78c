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
	action: 'Get many suppressed numbers',
	description: 'Get a list of suppressed numbers',
	routing: {
		request: { method: 'GET', url: '/suppression' },
		send: { preSend: [sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('suppression', 'getAll', [
	...listFields,
	optionsForReading([queryParameters('page', '2')]),
]);
