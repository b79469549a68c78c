import { sleep } from 'n8n-workflow';

import { steadyNow } from '../values/clock';

/**
 * Lets a number of requests out at a time, in the order in which they came. It can be held for all
 * of them, and shut: nothing more goes out then.
 */
export class Gate {
	isShut = false;

	private running = 0;

	private heldUntil = 0;

	private readonly queue: Array<() => void> = [];

	private served = 0;

	private readonly pauses = new Set<AbortController>();

	/**
	 * @param width how many requests may run at once
	 * @param signal shuts the gate when the execution is stopped
	 */
	constructor(
		private readonly width: number,
		private readonly signal?: AbortSignal,
	) {
		if (signal?.aborted) this.shut();
		signal?.addEventListener('abort', this.onAbort, { once: true });
	}

	private readonly onAbort = () => this.shut();

	/** To be called when nothing more will go out: a loop makes many gates during one execution. */
	close(): void {
		this.signal?.removeEventListener('abort', this.onAbort);
	}

	/** Whether the request may go out; it has to `leave` afterwards. False once the gate is shut. */
	async enter(): Promise<boolean> {
		if (this.isShut) return false;
		if (this.running < this.width) this.running++;
		else await new Promise<void>((resolve) => this.queue.push(resolve));
		await this.untilReleased();
		if (!this.isShut) return true;
		this.leave();
		return false;
	}

	leave(): void {
		const next = this.isShut ? undefined : this.queue[this.served];
		if (next) {
			this.served++;
			next();
			return;
		}
		this.running--;
	}

	/** No request goes out for so long, in ms. */
	hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, steadyNow() + ms);
	}

	/** Waits until the gate is held no more, or is shut. */
	async untilReleased(): Promise<void> {
		while (!this.isShut && steadyNow() < this.heldUntil) {
			await this.pause(this.heldUntil - steadyNow());
		}
	}

	/** Waits so long, in ms, or until the gate is shut. */
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

	shut(): void {
		this.isShut = true;
		for (const pause of this.pauses) pause.abort();
		for (const wake of this.queue) wake();
	}
}

/** Queues by name: the tasks of one are done one after the other. */
export class Turns {
	private readonly latest = new Map<string, Promise<unknown>>();

	/** Does a task when those before it in the queue of that name are done, whatever became of them. */
	async take<T>(queue: string, task: () => Promise<T>): Promise<T> {
		const before = this.latest.get(queue) ?? Promise.resolve();
		const own = before.then(task, task);
		const settled = own.catch(() => undefined);
		this.latest.set(queue, settled);
		void settled.then(() => {
			if (this.latest.get(queue) === settled) this.latest.delete(queue);
		});
		return await own;
	}
}
