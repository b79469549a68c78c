import type { IDataObject } from 'n8n-workflow';

import { splitAddresses } from './emailAddresses';
import { asText } from './parsing';

/** What a field with recipients may be called, in letters alone; Body Fields may add any of them. */
const RECIPIENTS =
	/^((to|recipient|destination|phone|mobile)(number|no)?s?|cc|bcc|numbers?|msisdns?)$/;

/** Whom a message goes to: several for a campaign and an email. */
export function recipientsIn(body: IDataObject): string[] {
	const recipients = Object.entries(body)
		.filter(([name]) => RECIPIENTS.test(name.toLowerCase().replace(/[^a-z]/g, '')))
		.flatMap(([, given]) => recipientsOf(given));
	return recipients.length ? recipients : [''];
}

function recipientsOf(given: unknown): string[] {
	if (Array.isArray(given)) return given.flatMap(recipientsOf);
	const text = asText(given ?? '');
	if (text.includes('@')) return splitAddresses(text);
	return text.split(/[,;\n]/).filter((entry) => entry.trim());
}
