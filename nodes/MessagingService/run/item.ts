import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Delivery } from '../answers/parts';
import type { Problem } from '../errors/problem';
import type { Gap } from '../parameters/gaps';
import type { ServiceRequest } from '../service/request';
import { groupedBy } from '../values/given';

/** The output of an item, sent or skipped as the options ask. */
export type Given = {
	items: INodeExecutionData[];
	to?: string;
	isSkipped?: boolean;
};

export type Outcome =
	| (Given & { problem?: undefined })
	| ({ [name in keyof Given]?: undefined } & { problem: Problem });

/** One input item on its way to the service and back. */
export class Item {
	options: IDataObject = {};
	gaps: Gap[] = [];
	/** How many entries of a list come out. */
	limit?: number;
	/** The key that tells its message from all others, across executions. */
	key?: string;
	/** Its outcome at the service, in this try or an earlier one; undefined while that is open. */
	atService?: Outcome;
	/** Its outcome in the output, if that is another, for example with the delivery. */
	shown?: Outcome;
	/** The state of its message, if the node waited for its delivery. */
	delivery?: Delivery;
	/** Whether it failed in this try. */
	hasFailed = false;
	/** Its request, once somebody has read it. */
	known?: ServiceRequest;

	constructor(
		readonly index: number,
		private readonly reader: (item: Item) => ServiceRequest,
	) {}

	/** Reads the user's parameters, once and only if somebody needs the request. @throws Problem if one is wrong */
	readRequest(): ServiceRequest {
		return (this.known ??= this.reader(this));
	}

	get outcome(): Outcome | undefined {
		return this.shown ?? this.atService;
	}

	get problem(): Problem | undefined {
		return this.outcome?.problem;
	}

	/** Its output, with the recipient first: the service's own word for it, if it has one. */
	get output(): INodeExecutionData[] {
		const items = this.outcome?.items ?? [];
		const to = this.atService?.to;
		if (to === undefined) return items;
		return items.map((one) => ({ ...one, json: { to, ...one.json } }));
	}

	/** The service's answer if it accepted the item, in this try or an earlier one. */
	get accepted(): INodeExecutionData[] | undefined {
		const { atService } = this;
		return atService?.isSkipped ? undefined : atService?.items;
	}

	/** Whether the service has accepted the item, or may have. */
	get mayBeSent(): boolean {
		return this.atService?.problem?.details.outcome === 'unknown' || this.accepted !== undefined;
	}
}

/** Groups items so that no group holds a key twice: the outcome of a key's first message decides about the next. */
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
	return [...groupedBy(items, (item) => JSON.stringify(item.readRequest().body)).values()];
}
