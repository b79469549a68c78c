import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { measureSms } from '../smsText/parts';
import { guardOf, wholeNumber } from '../values/optionReaders';
import { phoneNumberIn } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import type { IsAllowed } from './allowedTo';
import { readAllowedTo } from './allowedTo';

/** How much is sent. */
type Load = { messages: number; parts: number };

/** Lets all items go, or none if together they are over a limit: says then what it is and what would have been sent. */
export const withinLimits: Prepare<Step> = forOption('limits', (options, entered) => {
	const limits = guardOf(options, 'limits') ?? {};
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
	const recipients = recipientsIn(item.request.body as IDataObject);
	const other = recipients.find((recipient) => !isAllowed(phoneNumberIn(recipient) ?? ''));
	if (other === undefined) return true;
	const problem = new Problem(
		`${other} isn't one of the numbers in 'Allowed To'`,
		'Nothing was sent to it. To allow it, add it under Options → Limits.',
	);
	run.fail([item], problem);
	return false;
}

/** @throws Problem if the items, with what this execution has sent before, are over a limit */
function refuseTooMany(run: Run, items: Item[], most: Load): void {
	if (!most.messages && !most.parts) return;
	const loads = new Map(items.map((item) => [item, loadOf(item.request.body as IDataObject)]));
	const before = sentSoFar(run.context);
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
	// Counted before it is sent, so that another call at the same time sees it.
	count(run.context, now, 1);
	run.atEnd(() => {
		const unsent = items.filter(({ mayBeSent }) => !mayBeSent);
		count(run.context, sumOf(unsent.map((item) => loads.get(item)!)), -1);
	});
}

/** How much a message's body sends; what has no text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}

function sumOf(loads: Iterable<Load>): Load {
	const sum = { messages: 0, parts: 0 };
	for (const { messages, parts } of loads) {
		sum.messages += messages;
		sum.parts += parts;
	}
	return sum;
}

/**
 * How much a node has sent in an execution, or is about to: in all rounds of a loop, all tries of a round and all calls
 * of a tool. n8n keeps it with the execution.
 */
function sentSoFar(context: IExecuteFunctions): Load {
	const { messages = 0, parts = 0 } = (context.getContext('node').sentSoFar ?? {}) as Partial<Load>;
	return { messages, parts };
}

function count(context: IExecuteFunctions, { messages, parts }: Load, sign: 1 | -1): void {
	const before = sentSoFar(context);
	context.getContext('node').sentSoFar = {
		messages: before.messages + sign * messages,
		parts: before.parts + sign * parts,
	};
}
