import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { measureSms } from '../smsText/parts';
import { maxParts } from '../smsText/smsText';
import { refuseWithGaps } from '../parameters/gaps';
import { guardOf, isOn, readNumber } from '../parameters/optionReaders';
import { enteredNumberIn, phoneNumberIn } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { asText, listOf } from '../values/words';
import { maxMessages, maxTotalParts } from './limitFields';

type Load = { messages: number; parts: number };
type Loads = Map<Item, Load>;
const UNITS = ['messages', 'parts'] as const;

/** Whether a number, as digits with its country code, may be sent to. */
type IsAllowed = (number: string) => boolean;

/** Lets all items go, or no item if together they are over a limit. */
export const withinLimits: Prepare<Step> = forOption('limits', (options) => {
	const limits = guardOf(options, 'limits') ?? {};
	const most: Load = {
		messages: readNumber(maxMessages, 'limits', options),
		parts: readNumber(maxTotalParts, 'limits', options),
	};
	const isAllowed = readAllowedTo(limits.allowedTo);
	const mayHaveGaps = !isOn(limits, 'refuseGaps');
	const hasLimit = most.messages || most.parts || isAllowed || !mayHaveGaps;
	if (!hasLimit && !readNumber(maxParts, 'limits', options)) {
		throw new Problem(
			"'Limits' has no limit",
			"Nothing was sent. Fill in one of its fields under Options, or remove 'Limits'.",
		);
	}
	return async (run, items) => {
		if (!mayHaveGaps) {
			refuseWithGaps(
				run.context,
				items.map(({ index }) => index),
			);
		}
		const open = isAllowed ? items.filter((item) => passes(run, item, isAllowed)) : items;
		if (!run.gate.isShut && open.length) await countOrRefuse(run, open, most);
	};
});

/** The numbers that may be sent to; undefined for all. @throws Problem if an entry is no number and no beginning */
function readAllowedTo(given: unknown): IsAllowed | undefined {
	if (given === undefined || given === '') return undefined;
	const allowed = listOf(given).map(readAllowed);
	if (!allowed.length) {
		throw new Problem("'Allowed To' has no phone number", 'Enter one, or leave the field empty.');
	}
	return (number) => allowed.some((isAllowed) => isAllowed(number));
}

/** A whole number, or the beginning of one with a * behind it. */
function readAllowed(entry: unknown): IsAllowed {
	if (typeof entry === 'string' && entry.trim().endsWith('*')) {
		const text = entry.trim().slice(0, -1);
		const beginning = text.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
		if (/^[1-9]\d{0,14}$/.test(beginning)) return (number) => number.startsWith(beginning);
		throw new Problem(
			`'Allowed To' has an entry that isn't the beginning of a phone number: ${entry}`,
			'Enter the country code, or more, and a * behind it, for example +370*.',
		);
	}
	const allowed = enteredNumberIn(entry);
	if (allowed !== undefined) return (number) => number === allowed;
	throw new Problem(
		`'Allowed To' has an entry that isn't a whole phone number: ${asText(entry)}`,
		'Enter numbers with their country code. To allow all that begin alike, add a *, for example +370*.',
	);
}

function passes(run: Run, item: Item, isAllowed: IsAllowed): boolean {
	const recipients = recipientsIn(item.readRequest().body);
	const other = recipients.find((recipient) => !isAllowed(phoneNumberIn(recipient) ?? ''));
	if (other === undefined) return true;
	const problem = new Problem(
		`${other} isn't one of the numbers in 'Allowed To'`,
		'Nothing was sent to it. To allow it, add it under Options → Limits.',
	);
	run.fail([item], problem);
	return false;
}

/** Counts the items without used keys, which are looked up only if that decides. @throws Problem over a limit */
async function countOrRefuse(run: Run, items: Item[], most: Load): Promise<void> {
	if (!most.messages && !most.parts) return;
	const loads: Loads = new Map(
		items.map((item) => [item, loadOf(item.readRequest().body as IDataObject)]),
	);
	const loadOfRun = () => sumOf(loads, ({ atService }) => !atService);
	const refusal = () => {
		const [before, now] = [sentSoFar(run.context), loadOfRun()];
		const unit = UNITS.find((one) => most[one] && before[one] + now[one] > most[one]);
		return unit && tooMuch(unit, { before, now, most }, loads);
	};
	await run.once?.skipUsed(items, () => !refusal());
	const problem = refusal();
	if (problem) throw problem;
	// Counted before it is sent, so that another call at the same time sees it.
	const load = loadOfRun();
	count(run.context, load, 1);
	run.atEnd(() => {
		count(run.context, load, -1);
		const sent = sumOf(loads, ({ mayBeSent }) => mayBeSent);
		count(run.context, sent, 1);
	});
}

type Amounts = Record<'before' | 'now' | 'most', Load>;

function tooMuch(unit: keyof Load, { before, now, most }: Amounts, loads: Loads): Problem {
	const isParts = unit === 'parts';
	const { displayName } = isParts ? maxTotalParts : maxMessages;
	const earlier = before[unit] ? `, after ${before[unit]} earlier in this execution` : '';
	const [longest, { parts }] = [...loads].reduce((one, other) =>
		other[1].parts > one[1].parts ? other : one,
	);
	const which = ` Item ${longest.index + 1} is the longest, with ${counted(parts, 'part')}.`;
	return new Problem(
		`This run would send ${counted(now[unit], isParts ? 'SMS part' : 'message')}${earlier}, but '${displayName}' is ${most[unit]}`,
		`Nothing was sent.${isParts ? which : ''} Check the input, or raise the limit under Options → Limits.`,
	);
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How much a message's body sends; a message without a text has no parts. */
export function loadOf(body: IDataObject): Load {
	const messages = recipientsIn(body).length;
	const { text } = body;
	return { messages, parts: typeof text === 'string' ? messages * measureSms(text).parts : 0 };
}

/** How much some items send: of those with the same key only one goes out, perhaps the largest. */
function sumOf(loads: Loads, isCounted: (item: Item) => boolean): Load {
	const byKey = new Map<unknown, Load>();
	for (const [item, load] of loads) {
		if (!isCounted(item)) continue;
		const same = byKey.get(item.key ?? item) ?? load;
		const larger = each((unit) => Math.max(same[unit], load[unit]));
		byKey.set(item.key ?? item, larger);
	}
	const largest = [...byKey.values()];
	return each((unit) => largest.reduce((sum, load) => sum + load[unit], 0));
}

/** How much a node has sent in an execution, or is about to: in all loop rounds, tries, and tool calls. n8n keeps it. */
function sentSoFar(context: IExecuteFunctions): Load {
	return { messages: 0, parts: 0, ...(context.getContext('node').sentSoFar as Partial<Load>) };
}

function count(context: IExecuteFunctions, load: Load, sign: 1 | -1): void {
	const before = sentSoFar(context);
	context.getContext('node').sentSoFar = each((unit) => before[unit] + sign * load[unit]);
}

function each(amountOf: (unit: keyof Load) => number): Load {
	return { messages: amountOf('messages'), parts: amountOf('parts') };
}
