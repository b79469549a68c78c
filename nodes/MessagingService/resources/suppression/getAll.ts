import { listFields } from '../../fields/list';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many suppressed numbers',
	description: 'Retrieve a list of the phone numbers that get no messages',
	request: { method: 'GET', url: '/suppression' },
	answer: 'list-answer',
	fields: listFields,
});
