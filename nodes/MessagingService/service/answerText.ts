import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { mostBytes } from '../answers/read';
import { asProblemOfAnswer, strangeAnswer } from '../errors/asProblem';
import type { Timed } from './deadline';

type Response = Pick<IN8nHttpFullResponse, 'body'>;

/** Reads an answer's text. Its stream ends with the request's time. @throws Problem if it's too long or doesn't end */
export async function readText({ body }: Response, request: Timed): Promise<string> {
	if (!isStream(body)) return textOf(body);
	request.onEnd = () => void body.destroy(new Error('The request is over'));
	if (request.signal.aborted) request.onEnd();
	const bytes = await new Promise<Buffer>((resolve, reject) => {
		// One buffer that grows: a list of chunks of a byte each would take a hundred times their length. Most answers
		// are one chunk, which is not copied.
		let read: Buffer = Buffer.alloc(0);
		let length = 0;
		// Events cost less than `for await`, which a Send of many items would feel.
		body.on('data', (chunk: Buffer) => {
			const whole = length + chunk.length;
			if (whole > mostBytes) {
				body.destroy(strangeAnswer("The service's answer is longer than 50 MB"));
				return;
			}
			if (!length) read = chunk;
			else {
				const longer = Math.min(mostBytes, Math.max(2 * length, whole));
				if (whole > read.length) read = Buffer.concat([read], longer);
				chunk.copy(read, length);
			}
			length = whole;
		});
		body.on('end', () => resolve(read.subarray(0, length)));
		body.on('error', (error) => reject(asProblemOfAnswer(error)));
	});
	return textOf(bytes);
}

function isStream(body: Response['body']): body is Extract<typeof body, { destroy: unknown }> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** An answer's text: UTF-8, as JSON is (RFC 8259, 8.1), without a byte order mark; other bytes become U+FFFD. */
export function textOf(body: Response['body']): string {
	const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : '';
	return text.startsWith('\ufeff') ? text.slice(1) : text;
}
