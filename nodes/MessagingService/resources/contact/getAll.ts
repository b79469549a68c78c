import type { INodePropertyOptions } from 'n8n-workflow';

import { listFields } from '../../fields/list';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many contacts',
	description: 'Retrieve a list of the contacts in your account',
	routing: { request: { method: 'GET', url: '/contacts' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, answer: 'list-answer' };

export const fields = listFields;
