import { setImmediate as later } from 'node:timers/promises';
import fc from 'fast-check';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

import { pause } from './sending';

const notUsed = async (): Promise<never> => {
	throw new Error('Not part of what the node uses');
};

/**
 * The table in which n8n's server keeps processed values for its engine: a row for each node or
 * workflow, read, added to, and written back whole, without a lock.
 */
class ProcessedData implements IDataDeduplicator {
	readonly rows = new Map<string, string[]>();

	/** How often the node has asked. */
	recordings = 0;

	/** How long it takes to read, and to write, what is kept. */
	access: () => Promise<unknown> = later;

	/** Takes the first of these times, in ms, and then the others, again and again. */
	takesAsLongAs([first, others]: readonly [number[], number[]]): void {
		let next = 0;
		this.access = async () =>
			await pause(first[next++] ?? others[(next - first.length) % others.length]);
	}

	/** Makes the next call fail, as a database that is not there does. */
	failure?: { in: 'record' | 'remove'; error: Error };

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		this.failIf('record');
		// n8n refuses another mode than that by which a row was made; all rows here are of entries.
		if (mode !== 'entries') throw new Error(`incompatible mode ${mode}`);
		this.recordings++;
		const row = rowOf(scope, context);
		const found = this.rows.get(row);
		const kept = [...(found ?? [])];
		await this.access();
		const known = new Set(kept);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			output[known.has(String(item)) ? 'processed' : 'new'].push(item);
			if (!known.has(String(item))) kept.push(String(item));
		}
		if (maxEntries) kept.splice(0, kept.length - maxEntries);
		await this.access();
		// n8n inserts a row that it has not found, and another may have done so since.
		if (!found && this.rows.has(row)) {
			throw new Error(
				'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
			);
		}
		this.rows.set(row, kept);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		this.failIf('remove');
		const row = rowOf(scope, context);
		const removed = new Set(items.map(String));
		const kept = (this.rows.get(row) ?? []).filter((item) => !removed.has(item));
		await this.access();
		this.rows.set(row, kept);
	}

	clearAllProcessedItems = notUsed;

	getProcessedDataCount = notUsed;

	clear(): void {
		this.rows.clear();
		this.recordings = 0;
		this.access = later;
		this.failure = undefined;
	}

	private failIf(call: 'record' | 'remove'): void {
		if (this.failure?.in !== call) return;
		const { error } = this.failure;
		this.failure = undefined;
		throw error;
	}
}

function rowOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	return scope === 'node' ? `${workflow.id} ${node?.id}` : workflow.id;
}

/** Times in ms, far below what the node waits for across workers. */
export const anyTimes = fc.tuple(
	fc.array(fc.constantFrom(0, 5, 30, 100, 400), { maxLength: 40 }),
	fc.array(fc.nat(60), { minLength: 50, maxLength: 50 }),
);

/** What n8n remembers across the executions of a test. */
export const processedData = new ProcessedData();
beforeEach(() => processedData.clear());

// n8n takes but one, and stays loaded for the next test file.
DataDeduplicationService['instance'] = undefined as never;
export const remembers = DataDeduplicationService.init(processedData);
