import { request } from 'undici';
import { sandboxKey } from '../../../dev/provisioning.ts';
import type { QueueHost } from './index.ts';

/** Asks the service itself, as a program other than n8n would. */
export async function post<Answer>(
	{ sandboxAddress }: QueueHost,
	path: string,
	body: object,
): Promise<Answer> {
	const response = await request(sandboxAddress + path, {
		method: 'POST',
		headers: {
			'x-apikey': sandboxKey,
			accept: 'application/json',
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	const answer = await response.body.json();
	if (response.statusCode >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
	return answer as Answer;
}
