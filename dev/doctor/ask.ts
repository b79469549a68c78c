import * as zlib from 'node:zlib';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { request as httpRequest } from 'undici';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import {
	Problem,
	SHORTEST_MASKED,
	asProblem,
	contract,
	fillPath,
	isAccepted,
	jsonWithoutKey,
	parseAnswer,
	readAccountDefaults,
	refusalOf,
	requestAddress,
	timedOut,
	verdictOn,
	withoutKey,
} from './node.ts';
import type { AccountDefaults } from './node.ts';
import type { Answer, Exchange, Request } from './exchange.ts';
import { Findings } from './findings.ts';
import { operationOf } from './operations.ts';
import { withoutControls } from '../../sandbox/stranger.ts';

/** As n8n has it. */
const ACCEPT_ENCODING = 'gzip, compress, deflate, br';

const TIMEOUT_MS = 30_000;
/** Of a refusal the node looks at as much. */
const LONGEST_TEXT = 1_000_000;

/** Asks a service in the node's way, and keeps each request with its answer. */
export class Asking {
	readonly exchanges: Exchange[] = [];

	readonly findings = new Findings();

	readonly account: AccountDefaults;

	readonly credentials: ICredentialDataDecryptedObject;

	readonly tell: (line: string) => void;

	readonly pause: (ms: number) => Promise<void>;

	private readonly stopped: AbortSignal;

	/** Whether the service has accepted the key. */
	isOpen = false;

	constructor(
		credentials: ICredentialDataDecryptedObject,
		stopped: AbortSignal,
		tell: (line: string) => void,
		pause: (ms: number) => Promise<void>,
	) {
		this.credentials = credentials;
		this.stopped = stopped;
		this.tell = tell;
		this.pause = pause;
		this.account = readAccountDefaults(credentials);
	}

	async ask(request: Request): Promise<Answer> {
		this.stopped.throwIfAborted();
		const { method, route } = routeOf(request);
		const service = requestAddress({ ...this.credentials, pathPrefix: '' }, '');
		const shown = route.startsWith('/') ? route : fillPath(route, () => '', this.credentials);
		const path = requestAddress(this.credentials, shown).slice(service.length);
		const exchange: Exchange = { request, method, path };
		this.exchanges.push(exchange);
		const limit = AbortSignal.timeout(2 * TIMEOUT_MS);
		const signal = AbortSignal.any([limit, this.stopped]);
		const answer = await this.answerTo(request, signal).catch((error: unknown) => {
			this.stopped.throwIfAborted();
			const problem = limit.aborted ? timedOut() : asProblem(error);
			return { status: 0, headers: {}, text: '', json: undefined, problem };
		});
		exchange.answer = judged(request, this.withoutKey(answer));
		const came = answer.status || exchange.answer.problem?.message;
		this.tell(withoutControls(`${method} ${path}  ${came}${aboutRefusal(request, answer)}`));
		return exchange.answer;
	}

	get apiKey(): string {
		return String(this.credentials.apiKey ?? '');
	}

