import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { requestAddress } from './address';
import { parseResponse } from './lists';
import { PerRun } from './perRun';
import { throwIfRefused } from './serviceErrors';

const CREDENTIAL = 'messagingServiceApi';

/** What every request has, whichever way it goes out. */
export const requestSettings = {
	// The answer is read as text, and errors too, so that the user gets the service's own words.
	encoding: 'text',
	ignoreHttpStatusErrors: true,
	// A redirected POST becomes a GET, and the key would go to another address.
	disableFollowRedirect: true,
} satisfies Partial<IHttpRequestOptions>;

/** The credential is read from n8n's database once per run of the node, not once per item. */
const credentialsOfRun = new PerRun<Promise<ICredentialDataDecryptedObject>>();

/** The credential of a run of the node, read once. */
export async function credentialsFor(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const known = credentialsOfRun.get(context);
	if (known) return await known;
	const credentials = context.getCredentials(CREDENTIAL);
	credentialsOfRun.set(context, credentials);
	// What was wrong with n8n's database may have passed when the node is tried again.
	credentials.catch(() => credentialsOfRun.forget(context));
	return await credentials;
}

/** The key, to keep it out of errors; empty if the credential cannot be read. */
export async function apiKeyFor(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): Promise<string> {
	const credentials = await credentialsFor(context).catch(() => undefined);
	return String(credentials?.apiKey ?? '');
}

/** A request that is not one item's: of a batch, or of the trigger. */
export type ServiceRequest = {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject | IDataObject[];
	qs?: IDataObject;
};

/**
 * Sends one request and gives the JSON of its answer.
 *
 * @param credentials the credential's data, read once per run or poll
 * @param settings the user's Request Options: time-out in ms, proxy, certificate check
 * @throws Problem, or what n8n's helper throws; for `asNodeError`
 */
export async function sendRequest(
	this: IExecuteFunctions | IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	{ path, ...request }: ServiceRequest,
	settings: Partial<IHttpRequestOptions> = {},
): Promise<unknown> {
	const options: IHttpRequestOptions = {
		...requestSettings,
		...settings,
		...request,
		url: path,
		returnFullResponse: true,
	};
	completeRequest(options, credentials);
	// Handed over, so that n8n does not read and decrypt it for each request: in a poll that takes 30 ms.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credentials };
	const response = (await this.helpers.httpRequestWithAuthentication.call(
		this,
		CREDENTIAL,
		options,
		{ credentialsDecrypted },
	)) as IN8nHttpFullResponse;
	throwIfRefused(response);
	return parseResponse(response);
}

/** How long a request may take, in ms: as the user allows, but not beyond `until`; a second at least. */
export function timeoutBefore(until: number, allowedMs = Infinity): number {
	return Math.min(allowedMs, Math.max(1000, until - Date.now()));
}

/** Gives a request its whole address, and a POST without fields the empty JSON body it has to have. */
export function completeRequest(
	options: DeclarativeRestApiSettings.HttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): void {
	options.url = requestAddress(credentials, options.url ?? '');
	// A credential restricted to some domains still reaches the address that stands in it.
	if (options.allowedDomains) options.allowedDomains += `,${new URL(options.url).hostname}`;
	if (options.method === 'POST' && isEmpty(options.body)) options.body = '{}';
}

/** Whether a request changes nothing at the service: a GET, or the report that is read by POST. */
export function isRead({ method = 'GET', url = '' }: { method?: string; url?: string }): boolean {
	return method === 'GET' || url.endsWith('/v1/sms/report');
}

function isEmpty(body: unknown): boolean {
	return typeof body !== 'object' || body === null || Object.keys(body).length === 0;
}
