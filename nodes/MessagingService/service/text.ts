import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { asProblemOfAnswer } from '../errors/asProblem';
import { Problem } from '../errors/problem';

type Response = Pick<IN8nHttpFullResponse, 'body' | 'headers'>;

/** The longest answer that is read, unpacked, in bytes. */
const LONGEST = 50 * 1024 * 1024;

/**
 * Reads the text of an answer whose body n8n hands over as a stream. The stream is gone as soon as the signal is
 * aborted, or the answer is too long.
 *
 * @throws Problem if it is too long, or does not come to its end
 */
export async function readText({ body, headers }: Response, signal: AbortSignal): Promise<string> {
	if (!isStream(body)) return textOf({ body, headers });
	const bytes = await new Promise<Buffer>((resolve, reject) => {
		const end = () => void body.destroy(new Error('The request is over'));
		if (signal.aborted) end();
		signal.addEventListener('abort', end);
		// One buffer that grows: a list of chunks of a byte each would take a hundred times their length.
		let read: Buffer = Buffer.alloc(0);
		let length = 0;
		// Events cost less than `for await`, which a Send of many items would feel.
		body.on('data', (chunk: Buffer) => {
			const whole = length + chunk.length;
			if (whole > LONGEST) {
				body.destroy(tooLong());
				return;
			}
			if (whole > read.length) read = larger(read, Math.max(2 * length, whole));
			chunk.copy(read, length);
			length = whole;
		});
		body.on('end', () => resolve(read.subarray(0, length)));
		body.on('error', (error) => reject(asProblemOfAnswer(error)));
	});
	return textOf({ body: bytes, headers });
}

function larger(bytes: Buffer, length: number): Buffer {
	const copy = Buffer.alloc(Math.min(LONGEST, length));
	bytes.copy(copy);
	return copy;
}

type Stream = Extract<Response['body'], { destroy: unknown }>;

function isStream(body: Response['body']): body is Stream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function tooLong(): Problem {
	return new Problem(
		"The service's answer is longer than 50 MB",
		'Something other than the service may have answered. Check the address in the credential.',
		{ origin: 'service', outcome: 'unknown' },
	);
}

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
export function textOf({ body, headers }: Response): string {
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
