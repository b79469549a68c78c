import type { RequestListener } from 'node:http';
// Takes its time also where a test holds the clock.
import { setTimeout } from 'node:timers';

import { AnsweringServer } from './answeringServer';

/** A service that takes its time, and notes when requests came and how many were under way at once. */
export class SlowServer {
	/** When requests came, in ms. */
	readonly arrivals: number[] = [];

	mostAtOnce = 0;

	underWay = 0;

	/** Answers that are kept back; undefined if none are. */
	private held?: Array<() => void>;

	private server!: AnsweringServer;

	private constructor() {}

	/**
	 * @param ms how long each request takes
	 * @param statusOf the status of the nth answer, from 1; 0 for none at all
	 */
	static async start(
		ms: number,
		statusOf: (request: number) => number = () => 200,
		port = 0,
		headers: Record<string, string> = {},
	): Promise<SlowServer> {
		const slow = new SlowServer();
		const receive: RequestListener = (request, response) => {
			const number = slow.arrivals.push(performance.now());
			slow.mostAtOnce = Math.max(slow.mostAtOnce, ++slow.underWay);
			request.resume();
			const answer = () => {
				slow.underWay--;
				if (statusOf(number) === 0) return;
				const isReport = request.url?.startsWith('/v1/sms/report');
				const said = isReport ? { partId: '1' } : { messageId: `m${number}` };
				response.writeHead(statusOf(number), headers).end(JSON.stringify(said));
			};
			if (slow.held) slow.held.push(answer);
			else setTimeout(answer, ms);
		};
		slow.server = await AnsweringServer.start(receive, { port });
		return slow;
	}

	get address(): string {
		return this.server.address;
	}

	/** Answers nobody until `release`. */
	hold(): void {
		this.held = [];
	}

	release(): void {
		const { held = [] } = this;
		this.held = undefined;
		for (const answer of held) answer();
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}
