import type { IExecuteFunctions } from 'n8n-workflow';

import type { OnceKeySettings } from './onceKeyOptions';
import { Problem } from './problems';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Apart from what n8n's Remove Duplicates node remembers for the same workflow. */
const PREFIX = 'messagingService.onceKey';

/**
 * n8n reads what it remembers, adds to it, and writes it back whole: two that do so at once lose one
 * another's keys. So the executions of one n8n process take turns, by workflow.
 */
const turns = new Map<string, Promise<unknown>>();

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right
 * before its message goes out, so that a crash leaves no key without a message that was on its way, and
 * released when the service has certainly refused it.
 */
export class OnceKeys {
	private readonly context: IExecuteFunctions;

	private readonly settings: OnceKeySettings;

	private readonly waiting: Array<{ key: string; resolve: (isOurs: Promise<boolean>) => void }> =
		[];

	constructor(context: IExecuteFunctions, settings: OnceKeySettings) {
		this.context = context;
		this.settings = settings;
	}

	/**
	 * Claims a key. What asks while others are at it is claimed in one go.
	 *
	 * @returns whether nobody had it before
	 * @throws Problem if n8n cannot remember it
	 */
	async claim(key: string): Promise<boolean> {
		if (typeof this.context.helpers.checkProcessedAndRecord !== 'function') {
			throw new Problem(
				'This version of n8n cannot remember keys across executions',
				'Update n8n, or remove Once Key from the options.',
			);
		}
		const claimed = new Promise<boolean>((resolve) => this.waiting.push({ key, resolve }));
		if (this.waiting.length === 1) void this.inTurn(async () => await this.claimWaiting());
		return await claimed;
	}

	/**
	 * Gives a key back if its message was certainly not sent; it stays claimed if that is not known.
	 *
	 * @param problem what the sending met
	 * @returns the problem, and what else went wrong
	 */
	async releaseRefused(key: string, problem: Problem): Promise<Problem> {
		if (problem.details.outcome === 'unknown') return problem;
		try {
			await this.inTurn(async () => await this.remove(this.marksOf(key)));
			return problem;
		} catch {
			const note = `n8n could not forget the Once Key ${key}, so this message counts as sent: send it without the key.`;
			return new Problem(problem.message, `${problem.description} ${note}`, problem.details);
		}
	}

	private async claimWaiting(): Promise<void> {
		const claims = this.waiting.splice(0);
		const keys = [...new Set(claims.map(({ key }) => key))];
		const ours = this.recordAll(keys);
		const taken = new Set<string>();
		for (const { key, resolve } of claims) {
			// The first of several that ask for the same key gets it.
			const isFirst = !taken.has(key);
			taken.add(key);
			resolve(ours.then((set) => isFirst && set.has(key)));
		}
		await ours.catch(() => undefined);
	}

	/** Records the keys, and gives those that were not there before. */
	private async recordAll(keys: string[]): Promise<Set<string>> {
		const { scope, limit } = this.settings;
		const marks = keys.flatMap((key) => this.marksOf(key));
		const { processed } = await this.context.helpers.checkProcessedAndRecord(marks, scope, {
			mode: 'entries',
			maxEntries: limit + marks.length - keys.length,
		});
		const known = new Set(processed.map(String));
		const ours = keys.filter((key) => !this.marksOf(key).some((mark) => known.has(mark)));
		// A key is to be remembered from the day it was first claimed, by the mark of that time alone.
		const surplus = keys.flatMap((key) => {
			const [now, ...before] = this.marksOf(key).filter((mark) => !known.has(mark));
			return ours.includes(key) ? before : [now, ...before].filter(Boolean);
		});
		await this.remove(surplus);
		return new Set(ours);
	}

	/** What n8n remembers of a key: the mark of this period first, then that of the one before. */
	private marksOf(key: string): string[] {
		const { days } = this.settings;
		if (days === undefined) return [`${PREFIX}:${key}`];
		const period = Math.floor(Date.now() / (days * DAY_MS));
		return [period, period - 1].map((number) => `${PREFIX}:${days}:${number}:${key}`);
	}

	private async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		const { scope } = this.settings;
		await this.context.helpers.removeProcessed(marks, scope, {
			mode: 'entries',
		});
	}

	private async inTurn<T>(task: () => Promise<T>): Promise<T> {
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
}
