import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { isOn, readNumber } from '../parameters/optionReaders';
import { Marks } from '../places/marks';
import { type Known, type Numbered, type Wanted, takeNumbered } from '../places/numbered';
import { Places } from '../places/places';
import type { Item } from '../run/item';
import type { Run } from '../run/run';
import { servicesNumber } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { parseTime } from '../values/time';
import { counted } from '../values/words';
import { acrossWorkers, maxPerDay, maxPerRecipient } from './limitFields';

/** How many messages the items are that have a property: of those with the same key, only one goes out. */
type Count = (isCounted: (item: Item) => boolean) => number;

/** The messages to each recipient, by their keys. */
type ByRecipient = Map<string, Set<unknown>>;

/** The knowledge of this process about the places of each node's day, and the names of its own. */
const latest = new Map<string, Known & { day: string; own: Set<string> }>();

const isOpen = ({ atService }: Item) => !atService;
const mayBeSent = (item: Item) => item.mayBeSent;

/** Keeps a run within the limits of its day, if it has any. @throws Problem if one is no number */
export function readPerDay(options: IDataObject, limits: IDataObject) {
	const inAll = readNumber(maxPerDay, 'limits', options);
	const forEach = readNumber(maxPerRecipient, 'limits', options);
	const hasOthers = isOn(limits, acrossWorkers.name);
	if (!inAll && !forEach) return undefined;
	return async (run: Run, items: Item[], messagesOf: Count): Promise<void> =>
		await new Today(run, items, messagesOf, hasOthers).keepTo(inAll, forEach);
}

/** The places that a run takes among the messages of a node's day, before it sends any. */
class Today {
	/** When the next day begins. */
	private readonly end: string;
	private readonly node: string;
	private readonly places: Places;
	private readonly from: Known & { day: string; own: Set<string> };
	private inAll: Numbered[] = [];
	private forEach = new Map<string, Numbered[]>();

	/** @throws Problem if n8n has no memory for the node's count alone */
	constructor(
		private readonly run: Run,
		private readonly items: Item[],
		private readonly messagesOf: Count,
		private readonly hasOthers: boolean,
	) {
		const { context } = run;
		refuseWithoutMemory(context);
		const now = parseTime(Date.now(), context.getTimezone())!;
		const next = now.plus({ days: 1 }).startOf('day');
		const [day, nextDay] = [now, next].map((one) => one.toISODate()!);
		this.end = next.toISO({ suppressMilliseconds: true })!;
		this.node = `${context.getWorkflow().id}:${context.getNode().id}`;
		const row = { scope: 'workflow', day, nextDay } as const;
		const known = latest.get(this.node);
		this.from = known?.day === day ? known : { day, number: 0, taken: new Set(), own: new Set() };
		latest.set(this.node, this.from);
		const marks = new Marks(context, 'messagingService.limits', row, hasOthers);
		this.places = new Places(marks, this.from.own);
	}

	/** Skips items whose recipients have had enough. @throws Problem if the others are too many, or can't be counted */
	async keepTo(inAll: number, forEach: number): Promise<void> {
		this.run.atEnd(async () => await this.giveBack());
		if (forEach) await this.skipOver(forEach, inAll);
		if (inAll) await this.refuseOver(inAll);
	}

	private async skipOver(most: number, inAll: number): Promise<void> {
		const recipients = [...byRecipient(this.items)];
		const wanted = recipients.map(([recipient, { size }]): Wanted => {
			const name = `${this.from.day}:${this.node}:to:${recipient}`;
			return { name, count: Math.min(size, most), most };
		});
		const setForEach = (found: Numbered[][]) =>
			(this.forEach = new Map(recipients.map(([recipient], index) => [recipient, found[index]])));
		// Both limits share a recording, unless a skipped item would take a place from others while workers wait.
		if (inAll && !this.hasOthers) {
			const keep = (found: Numbered[][]) => {
				setForEach(found);
				const over = new Set(this.over().map(({ item }) => item));
				return this.messagesOf((item) => isOpen(item) && !over.has(item));
			};
			wanted.push({ ...this.wantedInAll(this.messagesOf(isOpen), inAll), keep });
		}
		const taken = await this.take(wanted);
		setForEach(taken);
		this.inAll = taken[recipients.length] ?? [];
		// A message that went out before is not one too many.
		if (this.run.once && this.over().length) await this.run.once.skipUsed(this.items, () => false);
		for (const { item, to } of this.over()) {
			this.run.skip(item, { skipped: 'overRecipientLimit', to, sendAfter: this.end });
		}
	}

