import { createHash } from 'crypto';
import type { DeclarativeRestApiSettings } from 'n8n-workflow';

/** A request by its content: calls of an AI agent's tool have no item number of their own. */
export function requestHash({
	method,
	url,
	qs,
	body,
}: Pick<DeclarativeRestApiSettings.HttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>): string {
	const content = JSON.stringify([method, url, qs, body]);
	return createHash('sha256').update(content).digest('base64').slice(0, 16);
}
