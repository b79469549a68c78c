import { listFields } from '../../fields/list';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many contacts',
	description: 'Retrieve a list of the contacts in your account',
	request: { method: 'GET', url: '/contacts' },
	answer: 'list-answer',
	fields: listFields,
});
