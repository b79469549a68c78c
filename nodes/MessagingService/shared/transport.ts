import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { requestAddress } from './address';
import { parseResponse } from './lists';
import { heldProblem } from './problems';
import { asNodeError, errorItem } from './nodeErrors';
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
const credentialsOfRun = new WeakMap<IExecuteData, Promise<ICredentialDataDecryptedObject>>();

/**
 * The one road of a declarative operation to the service: n8n calls it for every input item in place
 * of the request (`requestOperations.pagination`).
 *
 * @returns the items of the answer, each paired with its input item
 */
export async function transport(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const itemIndex = this.getItemIndex();
	const executeData = this.getExecuteData();
	let apiKey = '';
	try {
		const refusal = heldProblem(requestData.options);
		if (refusal) throw refusal;

		const credentials = await credentialsFor(this);
		apiKey = String(credentials.apiKey ?? '');
		completeRequest(requestData.options, credentials);
		const items = await this.makeRoutingRequest(requestData);
		return items.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
	} catch (error) {
		const itemCount = executeData.data.main?.[0]?.length ?? itemIndex + 1;
		const nodeError = asNodeError(this.getNode(), error, { itemIndex, itemCount }, apiKey);
		if (this.continueOnFail()) return [errorItem(nodeError, itemIndex)];
		throw nodeError;
	}
}

/** The credential of a run of the node, read once. */
export async function credentialsFor(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const executeData = context.getExecuteData();
	const credentials = credentialsOfRun.get(executeData) ?? context.getCredentials(CREDENTIAL);
	credentialsOfRun.set(executeData, credentials);
	return await credentials;
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
 * @param settings the user's Request Options: time-out in ms, proxy, certificate check
 * @throws Problem, or what n8n's helper throws; for `asNodeError`
 */
export async function sendRequest(
	this: IExecuteFunctions | IPollFunctions,
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
	completeRequest(options, await this.getCredentials(CREDENTIAL));
	const response = (await this.helpers.httpRequestWithAuthentication.call(
		this,
		CREDENTIAL,
		options,
	)) as IN8nHttpFullResponse;
	throwIfRefused(response);
	return parseResponse(response);
}

/** Gives a request its whole address, and a POST without fields the empty JSON body it has to have. */
function completeRequest(
	options: DeclarativeRestApiSettings.HttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): void {
	options.url = requestAddress(credentials, options.url ?? '');
	// A credential restricted to some domains still reaches the address that stands in it.
	if (options.allowedDomains) options.allowedDomains += `,${new URL(options.url).hostname}`;
	if (options.method === 'POST' && isEmpty(options.body)) options.body = '{}';
}

function isEmpty(body: unknown): boolean {
	return typeof body !== 'object' || body === null || Object.keys(body).length === 0;
}
