import type { IDataObject } from 'n8n-workflow';

import type { Load } from '../limits/sentSoFar';
import { measureSms } from '../smsText/parts';
import { recipientsIn } from '../values/recipients';

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}
