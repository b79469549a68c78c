import { answerOf, requestJson } from '../http.ts';
import { sandboxKey } from '../provisioning.ts';

/** A message, as the sandbox shows it. */
export interface Message {
	messageId: string;
	channel: string;
	to: string;
	from: string;
	text: string;
	/** Whether the service accepted it, but doesn't send it on. */
	isHeld: boolean;
	/** Whether that is because its recipient has opted out. */
	isOptedOut: boolean;
	/** Whether it can't be delivered. */
	isLost: boolean;
}

/** A request, as the sandbox has logged it. */
export interface Logged {
	number: number;
	method: string;
	path: string;
	status: number | null;
	accepted?: string[];
	isRefused?: boolean;
	isFaulty?: boolean;
}

interface Shown extends Omit<Message, 'text' | 'isHeld' | 'isOptedOut' | 'isLost'> {
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
		pass: async (ms: number) => await call('POST', 'clock', { advanceMs: ms }),
		/** Has so much time pass whenever a report is asked for, until a reset. */
		passWithReports: async (eachReportMs: number) => await call('POST', 'clock', { eachReportMs }),
		requests: async () => await call<Logged[]>('GET', 'requests'),
		async messages(): Promise<Message[]> {
			type State = Record<'messages' | 'viber' | 'emails', Shown[]>;
			const { messages, viber, emails } = await call<State>('GET', 'state');
			return [...messages, ...viber, ...emails].map(({ parts, ...message }) => ({
				...message,
				text: parts.map(({ text }) => text).join(''),
				isHeld: parts.some(({ errorCode = '' }) => HELD.includes(errorCode)),
				isOptedOut: parts.some(({ errorCode }) => errorCode === OPTED_OUT),
				isLost: parts.some(({ errorCode }) => errorCode !== undefined),
			}));
		},
		/** Has somebody opt out. */
		async suppress(phoneNumber: string) {
			const headers = { 'X-ApiKey': sandboxKey, accept: 'application/json' };
			const body = { phoneNumber };
			await requestJson('POST', `${address}/suppression`, { headers, body });
		},
	};
}

export type Controls = ReturnType<typeof controlsOf>;
