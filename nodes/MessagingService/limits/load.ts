import type { IDataObject } from 'n8n-workflow';

import type { Load } from '../memory/sentSoFar';
import { measureSms } from '../smsText/parts';
import { splitAddresses } from '../values/emailAddresses';

/** Whom a message goes to: several for a campaign and an email. */
export function recipientsIn({ to, recipients }: IDataObject): string[] {
	if (Array.isArray(recipients)) return recipients.map(String);
	const text = String(to ?? '');
	return text.includes('@') ? splitAddresses(text) : [text];
}

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}
