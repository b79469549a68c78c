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
import { readAccountDefaults } from '../parameters/accountDefaults';
import { requestAddress, withProxy } from './address';
import { isObject } from '../values/given';
import { TimeLimit } from './deadline';
import { isAccepted, parseExactJson } from '../answers/read';
import { isWrongKey, PAGE_ADVICE, refusalOf } from '../answers/status';
import { apiKeyOf } from './request';
import { noIn } from '../answers/saysNo';
import { readText } from './answerText';
import { isPage, wordsOf } from '../answers/serviceWords';

const TIMEOUT_MS = 30_000;

const SHORT = `. It's shorter than ${SHORTEST_MASKED} characters: if the service repeats it in an answer, it may not be masked.`;

/** Tests by asking for the balance: n8n's own requests show `ECONNREFUSED`, and take any page for a success. */
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
		await new TimeLimit().run(2 * TIMEOUT_MS, async (own) => {
			const response = await helpers.request({
				...request,
				uri: request.url,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				useStream: true,
				timeout: TIMEOUT_MS,
			});
			throwUnlessBalance(response.statusCode, withoutKey(await readText(response, own), key), key);
		});
		const isShort = key.length < SHORTEST_MASKED;
		return { status: 'OK', message: `The service accepted the API key${isShort ? SHORT : ''}` };
	} catch (error) {
		const address = String(credentials[`${credentials.environment as string}Url`]);
		const { message, description, details } = withProxy(asProblem(error), address);
		const words = [`${message}.`, description, ...details.more].join(' ');
		const apiKey = String(credentials.apiKey ?? '');
		return { status: 'Error', message: withoutKey(words, apiKey) };
	}
}

const CHECK_KEY =
	'Check the key, and that it belongs to the chosen environment (Sandbox or Production).';

const LONGEST_WORDS = 300;

/** @throws Problem that says what the answer is, if it is no balance. Its text comes without the API key. */
function throwUnlessBalance(statusCode: number, text: string, apiKey: string): void {
	if (statusCode === 407) throw refusalOf({ statusCode, headers: {} }, text);
	// Masked before it is cut, lest a part of the key stays.
	const shown = (said: unknown) => {
		const words = withoutKey(wordsOf(said), apiKey).slice(0, LONGEST_WORDS);
		return `(HTTP status ${statusCode})${words && `: ${words.replace(/\.$/, '')}`}`;
	};
	if (isWrongKey(statusCode)) {
		throw isPage(text)
			? new Problem(`The key wasn't checked ${shown(text)}`, PAGE_ADVICE)
			: new Problem(`The service doesn't accept the API key ${shown(text)}`, CHECK_KEY);
	}
	const isOk = isAccepted({ statusCode });
	const parsed = parseExactJson(text);
	const json = 'json' in parsed ? parsed.json : undefined;
	if (isOk && Array.isArray(json) && json.every(isObject)) return;

	const no = isOk ? noIn(json, 'list') : isObject(json) ? json : undefined;
	const status = shown(no ?? '');
	// The address may be right, and so may the key.
	if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
		throw new Problem(
			`The service can't answer right now ${status}`,
			"The key wasn't checked. Test again in a few minutes.",
		);
	}
	if (isOk && no !== undefined) {
		throw new Problem(`The service refused to give the balance ${status}`, CHECK_KEY);
	}
	throw new Problem(
		`The address answers, but it isn't the messaging service ${status}`,
		"Check that the address doesn't end with /v1, and that it belongs to the chosen environment.",
	);
}
