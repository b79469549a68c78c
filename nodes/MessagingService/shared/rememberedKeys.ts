import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { OnceKeySettings } from './onceKeyOptions';
import { Turns } from './turns';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Apart from what n8n's Remove Duplicates node remembers for the same workflow. */
const PREFIX = 'messagingService.onceKey';

/** One that it was used, and one of the day. */
const MARKS_PER_KEY = 2;

/** How long others get to write back what they have read: so long, and so many times as it takes us. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;

/** Who had a key before it was recorded; `us` if an earlier recording by the same object is still there. */
type Holder = 'nobody' | 'us' | 'another';

/** Of all executions of this process, by workflow. */
const turns = new Turns();

/** The keys that n8n remembers for a node or a workflow, across executions. */
export class RememberedKeys {
	private readonly id = randomUUID();

	private slowestMs = 0;

	private readonly context: IExecuteFunctions;

	private readonly settings: OnceKeySettings;

	constructor(context: IExecuteFunctions, settings: OnceKeySettings) {
		this.context = context;
		this.settings = settings;
	}

	/**
	 * Does something when nobody else in this process is at the workflow's keys. n8n reads what it remembers,
	 * adds to it, and writes it back whole: two that do so at once lose one another's keys.
	 */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		return await turns.take(String(this.context.getWorkflow().id), task);
	}

	/** Records keys, and says who had each before. To be done in turn. */
	async record(keys: string[]): Promise<Map<string, Holder>> {
		const known = await this.recordMarks(
			keys.flatMap((key) => this.marksOf(key)),
			keys.length,
		);
		const old = keys.filter((key) => this.holderOf(key, known) === 'another');
		const expired = await this.expiredOf(old.filter((key) => !known.has(this.markOfDay(key))));
		const holders = keys.map((key): [string, Holder] => [
			key,
			expired.has(key) ? 'nobody' : this.holderOf(key, known),
		]);
		const surplus = holders.flatMap(([key, holder]) => {
			if (holder === 'us') return [this.claimOf(key)];
			return holder === 'another' ? this.marksOf(key).filter((mark) => !known.has(mark)) : [];
		});
		await this.remove(surplus);
		return new Map(holders);
	}

	/** Forgets a key that was recorded today, or just before midnight. To be done in turn. */
	async forget(key: string): Promise<void> {
		await this.remove([markOf(key), this.markOfDay(key), this.markOfDay(key, 1)]);
	}

	/** In ms, after which what another process had read before our recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}

	private holderOf(key: string, known: Set<string>): Holder {
		if (this.settings.acrossWorkers && known.has(this.claimOf(key))) return 'us';
		return known.has(markOf(key)) ? 'another' : 'nobody';
	}

	/** Those of known keys that were last recorded longer ago than they count; they are recorded anew. */
	private async expiredOf(keys: string[]): Promise<Set<string>> {
		const { days } = this.settings;
		if (days === undefined || !keys.length) return new Set();
		const daysOf = (key: string) =>
			Array.from({ length: days }, (_, index) => this.markOfDay(key, index + 1));
		const marks = keys.flatMap(daysOf);
		const known = await this.recordMarks(marks, 0);
		const expired = keys.filter((key) => !daysOf(key).some((mark) => known.has(mark)));
		const renewed = expired.flatMap((key) => this.marksOf(key));
		await this.remove([...marks.filter((mark) => !known.has(mark)), ...renewed]);
		// At the end of the list, whose beginning is forgotten first.
		await this.recordMarks(renewed, expired.length);
		return new Set(expired);
	}

	/**
	 * Records marks, and gives those that were there.
	 *
	 * @param keys how many keys they are of that may be new; marks that do not stay push out nothing
	 */
	private async recordMarks(marks: string[], keys: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const { scope, limit } = this.settings;
		const begun = Date.now();
		const { processed } = await this.context.helpers.checkProcessedAndRecord(marks, scope, {
			mode: 'entries',
			maxEntries: MARKS_PER_KEY * limit + marks.length - keys,
		});
		this.slowestMs = Math.max(this.slowestMs, Date.now() - begun);
		return new Set(processed.map(String));
	}

	/** What is recorded of a key: that it was used, the day, and where that is needed by whom. */
	private marksOf(key: string): string[] {
		const marks = [markOf(key), this.markOfDay(key)];
		return this.settings.acrossWorkers ? [...marks, this.claimOf(key)] : marks;
	}

	/** That a key was used so many days ago. */
	private markOfDay(key: string, daysAgo = 0): string {
		return `${PREFIX}.day:${Math.floor(Date.now() / DAY_MS) - daysAgo}:${key}`;
	}

	/** What tells our recording of a key from another worker's; it is gone once that is confirmed. */
	private claimOf(key: string): string {
		return `${PREFIX}.claim:${this.id}:${key}`;
	}

	private async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, this.settings.scope, { mode: 'entries' });
	}
}

/** That a key was used, whenever. */
function markOf(key: string): string {
	return `${PREFIX}:${key}`;
}
