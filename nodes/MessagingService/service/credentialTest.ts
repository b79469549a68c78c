import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials';
import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import { SHORTEST_MASKED, withoutKey } from '../errors/withoutKey';
import { parseJson } from '../values/parsing';
import { requestAddress } from './address';
import { isObject } from './answer';
import { inTime } from './deadline';
import { isAccepted } from './refusal';
import { apiKeyOf } from './request';
import { textOf } from './text';

const TIMEOUT_MS = 30_000;

const SHORT = `. It's shorter than ${SHORTEST_MASKED} characters: if the service repeats it in an answer, it isn't masked.`;

/**
 * Tests the credential by asking for the balance, and says which it is: a wrong key, an address that
 * cannot be reached, or one where something else answers. (n8n's own test requests cannot tell the
 * last two: they show `ECONNREFUSED`, and take any page for a success.)
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const credentials = (credential.data ?? {}) as ICredentialDataDecryptedObject;
	try {
		const key = apiKeyOf(credentials);
		const request = await new MessagingServiceApi().authenticate(credentials, {
			method: 'GET',
			url: requestAddress(credentials, '/v1/Common/balance'),
		});
		// n8n gives credential tests this helper only.
		const { helpers } = this;
		const asked = helpers.request({
			...request,
			uri: request.url,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			// As bytes.
			encoding: null,
			timeout: TIMEOUT_MS,
		});
		const response = await inTime(2 * TIMEOUT_MS, asked);
		throwUnlessBalance(response);
		const isShort = key.length < SHORTEST_MASKED;
		return { status: 'OK', message: `The service accepted the API key${isShort ? SHORT : ''}` };
	} catch (error) {
		const { message, description } = asProblem(error);
		const apiKey = String(credentials.apiKey ?? '');
		return { status: 'Error', message: withoutKey(`${message}. ${description}`, apiKey) };
	}
}

type BalanceResponse = Parameters<typeof textOf>[0] & { statusCode: number };

function throwUnlessBalance(response: BalanceResponse): void {
	if (response.statusCode === 401 || response.statusCode === 403) {
		throw new Problem(
			"The service doesn't accept the API key",
			'Check the key, and that it belongs to the chosen environment (Sandbox or Production).',
		);
	}
	if (!isBalance(response)) {
		throw new Problem(
			`The address answers, but it isn't the messaging service (HTTP status ${response.statusCode})`,
			"Check that the address doesn't end with /v1, and that it belongs to the chosen environment.",
		);
	}
}

function isBalance(response: BalanceResponse): boolean {
	const parsed = isAccepted(response) ? parseJson(textOf(response)) : undefined;
	return !!parsed && 'json' in parsed && Array.isArray(parsed.json) && parsed.json.every(isObject);
}