	private async refuseOver(most: number): Promise<void> {
		const count = () => this.messagesOf(isOpen);
		const missing = this.wantedInAll(Math.min(count(), most) - this.inAll.length, most);
		if (missing.count > 0) this.inAll.push(...(await this.take([missing])).flat());
		const room = this.inAll.length;
		await this.run.once?.skipUsed(this.items, () => count() <= room);
		if (count() <= room) return;
		const before = most > room ? `, after ${most - room} today` : '';
		throw new Problem(
			`This run would send ${counted(count(), 'message')}${before}, but '${maxPerDay.displayName}' is ${most}`,
			`Nothing was sent. The node counts from zero again at ${this.end}. To send more today, raise the limit under Options → Limits.`,
		);
	}

	private wantedInAll(count: number, most: number): Wanted {
		const name = `${this.from.day}:${this.node}:all`;
		return { name, count: Math.min(count, most), most, from: this.from };
	}

	private async take(wanted: Wanted[]): Promise<Numbered[][]> {
		return await takeNumbered(this.places, wanted).catch((error: Error) => {
			throw new Problem(
				`n8n couldn't count today's messages: ${error.message}`,
				"Nothing was sent, because of a limit per day in 'Limits'. Try again later.",
			);
		});
	}

	/** The open items that have a recipient for whom no place is left, in the order of the input. */
	private over(): Array<{ item: Item; to: string }> {
		const within: ByRecipient = new Map();
		return this.items.filter(isOpen).flatMap((item) => {
			const recipients = recipientsOf(item);
			const full = [...recipients.keys()].filter((recipient) => {
				const before = within.get(recipient);
				const room = this.forEach.get(recipient)?.length ?? 0;
				return !before?.has(keyOf(item)) && (before?.size ?? 0) >= room;
			});
			if (!full.length) byRecipient([item], within);
			return full.length ? [{ item, to: full.map((one) => recipients.get(one)).join(', ') }] : [];
		});
	}

	/** Gives the places back of messages that certainly did not go out. */
	private async giveBack(): Promise<void> {
		const sent = byRecipient(this.items.filter(mayBeSent));
		const inAll = this.inAll.slice(this.messagesOf(mayBeSent));
		const forEach = [...this.forEach].flatMap(([to, own]) => own.slice(sent.get(to)?.size ?? 0));
		for (const { number } of inAll) this.from.taken.delete(number);
		this.from.number = Math.min(this.from.number, ...inAll.map(({ number }) => number - 1));
		// If n8n can't, they count until the day is over: fewer messages go out, not more.
		await this.places.giveBack([...inAll, ...forEach]).catch(() => undefined);
		await this.places.end();
	}
}

/** @throws Problem if n8n gives the node no memory, or another node may drop what is in it */
function refuseWithoutMemory(context: IExecuteFunctions): void {
	if (!('checkProcessedAndRecord' in context.helpers)) {
		throw new Problem(
			"This agent's tools can't count the messages of a day: n8n gives them no memory",
			'Nothing was sent. Use an AI Agent of version 3 or later, or remove the limits per day under Options → Limits.',
		);
	}
	const connected = ([context.getParentNodes, context.getChildNodes] as const).flatMap((nodes) =>
		nodes.call(context, context.getNode().name, { includeNodeParameters: true }),
	);
	const sharing = connected.find(({ type, parameters }) => {
		const options = parameters?.options as IDataObject | undefined;
		return type === 'n8n-nodes-base.removeDuplicates' && options?.scope === 'workflow';
	});
	if (!sharing) return;
	throw new Problem(
		`'${sharing.name}' uses the memory in which the limits per day count`,
		`Nothing was sent, because each would lose what the other remembers. In '${sharing.name}', set Scope to Node under Options.`,
	);
}

/** The messages of items, added to others. */
function byRecipient(items: Item[], messages: ByRecipient = new Map()): ByRecipient {
	for (const item of items) {
		for (const recipient of recipientsOf(item).keys()) {
			const own = messages.get(recipient) ?? new Set();
			messages.set(recipient, own.add(keyOf(item)));
		}
	}
	return messages;
}

const keyOf = (item: Item) => item.key ?? item;

/** An item's recipients as it names them, by what tells one from another: the digits of a number, or an address alone. */
function recipientsOf(item: Item): Map<string, string> {
	const recipients = recipientsIn(item.readRequest().body);
	const addressIn = (one: string) => (/<([^<>]*)>$/.exec(one)?.[1] ?? one).toLowerCase();
	return new Map(recipients.map((one) => [servicesNumber(one) ?? addressIn(one), one]));
}
