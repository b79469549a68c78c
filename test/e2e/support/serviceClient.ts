import { request } from 'undici';

import { sandboxKey } from '../../../dev/provisioning.ts';

/** Sends a POST request to the service itself, past n8n, and gives its answer. */
export async function postToService<Answer>(
	{ sandboxAddress }: { sandboxAddress: string },
	path: string,
	body: unknown,
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

/** Asks the service itself, past n8n. */
export async function getFromService<Answer>(
	{ sandboxAddress }: { sandboxAddress: string },
	path: string,
): Promise<Answer> {
	const response = await request(`${sandboxAddress}${path}?X-ApiKey=${sandboxKey}`, {
		headers: { accept: 'application/json' },
	});
	const answer = await response.body.json();
	if (response.statusCode >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
	return answer as Answer;
}
