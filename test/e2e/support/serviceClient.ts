import { answerOf } from '../../../dev/http.ts';
import { sandboxKey } from '../../../dev/provisioning.ts';

type Sandbox = { sandboxAddress: string };

/** Sends a POST request to the service itself, past n8n, and gives its answer. */
export const postToService = async <Answer>(sandbox: Sandbox, path: string, body: unknown) =>
	await answerOf<Answer>('POST', sandbox.sandboxAddress + path, {
		headers: { 'x-apikey': sandboxKey, accept: 'application/json' },
		body,
	});

/** Asks the service itself, past n8n. */
export const getFromService = async <Answer>({ sandboxAddress }: Sandbox, path: string) =>
	await answerOf<Answer>('GET', `${sandboxAddress}${path}?X-ApiKey=${sandboxKey}`, {
		headers: { accept: 'application/json' },
	});
