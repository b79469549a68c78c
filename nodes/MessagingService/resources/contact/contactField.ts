import type { INodeProperties } from 'n8n-workflow';

/** A contact, chosen in one of three ways. */
export const contactField = {
	displayName: 'Contact',
	name: 'contactId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'Contact whose consent to record',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a contact...',
			typeOptions: { searchListMethod: 'searchContacts', searchable: true },
		},
		{
			displayName: 'By Phone Number',
			name: 'phoneNumber',
			type: 'string',
			placeholder: 'e.g. +370 600 12345',
			hint: 'The node looks up the contact when it runs',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4c6b9a1e-2d3f-4e5a-8b7c-9d0e1f2a3b4c',
			hint: 'ID returned by the Get Many operation',
		},
	],
} satisfies INodeProperties;
