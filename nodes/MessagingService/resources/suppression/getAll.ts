import type { INodePropertyOptions } from 'n8n-workflow';

import { listFields } from '../../fields/list';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many suppressed numbers',
	description: 'Retrieve a list of the phone numbers that get no messages',
	routing: { request: { method: 'GET', url: '/suppression' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, answer: 'list-answer' };

export const fields = listFields;
