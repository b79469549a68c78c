import { pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { request as httpRequest } from 'undici';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { asProblem, asProblemOfAnswer } from '../../nodes/MessagingService/errors/asProblem.ts';
import { Problem } from '../../nodes/MessagingService/errors/problem.ts';
import {
	jsonWithoutKey,
	SHORTEST_MASKED,
	withoutKey,
} from '../../nodes/MessagingService/errors/withoutKey.ts';
import { requestAddress } from '../../nodes/MessagingService/service/address.ts';
import { parseAnswer } from '../../nodes/MessagingService/service/answer.ts';
import { readText } from '../../nodes/MessagingService/service/answerText.ts';
import { inTime } from '../../nodes/MessagingService/service/deadline.ts';
import { isAccepted, refusalOf } from '../../nodes/MessagingService/service/refusal.ts';
import { isTooDeep, parseJson } from '../../nodes/MessagingService/values/parsing.ts';
import { withoutControls } from './shapes.ts';

/** A request to the service. `{id}` in the path is the ID; in a report request the ID is a field. */
export type Request = {
	method: 'GET' | 'POST';
	path: string;
	id?: string;
	body?: IDataObject | IDataObject[];
	qs?: IDataObject;
	/** Whether the doctor made up what it asks for. */
	isUnknown?: true;
	/** Whether the key is another one on purpose. */
	hasWrongKey?: true;
};

/** What came back, the API key not in it. */
export type Answer = {
	/** 0 if nothing came. */
	status: number;
	headers: Record<string, string>;
	text: string;
	/** What the node reads in it; undefined if it is empty, or no JSON. */
	json: unknown;
	/** The fields whose numbers are texts in it, since a JSON reader would round them. */
	largeNumbers?: string[];
	/** Why the node takes it for an error by itself, whatever it says. */
	problem?: Problem;
};

export type Exchange = {
	request: Request;
	/** With the prefix that the credential had. */
	path: string;
	answer?: Answer;
};

/** As n8n has it. */
const ACCEPT_ENCODING = 'gzip, compress, deflate, br';
const { Z_SYNC_FLUSH: FLUSH, BROTLI_OPERATION_FLUSH: BROTLI_FLUSH } = zlib.constants;
const unpackers: Record<string, () => Transform> = {
	gzip: () => zlib.createUnzip({ flush: FLUSH, finishFlush: FLUSH }),
	br: () => zlib.createBrotliDecompress({ flush: BROTLI_FLUSH, finishFlush: BROTLI_FLUSH }),
};
for (const other of ['x-gzip', 'compress', 'x-compress', 'deflate'])
	unpackers[other] = unpackers.gzip;

const TIMEOUT_MS = 30_000;
/** Of a refusal the node looks at as much. */
const LONGEST_TEXT = 1_000_000;

/** Whether a request changes nothing, whatever comes back. */
export const isRead = ({ method, path }: Request) =>
	method === 'GET' || /\/(report|validate)$/.test(path);

/** What a send needs besides the service. */
export type Sending = {
	to: string;
	from: string;
	waitMs: number;
	pause: (ms: number) => Promise<void>;
};

/** Asks a service in the node's way, and keeps each request with its answer. */
export class Asking {
	readonly exchanges: Exchange[] = [];

	/** Whether the service has accepted the key. */
	isOpen = false;

	constructor(
		readonly credentials: ICredentialDataDecryptedObject,
		private readonly stopped: AbortSignal,
		readonly tell: (line: string) => void,
		readonly pause: (ms: number) => Promise<void>,
	) {}

	async ask(request: Request): Promise<Answer> {
		this.stopped.throwIfAborted();
		const service = requestAddress({ ...this.credentials, pathPrefix: '' }, '');
		const path = requestAddress(this.credentials, request.path).slice(service.length);
		const exchange: Exchange = { request, path };
		this.exchanges.push(exchange);
		const answer = await inTime(
			2 * TIMEOUT_MS,
			async (signal) => await this.answerTo(request, signal),
			this.stopped,
		).catch((error: unknown) => {
			this.stopped.throwIfAborted();
			const problem = asProblem(error);
			return { status: 0, headers: {}, text: '', json: undefined, problem };
		});
		exchange.answer = this.withoutKey(answer);
		const came = answer.status || exchange.answer.problem?.message;
		this.tell(withoutControls(`${request.method} ${path}  ${came}`));
		return exchange.answer;
	}

	get apiKey(): string {
		return String(this.credentials.apiKey ?? '');
	}

	private async answerTo(request: Request, signal: AbortSignal): Promise<Answer> {
		const { method, path, id = '', body, hasWrongKey } = request;
		const credentials = hasWrongKey
			? { ...this.credentials, apiKey: wrongKey(this.apiKey) }
			: this.credentials;
		const { url, qs, headers } = await new MessagingServiceApi().authenticate(credentials, {
			method,
			url: requestAddress(credentials, path.replace('{id}', encodeURIComponent(id))),
			qs: request.qs,
		});
		const address = new URL(url);
		for (const [name, value] of Object.entries(qs ?? {})) {
			address.searchParams.append(name, String(value));
		}
		const response = await httpRequest(address, {
			method,
			headers: { 'accept-encoding': ACCEPT_ENCODING, ...(headers as Record<string, string>) },
			body: body === undefined ? undefined : JSON.stringify(body),
			headersTimeout: TIMEOUT_MS,
			signal,
		});
		const text = await readText({ body: unpacked(response) }, signal);
		const { statusCode: status } = response;
		const given = Object.fromEntries(
			Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
		);
		const answer = { status, headers: given, text };
		if (!isAccepted({ statusCode: status })) {
			const said = withoutKey(text.slice(0, LONGEST_TEXT), this.apiKey);
			const problem = refusalOf({ statusCode: status, headers: given }, said);
			const parsed = isTooDeep(said) ? { reason: '' } : parseJson(said);
			return { ...answer, json: 'json' in parsed ? parsed.json : undefined, problem };
		}
		try {
			const json = parseAnswer(text, status, this.apiKey);
			const rounded = roundedIn(text, json);
			return { ...answer, json, ...(rounded.length && { largeNumbers: rounded }) };
		} catch (error) {
			return { ...answer, json: undefined, problem: asProblemOfAnswer(error) };
		}
	}

	private withoutKey({ status, headers, text, json, problem, ...others }: Answer): Answer {
		const forms = [this.apiKey, ...encodings(this.apiKey)];
		const masked = (value: string) => forms.reduce(withoutKey, value);
		// Most answers do not repeat the key, and need not be gone through.
		const isClean = !text.includes('\\') && masked(text) === text;
		const { largeNumbers } = others;
		return {
			...(largeNumbers && { largeNumbers: largeNumbers.map(masked) }),
			status,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [masked(name), masked(value)]),
			),
			text: masked(text.slice(0, LONGEST_TEXT)),
			json: isClean ? json : forms.reduce(jsonWithoutKey, json),
			...(problem && {
				problem: new Problem(masked(problem.message), masked(problem.description), problem.details),
			}),
		};
	}
}

