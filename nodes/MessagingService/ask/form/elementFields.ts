import type { INodeProperties } from 'n8n-workflow';

/** What a field of the form is: by the names of n8n's own forms, as far as our page can show it. */
export const elementFields: INodeProperties[] = [
	{
		displayName: 'Field Name',
		name: 'fieldLabel',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. What day suits you?',
		description: 'What stands above the field, and the name under which the answer comes out',
	},
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Checkboxes', value: 'checkbox' },
			{ name: 'Date', value: 'date' },
			{ name: 'Dropdown', value: 'dropdown' },
			{ name: 'Email', value: 'email' },
			{ name: 'Number', value: 'number' },
			{ name: 'Radio Buttons', value: 'radio' },
			{ name: 'Text Input', value: 'text' },
			{ name: 'Textarea', value: 'textarea' },
		],
		default: 'text',
		description: 'The type of field to show',
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		displayOptions: { show: { fieldType: ['email', 'number', 'text', 'textarea'] } },
		default: '',
		placeholder: 'e.g. Jane Doe',
		description: 'Sample text to show in the field',
	},
	{
		displayName: 'Field Options',
		name: 'fieldOptions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { fieldType: ['checkbox', 'dropdown', 'radio'] } },
		placeholder: 'Add Field Option',
		default: { values: [{ option: '' }] },
		required: true,
		description: 'What can be chosen',
		options: [
			{
				displayName: 'Option',
				name: 'values',
				values: [
					{
						displayName: 'Option',
						name: 'option',
						type: 'string',
						default: '',
						placeholder: 'e.g. Morning',
						description: 'One of them, or an expression that gives a list of them',
					},
				],
			},
		],
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		displayOptions: { hide: { fieldType: ['date'] } },
		default: '',
		placeholder: 'e.g. Morning',
		description:
			'What the field holds to begin with. Of what is chosen, one of the options; several checkboxes are separated by commas.',
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		displayOptions: { show: { fieldType: ['date'] } },
		default: '',
		placeholder: 'e.g. 2027-01-31',
		description: 'The day that the field holds to begin with',
	},
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the person has to fill in the field before the form can be sent',
	},
];
