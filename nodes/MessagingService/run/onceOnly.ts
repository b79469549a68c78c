import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Problem } from '../errors/problem';
import { readOnceKeySettings } from '../onceKey/onceKeyOptions';
import { OnceKeys } from '../onceKey/onceKeys';
import type { Entry } from './entry';
import { membersOf, withMembers } from './entry';
import type { Run } from './run';

/** Keeps a message from going out whose Once Key was used before. */
export class OnceOnly {
	private readonly onceKeys: OnceKeys;

	/** @throws Problem if one of the options, those of the first item, is wrong */
	constructor(
		context: IExecuteFunctions,
		options: IDataObject,
		private readonly run: Run,
	) {
		this.onceKeys = new OnceKeys(context, readOnceKeySettings(options));
	}

	/**
	 * Claims the keys of an entry, those of a batch together. Items whose keys were used before come out marked.
	 *
	 * @returns what is left to be sent; undefined if nothing is
	 */
	async claim(entry: Entry): Promise<Entry | undefined> {
		const members = membersOf(entry);
		const uses = this.usesOf(entry);
		if (!uses.size) return entry;
		const claimed = new Map<string, string>();
		const left = new Set(members);
		const failures = await Promise.allSettled(
			members.map(async (member) => {
				const { onceKey = '', itemIndexes } = member;
				const message = uses.get(onceKey);
				if (message === undefined || !this.hasClaim(member)) return;
				const claim = await this.onceKeys.claim(onceKey, message);
				if (claim === 'ours') claimed.set(onceKey, message);
				else {
					left.delete(member);
					const { to } = member.request.body as IDataObject;
					const sameMessage = claim === 'sameMessage';
					this.run.outcomes.skip(itemIndexes[0], {
						skipped: 'alreadySent',
						to,
						onceKey,
						sameMessage,
					});
				}
			}),
		);
		const failure = failures.find(({ status }) => status === 'rejected');
		if (!failure && !this.run.gate.isShut) return withMembers(entry, [...left]);
		// n8n cannot remember; or meanwhile another item has failed, or the execution was stopped.
		if (claimed.size) await this.onceKeys.release(claimed);
		if (failure?.status === 'rejected') throw failure.reason;
		return undefined;
	}

	/** @throws the problem, when the entry's keys are free again if it was certainly not sent */
	async release(entry: Entry, problem: Problem): Promise<never> {
		throw await this.onceKeys.releaseRefused(this.usesOf(entry), problem);
	}

	private usesOf(entry: Entry): Map<string, string> {
		const claiming = membersOf(entry).filter((member) => this.hasClaim(member));
		return new Map(
			claiming.map(({ onceKey = '', request }) => [onceKey, digestOf(request.body as IDataObject)]),
		);
	}

	/** A key whose message may have gone out in an earlier try is used, whatever became of this one. */
	private hasClaim({ onceKey, itemIndexes }: Entry): boolean {
		return onceKey !== undefined && !this.run.accepted.isSentAgain(itemIndexes[0]);
	}
}

/** What makes a message the same: whom it goes to and what it says. */
function digestOf({ to, subject, text, html }: IDataObject): string {
	const content = JSON.stringify([to, subject, text, html]);
	return createHash('sha256').update(content).digest('hex');
}
