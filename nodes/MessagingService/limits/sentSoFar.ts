import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Item } from '../run/item';
import { measureSms } from '../smsText/parts';
import { recipientsIn } from '../values/recipients';

/** How much is sent. */
export type Load = { messages: number; parts: number };

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}

/** The sum of several. */
export function sumOf(loads: Iterable<Load>): Load {
	const sum = { messages: 0, parts: 0 };
	for (const { messages, parts } of loads) {
		sum.messages += messages;
		sum.parts += parts;
	}
	return sum;
}

/**
 * How much a node has sent in an execution, in all rounds of a loop, all tries of a round and all calls of a tool. n8n
 * keeps it with the execution.
 */
export class SentSoFar {
	private readonly reserved = new Map<Item, Load>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** What is reserved counts as well. */
	get load(): Load {
		const { messages = 0, parts = 0 } = (this.memory.sentSoFar ?? {}) as Partial<Load>;
		return { messages, parts };
	}

	/** Counts what the items of a run are about to send, so that another call at the same time sees it. */
	reserve(loads: Map<Item, Load>): void {
		for (const [item, load] of loads) this.reserved.set(item, load);
		this.add(sumOf(loads.values()), 1);
	}

	/** To be called when the run is over: what was certainly not sent does not count. */
	settle(): void {
		const unsent = [...this.reserved].filter(([{ mayBeSent }]) => !mayBeSent);
		this.add(sumOf(unsent.map(([, load]) => load)), -1);
	}

	private add({ messages, parts }: Load, sign: 1 | -1): void {
		const { load } = this;
		this.memory.sentSoFar = {
			messages: load.messages + sign * messages,
			parts: load.parts + sign * parts,
		};
	}

	private get memory() {
		return this.context.getContext('node');
	}
}
