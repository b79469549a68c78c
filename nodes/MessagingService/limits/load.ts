import type { IDataObject } from 'n8n-workflow';

import type { Load } from '../memory/sentSoFar';
import { measureSms } from '../smsText/parts';
import { splitAddresses } from '../values/emailAddresses';
import { asText } from '../values/parsing';

const RECIPIENTS = ['to', 'recipients', 'cc', 'bcc'];

/** Whom a message goes to: several for a campaign and an email. Body Fields may add others. */
export function recipientsIn(body: IDataObject): string[] {
	const recipients = Object.entries(body)
		.filter(([name]) => RECIPIENTS.includes(name.toLowerCase()))
		.flatMap(([, given]) => recipientsOf(given));
	return recipients.length ? recipients : [''];
}

function recipientsOf(given: unknown): string[] {
	if (Array.isArray(given)) return given.flatMap(recipientsOf);
	const text = asText(given ?? '');
	if (text.includes('@')) return splitAddresses(text);
	return text.split(/[,;\n]/).filter((entry) => entry.trim());
}

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}
