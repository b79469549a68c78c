import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../service/deadline';

/** Who already held a key: nobody, this recorder, or another one (for the same message or for a different one). */
export type Holder = 'nobody' | 'us' | 'sameMessage' | 'otherMessage';

/** A key, and the digest of the message that it is to be used for. */
export type Use = [key: string, message: string];

/** How many keys a node remembers: n8n searches all marks for each one that it is asked for. */
export const MOST_KEYS = 20_000;

/** Its use, and its message. */
const MARKS_PER_KEY = 2;

/** Tells the marks from those of n8n's Remove Duplicates node in the same workflow. */
const PREFIX = 'messagingService.onceKey';

/** Time for other workers to finish writing: at least a second, or five times our slowest write. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;

/** The last task of each workflow, over all executions of this process. */
const latest = new Map<string, Promise<unknown>>();

/** The keys that n8n remembers for a node, across executions: as marks, of which it keeps hashes. */
export class RememberedKeys {
	private readonly id = randomUUID();
	private slowestMs = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		/** Whether other n8n processes may claim the same keys. */
		readonly acrossWorkers: boolean,
	) {}

	/** Does something alone at the workflow's keys: n8n reads and writes all of them, and would lose others' meanwhile. */
	async alone<T>(task: () => Promise<T>): Promise<T> {
		const workflow = String(this.context.getWorkflow().id);
		const own = (latest.get(workflow) ?? Promise.resolve()).then(task);
		// Its result may be large, and is not kept for the next one.
		const end = () => {
			if (latest.get(workflow) === done) latest.delete(workflow);
		};
		const done: Promise<void> = own.then(end, end);
		latest.set(workflow, done);
		return await own;
	}

	/** Records keys, and says who held each before. To be done in turn. */
	async record(uses: Use[]): Promise<Map<string, Holder>> {
		const marks = uses.flatMap((use) => this.marksOf(use));
		const known = await this.recordMarks(marks, uses.length);
		const holders = new Map(uses.map((use) => [use[0], this.holderOf(use, known)]));
		const surplus = uses.flatMap((use) => {
			const holder = holders.get(use[0]);
			if (holder === 'nobody') return [];
			if (holder === 'us') return [this.claimOf(use)];
			return this.marksOf(use).filter((mark) => !known.has(mark));
		});
		await this.removeMarks(surplus);
		return holders;
	}

	/**
	 * Finds the keys that were used, perhaps only for the same message, without claiming any. To be done in turn.
	 * n8n finds a mark only by recording it, and a new one is removed right afterward. If n8n ends in between, the mark
	 * stays. One of a message claims nothing; one of a key does, and is asked for last.
	 */
	async used(uses: Use[], isSame: boolean): Promise<Use[]> {
		const messages = isSame ? await this.find(uses.map(markOfMessage)) : undefined;
		const found = uses.filter((use) => !messages || messages.has(markOfMessage(use)));
		const keys = await this.find(found.map(markOf));
		return found.filter((use) => keys.has(markOf(use)));
	}

	/** Forgets keys. To be done in turn. */
	async forget(uses: Use[]): Promise<void> {
		await this.removeMarks(uses.flatMap((use) => [markOf(use), markOfMessage(use)]));
	}

	/** Time in ms for another process to write back the marks that it read before our last recording. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}

	private holderOf(use: Use, known: Set<string>): Holder {
		if (known.has(this.claimOf(use))) return 'us';
		if (!known.has(markOf(use))) return 'nobody';
		return known.has(markOfMessage(use)) ? 'sameMessage' : 'otherMessage';
	}

	/** The marks of a key: used, message, and across workers who claims it. */
	private marksOf(use: Use): string[] {
		const marks = [markOf(use), markOfMessage(use)];
		return this.acrossWorkers ? [...marks, this.claimOf(use)] : marks;
	}

	/** Tells our recording of a key from another worker's; it is gone once that is confirmed. */
	private claimOf([key]: Use): string {
		return `${PREFIX}.claim:${this.id}:${key}`;
	}

	/** Those of the marks that are there. */
	private async find(marks: string[]): Promise<Set<string>> {
		const asked = [...new Set(marks)];
		const known = await this.recordMarks(asked, 0);
		await this.removeMarks(asked.filter((mark) => !known.has(mark)));
		return known;
	}

	/** Records marks for a number of possibly new keys, and gives those that were there. Other marks evict no old ones. */
	private async recordMarks(marks: string[], keys: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const begun = steadyNow();
		const maxEntries = MARKS_PER_KEY * MOST_KEYS + marks.length - keys;
		const options = { mode: 'entries', maxEntries } as const;
		const record = async () =>
			await this.context.helpers.checkProcessedAndRecord(marks, 'node', options);
		const { processed } = await record().catch(async (error: Error) => {
			// Of two first records of a node at the same time, the database refuses one, with nothing recorded; the second
			// try then finds the row. After any other error they may have been recorded.
			if (/unique constraint/i.test(error.message)) return await record();
			throw error;
		});
		this.slowestMs = Math.max(this.slowestMs, steadyNow() - begun);
		return new Set(processed.map(String));
	}

	private async removeMarks(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, 'node', { mode: 'entries' });
	}
}

function markOf([key]: Use): string {
	return `${PREFIX}:${key}`;
}

function markOfMessage([key, message]: Use): string {
	return `${PREFIX}.message:${message}:${key}`;
}
