import { runInThisContext } from 'node:vm';

/** Promises that failed while nobody listened: enough for n8n to end, even if somebody listens later. */
export class UnheardRejections {
	readonly reasons: unknown[] = [];

	// Jest hands tests a process of their own, and forgives what is heard later.
	private readonly process = runInThisContext('process') as NodeJS.Process;

	private readonly note = (reason: unknown) => this.reasons.push(reason);

	constructor() {
		this.process.on('unhandledRejection', this.note);
	}

	stop(): void {
		this.process.off('unhandledRejection', this.note);
	}
}
