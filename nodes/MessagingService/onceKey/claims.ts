import { createHash } from 'crypto';
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { OnceGuard, Run } from '../run/run';
import { EnteredOptions } from '../values/enteredOptions';
import type { OnceKeySettings } from './onceKeyOptions';
import { readOnceKey, readOnceKeySettings } from './onceKeyOptions';
import type { Holder, Uses } from './rememberedKeys';
import { MOST_KEYS, RememberedKeys } from './rememberedKeys';

/** Keeps a message from going out whose Once Key was used before. */
export const sendOnce: Prepare<(run: Run) => OnceGuard> = forOption('onceKey', (options) => {
	const settings = readOnceKeySettings(options);
	return (run) => new OnceKeys(run, settings);
});

type Holders = Map<string, Holder>;
type WaitingClaim = { key: string; message: string; resolve: (holder: Promise<Holder>) => void };

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right
 * before its message goes out, so that a crash leaves no key without a message that was on its way, and
 * released when the service has certainly refused it.
 */
class OnceKeys implements OnceGuard {
	private readonly keys: RememberedKeys;

	private readonly waiting: WaitingClaim[] = [];

	/** @throws Problem if there are more items than keys are remembered */
	constructor(
		private readonly run: Run,
		private readonly settings: OnceKeySettings,
	) {
		const count = run.items.length;
		if (count > MOST_KEYS) {
			const [most, given] = [MOST_KEYS, count].map((number) => number.toLocaleString('en-US'));
			throw new Problem(
				`'Once Key' remembers ${most} messages, but there are ${given} input items`,
				'Nothing was sent. Run the workflow with fewer items, or split them among several nodes.',
			);
		}
		this.keys = new RememberedKeys(run.context, settings);
	}

	readKey({ options, index }: Item): string | undefined {
		const { context } = this.run;
		const { entered } = EnteredOptions.of(context);
		return readOnceKey(options, entered, context.getInputData()[index].json);
	}

	/** @throws Problem if n8n cannot remember a key, or forget it */
	async claim(items: Item[]): Promise<Item[]> {
		const uses = usesOf(items);
		if (!uses.size) return items;
		const claimed: Uses = new Map();
		const left = new Set(items);
		const failures = await Promise.allSettled(
			items.map(async (item) => {
				const { key = '', isSentAgain } = item;
				const message = uses.get(key);
				if (message === undefined || isSentAgain) return;
				const holder = await this.claimKey(key, message);
				if (holder === 'nobody' || holder === 'us') {
					claimed.set(key, message);
					return;
				}
				left.delete(item);
				const { to } = item.request.body as IDataObject;
				const sameMessage = holder === 'sameMessage';
				this.run.skip(item, { skipped: 'alreadySent', to, onceKey: key, sameMessage });
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
			await this.forget(usesOf(items));
			return problem;
		} catch (error) {
			const { message, description } = error as Problem;
			return problem.with({}, `${problem.description} ${message}. ${description}`);
		}
	}

	/** A key that is not one of a kind keeps messages back that nobody has sent yet. */
	hint(items: Item[]): NodeExecutionHint | undefined {
		const others = items.filter(
			({ atService }) => atService?.items?.[0]?.json.sameMessage === false,
		);
		if (!others.length) return undefined;
		const count = others.length === 1 ? '1 item was' : `${others.length} items were`;
		return {
			message: `${count} skipped because the 'Once Key' was used for another recipient or text. If these are separate messages, use a different key for each.`,
			type: 'warning',
			location: 'outputPane',
		};
	}

	/** Claims a key together with those that are asked for while others are being claimed. */
	private async claimKey(key: string, message: string): Promise<Holder> {
		const claimed = new Promise<Holder>((resolve) => this.waiting.push({ key, message, resolve }));
		if (this.waiting.length === 1) void this.keys.alone(async () => await this.claimWaiting());
		return await claimed;
	}

	private async claimWaiting(): Promise<void> {
		const claims = this.waiting.splice(0);
		const uses = new Map(claims.map(({ key, message }) => [key, message]));
		const recorded = this.keys.record(uses);
		const held = this.settings.acrossWorkers ? this.confirmed(uses, recorded) : recorded;
		for (const { key, resolve } of claims) {
			resolve(held.then((holders) => holders.get(key)!));
		}
		// The next may take their turn while these wait to be confirmed.
		await recorded.catch(() => undefined);
	}

	/**
	 * Looks again, after a time in which whatever another worker had begun has been written: a claim that
	 * is still there then is ours, and one that was overwritten is made again.
	 */
	private async confirmed(uses: Uses, recorded: Promise<Holders>): Promise<Holders> {
		const holders = new Map(await recorded);
		let open = newOnes(uses, holders);
		while (open.size) {
			await sleep(this.keys.settleMs);
			const again = await this.keys.alone(async () => await this.keys.record(open));
			for (const [key, holder] of again) holders.set(key, holder);
			open = newOnes(open, again);
		}
		return holders;
	}

	/** @throws Problem if n8n cannot forget the keys */
	private async forget(uses: Uses): Promise<void> {
		const forgotten = this.keys.alone(async () => await this.keys.forget(uses));
		await forgotten.catch(() => {
			const [first] = uses.keys();
			const more = uses.size > 1 ? ` and ${uses.size - 1} more` : '';
			throw new Problem(
				`n8n couldn't forget the 'Once Key' ${first}${more}, so this message counts as sent`,
				'Send it without the key.',
			);
		});
	}
}

function newOnes(uses: Uses, holders: Holders): Uses {
	return new Map([...uses].filter(([key]) => holders.get(key) === 'nobody'));
}

/** A key whose message may have gone out in an earlier try is used, whatever became of this one. */
function usesOf(items: Item[]): Uses {
	const claiming = items.filter(({ key, isSentAgain }) => key !== undefined && !isSentAgain);
	return new Map(
		claiming.map(({ key = '', request }) => [key, digestOf(request.body as IDataObject)]),
	);
}

/** What makes a message the same: whom it goes to and what it says. */
function digestOf({ to, subject, text, html }: IDataObject): string {
	const content = JSON.stringify([to, subject, text, html]);
	return createHash('sha256').update(content).digest('hex');
}
