import type { IDataObject } from 'n8n-workflow';

import { splitAddresses } from './emailAddresses';
import { isCalledRecipient } from './fieldNames';
import { asText, listOf } from './parsing';

/** Whom a message goes to: several for a campaign and an email, or with Body Fields. */
export function recipientsIn(body: IDataObject): string[] {
	const recipients = Object.entries(body)
		.filter(([name]) => isCalledRecipient(name))
		.flatMap(([, given]) => recipientsOf(given));
	return recipients.length ? recipients : [''];
}

function recipientsOf(given: unknown): string[] {
	if (Array.isArray(given)) return given.flatMap(recipientsOf);
	const text = asText(given);
	if (text.includes('@')) return splitAddresses(text);
	return listOf(text).map(asText);
}
