import { createHash } from 'crypto';
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import { forOption } from '../run/operation';
import type { OnceGuard, Run } from '../run/run';
import { enteredOptions } from '../parameters/expressions';
import { groupOf, isOn } from '../parameters/optionReaders';
import { Marks } from '../places/marks';
import { type Place, Places, marksPerPlace } from '../places/places';
import { firstOf } from '../values/words';
import { onceKeyReader } from './onceKeyFields';

/** How many keys a node remembers: n8n reads and writes all of them for each one that it is asked for. */
const MOST_KEYS = 20_000;

/** Keeps a message from going out whose Once Key was used before. */
export const sendOnce = forOption(
	'onceKey',
	(options, run: Run): OnceGuard =>
		new OnceKeys(run, isOn(groupOf(options, 'onceKey') ?? {}, 'acrossWorkers')),
);

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right before its message
 * goes out, so that a crash leaves no key of a message that waited, and released if the service refused the message.
 */
class OnceKeys implements OnceGuard {
	private readonly places: Places;
	private readonly keyOf: ReturnType<typeof onceKeyReader>;

	/** @throws Problem if there are more items than keys are remembered */
	constructor(
		private readonly run: Run,
		acrossWorkers: boolean,
	) {
		const { length } = run.items;
		if (length > MOST_KEYS) {
			const [most, given] = [MOST_KEYS, length].map((number) => number.toLocaleString('en-US'));
			throw new Problem(
				`'Once Key' remembers ${most} messages, but there are ${given} input items`,
				'Nothing was sent. Run the workflow with fewer items, or split them among several nodes.',
			);
		}
		const entered = groupOf(enteredOptions(run.context), 'onceKey')?.key;
		this.keyOf = onceKeyReader(run.context, entered);
		const row = { scope: 'node', most: marksPerPlace(acrossWorkers) * MOST_KEYS } as const;
		const marks = new Marks(run.context, 'messagingService.onceKey', row, acrossWorkers);
		this.places = new Places(marks);
		run.atEnd(async () => await this.places.end());
	}

	readKey({ options, index }: Item): string | undefined {
		return this.keyOf(options, index);
	}

	async skipUsed(items: Item[], isEnough: () => boolean): Promise<void> {
		// To look is to record and to remove, and another worker may take the place in between.
		if (this.places.acrossWorkers) return;
		for (const how of ['takenForSame', 'takenAtAll'] as const) {
			if (isEnough()) return;
			const open = items.filter((item) => !item.atService && hasKey(item));
			const places = new Map(open.map((item) => [placeOf(item), item]));
			const taken = await this.places[how]([...places.keys()]);
			for (const place of taken) this.skip(places.get(place)!, how === 'takenForSame');
		}
	}

	/** @throws Problem if n8n cannot remember a key, or forget it */
	async claim(items: Item[]): Promise<Item[]> {
		const places = items.filter(hasKey).map(placeOf);
		const holders = await this.places.take(places);
		const left = items.filter((item) => {
			const holder = hasKey(item) ? holders.get(item.key!) : 'us';
			if (holder !== 'us') this.skip(item, holder === 'samePurpose');
			return holder === 'us';
		});
		if (!this.run.gate.isShut) return left;
		// Meanwhile another item has failed, or the execution was stopped.
		await this.forget(left);
		return [];
	}

	async release(items: Item[], problem: Problem): Promise<Problem> {
		if (problem.details.outcome === 'unknown') return problem;
		try {
			await this.forget(items);
			return problem;
		} catch (error) {
			const { message, advice } = error as Problem;
			return problem.with({}, `${message}.`, advice);
		}
	}

	/** A key that is not unique keeps back messages that nobody has sent yet. */
	hints(items: Item[]): NodeExecutionHint[] {
		const { length } = items.filter(
			({ atService }) => atService?.items?.[0]?.json.sameMessage === false,
		);
		const count = length === 1 ? '1 item was' : `${length} items were`;
		const message = `${count} skipped because the 'Once Key' was used for another recipient or text. If these are separate messages, use a different key for each.`;
		return length ? [{ message, type: 'warning', location: 'outputPane' }] : [];
	}

	private skip(item: Item, sameMessage: boolean): void {
		const { to } = item.readRequest().body as IDataObject;
		this.run.skip(item, { skipped: 'alreadySent', to, onceKey: item.key, sameMessage });
	}

	/** @throws Problem if n8n cannot forget the keys of the items */
	private async forget(items: Item[]): Promise<void> {
		const places = items.filter(hasKey).map(placeOf);
		await this.places.giveBack(places).catch(() => {
			const keys = places.map(({ name }) => name);
			throw new Problem(
				`n8n couldn't forget the 'Once Key' ${firstOf(keys, 1)}, so this message counts as sent`,
				'Send it without the key.',
			);
		});
	}
}

const hasKey = ({ key }: Item): boolean => key !== undefined;

/** The place of an item's key, for its message: whom it goes to and what it says. */
function placeOf(item: Item): Place {
	const { to, subject, text, html } = item.readRequest().body as IDataObject;
	const content = JSON.stringify([to, subject, text, html]);
	const purpose = createHash('sha256').update(content).digest('hex');
	return { name: item.key ?? '', purpose };
}
