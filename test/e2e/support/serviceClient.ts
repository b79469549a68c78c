import { answerOf } from '../../../dev/http.ts';
import { sandboxKey } from '../../../dev/provisioning.ts';

/** Sends a POST request to the service itself, past n8n, and gives its answer. */
export const postToService = async <Answer>(
	{ sandboxAddress }: { sandboxAddress: string },
	path: string,
	body: unknown,
) =>
	await answerOf<Answer>('POST', sandboxAddress + path, {
		headers: { 'x-apikey': sandboxKey, accept: 'application/json' },
		body,
	});
