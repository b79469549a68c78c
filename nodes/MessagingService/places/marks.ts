import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { steadyNow } from '../service/deadline';

/**
 * The row of n8n's database that holds the marks, and which of them go. A node's row keeps a number of them, the newest. A
 * workflow's row keeps those of one day: the first of a day drops all others.
 */
export type Row =
	| { scope: 'node'; most: number }
	| { scope: 'workflow'; day: string; nextDay: string };

/** As many marks stay across workers, the newest: the first of a day could drop what another worker records just then. */
const MOST_ACROSS_WORKERS = 50_000;

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

/** When this process last changed each workflow's rows, and for how long others may since then. */
const rests = new Map<string, { since: number; ms: number }>();

/** The marks that n8n remembers in a row. It finds one only by recording it, and reads and writes the row without a lock. */
export class Marks {
	private readonly workflow: string;
	private slowestMs = 0;
	/** Whether n8n remembered nothing of the row's day at our last recording: it was the first, or the user has cleared it. */
	knewNothing = false;

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
		const [today, nextDay] = [row.day, row.nextDay].map((day) => `${this.subject}.day:${day}`);
		const own = [today, ...marks];
		const most = this.acrossWorkers ? MOST_ACROSS_WORKERS + own.length : undefined;
		const known = await this.ask(own, most);
		this.knewNothing = !known.has(today);
		if (this.acrossWorkers || !this.knewNothing) return known;
		// By the clock of another process, the next day may have begun.
		this.knewNothing = !(await this.ask([nextDay])).has(nextDay);
		if (!this.knewNothing) return known;
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
		const { helpers } = this.context;
		const options = { mode: 'entries' } as const;
		await this.change(async () => await helpers.removeProcessed(marks, this.row.scope, options));
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
		const done = await act();
		const now = steadyNow();
		const ms = now - begun;
		this.slowestMs = Math.max(this.slowestMs, ms);
		if (ms > slowestOfLateMs()) slowest = { ms, at: now };
		rests.set(this.workflow, { since: now, ms: (1 + Math.random()) * ms });
		return done;
	}
}
