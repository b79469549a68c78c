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
		description: 'How to enter the fields of the form',
	},
	{
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { ...isForm, defineForm: ['fields'] } },
		placeholder: 'Add Form Element',
		default: {},
		description: 'What the form asks for, from top to bottom',
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
			'List of fields, or an expression that returns one, such as [{ "fieldLabel": "Day", "fieldType": "date", "requiredField": true }]',
	},
];
