import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { OnceKeySettings } from './onceKeyOptions';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Apart from what n8n's Remove Duplicates node remembers for the same workflow. */
const PREFIX = 'messagingService.onceKey';

/** How long others get to write back what they have read: so long, and so many times as it takes us. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;

/** Who had a key before it was recorded; `us` if an earlier recording by the same object is still there. */
type Holder = 'nobody' | 'us' | 'another';

/**
 * n8n reads what it remembers, adds to it, and writes it back whole: two that do so at once lose one
 * another's keys. So the executions of one n8n process take turns, by workflow.
 */
const turns = new Map<string, Promise<unknown>>();

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

	/** Does something when nobody else in this process is at the workflow's keys. */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		const workflow = String(this.context.getWorkflow().id);
		const before = turns.get(workflow) ?? Promise.resolve();
		const own = before.then(task, task);
		const settled = own.catch(() => undefined);
		turns.set(workflow, settled);
		void settled.then(() => {
			if (turns.get(workflow) === settled) turns.delete(workflow);
		});
		return await own;
	}

	/** Records keys, and says who had each before. To be done in turn. */
	async record(keys: string[]): Promise<Map<string, Holder>> {
		const { scope, limit } = this.settings;
		const marks = keys.flatMap((key) => [...this.marksOf(key), ...this.claimsOf(key)]);
		const begun = Date.now();
		const { processed } = await this.context.helpers.checkProcessedAndRecord(marks, scope, {
			mode: 'entries',
			maxEntries: limit + marks.length - keys.length,
		});
		this.slowestMs = Math.max(this.slowestMs, Date.now() - begun);
		const known = new Set(processed.map(String));
		const holders = new Map(keys.map((key) => [key, this.holderOf(key, known)]));
		await this.remove(keys.flatMap((key) => this.surplusOf(key, holders.get(key), known)));
		return holders;
	}

	/** Forgets a key. To be done in turn. */
	async forget(key: string): Promise<void> {
		await this.remove(this.marksOf(key));
	}

	/** In ms, after which what another process had read before our recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}

	private holderOf(key: string, known: Set<string>): Holder {
		if (this.claimsOf(key).some((mark) => known.has(mark))) return 'us';
		return this.marksOf(key).some((mark) => known.has(mark)) ? 'another' : 'nobody';
	}

	/**
	 * What was recorded of a key and is not to stay: it is to be remembered from the day it was first
	 * claimed, by the mark of that time alone, and whose it is only until that is confirmed.
	 */
	private surplusOf(key: string, holder: Holder | undefined, known: Set<string>): string[] {
		const [now, ...before] = this.marksOf(key);
		const surplus = {
			nobody: before,
			us: [...before, ...this.claimsOf(key)],
			another: [now, ...before, ...this.claimsOf(key)],
		};
		return surplus[holder ?? 'nobody'].filter((mark) => holder === 'us' || !known.has(mark));
	}

	/** What n8n remembers of a key: the mark of this period first, then that of the one before. */
	private marksOf(key: string): string[] {
		const { days } = this.settings;
		if (days === undefined) return [`${PREFIX}:${key}`];
		const period = Math.floor(Date.now() / (days * DAY_MS));
		return [period, period - 1].map((number) => `${PREFIX}:${days}:${number}:${key}`);
	}

	/** What tells our recording of a key from another worker's, where that is needed. */
	private claimsOf(key: string): string[] {
		return this.settings.acrossWorkers ? [`${PREFIX}.claim:${this.id}:${key}`] : [];
	}

	private async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, this.settings.scope, { mode: 'entries' });
	}
}
