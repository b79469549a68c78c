import { randomUUID } from 'crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { steadyNow } from '../service/deadline';

/**
 * The row of n8n's database that holds the marks, and which of them go. A node's row keeps a number of them, the newest. A
 * workflow's row keeps those of one day: the first of a day drops all others, across workers all but the newest of them.
 */
export type Row =
	| { scope: 'node'; most: number }
	| { scope: 'workflow'; day: string; nextDay: string };

/** How many marks other workers may write while old ones are dropped: n8n drops by number, and would drop those. */
const SPARED_MARKS = 1000;

/** Time for other workers to finish writing: at least a second, or five times our slowest write, or that of this process of late. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;
const HALF_LIFE_MS = 10_000;

/** The slowest write of this process: each ten seconds later, it counts half. */
let slowest = { ms: 0, at: 0 };
const slowestOfLateMs = () =>
	slowest.ms * 2 ** -(Math.abs(steadyNow() - slowest.at) / HALF_LIFE_MS);

/** The last task of each workflow, over all executions of this process. */
const latest = new Map<string, Promise<unknown>>();

/**
 * The day that this process last recorded in each workflow's row. If it was the first to, as its claim tells when others have
 * finished writing, it drops what is old.
 */
const days = new Map<
	string,
	{ today: string; begun?: { claim: string; old: number; at: number } }
>();

/** When this process last changed each workflow's rows, and for how long others may since then. */
const rests = new Map<string, { since: number; ms: number }>();

/** The marks that n8n remembers in a row. It finds one only by recording it, and reads and writes the row without a lock. */
export class Marks {
	private readonly workflow: string;
	private slowestMs = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		/** Tells these marks from all others in the row. */
		readonly subject: string,
		private readonly row: Row,
		/** Whether other n8n processes may change the same row. */
		readonly acrossWorkers: boolean,
	) {
		this.workflow = String(context.getWorkflow().id);
	}

	/** Does something alone at the workflow's marks: n8n would lose what others write meanwhile. */
	async alone<T>(task: () => Promise<T>): Promise<T> {
		const { workflow } = this;
		const own = (latest.get(workflow) ?? Promise.resolve()).then(task);
		// Its result may be large, and is not kept for the next one.
		const end = () => {
			if (latest.get(workflow) === done) latest.delete(workflow);
		};
		const done: Promise<void> = own.then(end, end);
		latest.set(workflow, done);
		return await own;
	}

	/** Records marks, of which some may be new ones to keep, and gives those that were there. Others evict no old ones. */
	async record(marks: string[], toKeep: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const { row } = this;
		if (row.scope === 'node') return await this.ask(marks, row.most + marks.length - toKeep);
		const today = this.markOf(row.day);
		if (this.acrossWorkers) return await this.recordToday(today, marks, row.nextDay);
		const own = [today, ...marks];
		const known = await this.ask(own);
		if (!known.has(today) && !(await this.hasBegun(row.nextDay))) await this.ask(own, own.length);
		return known;
	}

	private async recordToday(today: string, marks: string[], nextDay: string): Promise<Set<string>> {
		const day = days.get(this.workflow);
		if (day?.today !== today) {
			const begun = { claim: `${today}:${randomUUID()}`, old: await this.count(), at: 0 };
			const known = await this.ask([today, begun.claim, ...marks]);
			begun.at = steadyNow();
			days.set(this.workflow, known.has(today) ? { today } : { today, begun });
			return known;
		}
		const { begun } = day;
		if (!begun || steadyNow() - begun.at < this.settleMs) return await this.ask([today, ...marks]);
		const known = await this.ask([today, begun.claim, ...marks]);
		day.begun = undefined;
		if (known.has(begun.claim) && !(await this.hasBegun(nextDay))) {
			await this.ask([today], (await this.count()) - begun.old + SPARED_MARKS);
		}
		return known;
	}

	private markOf(day: string): string {
		return `${this.subject}.day:${day}`;
	}

	/** Whether the next day has begun, by the clock of another process. */
	private async hasBegun(day: string): Promise<boolean> {
		const mark = this.markOf(day);
		if ((await this.ask([mark])).has(mark)) return true;
		await this.remove([mark]);
		return false;
	}

	/** Those of the marks that are there. A new one is removed right after it was looked for; if n8n ends in between, it stays. */
	async find(marks: string[]): Promise<Set<string>> {
		const asked = [...new Set(marks)];
		const known = await this.record(asked, 0);
		await this.remove(asked.filter((mark) => !known.has(mark)));
		return known;
	}

	async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		const { helpers } = this.context;
		const options = { mode: 'entries' } as const;
		await this.change(async () => await helpers.removeProcessed(marks, this.row.scope, options));
	}

	private async count(): Promise<number> {
		const options = { mode: 'entries' } as const;
		return await this.context.helpers.getProcessedDataCount(this.row.scope, options);
	}

	/** Time in ms for another process to write back the marks that it read before our last recording. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * Math.max(this.slowestMs, slowestOfLateMs()));
	}

	/** Has n8n record marks, and keep so many of the row's last ones. */
	private async ask(marks: string[], maxEntries?: number): Promise<Set<string>> {
		const options = { mode: 'entries', maxEntries } as const;
		const record = async () =>
			await this.context.helpers.checkProcessedAndRecord(marks, this.row.scope, options);
		const { processed } = await this.change(
			async () =>
				await record().catch(async (error: Error) => {
					// Of two first records of a row at the same time, the database refuses one, with nothing recorded; the second
					// try then finds the row. After any other error they may have been recorded.
					if (/unique constraint/i.test(error.message)) return await record();
					throw error;
				}),
		);
		return new Set(processed.map(String));
	}

	/**
	 * Reads and writes the row, across workers only after others had the time to. Of two that begin as soon as they end, each
	 * would read only what it wrote itself, for as long as both have something to do, and confirm what the other one takes.
	 */
	private async change<T>(act: () => Promise<T>): Promise<T> {
		const { since, ms: restMs } = rests.get(this.workflow) ?? { since: 0, ms: 0 };
		const passed = Math.abs(steadyNow() - since);
		if (this.acrossWorkers && passed < restMs) await sleep(restMs - passed);
		const begun = steadyNow();
		try {
			return await act();
		} finally {
			const now = steadyNow();
			const ms = now - begun;
			this.slowestMs = Math.max(this.slowestMs, ms);
			if (ms > slowestOfLateMs()) slowest = { ms, at: now };
			rests.set(this.workflow, { since: now, ms: Math.max((1 + Math.random()) * ms, restMs / 2) });
		}
	}
}
