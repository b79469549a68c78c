import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { type JudgedField, judgedFields } from '../parameters/pieces';

type Rest = Omit<INodeProperties, 'displayName' | 'name' | 'type' | 'default'>;

/** Makes fields of a type, with the default that they have unless they name another. */
const fieldsOf =
	<T>(type: 'string' | 'number' | 'boolean' | 'options', usual: T & INodeProperties['default']) =>
	<F extends Rest & { default?: T }>(displayName: string, name: string, field: F) => ({
		displayName,
		name,
		type,
		default: usual,
		...field,
	});

export const textField = fieldsOf<string>('string', '');
export const numberField = fieldsOf<number>('number', 0);
export const switchField = fieldsOf<boolean>('boolean', false);
export const menuField = fieldsOf<string>('options', '');

/** A field of which each part has to have a value. */
function judged<F extends Pick<INodeProperties, 'displayName' | 'name'>>(
	kind: Omit<JudgedField, 'label'>,
	field: F,
): F {
	judgedFields.set(field.name, { label: field.displayName, ...kind });
	return field;
}
const judgedTexts =
	(kind: Omit<JudgedField, 'label'>): typeof textField =>
	(...field) =>
		judged(kind, textField(...field));

/** A text that people read; an expression that yields nothing is refused. */
export const wordsField = judgedTexts({});
/** One that is left out then. */
export const noteField = judgedTexts({ isOptional: true });
/** Whom a message goes to: one, or several between commas. */
export const peopleField = judgedTexts({ isList: true, isExact: true });
/** A field that is another one without one of its parts: a number, an hour. */
export const exact = <F extends Pick<INodeProperties, 'displayName' | 'name'>>(field: F): F =>
	judged({ isExact: true }, field);

export const recipient = peopleField('To', 'to', {
	required: true,
	placeholder: 'e.g. +370 600 12345',
	description: 'Phone number of the recipient, with its country code',
	builderHint: {
		propertyHint:
			"One number, never a list: the node sends one message for each input item. Use text with a plus and the country code, such as '+37060012345'. If the data has no country codes, set options.defaultCountry and don't add a code yourself.",
	},
});

export const sender = wordsField('From', 'from', {
	placeholder: 'e.g. MyCompany',
	description:
		"Sender ID that is registered for your account. Leave empty to use 'Sender ID' in the credential.",
	builderHint: {
		propertyHint:
			"Leave it out, so that the credential's Sender ID is used, unless the user names a sender ID. Don't invent one: the service refuses what isn't registered.",
	},
});

/** For operations that make no request: whether they need a credential. */
export const useAccountDefaults = switchField('Use Account Defaults', 'useAccountDefaults', {
	noDataExpression: true,
	description: "Whether to use 'Account Defaults' in a credential. No request is made.",
});

export const text = wordsField('Text', 'text', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: "Message to send. If it's longer than one SMS, it's sent in several parts.",
	builderHint: {
		propertyHint:
			'Plain text without HTML or Markdown. Give each value in it a default, as in expr(\'Hi {{ $json.name || "there" }}\'); where it has none, set options.limits.values.refuseGaps. Up to 160 characters are one part, or 70 with a letter such as ą; each part costs.',
	},
});

export const messageId = textField('Message ID', 'messageId', {
	required: true,
	placeholder: 'e.g. 6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10',
	description: 'ID returned by the Send operation',
	builderHint: {
		propertyHint:
			"The field messageId of what Send returned, as in expr('{{ $json.messageId }}'), or the value stored from it. Right after Send, don't use this operation: set options.waitForDelivery of Send.",
	},
});

export const campaignId = textField('Campaign ID', 'campaignId', {
	required: true,
	placeholder: 'e.g. 8d3f2a10-5f7e-4a52-9d0f-0c1e2b3a4d5f',
	description: 'ID returned by the Create operation',
});

export const phoneNumberField = exact(
	textField('Phone Number', 'phoneNumber', {
		required: true,
		placeholder: 'e.g. +370 600 12345',
		description: 'Phone number with its country code',
	}),
);

const specifyBody = menuField('Specify Body', 'specifyBody', {
	noDataExpression: true,
	options: [
		{
			name: 'Using Fields Below',
			value: 'fields',
			description:
				"Field names are assumed, because the service doesn't document them for this operation",
		},
		{ name: 'Using JSON', value: 'json', description: 'Send JSON exactly as you write it' },
	],
	default: 'fields',
	description: 'How to enter the data to send',
});

/** Fields for a body that the specification doesn't show, or the user's JSON: an example, which can be sent to nobody. */
export function assumedBody(fields: INodeProperties[], example = '{}'): INodeProperties[] {
	const shownFields = updateDisplayOptions({ show: { specifyBody: ['fields'] } }, fields);
	const jsonBody: INodeProperties = {
		displayName: 'JSON Body',
		name: 'jsonBody',
		type: 'json',
		typeOptions: { rows: 6 },
		displayOptions: { show: { specifyBody: ['json'] } },
		required: true,
		default: example,
		description: 'Sent to the service unchanged',
	};
	return [specifyBody, jsonBody, ...shownFields];
}

/** Options that add to such a body: the user's JSON is sent unchanged, so they aren't shown beside it. */
export function assumedOptions(options: INodeProperties[]): INodeProperties[] {
	return updateDisplayOptions({ show: { '/specifyBody': ['fields'] } }, options);
}
