import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../values/clock';
import type { OnceKeySettings } from './onceKeyOptions';

/**
 * Who already held a key: nobody, this recorder, or another one (for the same message or for a different one).
 */
export type Holder = 'nobody' | 'us' | 'sameMessage' | 'otherMessage';

/** Keys, and the digest of what each is to be used for. */
export type Uses = Map<string, string>;
type Use = [key: string, message: string];

/** How many keys a node remembers: n8n searches all marks for each one that it is asked for. */
export const MOST_KEYS = 20_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A key is marked for the day, and for the 8 and the 64 days around it, so that it takes few marks to ask for many days. */
const SPANS = [1, 8, 64];

/** That it was used, the days, and the message. */
const MARKS_PER_KEY = SPANS.length + 2;

/** Apart from what n8n's Remove Duplicates node remembers for the same workflow. */
const PREFIX = 'messagingService.onceKey';

/** How long others get to write back what they have read: so long, and so many times as it takes us. */
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
		private readonly settings: OnceKeySettings,
	) {}

	/**
	 * Does something when nobody else in this process is at the workflow's keys. n8n reads what it remembers,
	 * adds to it, and writes it back whole: two that do so at once lose one another's keys.
	 */
	async alone<T>(task: () => Promise<T>): Promise<T> {
		const workflow = String(this.context.getWorkflow().id);
		const own = (latest.get(workflow) ?? Promise.resolve()).then(task);
		// Its result may be large, and is not kept for the next one.
		const forget = () => undefined;
		const done = own.then(forget, forget);
		latest.set(workflow, done);
		try {
			return await own;
		} finally {
			if (latest.get(workflow) === done) latest.delete(workflow);
		}
	}

	/** Records keys, and says who held each before. To be done in turn. */
	async record(uses: Uses): Promise<Map<string, Holder>> {
		const all = [...uses];
		const known = await this.recordMarks(
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
			if (holder === 'us') surplus.push(this.claimOf(key));
			if (holder !== 'sameMessage' && holder !== 'otherMessage') continue;
			surplus.push(...this.marksOf(use).filter((mark) => !known.has(mark)));
			if (!known.has(markOfDays(key, 1, today()))) old.push(use);
		}
		// Before others are looked up: together they would push out the oldest keys of a full list.
		await this.removeMarks(surplus);
		for (const key of await this.expiredOf(old)) holders.set(key, 'nobody');
		return holders;
	}

	/** Forgets keys that were recorded today, or just before midnight. To be done in turn. */
	async forget(uses: Uses): Promise<void> {
		const marks = [...uses].flatMap(([key, message]) => [
			markOf(key),
			...marksOfDay(key, today()),
			...marksOfDay(key, today() - 1),
			markOfMessage(key, message),
		]);
		await this.removeMarks(marks);
	}

	/** In ms, after which what another process had read before our last recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}

	private holderOf([key, message]: Use, known: Set<string>): Holder {
		if (this.settings.acrossWorkers && known.has(this.claimOf(key))) return 'us';
		if (!known.has(markOf(key))) return 'nobody';
		return known.has(markOfMessage(key, message)) ? 'sameMessage' : 'otherMessage';
	}

	/** Those of known keys that were last recorded longer ago than they count; they are recorded anew. */
	private async expiredOf(uses: Use[]): Promise<Set<string>> {
		const { days } = this.settings;
		if (days === undefined || !uses.length) return new Set();
		const asked = uses.map((use) => ({ use, marks: marksSince(use[0], today() - days) }));
		const marks = asked.flatMap((one) => one.marks);
		const known = await this.recordMarks(marks, 0);
		const expired = asked.filter((one) => !one.marks.some((mark) => known.has(mark)));
		const renewed = expired.flatMap(({ use }) => this.marksOf(use));
		await this.removeMarks([...marks.filter((mark) => !known.has(mark)), ...renewed]);
		// At the end of the list, whose beginning is forgotten first.
		await this.recordMarks(renewed, expired.length);
		return new Set(expired.map(({ use: [key] }) => key));
	}

	/** The marks of a key: used, days, message, and across workers who claims it. */
	private marksOf([key, message]: Use): string[] {
		const marks = [markOf(key), ...marksOfDay(key, today()), markOfMessage(key, message)];
		return this.settings.acrossWorkers ? [...marks, this.claimOf(key)] : marks;
	}

	/** Tells our recording of a key from another worker's; it is gone once that is confirmed. */
	private claimOf(key: string): string {
		return `${PREFIX}.claim:${this.id}:${key}`;
	}

	/**
	 * Records marks, and gives those that were there.
	 *
	 * @param keys number of possibly new keys; temporary marks don't evict old ones
	 */
	private async recordMarks(marks: string[], keys: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const begun = steadyNow();
		const maxEntries = MARKS_PER_KEY * MOST_KEYS + marks.length - keys;
		const record = async () =>
			await this.context.helpers.checkProcessedAndRecord(marks, 'node', {
				mode: 'entries',
				maxEntries,
			});
		const { processed } = await record().catch(async (error: Error) => {
			// Of two executions that make the first record of a node at the same time, the database refuses one, with
			// nothing recorded; the second try then finds the row. What fails otherwise may have been recorded.
			const isAnothers = /unique constraint/i.test(error.message);
			return await (isAnothers ? record() : Promise.reject(error));
		});
		this.slowestMs = Math.max(this.slowestMs, steadyNow() - begun);
		return new Set(processed.map(String));
	}

	private async removeMarks(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, 'node', { mode: 'entries' });
	}
}

function today(): number {
	return Math.floor(Date.now() / DAY_MS);
}

function markOf(key: string): string {
	return `${PREFIX}:${key}`;
}

function markOfMessage(key: string, message: string): string {
	return `${PREFIX}.message:${message}:${key}`;
}

function markOfDays(key: string, span: number, day: number): string {
	return `${PREFIX}.day${span === 1 ? '' : `s${span}`}:${Math.floor(day / span)}:${key}`;
}

function marksOfDay(key: string, day: number): string[] {
	return SPANS.map((span) => markOfDays(key, span, day));
}

/** The marks of which a key that was used on a day or later has one: as few as possible. */
function marksSince(key: string, first: number): string[] {
	const marks: string[] = [];
	let day = first;
	SPANS.forEach((span, index) => {
		const next = SPANS[index + 1];
		for (; day <= today() && !(next && day % next === 0); day += span) {
			marks.push(markOfDays(key, span, day));
		}
	});
	return marks;
}
