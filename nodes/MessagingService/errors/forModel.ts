import type { INode } from 'n8n-workflow';

import type { Problem } from './problem';

/** Whether n8n runs the node as a tool of an AI agent. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

const TELL_THE_USER =
	'Do not call the tool again for this. Tell the user that it may have been carried out, and to look it up.';

/** What the model is told: n8n gives it the message of an error only, not its description. */
export function toldToModel(said: string, { description, details }: Problem): string {
	const status = details.httpCode ? `HTTP status ${details.httpCode}.` : '';
	const order = details.outcome === 'unknown' ? TELL_THE_USER : '';
	const sentence = /[.!?…]$/.test(said) ? said : `${said}.`;
	return [sentence, status, description, order].filter(Boolean).join(' ');
}
