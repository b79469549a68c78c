import { answerOf } from '../../../dev/http';

/** A message as the sandbox's control `/_sandbox/state` shows it. */
interface SandboxMessage {
	messageId: string;
	to: string;
	text: string;
	parts: Array<{ text?: string; state: number; stateName: string; errorCode?: string }>;
}

interface ReceivedRequest {
	method: string;
	path: string;
	headers: Record<string, string>;
	query: Record<string, string>;
	body?: unknown;
	[key: string]: unknown;
}

/** The sandbox's controls under `/_sandbox/`. */
export class SandboxControls {
	constructor(readonly address: string) {}

	async call<Answer>(
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		body?: unknown,
	): Promise<Answer> {
		return await answerOf(method, `${this.address}/_sandbox/${path}`, { body });
	}

	async reset(): Promise<void> {
		await this.call('POST', 'reset', {});
	}

	/** Has requests go wrong, as `/_sandbox/faults` takes it. */
	async fail(fault: object): Promise<void> {
		await this.call('POST', 'faults', fault);
	}

	async moveClock(advanceMs: number): Promise<void> {
		await this.call('POST', 'clock', { advanceMs });
	}

	async messages(): Promise<SandboxMessage[]> {
		return (await this.call<{ messages: SandboxMessage[] }>('GET', 'state')).messages;
	}

	/** What was sent as SMS, to whom, in the order it came. */
	async sentSms(): Promise<Array<{ to: string; text: string }>> {
		return (await this.messages()).map(({ to, text }) => ({ to, text }));
	}

	/** How many messages each number was sent. */
	async messagesPerRecipient(): Promise<Record<string, number>> {
		return await this.call('GET', 'messages-per-recipient');
	}

	async requests(): Promise<ReceivedRequest[]> {
		return await this.call('GET', 'requests');
	}
}
