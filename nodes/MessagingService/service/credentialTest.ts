import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials';
import { TIMED_OUT } from '../errors/advice';
import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import { SHORTEST_MASKED, withoutKey } from '../errors/withoutKey';
import { readAccountDefaults } from '../values/accountDefaults';
import { parseJson } from '../values/parsing';
import { requestAddress } from './address';
import { isObject } from './answer';
import { inTime } from './deadline';
import { isAccepted } from './refusal';
import { apiKeyOf } from './request';
import { saysNo } from './saysNo';
import { readText } from './answerText';
import { serviceWords } from './serviceWords';

const TIMEOUT_MS = 30_000;

const SHORT = `. It's shorter than ${SHORTEST_MASKED} characters: if the service repeats it in an answer, it may not be masked.`;

/**
 * Tests the credential by reading its Account Defaults and asking for the balance, and says which it is: a wrong key, an address that
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
		readAccountDefaults(credentials);
		const request = await new MessagingServiceApi().authenticate(credentials, {
			method: 'GET',
			url: requestAddress(credentials, '/v1/Common/balance'),
		});
		// n8n gives credential tests this helper only.
		const { helpers } = this;
		const ask = async (signal: AbortSignal) => {
			const response = await helpers.request({
				...request,
				uri: request.url,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				useStream: true,
				timeout: TIMEOUT_MS,
			});
			throwUnlessBalance(
				response.statusCode,
				withoutKey(await readText(response, signal), key),
				key,
			);
		};
		await inTime(2 * TIMEOUT_MS, ask);
		const isShort = key.length < SHORTEST_MASKED;
		return { status: 'OK', message: `The service accepted the API key${isShort ? SHORT : ''}` };
	} catch (error) {
		const { message, description } = asProblem(error);
		// It speaks of sending, and of an option of the nodes.
		const isLate = description === TIMED_OUT.advice;
		const advice = isLate ? LATE : description.replace(/^Nothing was sent\. /, '');
		const apiKey = String(credentials.apiKey ?? '');
		return { status: 'Error', message: withoutKey(`${message}. ${advice}`, apiKey) };
	}
}

const LATE =
	'Check the address and its port, and the network of the machine that n8n runs on. Then test again.';

const CHECK_KEY =
	'Check the key, and that it belongs to the chosen environment (Sandbox or Production).';

const LONGEST_WORDS = 300;

/**
 * @param text the answer's, without the API key
 * @throws Problem that says what the answer is, if it is no balance
 */
function throwUnlessBalance(statusCode: number, text: string, apiKey: string): void {
	if (statusCode === 401 || statusCode === 403) {
		throw new Problem("The service doesn't accept the API key", CHECK_KEY);
	}
	const isOk = isAccepted({ statusCode });
	const parsed = parseJson(text);
	const json = 'json' in parsed ? parsed.json : undefined;
	if (isOk && Array.isArray(json) && json.every(isObject)) return;

	const isNo = isOk ? saysNo(json) : isObject(json);
	// Masked before it is cut, lest a part of the key stays.
	const said = isNo ? withoutKey(serviceWords(json), apiKey).slice(0, LONGEST_WORDS) : '';
	const words = isNo ? `: ${said.replace(/\.$/, '')}` : '';
	const status = `(HTTP status ${statusCode})${words}`;
	// The address may be right, and so may the key.
	if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
		throw new Problem(
			`The service can't answer right now ${status}`,
			"The key wasn't checked. Test again in a few minutes.",
		);
	}
	if (isOk && isNo)
		throw new Problem(`The service refused to give the balance ${status}`, CHECK_KEY);
	throw new Problem(
		`The address answers, but it isn't the messaging service ${status}`,
		"Check that the address doesn't end with /v1, and that it belongs to the chosen environment.",
	);
}
