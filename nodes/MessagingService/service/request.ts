import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { whyUnsendable } from '../../../credentials/apiKey';
import { asProblem, asProblemOfAnswer } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import { jsonWithoutKey, withoutKey } from '../errors/withoutKey';
import { requestAddress } from './address';
import { parseAnswer } from './answer';
import type { RequestSettings } from './deadline';
import { inTime } from './deadline';
import { isAccepted, refusalOf } from './refusal';
import { readText } from './answerText';

const CREDENTIAL = 'messagingServiceApi';

/** What every request has, whichever way it goes out. */
export const requestSettings = {
	// The answer comes as a stream, so that it has an end (readText), and whatever its status, so that the user gets
	// the service's own words.
	encoding: 'stream',
	ignoreHttpStatusErrors: true,
	// A redirected POST becomes a GET, and the key would go to another address.
	disableFollowRedirect: true,
} satisfies Partial<IHttpRequestOptions>;

/**
 * The API key of a credential, which no request can do without.
 *
 * @throws Problem if no header can carry it
 */
export function apiKeyOf({ apiKey: given }: ICredentialDataDecryptedObject): string {
	const apiKey = String(given ?? '');
	const problem = whyUnsendable(apiKey);
	if (!problem) return apiKey;
	throw new Problem(
		problem,
		'Nothing was sent. Copy the key again, and paste it into the Messaging Service credential.',
	);
}

/** The credential, read from n8n's database: once for a run or a poll, not for each request. */
export async function readCredential(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(CREDENTIAL);
}

/** A request to the service. */
export type ServiceRequest = {
	method: IHttpRequestMethods;
	path: string;
	/** A text goes out as it stands. */
	body?: IDataObject | IDataObject[] | string;
	qs?: IDataObject;
	/** Takes the status and headers of an answer with status 2xx, the API key not in them. */
	onHead?: (head: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>) => void;
};

/** What is looked at of a refusal, in characters: to look for the key in 50 MB would hold up n8n. */
const LONGEST_REFUSAL = 1_000_000;

type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Sends one request and gives the JSON of its answer.
 *
 * @param credentials the credential's data, read once per run or poll
 * @throws Problem, the API key not in it
 */
export async function sendRequest(
	this: RequestContext,
	credentials: ICredentialDataDecryptedObject,
	{ path, onHead, ...request }: ServiceRequest,
	{ wholeMs, ...settings }: RequestSettings,
): Promise<unknown> {
	const options: IHttpRequestOptions = {
		...requestSettings,
		...settings,
		...request,
		url: requestAddress(credentials, path),
		returnFullResponse: true,
	};
	const apiKey = String(credentials.apiKey ?? '');
	const stopped = 'getExecutionCancelSignal' in this ? this.getExecutionCancelSignal() : undefined;
	const ask = async (signal: AbortSignal): Promise<unknown> => {
		if (request.body !== undefined) options.body = asJson(request.body);
		const response = await askService.call(this, credentials, options, signal);
		const text = await readText(response, signal);
		try {
			if (!isAccepted(response)) {
				throw refusalOf(response, withoutKey(text.slice(0, LONGEST_REFUSAL), apiKey));
			}
			onHead?.({
				statusCode: response.statusCode,
				headers: jsonWithoutKey(response.headers, apiKey) as IDataObject,
			});
			return parseAnswer(text, response.statusCode, apiKey);
		} catch (error) {
			throw asProblemOfAnswer(error);
		}
	};
	return await inTime(wholeMs ?? 2 * settings.timeout, ask, stopped).catch((error: unknown) => {
		const { message, description, details } = asProblem(error);
		throw new Problem(withoutKey(message, apiKey), withoutKey(description, apiKey), details);
	});
}

/** Makes a request that ends when the signal is aborted. */
async function askService(
	this: RequestContext,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
	abortSignal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	// In an execution n8n's helper takes this signal, and no other.
	const context: RequestContext = Object.create(this, {
		getExecutionCancelSignal: { value: () => abortSignal },
	});
	// Handed over, so that n8n does not read and decrypt it for each request: in a poll that takes 30 ms.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credentials };
	return (await this.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options, {
		credentialsDecrypted,
	})) as IN8nHttpFullResponse;
}

/** A body as the JSON text that goes out. n8n would drop fields called `constructor`, `prototype` and `__proto__`. */
function asJson(body: NonNullable<ServiceRequest['body']>): string {
	if (typeof body === 'string') return body;
	let json: string | undefined;
	try {
		json = JSON.stringify(body);
	} catch {
		// n8n's scanner allows no error but n8n's own here.
		json = undefined;
	}
	if (json !== undefined) return json;
	throw new Problem(
		"A field has a value that JSON can't hold, such as one that refers to itself",
		'Nothing was sent. Correct the expression.',
	);
}
