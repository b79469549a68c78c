import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Delivery } from '../answers/parts';
import type { Hide } from '../errors/nodeError';
import { isTool } from '../errors/nodeError';
import type { Problem } from '../errors/problem';
import { asText, listOf } from '../values/words';
import type { ServiceRequest } from '../service/request';

/** The output of an item, sent or skipped as the options ask. */
export type Given = {
	items: INodeExecutionData[];
	/** The recipient of its message. */
	to?: string;
	isSkipped?: boolean;
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
	/** Whether an earlier try may have sent it, and the user wants it to be sent again. */
	isSentAgain = false;
	private known?: ServiceRequest;

	constructor(
		readonly index: number,
		private readonly reader: (item: Item) => ServiceRequest,
	) {}

	/**
	 * Reads the user's parameters, once: an item that an earlier try has sent is read only if somebody needs its request.
	 *
	 * @throws Problem if something is wrong with them
	 */
	readRequest(): ServiceRequest {
		return (this.known ??= this.reader(this));
	}

	/** Its outcome in the end. */
	get outcome(): Outcome | undefined {
		return this.shown ?? this.atService;
	}

	get problem(): Problem | undefined {
		return this.outcome?.problem;
	}

	/** Its output, with the recipient if the service doesn't name one itself. */
	get output(): INodeExecutionData[] {
		const items = this.outcome?.items ?? [];
		const to = this.atService?.to;
		if (to === undefined) return items;
		return items.map((one) =>
			Object.hasOwn(one.json, 'to') ? one : { ...one, json: { to, ...one.json } },
		);
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
	const byBody = new Map<string, Item[]>();
	for (const item of items) {
		const json = JSON.stringify(item.readRequest().body);
		const same = byBody.get(json) ?? [];
		same.push(item);
		byBody.set(json, same);
	}
	return [...byBody.values()];
}

/** A lone $fromAI() with no more than texts and numbers: the model itself gave its value. */
const OF_MODEL =
	/^=\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\((?:[^()'"`]|'[^']*'|"[^"]*"|`[^`]*`)*\)\s*\}\}$/i;

const MASK = '***';

/** Reads whom a tool sends to, and may send to, without the model's saying so; undefined without anybody. */
export function readHidden(context: IExecuteFunctions): Hide | undefined {
	const node = context.getNode();
	if (!isTool(node)) return undefined;
	const given = (name: string): unknown => {
		try {
			return OF_MODEL.test(String(node.parameters[name]))
				? ''
				: context.getNodeParameter(name, 0, '');
		} catch {
			// The run says so itself.
			return '';
		}
	};
	const { limits, bodyFields } = (node.parameters.options ?? {}) as IDataObject;
	const others = [given('jsonBody'), limits, bodyFields].flatMap(
		(one) => asText(one).match(PIECE) ?? [],
	);
	const numbers = others.filter((one) => one.includes('@') || digitsOf(one).length >= TELLING);
	const fields = ['to', 'recipients', 'phoneNumber'].map(given);
	const hidden = [...fields.flatMap((one) => listOf(one).map(asText)), ...numbers];
	const addresses = hidden.filter((one) => one.includes('@')).map((one) => one.trim());
	const ends = hidden
		.map((one) => digitsOf(one).slice(-TELLING))
		.filter(({ length }) => length > 3);
	if (!addresses.length && !ends.length) return undefined;
	const isHidden = (digits: string) =>
		ends.some((end) => (end.length < TELLING ? digits === end : digits.includes(end)));
	return (text) =>
		addresses
			.reduce((rest, address) => rest.replaceAll(address, MASK), text)
			.replace(NUMBER, (number) => (isHidden(digitsOf(number)) ? MASK : number));
}

/** Hides all numbers of more than three digits, for an answer that is about other people. */
export const withoutNumbers: Hide = (text) =>
	text.replace(NUMBER, (number) => (digitsOf(number).length > 3 ? MASK : number));

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Pieces of a text that may be numbers, or addresses. */
const PIECE = /\d[\d ().-]+|[^\s\d"'<>,;][^\s"'<>,;]*/g;

/** The last digits of a number, in front of which stands the country code, a national prefix, or nothing. */
const TELLING = 7;

const NUMBER = /\+?\d(?:[\d\s().-]*\d)?/g;

/** An item's JSON as the model may see it. */
export function withHidden(json: IDataObject, hide: Hide): IDataObject {
	const shown = JSON.stringify(json, (_name, value: unknown) => {
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		const text = hide(String(value));
		if (text === String(value)) return value;
		return text === MASK ? undefined : text;
	});
	return JSON.parse(shown) as IDataObject;
}
