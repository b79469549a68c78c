import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';

/** What comes out of an item, sent or skipped as the options ask. */
export type Given = {
	items: INodeExecutionData[];
	/** Whom its message was sent to. */
	to?: string;
	isSkipped?: boolean;
	/** When the window opens that kept it back, in words. */
	opens?: string;
};

/** The output of an item, or its problem. */
export type Outcome =
	| (Given & { problem?: undefined })
	| ({ [name in keyof Given]?: undefined } & { problem: Problem });

/** One input item on its way to the service and back. */
export class Item {
	options: IDataObject = {};

	/** How many entries of a list come out. */
	limit?: number;

	/** What makes its message one of a kind, across executions. */
	key?: string;

	/** What became of it at the service, in this try or an earlier one; undefined as long as that is open. */
	atService?: Outcome;

	/** Replaces that in the output, for example with the delivery. */
	shown?: Outcome;

	/** Whether it failed in this try. */
	hasFailed = false;

	/** Whether an earlier try may have sent it, and the user wants it to be sent again. */
	isSentAgain = false;

	private known?: ServiceRequest;

	constructor(
		readonly index: number,
		private readonly reader: (item: Item) => ServiceRequest,
	) {}

	/** An item that an earlier try has sent is read only if somebody asks for its request. */
	get request(): ServiceRequest {
		return this.read();
	}

	/** @throws Problem if something is wrong with it */
	read(): ServiceRequest {
		return (this.known ??= this.reader(this));
	}

	/** What became of it in the end. */
	get outcome(): Outcome | undefined {
		return this.shown ?? this.atService;
	}

	get problem(): Problem | undefined {
		return this.outcome?.problem;
	}

	/** What comes out, with whom it was sent to where the service doesn't say that itself. */
	get output(): INodeExecutionData[] {
		const items = this.outcome?.items ?? [];
		const to = this.atService?.to;
		if (to === undefined) return items;
		return items.map((one) =>
			Object.hasOwn(one.json, 'to') ? one : { ...one, json: { to, ...one.json } },
		);
	}

	/** What the service answered, if it accepted the item, in this try or an earlier one. */
	get accepted(): INodeExecutionData[] | undefined {
		const { atService } = this;
		return atService?.isSkipped ? undefined : atService?.items;
	}

	/** Whether the service has accepted the item, or may have. */
	get mayBeSent(): boolean {
		return this.atService?.problem?.details.outcome === 'unknown' || this.accepted !== undefined;
	}
}

/** Groups items so that no group holds the same key twice: what becomes of a key's first message decides about the next. */
export function byOccurrence(items: Item[]): Item[][] {
	const counts = new Map<string, number>();
	const rounds: Item[][] = [];
	for (const item of items) {
		const { key } = item;
		const round = key === undefined ? 0 : (counts.get(key) ?? 0);
		if (key !== undefined) counts.set(key, round + 1);
		(rounds[round] ??= []).push(item);
	}
	return rounds;
}

export function inBatches(items: Item[], size: number): Item[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}

/** Groups items whose JSON the user wrote: the same JSON goes out only once. */
export function distinct(items: Item[]): Item[][] {
	const byBody = new Map<string, Item[]>();
	for (const item of items) {
		const json = JSON.stringify(item.request.body);
		const same = byBody.get(json);
		if (same) same.push(item);
		else byBody.set(json, [item]);
	}
	return [...byBody.values()];
}
