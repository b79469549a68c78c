import type { LoggedRequest } from '../../../sandbox/traffic/requestLog.ts';
import { answerOf, requestJson } from '../../http.ts';
import { sandboxKey } from '../../provisioning.ts';
import type { Json } from '../worlds/world.ts';

/** A message, as the sandbox shows it. */
export interface Message {
	messageId: string;
	channel: string;
	to: string;
	text: string;
	parts: number;
	/** Whether the service accepted it, but doesn't send it on. */
	isHeld: boolean;
	/** Whether that is because its recipient has opted out. */
	isOptedOut: boolean;
	/** Whether it can't be delivered. */
	isLost: boolean;
}

/** A request, as the sandbox has logged it. */
export type Logged = Omit<LoggedRequest, 'time' | 'query' | 'headers' | 'answer'>;

interface Shown extends Omit<Message, 'text' | 'parts' | 'isHeld' | 'isOptedOut' | 'isLost'> {
	parts: Array<{ text: string; errorCode?: string }>;
}

const OPTED_OUT = 'SUPPRESSED';
const HELD = [OPTED_OUT, 'BALANCE'];

/** The controls of a sandbox. */
export function controlsOf(address: string) {
	const call = async <Answer>(method: 'GET' | 'POST', path: string, body?: object) =>
		await answerOf<Answer>(method, `${address}/_sandbox/${path}`, { body });
	return {
		call,
		pass: async (ms: number) => await call<{ now: string }>('POST', 'clock', { advanceMs: ms }),
		/** Has so much time pass whenever a report is asked for, until a reset. */
		passWithReports: async (eachReportMs: number) => await call('POST', 'clock', { eachReportMs }),
		requests: async () => await call<Logged[]>('GET', 'requests'),
		async messages(): Promise<Message[]> {
			type State = Record<'messages' | 'viber' | 'emails', Shown[]>;
			const { messages, viber, emails } = await call<State>('GET', 'state');
			return [...messages, ...viber, ...emails].map(({ messageId, channel, to, parts }) => ({
				messageId,
				channel,
				to,
				text: parts.map(({ text }) => text).join(''),
				parts: parts.length,
				isHeld: parts.some(({ errorCode = '' }) => HELD.includes(errorCode)),
				isOptedOut: parts.some(({ errorCode }) => errorCode === OPTED_OUT),
				isLost: parts.some(({ errorCode }) => errorCode !== undefined),
			}));
		},
		/** Makes contacts known under the IDs that they have in what is given. */
		async know(contacts: Json[]) {
			if (contacts.length === 0) return;
			const saved = await call<Json>('GET', 'export');
			await call('POST', 'import', { ...saved, contacts });
		},
		/** Has somebody opt out. */
		async suppress(phoneNumber: string) {
			const headers = { 'X-ApiKey': sandboxKey, accept: 'application/json' };
			await requestJson('POST', `${address}/suppression`, { headers, body: { phoneNumber } });
		},
	};
}

export type Controls = ReturnType<typeof controlsOf>;

/** Paths of requests that send something, by what they end with. */
const SENDING = /(\/v1\/sms\/(single|bulk)|\/(viber|email|campaigns))$/;
/** Those that only ask, although with POST. */
const ASKING = /\/(report|validate)$/;

export const isChange = ({ method, path }: Logged) => method === 'POST' && !ASKING.test(path);

export const isSend = (request: Logged) => isChange(request) && SENDING.test(request.path);

export const isAnswered = ({ status, isFaulty, isRefused }: Logged) =>
	status !== null && status < 300 && !isFaulty && !isRefused;

/** Whether whoever changes something couldn't know what became of it. */
export const isUnknown = (request: Logged) =>
	isChange(request) &&
	!isAnswered(request) &&
	(request.accepted !== undefined || request.status === null || request.status < 400);

export const isRefused = (request: Logged) =>
	isChange(request) && !isAnswered(request) && !isUnknown(request);

export const wentWrong = (request: Logged) => isRefused(request) || isUnknown(request);

/** When what was sent is to go out, if that isn't at once. */
export const plannedFor = ({ body }: Logged): number[] => {
	const at = Date.parse(String((body as { scheduledAt?: unknown } | null)?.scheduledAt));
	return Number.isNaN(at) ? [] : [at];
};

/** To whom something was to be sent. */
export const recipientsOf = ({ body }: Logged): string[] =>
	([body].flat() as Array<{ to?: unknown; recipients?: unknown } | null>).flatMap((entry) =>
		[entry?.to, entry?.recipients].flat().filter((one) => typeof one === 'string'),
	);
