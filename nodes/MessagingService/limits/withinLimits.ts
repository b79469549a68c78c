import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { guardOf, wholeNumber } from '../values/optionReaders';
import type { IsAllowed } from './allowedTo';
import { readAllowedTo, refuseOtherNumbers } from './allowedTo';
import type { Load } from './sentSoFar';
import { loadOf, SentSoFar, sumOf } from './sentSoFar';

/** Lets all items go, or none if together they are over a limit: says then what it is and what would have been sent. */
export const withinLimits: Prepare<Step> = forOption('limits', (options, entered) => {
	const limits = guardOf(options, 'limits');
	if (!limits) return undefined;
	const most: Load = {
		messages: wholeNumber(limits.maxMessages ?? 0, "'Max Messages' of 'Limits'", undefined, 0),
		parts: wholeNumber(limits.maxTotalParts ?? 0, "'Max Total Parts' of 'Limits'", undefined, 0),
	};
	const isAllowed = readAllowedTo(limits.allowedTo);
	const hasLimit = !!(most.messages || most.parts || isAllowed || limits.maxParts);
	// n8n leaves nothing but the defaults of fields that it cannot read.
	if (!hasLimit && !entered.hasExpression('limits')) {
		throw new Problem(
			"'Limits' has no limit",
			"Nothing was sent. Fill in one of its fields under Options, or remove 'Limits'.",
		);
	}
	return async (run, items) => {
		const open = isAllowed ? items.filter((item) => passes(run, item, isAllowed)) : items;
		if (!run.gate.isShut && open.length) refuseTooMany(run, open, most);
	};
});

function passes(run: Run, item: Item, isAllowed: IsAllowed): boolean {
	try {
		refuseOtherNumbers(item.request.body as IDataObject, isAllowed);
		return true;
	} catch (error) {
		run.fail([item], error);
		return false;
	}
}

/** @throws Problem if the items, with what this execution has sent before, are over a limit */
function refuseTooMany(run: Run, items: Item[], most: Load): void {
	if (!most.messages && !most.parts) return;
	const soFar = new SentSoFar(run.context);
	const loads = new Map(items.map((item) => [item, loadOf(item.request.body as IDataObject)]));
	const before = soFar.load;
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
	const which = ` Item ${longest.index + 1} is the longest, with ${parts === 1 ? '1 part' : `${parts} parts`}.`;
	refuse('parts', now.parts === 1 ? 'SMS part' : 'SMS parts', 'Max Total Parts', which);
	soFar.reserve(loads);
	run.atEnd(() => soFar.settle());
}
