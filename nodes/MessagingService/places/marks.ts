import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../service/deadline';

/**
 * The row of n8n's database that holds the marks, and which of them go. A node's row keeps a number of them, the newest. A
 * workflow's row keeps those of one day: the first of a day drops all others.
 */
export type Row =
	| { scope: 'node'; most: number }
	| { scope: 'workflow'; day: string; nextDay: string };

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

/** The marks that n8n remembers in a row. It finds one only by recording it, and reads and writes the row without a lock. */
export class Marks {
	private slowestMs = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		/** Tells these marks from all others in the row. */
		readonly subject: string,
		private readonly row: Row,
	) {}

	/** Does something alone at the workflow's marks: n8n would lose what others write meanwhile. */
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

	/** Records marks, of which some may be new ones to keep, and gives those that were there. Others evict no old ones. */
	async record(marks: string[], toKeep: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const { row } = this;
		if (row.scope === 'node') return await this.ask(marks, row.most + marks.length - toKeep);
		const [today, nextDay] = [row.day, row.nextDay].map((day) => `${this.subject}.day:${day}`);
		const own = [today, ...marks];
		const known = await this.ask(own);
		if (known.has(today)) return known;
		// By the clock of another process, the next day may have begun.
		if ((await this.ask([nextDay])).has(nextDay)) return known;
		await this.remove([nextDay]);
		await this.ask(own, own.length);
		return known;
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
		await this.context.helpers.removeProcessed(marks, this.row.scope, { mode: 'entries' });
	}

	/** Time in ms for another process to write back the marks that it read before our last recording. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * Math.max(this.slowestMs, slowestOfLateMs()));
	}

	/** Has n8n record marks, and keep so many of the row's last ones. */
	private async ask(marks: string[], maxEntries?: number): Promise<Set<string>> {
		const begun = steadyNow();
		const options = { mode: 'entries', maxEntries } as const;
		const record = async () =>
			await this.context.helpers.checkProcessedAndRecord(marks, this.row.scope, options);
		const { processed } = await record().catch(async (error: Error) => {
			// Of two first records of a row at the same time, the database refuses one, with nothing recorded; the second
			// try then finds the row. After any other error they may have been recorded.
			if (/unique constraint/i.test(error.message)) return await record();
			throw error;
		});
		const ms = steadyNow() - begun;
		this.slowestMs = Math.max(this.slowestMs, ms);
		if (ms > slowestOfLateMs()) slowest = { ms, at: steadyNow() };
		return new Set(processed.map(String));
	}
}
