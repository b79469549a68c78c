import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../values/clock';
import { recordDespiteAnother } from './firstRecord';
import { claimOf, markOf, markOfDay, MARKS_PER_KEY } from './keyMarks';
import type { OnceKeySettings } from './onceKeyOptions';
import { Turns } from './turns';

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

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: OnceKeySettings,
	) {}

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
		const expired = await this.expiredOf(old.filter((key) => !known.has(markOfDay(key))));
		const holders = keys.map((key): [string, Holder] => [
			key,
			expired.has(key) ? 'nobody' : this.holderOf(key, known),
		]);
		const surplus = holders.flatMap(([key, holder]) => {
			if (holder === 'us') return [claimOf(key, this.id)];
			return holder === 'another' ? this.marksOf(key).filter((mark) => !known.has(mark)) : [];
		});
		await this.remove(surplus);
		return new Map(holders);
	}

	/** Forgets a key that was recorded today, or just before midnight. To be done in turn. */
	async forget(key: string): Promise<void> {
		await this.remove([markOf(key), markOfDay(key), markOfDay(key, 1)]);
	}

	/** In ms, after which what another process had read before our recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}

	private holderOf(key: string, known: Set<string>): Holder {
		if (this.settings.acrossWorkers && known.has(claimOf(key, this.id))) return 'us';
		return known.has(markOf(key)) ? 'another' : 'nobody';
	}

	/** Those of known keys that were last recorded longer ago than they count; they are recorded anew. */
	private async expiredOf(keys: string[]): Promise<Set<string>> {
		const { days } = this.settings;
		if (days === undefined || !keys.length) return new Set();
		const daysOf = (key: string) =>
			Array.from({ length: days }, (_, index) => markOfDay(key, index + 1));
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
		const begun = steadyNow();
		const maxEntries = MARKS_PER_KEY * limit + marks.length - keys;
		const { checkProcessedAndRecord } = this.context.helpers;
		const { processed } = await recordDespiteAnother(
			async () => await checkProcessedAndRecord(marks, scope, { mode: 'entries', maxEntries }),
		);
		this.slowestMs = Math.max(this.slowestMs, steadyNow() - begun);
		return new Set(processed.map(String));
	}

	/** What is recorded of a key: that it was used, the day, and where that is needed by whom. */
	private marksOf(key: string): string[] {
		const marks = [markOf(key), markOfDay(key)];
		return this.settings.acrossWorkers ? [...marks, claimOf(key, this.id)] : marks;
	}

	private async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, this.settings.scope, { mode: 'entries' });
	}
}
