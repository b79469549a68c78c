import { sleep } from 'n8n-workflow';

import { steadyNow } from '../service/deadline';

/** Lets a number of requests out at a time, in their order. It can be held for all of them, and shut for good. */
export class Gate {
	isShut = false;
	private running = 0;
	private heldUntil = 0;
	private readonly queue: Array<() => void> = [];
	private served = 0;
	private readonly pauses = new Set<AbortController>();

	/** Lets `width` requests run at once. The signal shuts the gate when the execution is stopped. */
	constructor(
		private readonly width: number,
		private readonly signal?: AbortSignal,
	) {
		if (signal?.aborted) this.shut();
		signal?.addEventListener('abort', this.shut, { once: true });
	}

	/** To be called after the last request: a loop makes many gates during one execution. */
	close(): void {
		this.signal?.removeEventListener('abort', this.shut);
	}

	/** Whether the request may go out; it has to `leave` afterward. False once the gate is shut. */
	async enter(): Promise<boolean> {
		if (this.isShut) return false;
		if (this.running < this.width) this.running++;
		else await new Promise<void>((resolve) => this.queue.push(resolve));
		if (this.heldUntil) await this.untilReleased();
		return !this.isShut;
	}

	leave(): void {
		const next = this.isShut ? undefined : this.queue[this.served];
		if (next) this.served++;
		else this.running--;
		next?.();
	}

	hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, steadyNow() + ms);
	}

	async untilReleased(): Promise<void> {
		while (!this.isShut && steadyNow() < this.heldUntil) {
			await this.pause(this.heldUntil - steadyNow());
		}
	}

	/** Waits for a time in ms, or until the gate is shut. */
	async pause(ms: number): Promise<void> {
		if (this.isShut) return;
		const own = new AbortController();
		this.pauses.add(own);
		const cutShort = new Promise<void>((resolve) => {
			own.signal.addEventListener('abort', () => resolve(), { once: true });
		});
		// sleep throws when it is cut short; in n8n 2.0 and before it cannot be.
		await Promise.race([sleep(ms, own.signal).catch(() => undefined), cutShort]);
		this.pauses.delete(own);
	}

	readonly shut = (): void => {
		this.isShut = true;
		for (const pause of this.pauses) pause.abort();
		for (const wake of this.queue) wake();
	};
}