	private async answerTo(request: Request, signal: AbortSignal): Promise<Answer> {
		const { id, body, hasWrongKey } = request;
		const { method, route } = routeOf(request);
		const credentials = hasWrongKey
			? { ...this.credentials, apiKey: wrongKey(this.apiKey) }
			: this.credentials;
		const { url, qs, headers } = await new MessagingServiceApi().authenticate(credentials, {
			method,
			url: requestAddress(
				credentials,
				fillPath(route, () => id ?? '', credentials),
			),
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
		const { statusCode: status } = response;
		const given = Object.fromEntries(
			Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
		);
		const text = await textOf(response.body, given['content-encoding']);
		const isRefused = !isAccepted({ statusCode: status });
		const answer: Answer = { status, headers: given, text, json: undefined };
		try {
			answer.json = parseAnswer(text, status, this.apiKey);
			if (!isRefused) answer.largeNumbers = roundedIn(text);
		} catch (error) {
			answer.problem = asProblem(error);
		}
		if (!isRefused) return answer;
		const said = withoutKey(text.slice(0, LONGEST_TEXT), this.apiKey);
		return { ...answer, problem: refusalOf({ statusCode: status, headers: given }, said) };
	}

	private withoutKey({ text, json, problem, largeNumbers, ...others }: Answer): Answer {
		const forms = [this.apiKey, ...encodings(this.apiKey)];
		const masked = (value: string) => forms.reduce(withoutKey, value);
		// Most answers do not repeat the key, and need not be gone through.
		const isClean = !text.includes('\\') && masked(text) === text;
		return {
			...others,
			...(largeNumbers?.length && { largeNumbers: largeNumbers.map(masked) }),
			headers: Object.fromEntries(
				Object.entries(others.headers).map(([name, value]) => [masked(name), masked(value)]),
			),
			text: masked(text.slice(0, LONGEST_TEXT)),
			json: isClean ? json : forms.reduce(jsonWithoutKey, json),
			...(problem && {
				problem: new Problem(masked(problem.message), masked(problem.description), problem.details),
			}),
		};
	}
}

function routeOf({ name }: Request) {
	const [method, route] = name.split(' ') as ['GET' | 'POST', string];
	return { method, route };
}

/** What to say of a request that is meant to be refused. */
function aboutRefusal({ name, isUnknown, hasWrongKey }: Request, { status }: Answer): string {
	if (!isUnknown && !hasWrongKey) return '';
	const thing = name.includes('path') ? 'path' : 'message';
	const why = hasWrongKey ? 'the key is a wrong one' : `there is no such ${thing}`;
	return status >= 400 && status < 500 ? `, as expected: ${why}` : ` (${why})`;
}

/** The answer with what the node says of it. */
function judged({ name, body }: Request, answer: Answer): Answer {
	if (answer.problem) return answer;
	const batch = Array.isArray(body) ? body : undefined;
	const verdict = verdictOn(answer.json, { ...operationOf(name), batch });
	const said: unknown[] = 'each' in verdict ? verdict.each : [verdict];
	const problem = said.find((one) => one instanceof Problem);
	return problem ? { ...answer, problem } : answer;
}

/** A key of the same form that is none: as long, with other characters. */
function wrongKey(apiKey: string): string {
	return [...apiKey].map((character) => (character === 'x' ? 'y' : 'x')).join('');
}

const { mostBytes: MOST_BYTES } = contract['answer-encoding'];

/** The text of an answer, unpacked as n8n does it. */
async function textOf(body: AsyncIterable<Buffer>, encoding = ''): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (length > MOST_BYTES) throw new Error("The service's answer is too long");
		chunks.push(chunk);
	}
	const packed = Buffer.concat(chunks);
	const limit = { maxOutputLength: MOST_BYTES };
	const isDeflated = packed.length && /^(x-)?(gzip|compress)$|^deflate$/.test(encoding);
	const bytes = isDeflated
		? zlib.unzipSync(packed, { ...limit, finishFlush: zlib.constants.Z_SYNC_FLUSH })
		: encoding === 'br' && packed.length
			? zlib.brotliDecompressSync(packed, limit)
			: packed;
	return bytes.toString().replace(/^\ufeff/, '');
}

/** The names of the fields with a number that a JSON reader would round, and the node gives as text. */
function roundedIn(text: string): string[] {
	// Most answers have none.
	if (!/\d{16}/.test(text)) return [];
	const names = new Set<string>();
	JSON.parse(text, function (this: unknown, name: string, value: unknown) {
		const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
		if (isRounded) names.add(Array.isArray(this) ? 'a list' : name);
		return value;
	});
	return [...names];
}

/** The key in base64, by itself or inside a longer text, in hex, in codes, and encoded again, as in an address within an
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
	const inHex = [...key].map((byte) => byte.toString(16).padStart(2, '0'));
	const apart = [':', ' ', '-'].map((between) => inHex.join(between));
	const codes = [',', ', ', ' ', '&#'].map((between) => [...key].join(between));
	const inWords = [inHex.join(''), ...apart, ...codes];
	return [...new Set(inBase64), ...inWords, inAddress, encodeURIComponent(inAddress)];
}
