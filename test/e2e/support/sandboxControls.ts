import { request } from 'undici';

/** A message as the sandbox's control `/_sandbox/state` shows it. */
export interface SandboxMessage {
	messageId: string;
	to: string;
	parts: Array<{ text?: string; state: number; stateName: string; errorCode?: string }>;
}

export interface ReceivedRequest {
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
		const response = await request(`${this.address}/_sandbox/${path}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const answer = await response.body.json();
		if (response.statusCode >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
		return answer as Answer;
	}

	async reset(): Promise<void> {
		await this.call('POST', 'reset', {});
	}

	async moveClock(advanceMs: number): Promise<void> {
		await this.call('POST', 'clock', { advanceMs });
	}

	async messages(): Promise<SandboxMessage[]> {
		return (await this.call<{ messages: SandboxMessage[] }>('GET', 'state')).messages;
	}

	/** What was sent as SMS, to whom, in the order it came. */
	async sentSms(): Promise<Array<{ to: string; text: string }>> {
		const { messages } = await this.call<{ messages: Array<{ to: string; text: string }> }>(
			'GET',
			'state',
		);
		return messages.map(({ to, text }) => ({ to, text }));
	}

	async requests(): Promise<ReceivedRequest[]> {
		return await this.call('GET', 'requests');
	}
}
