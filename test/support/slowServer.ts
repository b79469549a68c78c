import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// Takes its time also where a test holds the clock.
import { setTimeout } from 'node:timers';

/** A service that takes its time, and notes when requests came and how many were under way at once. */
export class SlowServer {
	/** When requests came, in ms. */
	readonly arrivals: number[] = [];

	mostAtOnce = 0;

	address = '';

	underWay = 0;

	/** Answers that are kept back; undefined if none are. */
	private held?: Array<() => void>;

	private readonly server;

	private constructor(
		ms: number,
		statusOf: (request: number) => number,
		headers: Record<string, string>,
	) {
		this.server = createServer((request, response) => {
			const number = this.arrivals.push(performance.now());
			this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
			request.resume();
			const answer = () => {
				this.underWay--;
				if (statusOf(number) === 0) return;
				const isReport = request.url?.startsWith('/v1/sms/report');
				const said = isReport ? { partId: '1' } : { messageId: `m${number}` };
				response.writeHead(statusOf(number), headers).end(JSON.stringify(said));
			};
			if (this.held) this.held.push(answer);
			else setTimeout(answer, ms);
		});
	}

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
		const started = new SlowServer(ms, statusOf, headers);
		await new Promise<void>((listening) => started.server.listen(port, '127.0.0.1', listening));
		started.address = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
		return started;
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
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}
