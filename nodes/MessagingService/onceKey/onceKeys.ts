import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { OnceKeySettings } from './onceKeyOptions';
import type { Holder, Uses } from './rememberedKeys';
import { RememberedKeys } from './rememberedKeys';

type Holders = Map<string, Holder>;
type Claim = { key: string; message: string; resolve: (holder: Promise<Holder>) => void };

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right
 * before its message goes out, so that a crash leaves no key without a message that was on its way, and
 * released when the service has certainly refused it.
 */
export class OnceKeys {
	private readonly acrossWorkers: boolean;

	private readonly keys: RememberedKeys;

	private readonly waiting: Claim[] = [];

	constructor(context: IExecuteFunctions, settings: OnceKeySettings) {
		this.acrossWorkers = settings.acrossWorkers;
		this.keys = new RememberedKeys(context, settings);
	}

	/**
	 * Claims a key for a message, which nobody else of this run may be claiming. What asks while others are at it is
	 * claimed in one go.
	 *
	 * @param message its digest
	 * @returns `ours`, or what the key was used for before
	 * @throws Problem if n8n cannot remember it
	 */
	async claim(key: string, message: string): Promise<'ours' | 'sameMessage' | 'otherMessage'> {
		const claimed = new Promise<Holder>((resolve) => this.waiting.push({ key, message, resolve }));
		if (this.waiting.length === 1) void this.keys.inTurn(async () => await this.claimWaiting());
		const holder = await claimed;
		return holder === 'sameMessage' || holder === 'otherMessage' ? holder : 'ours';
	}

	/**
	 * Gives keys back whose messages were not sent.
	 *
	 * @throws Problem if n8n cannot forget them
	 */
	async release(uses: Uses): Promise<void> {
		const forgotten = this.keys.inTurn(async () => await this.keys.forget(uses));
		await forgotten.catch(() => {
			const [first] = uses.keys();
			const more = uses.size > 1 ? ` and ${uses.size - 1} more` : '';
			throw new Problem(
				`n8n couldn't forget the 'Once Key' ${first}${more}, so this message counts as sent`,
				'Send it without the key.',
			);
		});
	}

	/**
	 * Gives keys back if their messages were certainly not sent; they stay claimed if that is not known.
	 *
	 * @param problem what the sending met
	 * @returns the problem, and what else went wrong
	 */
	async releaseRefused(uses: Uses, problem: Problem): Promise<Problem> {
		if (problem.details.outcome === 'unknown' || !uses.size) return problem;
		try {
			await this.release(uses);
			return problem;
		} catch (error) {
			const { message, description, details } = problem;
			const { message: what, description: advice } = error as Problem;
			return new Problem(message, `${description} ${what}. ${advice}`, details);
		}
	}

	private async claimWaiting(): Promise<void> {
		const claims = this.waiting.splice(0);
		const uses = new Map(claims.map(({ key, message }) => [key, message]));
		const recorded = this.keys.record(uses);
		const held = this.acrossWorkers ? this.confirmed(uses, recorded) : recorded;
		for (const { key, resolve } of claims) {
			resolve(held.then((holders) => holders.get(key) ?? 'nobody'));
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
			const again = await this.keys.inTurn(async () => await this.keys.record(open));
			for (const [key, holder] of again) holders.set(key, holder);
			open = newOnes(open, again);
		}
		return holders;
	}
}

function newOnes(uses: Uses, holders: Holders): Uses {
	return new Map([...uses].filter(([key]) => holders.get(key) === 'nobody'));
}
