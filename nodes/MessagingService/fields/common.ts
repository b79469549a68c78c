import type { INodeProperties } from 'n8n-workflow';

/** To, the recipient of a text message. */
export const recipient = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +370 600 12345',
	description: 'Phone number of the recipient, with its country code',
} satisfies INodeProperties;

export const sender = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyCompany',
	description:
		"Sender ID that is registered for your account. Leave empty to use 'Sender ID' in the credential.",
} satisfies INodeProperties;

/** For operations that make no request: whether they need a credential. */
export const useAccountDefaults = {
	displayName: 'Use Account Defaults',
	name: 'useAccountDefaults',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: "Whether to use 'Account Defaults' in a credential. No request is made.",
} satisfies INodeProperties;

export const text = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: "Message to send. If it's longer than one SMS, it's sent in several parts.",
} satisfies INodeProperties;

export const messageId = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10',
	description: 'ID returned by the Send operation',
} satisfies INodeProperties;

export const campaignId = {
	displayName: 'Campaign ID',
	name: 'campaignId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 8d3f2a10-5f7e-4a52-9d0f-0c1e2b3a4d5f',
	description: 'ID returned by the Create operation',
} satisfies INodeProperties;

export const phoneNumberField = {
	displayName: 'Phone Number',
	name: 'phoneNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +370 600 12345',
	description: 'Phone number with its country code',
} satisfies INodeProperties;
