import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { asProblem, asProblemOfAnswer, strangeAnswer } from '../errors/asProblem';
import { type FormField, Problem } from '../errors/problem';
import { whyUnsendable, jsonWithoutKey, withoutKey } from '../errors/withoutKey';
import { requestAddress, withProxy } from './address';
import { isAccepted, parseAnswer } from '../answers/read';
import { type RequestSettings, TimeLimit } from './deadline';
import { refusalOf } from '../answers/status';
import { readText } from './answerText';

/** n8n reads it from its database: once for a run or a poll, not for each request. */
export const CREDENTIAL = 'messagingServiceApi';

/** The settings of every request, whichever way it goes out. */
export const requestSettings = {
	// The answer comes as a stream, so that it has an end (readText), and whatever its status, so that the user gets
	// the service's own words.
	encoding: 'stream',
	ignoreHttpStatusErrors: true,
	// A redirected POST becomes a GET, and the key would go to another address.
	disableFollowRedirect: true,
} satisfies Partial<IHttpRequestOptions>;

/** The API key of a credential, which no request can do without. @throws Problem if no header can carry it */
export function apiKeyOf({ apiKey: given }: ICredentialDataDecryptedObject): string {
	const apiKey = String(given ?? '');
	const problem = whyUnsendable(apiKey);
	if (!problem) return apiKey;
	const advice = 'Copy the key again, and paste it into the Messaging Service credential.';
	throw new Problem(problem, advice, { isUnsent: true });
}

export type ServiceRequest = {
	method: IHttpRequestMethods;
	path: string;
	/** A text goes out as it stands. */
	body?: IDataObject | IDataObject[] | string;
	qs?: IDataObject;
	/** The field of the form with its ID, as errors call it. */
	idField?: string;
	/** Takes the status and headers of an answer with status 2xx, the API key not in them. */
	onHead?: (head: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>) => void;
};

/** The part of a refusal that is read, in characters: to look for the key in 50 MB would hold up n8n. */
const LONGEST_REFUSAL = 1_000_000;

type RequestContext = IExecuteFunctions | IPollFunctions;

/** The service, as a run or a poll asks it. Everything that its requests have in common is made once. */
export class Service {
	private readonly apiKey: string;
	private readonly limit: TimeLimit;
	/** Handed over, so that n8n does not read and decrypt it for each request: in a poll that takes 30 ms. */
	private readonly given: { credentialsDecrypted: ICredentialsDecrypted };
	private address?: { path: string; url: string };
	private abortable?: { signal: AbortSignal; context: RequestContext };

	constructor(
		private readonly context: RequestContext,
		private readonly credentials: ICredentialDataDecryptedObject,
		private readonly form: FormField[] = [],
	) {
		this.apiKey = String(credentials.apiKey ?? '');
		this.given = {
			credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credentials },
		};
		const isExecution = 'getExecutionCancelSignal' in context;
		this.limit = new TimeLimit(isExecution ? context.getExecutionCancelSignal() : undefined);
	}

	/** Sends one request and gives the JSON of its answer. @throws Problem, the API key not in it */
	async ask(
		{ method, path, qs, body, idField, onHead }: ServiceRequest,
		{ timeout, wholeMs = 2 * timeout, ...settings }: RequestSettings,
	): Promise<unknown> {
		try {
			const options: IHttpRequestOptions = {
				...requestSettings,
				...settings,
				timeout,
				method,
				url: this.urlOf(path),
				qs,
				// As bytes: n8n's HTTP client would parse a text once more.
				body: body === undefined ? undefined : Buffer.from(asJson(body)),
				returnFullResponse: true,
			};
			return await this.limit.run(wholeMs, async (own) => {
				const response = await this.answerTo(options, own.signal);
				return this.read(response, await readText(response, own), onHead);
			});
		} catch (error) {
			throw this.told(withProxy(asProblem(error), this.address?.url, settings.proxy), idField);
		}
	}

	/** To be called when no request is under way, and no other follows. */
	close(): void {
		this.limit.close();
	}

	/** The problem without the API key, and with advice on the fields that the form has. */
	private told({ message, description, details }: Problem, idField = ''): Problem {
		const { byField = {}, ...others } = details;
		const advice = [
			idField && byField.id?.replace('FIELD', idField),
			description,
			...this.form.map((field) => byField[field]),
		];
		const texts = [message, advice.filter(Boolean).join(' ')];
		const [words, whole] = texts.map((text) => withoutKey(text, this.apiKey));
		return new Problem(words, whole, others);
	}

	private urlOf(path: string): string {
		if (this.address?.path !== path) {
			this.address = { path, url: requestAddress(this.credentials, path) };
		}
		return this.address.url;
	}

	/** Makes a request that ends when the signal is aborted. */
	private async answerTo(options: IHttpRequestOptions, signal: AbortSignal) {
		if (this.abortable?.signal !== signal) {
			// In an execution n8n's helper takes this signal, and no other.
			const getExecutionCancelSignal = { value: () => signal };
			const context = Object.create(this.context, { getExecutionCancelSignal });
			this.abortable = { signal, context };
		}
		const { helpers } = this.context;
		return (await helpers.httpRequestWithAuthentication.call(
			this.abortable.context,
			CREDENTIAL,
			options,
			this.given,
		)) as IN8nHttpFullResponse;
	}

	private read(response: IN8nHttpFullResponse, text: string, onHead: ServiceRequest['onHead']) {
		const { statusCode, headers } = response;
		const masked = () => jsonWithoutKey(headers, this.apiKey) as IDataObject;
		try {
			if (!isAccepted(response)) {
				const said = withoutKey(text.slice(0, LONGEST_REFUSAL), this.apiKey);
				throw refusalOf({ ...response, headers: masked() }, said);
			}
			// n8n's client takes packed bytes that are cut off for an empty text, of which gzip makes 20 bytes. Status
			// 204 has no text, whatever its headers say (RFC 9110, 15.3.5).
			const length = statusCode === 204 ? 0 : Number(headers['content-length'] ?? 0);
			if (!text && ![0, 20].includes(length)) {
				throw strangeAnswer("The service's answer is packed, and ends too early", statusCode);
			}
			onHead?.({ statusCode, headers: masked() });
			return parseAnswer(text, statusCode, this.apiKey);
		} catch (error) {
			throw asProblemOfAnswer(error);
		}
	}
}

/** A body as the JSON text that goes out. n8n would drop fields called `constructor`, `prototype` and `__proto__`. */
function asJson(body: NonNullable<ServiceRequest['body']>): string {
	if (typeof body === 'string') return body;
	let json: string | undefined;
	try {
		json = JSON.stringify(body);
	} catch {
		// n8n's scanner allows no error but n8n's own here.
	}
	if (json !== undefined) return json;
	throw new Problem(
		"A field has a value that JSON can't hold, such as one that refers to itself",
		'Nothing was sent. Correct the expression.',
	);
}
