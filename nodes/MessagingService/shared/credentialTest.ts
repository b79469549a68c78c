import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials';
import { requestAddress } from './address';
import { parseResponse } from './lists';
import { Problem } from './problems';
import { asProblem } from './nodeErrors';
import { throwIfRefused } from './serviceErrors';
import { withoutKey } from './withoutKey';

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
		if (!String(credentials.apiKey ?? '').trim()) {
			throw new Problem('The API key is empty', 'Fill in the API key.');
		}
		const request = await new MessagingServiceApi().authenticate(credentials, {
			method: 'GET',
			url: requestAddress(credentials, '/v1/Common/balance'),
		});
		// n8n gives credential tests this helper only.
		const { helpers } = this;
		const response = await helpers.request({
			...request,
			uri: request.url,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: 30_000,
		});
		throwUnlessBalance(response);
		return { status: 'OK', message: 'The service accepted the API key' };
	} catch (error) {
		const { message, description } = asProblem(error);
		const apiKey = String(credentials.apiKey ?? '');
		return { status: 'Error', message: withoutKey(`${message}. ${description}`, apiKey) };
	}
}

type BalanceResponse = Parameters<typeof throwIfRefused>[0];

function throwUnlessBalance(response: BalanceResponse): void {
	if (response.statusCode === 401 || response.statusCode === 403) {
		throw new Problem(
			'The service does not accept the API key',
			'Check the key, and that it belongs to the chosen environment (Sandbox or Production).',
		);
	}
	if (!isBalance(response)) {
		throw new Problem(
			`The address answers, but it is not the messaging service (HTTP status ${response.statusCode})`,
			'Check the address: without /v1 at its end, and of the chosen environment.',
		);
	}
}

function isBalance(response: BalanceResponse): boolean {
	try {
		throwIfRefused(response);
		const balance = parseResponse(response);
		return Array.isArray(balance) && balance.every((entry) => entry && typeof entry === 'object');
	} catch {
		return false;
	}
}
