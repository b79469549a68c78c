import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../values/clock';
import { recordDespiteAnother } from './firstRecord';
import { MARKS_PER_KEY } from './keyMarks';

/** How many keys a node has: n8n reads and writes some 8 MB for so many, each time. */
const MOST_KEYS = 100_000;

/** How long others get to write back what they have read: so long, and so many times as it takes us. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;

/** The marks that n8n remembers, as hashes. It reads them all, and writes them all back, each time. */
export class MarkStore {
	private slowestMs = 0;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Records marks, and gives those that were there.
	 *
	 * @param keys how many keys they are of that may be new; marks that do not stay push out nothing
	 */
	async record(marks: string[], keys: number): Promise<Set<string>> {
		if (!marks.length) return new Set();
		const begun = steadyNow();
		const maxEntries = MARKS_PER_KEY * MOST_KEYS + marks.length - keys;
		const { checkProcessedAndRecord } = this.context.helpers;
		const { processed } = await recordDespiteAnother(
			async () => await checkProcessedAndRecord(marks, 'node', { mode: 'entries', maxEntries }),
		);
		this.slowestMs = Math.max(this.slowestMs, steadyNow() - begun);
		return new Set(processed.map(String));
	}

	async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, 'node', { mode: 'entries' });
	}

	/** In ms, after which what another process had read before our last recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}
}