/** A key of the same form that is none: as long, with other characters. */
function wrongKey(apiKey: string): string {
	return [...apiKey].map((character) => (character === 'x' ? 'y' : 'x')).join('');
}

/** The body of an answer as n8n unpacks it. */
function unpacked({ body, headers }: { body: Readable; headers: object }): Readable {
	const encoding = 'content-encoding' in headers ? String(headers['content-encoding']) : '';
	const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]() : undefined;
	// Whoever reads hears of an error by the stream that it reads.
	return unpacker ? pipeline(body, unpacker, () => {}) : body;
}

/** The names of the fields with a number that a JSON reader would round, and the node gives as text. */
function roundedIn(text: string, exact: unknown): string[] {
	// Most answers have none.
	if (!/(?:^|[\s:,[])-?\d{16}/.test(text)) return [];
	const names = new Set<string>();
	const compare = (one: unknown, other: unknown, name: string): void => {
		if (typeof one === 'number' && /^-?\d+$/.test(String(other)) && typeof other === 'string') {
			names.add(name);
		} else if (typeof one === 'object' && one !== null && Object(other) === other) {
			for (const [field, value] of Object.entries(one)) {
				const inner = (other as Record<string, unknown>)[field];
				compare(value, inner, Array.isArray(one) ? name : field);
			}
		}
	};
	const rounded = parseJson(text);
	if ('json' in rounded) compare(rounded.json, exact, 'the answer');
	return [...names];
}

/** The key in base64, by itself or inside a longer text, in hex, and encoded again, as in an address within an
 * address: what comes is meant to be shown around. */
function encodings(apiKey: string): string[] {
	const key = Buffer.from(apiKey);
	if (key.length < SHORTEST_MASKED) return [];
	const inBase64 = [0, 1, 2].flatMap((before) => {
		const all = Buffer.concat([Buffer.alloc(before), key]);
		// The characters at both ends also hold bits of what stands beside the key.
		const own = all.toString('base64').replace(/=+$/, '');
		const core = own.slice(before && before + 1, all.length % 3 ? -1 : undefined);
		return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
	});
	const inAddress = encodeURIComponent(apiKey);
	return [...new Set(inBase64), key.toString('hex'), inAddress, encodeURIComponent(inAddress)];
}
