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
		description: 'Label above the field, and the name of the answer in the output',
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
		description: 'What the person fills in or chooses from',
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
		description: 'Options that the person can choose from',
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
						description:
							'Label of the option. If an expression returns a list, each entry becomes an option.',
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
			'Value that the field starts with. For a dropdown or radio buttons, enter one of the options. For checkboxes, separate several options with commas.',
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		displayOptions: { show: { fieldType: ['date'] } },
		default: '',
		placeholder: 'e.g. 2027-01-31',
		description: 'Day that the field starts with',
	},
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the person must fill in the field before sending the form',
	},
];
