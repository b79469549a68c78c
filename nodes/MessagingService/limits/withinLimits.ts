import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Load } from '../memory/sentSoFar';
import { sumOf } from '../memory/sentSoFar';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Run } from '../sending/run';
import { groupOf, wholeNumber } from '../values/optionReaders';
import { readAllowedNumbers, refuseOtherNumbers } from './allowedNumbers';
import { refuseLowBalance } from './balance';
import { loadOf } from './load';

/**
 * Lets all entries go, or none if together they are over a limit. The limits are those of the first item.
 *
 * @throws Problem that says what the limit is and what would have been sent
 */
export const withinLimits: Withhold = async (run, requests, entries, options) => {
	const limits = groupOf(options, 'limits');
	if (!limits) return entries;
	const most: Load = {
		messages: wholeNumber(limits.maxMessages ?? 0, "'Max Messages' of 'Limits'", undefined, 0),
		parts: wholeNumber(limits.maxTotalParts ?? 0, "'Max Total Parts' of 'Limits'", undefined, 0),
	};
	const least = readAmount(limits.minBalance ?? 0);
	const allowed = readAllowedNumbers(limits.allowedNumbers);

	const open = allowed ? entries.filter((entry) => isAllowed(run, entry, allowed)) : entries;
	if (run.gate.isShut || !open.length) return [];
	refuseTooMany(run, open, most);
	if (least > 0) await refuseLowBalance(requests, least, String(limits.currency ?? '').trim());
	return open;
};

/** An amount of money, also if an expression gave it as text. */
function readAmount(given: unknown): number {
	const amount = typeof given === 'string' && given.trim() ? Number(given) : given;
	if (typeof amount === 'number' && amount >= 0 && Number.isFinite(amount)) return amount;
	throw new Problem(
		`'Min Balance' of 'Limits' isn't an amount: ${String(given)}`,
		'Enter a number, for example 10.50.',
	);
}

function isAllowed(run: Run, entry: Entry, allowed: string[]): boolean {
	try {
		refuseOtherNumbers(entry, allowed);
		return true;
	} catch (error) {
		run.fail(entry.itemIndexes, error);
		return false;
	}
}

/** @throws Problem if the entries, with what this execution has sent before, are over a limit */
function refuseTooMany(run: Run, entries: Entry[], most: Load): void {
	if (!most.messages && !most.parts) return;
	const loads = new Map(
		entries.map(({ request, itemIndexes: [item] }) => [item, loadOf(request.body as IDataObject)]),
	);
	const before = run.soFar.load;
	const now = sumOf(loads.values());
	const refuse = (unit: keyof Load, noun: string, name: string, advice: string) => {
		if (!most[unit] || before[unit] + now[unit] <= most[unit]) return;
		const earlier = before[unit] ? `, after ${before[unit]} earlier in this execution` : '';
		throw new Problem(
			`This run would send ${now[unit]} ${noun}${earlier}, but '${name}' is ${most[unit]}`,
			`Nothing was sent.${advice} Check the input, or raise the limit under Options → Limits.`,
		);
	};
	refuse('messages', now.messages === 1 ? 'message' : 'messages', 'Max Messages', '');
	const [longest, { parts }] = [...loads].reduce((one, other) =>
		other[1].parts > one[1].parts ? other : one,
	);
	const which = ` Item ${longest + 1} is the longest, with ${parts === 1 ? '1 part' : `${parts} parts`}.`;
	refuse('parts', now.parts === 1 ? 'SMS part' : 'SMS parts', 'Max Total Parts', which);
	run.soFar.reserve(loads);
}
