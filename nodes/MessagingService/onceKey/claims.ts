import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import { forOption } from '../run/operation';
import type { OnceGuard, Run } from '../run/run';
import { enteredOptions } from '../parameters/expressions';
import { groupOf, isOn } from '../parameters/optionReaders';
import { firstOf } from '../values/words';
import { readOnceKey } from './onceKeyFields';
import { type Holder, type Use, MOST_KEYS, RememberedKeys } from './rememberedKeys';

/** Keeps a message from going out whose Once Key was used before. */
export const sendOnce = forOption(
	'onceKey',
	(options, run: Run): OnceGuard =>
		new OnceKeys(run, isOn(groupOf(options, 'onceKey') ?? {}, 'acrossWorkers')),
);

type Holders = Map<string, Holder>;
type WaitingClaim = { use: Use; resolve: (holder: Promise<Holder>) => void };

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right before its message
 * goes out, so that a crash leaves no key of a message that waited, and released if the service refused the message.
 */
class OnceKeys implements OnceGuard {
	private readonly keys: RememberedKeys;
	private readonly input: INodeExecutionData[];
	/** As the user entered it. */
	private readonly key: unknown;
	private readonly waiting: WaitingClaim[] = [];

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
		this.input = run.context.getInputData();
		this.key = groupOf(enteredOptions(run.context), 'onceKey')?.key;
		this.keys = new RememberedKeys(run.context, acrossWorkers);
	}

	readKey({ options, index }: Item): string | undefined {
		return readOnceKey(options, this.key, this.input[index].json);
	}

	async skipUsed(items: Item[], isEnough: () => boolean): Promise<void> {
		for (const holder of ['sameMessage', 'otherMessage'] as const) {
			if (isEnough()) return;
			const open = items.filter(({ atService }) => !atService);
			const uses = new Map(open.filter(hasKey).map((item) => [useOf(item), item]));
			const used = await this.keys.alone(
				async () => await this.keys.used([...uses.keys()], holder === 'sameMessage'),
			);
			for (const use of used) this.skip(uses.get(use)!, holder);
		}
	}

	/** @throws Problem if n8n cannot remember a key, or forget it */
	async claim(items: Item[]): Promise<Item[]> {
		const claimed: Use[] = [];
		const left = new Set(items);
		const failures = await Promise.allSettled(
			items.filter(hasKey).map(async (item) => {
				const use = useOf(item);
				const holder = await this.claimKey(use);
				if (holder === 'nobody' || holder === 'us') claimed.push(use);
				else if (left.delete(item)) this.skip(item, holder);
			}),
		);
		const failure = failures.find(({ status }) => status === 'rejected');
		if (!failure && !this.run.gate.isShut) return [...left];
		// n8n cannot remember; or meanwhile another item has failed, or the execution was stopped.
		await this.forget(claimed);
		if (failure?.status === 'rejected') throw failure.reason;
		return [];
	}

	async release(items: Item[], problem: Problem): Promise<Problem> {
		if (problem.details.outcome === 'unknown') return problem;
		try {
			await this.forget(items.filter(hasKey).map(useOf));
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

	private skip(item: Item, holder: Holder): void {
		const { to } = item.readRequest().body as IDataObject;
		const sameMessage = holder === 'sameMessage';
		this.run.skip(item, { skipped: 'alreadySent', to, onceKey: item.key, sameMessage });
	}

	/** Claims a key together with those that are asked for while others are being claimed. */
	private async claimKey(use: Use): Promise<Holder> {
		const claimed = new Promise<Holder>((resolve) => this.waiting.push({ use, resolve }));
		if (this.waiting.length === 1) void this.keys.alone(async () => await this.claimWaiting());
		return await claimed;
	}

	private async claimWaiting(): Promise<void> {
		// A claim takes n8n 20 ms: the requests that the gate lets out together share one.
		await sleep(0);
		const claims = this.waiting.splice(0);
		const uses = claims.map(({ use }) => use);
		const recorded = this.keys.record(uses);
		const held = this.keys.acrossWorkers ? this.confirmed(uses, recorded) : recorded;
		for (const { use, resolve } of claims) {
			resolve(held.then((holders) => holders.get(use[0])!));
		}
		// The next may take their turn while these wait to be confirmed.
		await recorded.catch(() => undefined);
	}

	/** Claims again after other workers have finished writing: a claim that is still there is ours, a lost one is new. */
	private async confirmed(uses: Use[], recorded: Promise<Holders>): Promise<Holders> {
		const holders = new Map(await recorded);
		const newOnes = () => uses.filter(([key]) => holders.get(key) === 'nobody');
		for (let open = newOnes(); open.length; open = newOnes()) {
			await sleep(this.keys.settleMs);
			const again = await this.keys.alone(async () => await this.keys.record(open));
			for (const [key, holder] of again) holders.set(key, holder);
		}
		return holders;
	}

	/** @throws Problem if n8n cannot forget the keys */
	private async forget(uses: Use[]): Promise<void> {
		const forgotten = this.keys.alone(async () => await this.keys.forget(uses));
		await forgotten.catch(() => {
			const keys = uses.map(([key]) => key);
			throw new Problem(
				`n8n couldn't forget the 'Once Key' ${firstOf(keys, 1)}, so this message counts as sent`,
				'Send it without the key.',
			);
		});
	}
}

function hasKey({ key }: Item): boolean {
	return key !== undefined;
}

/** An item's key, and a digest of its message: whom it goes to and what it says. */
function useOf(item: Item): Use {
	const { to, subject, text, html } = item.readRequest().body as IDataObject;
	const content = JSON.stringify([to, subject, text, html]);
	return [item.key ?? '', createHash('sha256').update(content).digest('hex')];
}
