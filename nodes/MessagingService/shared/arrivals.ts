import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Problem } from './problems';
import { batchingOf } from './requestOptions';

/**
 * Follows how n8n starts the items of a run: one after the other without a pause, or with Batching as
 * many as a batch holds. When it meets an expression that fails, it gives up the run and does not tell
 * the items that it has started already. So nobody goes on before the others are here.
 */
export class Arrivals {
	/** How many items have come so far. */
	count = 0;

	private latestItem = 0;

	private readonly itemCount: number;

	/** Whether n8n goes on behind an expression that fails. */
	private readonly goesOn: boolean;

	private readonly batch: { size: number; intervalMs: number };

	private burst?: Promise<boolean>;

	private isGivenUp = false;

	private allHere: () => void = () => {};

	private readonly everybodyIsHere = new Promise<void>((resolve) => (this.allHere = resolve));

	constructor(context: IExecuteSingleFunctions, itemCount: number) {
		this.itemCount = itemCount;
		this.goesOn = context.continueOnFail();
		this.batch = batchingOf(context.getNodeParameter('requestOptions', {}) as IDataObject);
	}

	/** Whether no further item comes. */
	get isComplete(): boolean {
		const { size, intervalMs } = this.batch;
		const batchOf = (item: number) => (intervalMs > 0 ? Math.floor(item / size) : 0);
		return batchOf(this.latestItem) === batchOf(this.itemCount - 1);
	}

	/**
	 * To be called by each item before it does anything.
	 *
	 * @returns whether n8n still waits for this run
	 * @throws Problem if an item comes although n8n seemed to have given up
	 */
	async arrive(item: number): Promise<boolean> {
		this.count++;
		this.latestItem = Math.max(this.latestItem, item);
		if (this.isGivenUp && !this.goesOn) {
			throw new Problem(
				'This version of n8n starts the items of a node in another way than expected',
				'Some items were not sent. Update this package, and check which messages went out.',
			);
		}
		this.burst ??= this.untilNobodyComes();
		const isWhole = await this.burst;
		return isWhole || this.goesOn;
	}

	/** Waits until n8n listens to all items: it does not before it has started the last of them. */
	async everybody(): Promise<void> {
		await this.everybodyIsHere;
	}

	private async untilNobodyComes(): Promise<boolean> {
		let before = 0;
		while (before < this.count) {
			before = this.count;
			await sleep(0);
		}
		this.burst = undefined;
		if (this.count >= this.itemCount) {
			this.allHere();
			return true;
		}
		const isBatch = this.batch.intervalMs > 0 && this.count % this.batch.size === 0;
		this.isGivenUp = !isBatch;
		return isBatch;
	}
}
