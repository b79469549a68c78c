import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Load } from '../memory/sentSoFar';
import { sumOf } from '../memory/sentSoFar';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Run } from '../sending/run';
import { measureSms } from '../smsText/parts';
import { guardOf, wholeNumber } from '../values/optionReaders';
import { recipientsIn } from '../values/recipients';
import type { IsAllowed } from './allowedTo';
import { readAllowedTo, refuseOtherNumbers } from './allowedTo';

/**
 * Lets all entries go, or none if together they are over a limit: says then what it is and what would have been sent.
 */
export const withinLimits: Withhold = (options, entered) => {
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
	return async (run, _requests, entries) => {
		const open = isAllowed ? entries.filter((entry) => passes(run, entry, isAllowed)) : entries;
		if (run.gate.isShut || !open.length) return [];
		refuseTooMany(run, open, most);
		return open;
	};
};

function passes(run: Run, entry: Entry, isAllowed: IsAllowed): boolean {
	try {
		refuseOtherNumbers(entry, isAllowed);
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

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}
