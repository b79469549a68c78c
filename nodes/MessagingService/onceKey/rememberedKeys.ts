import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { claimOf, markOf, markOfDay, markOfMessage } from './keyMarks';
import { MarkStore } from './markStore';
import type { OnceKeySettings } from './onceKeyOptions';
import { Turns } from '../run/turns';

/**
 * Who had a key before it was recorded: nobody, an earlier recording by the same object that is still there, or
 * another, for the same message or for another one.
 */
export type Holder = 'nobody' | 'us' | 'sameMessage' | 'otherMessage';

/** Keys, and the digest of what each is to be used for. */
export type Uses = Map<string, string>;
type Use = [key: string, message: string];

/** Of all executions of this process, by workflow. */
const turns = new Turns();

/** The keys that n8n remembers for a node, across executions. */
export class RememberedKeys {
	private readonly id = randomUUID();

	private readonly store: MarkStore;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: OnceKeySettings,
	) {
		this.store = new MarkStore(context);
	}

	/**
	 * Does something when nobody else in this process is at the workflow's keys. n8n reads what it remembers,
	 * adds to it, and writes it back whole: two that do so at once lose one another's keys.
	 */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		return await turns.take(String(this.context.getWorkflow().id), task);
	}

	/** Records keys, and says who had each before. To be done in turn. */
	async record(uses: Uses): Promise<Map<string, Holder>> {
		const all = [...uses];
		const known = await this.store.record(
			all.flatMap((use) => this.marksOf(use)),
			all.length,
		);
		const holders = new Map<string, Holder>();
		const old: Use[] = [];
		const surplus: string[] = [];
		for (const use of all) {
			const [key] = use;
			const holder = this.holderOf(use, known);
			holders.set(key, holder);
			if (holder === 'us') surplus.push(claimOf(key, this.id));
			if (!isAnothers(holder)) continue;
			surplus.push(...this.marksOf(use).filter((mark) => !known.has(mark)));
			if (!known.has(markOfDay(key))) old.push(use);
		}
		// Before others are looked up: together they would push out the oldest keys of a full list.
		await this.store.remove(surplus);
		for (const key of await this.expiredOf(old)) holders.set(key, 'nobody');
		return holders;
	}

	/** Forgets keys that were recorded today, or just before midnight. To be done in turn. */
	async forget(uses: Uses): Promise<void> {
		const marks = [...uses].flatMap(([key, message]) => [
			...[markOf(key), markOfDay(key), markOfDay(key, 1)],
			markOfMessage(key, message),
		]);
		await this.store.remove(marks);
	}

	/** In ms, after which what another process had read before our recording has been written back. */
	get settleMs(): number {
		return this.store.settleMs;
	}

	private holderOf([key, message]: Use, known: Set<string>): Holder {
		if (this.settings.acrossWorkers && known.has(claimOf(key, this.id))) return 'us';
		if (!known.has(markOf(key))) return 'nobody';
		return known.has(markOfMessage(key, message)) ? 'sameMessage' : 'otherMessage';
	}

	/** Those of known keys that were last recorded longer ago than they count; they are recorded anew. */
	private async expiredOf(uses: Use[]): Promise<Set<string>> {
		const { days } = this.settings;
		if (days === undefined || !uses.length) return new Set();
		const keys = uses.map(([key]) => key);
		const daysOf = (key: string) =>
			Array.from({ length: days }, (_, index) => markOfDay(key, index + 1));
		const marks = keys.flatMap(daysOf);
		const known = await this.store.record(marks, 0);
		const expired = keys.filter((key) => !daysOf(key).some((mark) => known.has(mark)));
		const renewed = uses
			.filter(([key]) => expired.includes(key))
			.flatMap((use) => this.marksOf(use));
		await this.store.remove([...marks.filter((mark) => !known.has(mark)), ...renewed]);
		// At the end of the list, whose beginning is forgotten first.
		await this.store.record(renewed, expired.length);
		return new Set(expired);
	}

	/** What is recorded of a key: that it was used, the day, for what, and where that is needed by whom. */
	private marksOf([key, message]: Use): string[] {
		const marks = [markOf(key), markOfDay(key), markOfMessage(key, message)];
		return this.settings.acrossWorkers ? [...marks, claimOf(key, this.id)] : marks;
	}
}

function isAnothers(holder: Holder): boolean {
	return holder === 'sameMessage' || holder === 'otherMessage';
}
