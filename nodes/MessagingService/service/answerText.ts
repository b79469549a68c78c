import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { asProblemOfAnswer, strangeAnswer } from '../errors/asProblem';

type Response = Pick<IN8nHttpFullResponse, 'body'>;

/** The longest answer that is read, unpacked, in bytes. */
const LONGEST = 50 * 1024 * 1024;

/**
 * Reads the text of an answer whose body n8n hands over as a stream. The stream is gone as soon as the signal is
 * aborted, or the answer is too long.
 *
 * @throws Problem if it is too long, or does not come to its end
 */
export async function readText({ body }: Response, signal: AbortSignal): Promise<string> {
	if (!isStream(body)) return textOf(body);
	const end = () => void body.destroy(new Error('The request is over'));
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	const bytes = await new Promise<Buffer>((resolve, reject) => {
		// One buffer that grows: a list of chunks of a byte each would take a hundred times their length. Most answers
		// are one chunk, which is not copied.
		let read: Buffer = Buffer.alloc(0);
		let length = 0;
		// Events cost less than `for await`, which a Send of many items would feel.
		body.on('data', (chunk: Buffer) => {
			const whole = length + chunk.length;
			if (whole > LONGEST) {
				body.destroy(strangeAnswer("The service's answer is longer than 50 MB"));
				return;
			}
			if (!length) read = chunk;
			else {
				if (whole > read.length) read = larger(read, Math.max(2 * length, whole));
				chunk.copy(read, length);
			}
			length = whole;
		});
		body.on('end', () => resolve(read.subarray(0, length)));
		body.on('error', (error) => reject(asProblemOfAnswer(error)));
	});
	// A listener that stays would keep the answer as long as the signal.
	signal.removeEventListener('abort', end);
	return textOf(bytes);
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

/**
 * The text of an answer: UTF-8, as JSON is (RFC 8259, 8.1), without a byte order mark. Bytes that mean nothing there
 * become U+FFFD.
 */
export function textOf(body: Response['body']): string {
	const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : '';
	return text.replace(/^\ufeff/, '');
}
