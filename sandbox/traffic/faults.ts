import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FromSchema } from 'json-schema-to-ts';
import { noteChange } from '../changes.ts';
import type { fault } from '../contract/controls.ts';
import { errorBody } from './refusal.ts';

/** A way to answer a request other than the service would, and which requests are meant. */
export type Fault = FromSchema<typeof fault, { keepDefaultedPropertiesOptional: true }>;

/** A fault that waits for its requests, with a number to end this one alone. */
type PlannedFault = FromSchema<typeof fault> & { id: number };

let added = 0;

/** A fault as it waits: whatever is not said is as usual. */
export function planned(fault: Fault): PlannedFault {
	const status = fault.kind === 'status' ? 500 : 200;
	const method = fault.method?.toUpperCase();
	const usual = { status, count: 1, after: 0, accepted: false };
	return { ...usual, ...fault, body: asText(fault.body), method, id: ++added };
}

/** The fault for a request, if there is one; it is used up by one. */
export function takeFault(
	waiting: PlannedFault[],
	method: string,
	path: string,
	sends = false,
): PlannedFault | undefined {
	const meant = waiting.filter(
		(fault) =>
			(fault.method ?? method) === method &&
			path.startsWith(fault.path ?? '') &&
			(sends || !fault.sends),
	);
	for (const fault of meant) {
		if (fault.after > 0) {
			fault.after -= 1;
			continue;
		}
		if (fault.count !== null) fault.count -= 1;
		if (fault.count === 0) waiting.splice(waiting.indexOf(fault), 1);
		return noteChange(fault);
	}
	return undefined;
}

const isWithoutAnswer = ({ kind }: Fault) => kind === 'drop' || kind === 'timeout';

/** Ends a request with a fault instead of carrying it out. */
export function failWith(fault: Fault, request: FastifyRequest, reply: FastifyReply) {
	if (!isWithoutAnswer(fault)) {
		request.fault = fault;
		return reply.send('');
	}
	// Hijacked, so that Fastify does not go on to the handler when the connection ends.
	reply.hijack();
	if (fault.kind === 'drop') request.raw.socket.destroy();
	return reply;
}

/** The body of an answer; kept as text, so that whatever shows the faults can write it. */
const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

const htmlPage = `<!DOCTYPE html>
<html><head><title>Down for maintenance</title></head>
<body><h1>We'll be right back</h1><p>The sandbox answers with this page on purpose.</p></body></html>
`;

function answerOf({ kind, status = 500, body, contentType }: Fault) {
	if (kind === 'html') return { type: 'text/html; charset=utf-8', text: htmlPage };
	if (kind === 'invalidJson') return { type: 'application/json', text: '{"messageId": "2f1c' };
	if (kind === 'empty') return { text: '' };
	const reason = `The sandbox was asked to answer ${status}`;
	const text = asText(body ?? errorBody('fault', reason));
	return { type: contentType ?? 'application/json', text };
}

const never = new Promise<string>(() => undefined);

/** Puts a fault in place of whatever the answer would have been: Fastify's onSend hook. */
export async function answerWithFault(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	const { fault } = request;
	if (fault === undefined) return payload;
	if (fault.kind === 'drop') request.raw.socket.destroy();
	if (isWithoutAnswer(fault)) return await never;
	const { type, text } = answerOf(fault);
	reply.code(fault.status ?? (fault.kind === 'status' ? 500 : 200));
	reply.removeHeader('content-type');
	if (type !== undefined) reply.header('content-type', type);
	if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
	return text;
}
