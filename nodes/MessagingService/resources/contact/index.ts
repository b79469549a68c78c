import type { INodeProperties } from 'n8n-workflow';

import * as getAll from './getAll';
import * as importContacts from './import';
import * as updateConsent from './updateConsent';
import * as validate from './validate';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['contact'] } },
		options: [getAll.option, importContacts.option, updateConsent.option, validate.option],
		default: 'getAll',
	},
	...getAll.fields,
	...importContacts.fields,
	...updateConsent.fields,
	...validate.fields,
];

/** Operations for many input items, which make their requests themselves. */
export const customOperations = { import: importContacts.importContacts };
