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
		const chunks: Buffer[] = [];
		let length = 0;
		// Events cost less than `for await`, which a Send of many items would feel.
		body.on('data', (chunk: Buffer) => {
			chunks.push(chunk);
			length += chunk.length;
			if (length > LONGEST) {
				body.destroy(strangeAnswer("The service's answer is longer than 50 MB"));
			}
		});
		// Most answers are one chunk, which needs no copy.
		body.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
		body.on('error', (error) => reject(asProblemOfAnswer(error)));
	});
	// A listener that stays would keep the answer as long as the signal.
	signal.removeEventListener('abort', end);
	return textOf(bytes);
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
