import type { INodeProperties } from 'n8n-workflow';

import { elementFields } from './elementFields';

const isForm = { responseType: ['customForm'] };

/** What the form asks for. */
export const formFields: INodeProperties[] = [
	{
		displayName: 'Define Form',
		name: 'defineForm',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: isForm },
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description: 'How to say what the form asks for',
	},
	{
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { ...isForm, defineForm: ['fields'] } },
		placeholder: 'Add Form Element',
		default: {},
		description: 'The fields of the form, from top to bottom',
		options: [{ displayName: 'Field', name: 'values', values: elementFields }],
	},
	{
		displayName: 'Form Fields',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 5 },
		displayOptions: { show: { ...isForm, defineForm: ['json'] } },
		default: '[]',
		description:
			'A list of fields, or an expression that gives one, e.g. [{ "fieldLabel": "Day", "fieldType": "date", "requiredField": true }]',
	},
];
