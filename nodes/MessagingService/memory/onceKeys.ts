import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { OnceKeySettings } from './onceKeyOptions';
import { RememberedKeys } from './rememberedKeys';

type Holders = Awaited<ReturnType<RememberedKeys['record']>>;

/**
 * The keys of messages that were sent, remembered by n8n across executions. A key is claimed right
 * before its message goes out, so that a crash leaves no key without a message that was on its way, and
 * released when the service has certainly refused it.
 */
export class OnceKeys {
	private readonly acrossWorkers: boolean;

	private readonly keys: RememberedKeys;

	private readonly waiting: Array<{ key: string; resolve: (isOurs: Promise<boolean>) => void }> =
		[];

	constructor(context: IExecuteFunctions, settings: OnceKeySettings) {
		this.acrossWorkers = settings.acrossWorkers;
		this.keys = new RememberedKeys(context, settings);
	}

	/**
	 * Claims a key, which nobody else of this run may be claiming. What asks while others are at it is
	 * claimed in one go.
	 *
	 * @returns whether nobody had it before
	 * @throws Problem if n8n cannot remember it
	 */
	async claim(key: string): Promise<boolean> {
		const claimed = new Promise<boolean>((resolve) => this.waiting.push({ key, resolve }));
		if (this.waiting.length === 1) void this.keys.inTurn(async () => await this.claimWaiting());
		return await claimed;
	}

	/**
	 * Gives a key back whose message was not sent.
	 *
	 * @throws Problem if n8n cannot forget it
	 */
	async release(key: string): Promise<void> {
		const forgotten = this.keys.inTurn(async () => await this.keys.forget(key));
		await forgotten.catch(() => {
			throw new Problem(
				`n8n could not forget the Once Key ${key}, so this message counts as sent`,
				'Send it without the key.',
			);
		});
	}

	/**
	 * Gives a key back if its message was certainly not sent; it stays claimed if that is not known.
	 *
	 * @param problem what the sending met
	 * @returns the problem, and what else went wrong
	 */
	async releaseRefused(key: string, problem: Problem): Promise<Problem> {
		if (problem.details.outcome === 'unknown') return problem;
		try {
			await this.release(key);
			return problem;
		} catch (error) {
			const { message, description, details } = problem;
			const { message: what, description: advice } = error as Problem;
			return new Problem(message, `${description} ${what}. ${advice}`, details);
		}
	}

	private async claimWaiting(): Promise<void> {
		const claims = this.waiting.splice(0);
		const recorded = this.keys.record(claims.map(({ key }) => key));
		const ours = this.acrossWorkers ? this.confirmed(recorded) : recorded.then(newOnes);
		for (const { key, resolve } of claims) resolve(ours.then((set) => set.has(key)));
		// The next may take their turn while these wait to be confirmed.
		await recorded.catch(() => undefined);
	}

	/**
	 * Looks again, after a time in which whatever another worker had begun has been written: a claim that
	 * is still there then is ours, and one that was overwritten is made again.
	 */
	private async confirmed(recorded: Promise<Holders>): Promise<Set<string>> {
		const ours = new Set<string>();
		let open = newOnes(await recorded);
		while (open.size) {
			await sleep(this.keys.settleMs);
			const again = await this.keys.inTurn(async () => await this.keys.record([...open]));
			for (const [key, holder] of again) if (holder === 'us') ours.add(key);
			open = newOnes(again);
		}
		return ours;
	}
}

function newOnes(holders: Holders): Set<string> {
	return new Set([...holders.keys()].filter((key) => holders.get(key) === 'nobody'));
}
