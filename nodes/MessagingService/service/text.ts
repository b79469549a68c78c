import type { IN8nHttpFullResponse } from 'n8n-workflow';

/**
 * The text of an answer: UTF-8, as JSON is (RFC 8259, 8.1), without a byte order mark. Bytes that mean nothing there
 * become U+FFFD.
 */
export function textOf({ body }: Pick<IN8nHttpFullResponse, 'body'>): string {
	if (Buffer.isBuffer(body)) return new TextDecoder().decode(body);
	return typeof body === 'string' ? body.replace(/^\ufeff/, '') : '';
}
