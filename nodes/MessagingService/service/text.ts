import type { IN8nHttpFullResponse } from 'n8n-workflow';

/** Byte order marks, and what they say of a text. */
const MARKS: Array<[bytes: number[], charset: string]> = [
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xff, 0xfe], 'utf-16le'],
	[[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of an answer, decoded by its byte order mark or the charset that its Content-Type names, else as
 * UTF-8 (RFC 8259, 8.1; WHATWG Encoding). Bytes that mean nothing there become U+FFFD.
 */
export function textOf({ body, headers }: Pick<IN8nHttpFullResponse, 'body' | 'headers'>): string {
	if (!Buffer.isBuffer(body)) return typeof body === 'string' ? body.replace(/^\ufeff/, '') : '';
	const mark = MARKS.find(([bytes]) => bytes.every((byte, index) => body[index] === byte));
	const named = /charset\s*=\s*"?([^\s";]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
	return decoderFor(mark?.[1] ?? named).decode(body);
}

/** A charset that nobody knows is taken for UTF-8. */
function decoderFor(charset = 'utf-8') {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}
