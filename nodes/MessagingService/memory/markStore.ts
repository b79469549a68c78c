import type { IExecuteFunctions } from 'n8n-workflow';

import { steadyNow } from '../values/clock';
import { recordDespiteAnother } from './firstRecord';
import { MARKS_PER_KEY } from './keyMarks';
import type { OnceKeySettings } from './onceKeyOptions';

/** How long others get to write back what they have read: so long, and so many times as it takes us. */
const SETTLE_MS = 1000;
const SETTLE_TIMES = 5;

/** The marks that n8n remembers, as hashes. It reads them all, and writes them all back, each time. */
export class MarkStore {
	private slowestMs = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: OnceKeySettings,
	) {}

	/**
	 * Records marks, and gives those that were there.
	 *
	 * @param keys how many keys they are of that may be new; marks that do not stay push out nothing
	 */
	async record(marks: string[], keys: number): Promise<Set<string>> {
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

	async remove(marks: string[]): Promise<void> {
		if (!marks.length) return;
		await this.context.helpers.removeProcessed(marks, this.settings.scope, { mode: 'entries' });
	}

	/** In ms, after which what another process had read before our last recording has been written back. */
	get settleMs(): number {
		return Math.max(SETTLE_MS, SETTLE_TIMES * this.slowestMs);
	}
}
