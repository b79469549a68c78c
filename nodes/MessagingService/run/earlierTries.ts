import { createHash } from 'crypto';
import type { IDataObject, IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import type { Given, Item, Outcome } from './item';

/** The record that n8n keeps of an item that must not be sent again: its output, or why it may have been sent. */
type Kept = Given | { unknown: Pick<Problem, 'message' | 'description' | 'details'> };

/** Undefined if nothing was sent for the item, for certain or so far. */
function keptOf({ atService }: Item): Kept | undefined {
	if (!atService?.problem) return atService;
	const { message, description, details } = atService.problem;
	return details.outcome === 'unknown' ? { unknown: { message, description, details } } : undefined;
}

function outcomeOf(kept: Kept): Outcome {
	if ('items' in kept) return kept;
	const { message, description, details } = kept.unknown;
	return { problem: new Problem(message, description, details) };
}

/** The number of tries of a run so far: they share its execute data. For a tool, each try may be a run of its own. */
const triesOf = new WeakMap<IExecuteData, number>();

/**
 * The items that the tries of a run have sent, so that the next one (Retry On Fail, or Retry in n8n's list of
 * executions) sends only the others. n8n keeps it with the execution until a run with these items has succeeded.
 */
export class EarlierTries {
	private readonly memory: IDataObject;
	private readonly run: string;
	/** Which of Retry On Fail's tries this is, from 1. */
	private readonly tryNumber: number;

	/** @param run tells the runs of a node in a loop apart */
	constructor(
		private readonly context: IExecuteFunctions,
		run: string,
	) {
		const executeData = context.getExecuteData();
		this.tryNumber = (triesOf.get(executeData) ?? 0) + 1;
		triesOf.set(executeData, this.tryNumber);
		this.memory = context.getContext('node');
		this.run = `accepted:${run}`;
	}

	recall(items: Item[]): void {
		for (const [index, kept] of Object.entries(this.kept)) {
			const item = items[Number(index)];
			if (item) item.atService = outcomeOf(kept);
		}
	}

	/** To be called when the run fails: keeps the items that were accepted, or may have been. */
	keep(items: Item[]): void {
		const kept = { ...this.kept };
		for (const item of items) {
			const own = keptOf(item);
			if (own) kept[item.index] = own;
		}
		this.kept = kept;
	}

	/** To be called when the run ends without an error: forgets its items, unless n8n will try it again. */
	finish(items: Item[]): void {
		if (this.isTriedAgain(items[0])) return this.keep(items);
		const kept = { ...this.kept };
		for (const { index } of items) delete kept[index];
		this.kept = kept;
	}

	private get kept(): Record<string, Kept> {
		return (this.memory[this.run] ?? {}) as Record<string, Kept>;
	}

	private set kept(kept: Record<string, Kept>) {
		if (Object.keys(kept).length) this.memory[this.run] = kept as IDataObject;
		else delete this.memory[this.run];
	}

	/** n8n also repeats a run whose first item holds an `error`, even an accepted one; before 2.1 also an empty one. */
	private isTriedAgain(item: Item | undefined): boolean {
		const { maxTries, retryOnFail } = this.context.getNode();
		const mostTries = Math.min(5, Math.max(2, maxTries || 3));
		if (retryOnFail !== true || this.tryNumber >= mostTries) return false;
		// Only a read may give nothing for its first item, and it may be made again.
		const first = item?.outcome;
		return !!first?.problem || first?.items?.[0]?.json.error !== undefined;
	}
}

/** The mark of a call's answer that is given again. */
const REPEATED =
	'This call was made before in this execution, with this answer. Nothing was sent again.';

/** The calls under way of each tool in an execution, by its memory: of two that are alike, the second waits. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>();

/** The calls of a tool that were accepted, or may have been: a model that repeats one in an execution gets the answer from memory. */
export class EarlierCalls {
	private readonly own = new Set<string>();

	constructor(private readonly memory: IDataObject) {}

	/** The outcome of the same call, if there was one. Without one it is under way until the run ends. */
	async recall(
		call: ServiceRequest,
		run: { atEnd: (task: () => void) => void },
	): Promise<Outcome | undefined> {
		const hash = hashOf(call);
		const calls = underWay.get(this.memory) ?? new Map<string, Promise<void>>();
		underWay.set(this.memory, calls);
		// An item of the same run may be alike.
		while (calls.has(hash) && !this.own.has(hash)) await calls.get(hash);
		this.own.add(hash);
		const kept = this.calls[hash];
		if (kept && 'items' in kept) {
			const marked = (json: IDataObject) => ({ ...json, repeatedCall: REPEATED });
			return { ...kept, items: kept.items.map((one) => ({ ...one, json: marked(one.json) })) };
		}
		if (kept) return outcomeOf(kept);
		let isOver = () => {};
		calls.set(hash, new Promise<void>((resolve) => (isOver = resolve)));
		run.atEnd(() => {
			calls.delete(hash);
			isOver();
		});
		return undefined;
	}

	/** Keeps a call that was accepted, or failed and may have been carried out. */
	keep(call: ServiceRequest, item: Item): void {
		const kept = keptOf(item);
		if (kept) this.memory.calls = { ...this.calls, [hashOf(call)]: kept };
	}

	private get calls(): Record<string, Kept> {
		return (this.memory.calls ?? {}) as Record<string, Kept>;
	}
}

/** A request by its content: calls of a tool have no item number of their own. */
function hashOf({ method, path, qs, body }: ServiceRequest): string {
	const content = JSON.stringify([method, path, qs, body]);
	return createHash('sha256').update(content).digest('base64');
}
