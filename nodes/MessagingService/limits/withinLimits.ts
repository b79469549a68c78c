import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import { type Prepare, forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { costOf, numbersInWords } from '../smsText/cost';
import { maxParts } from '../smsText/smsText';
import { gapsInWords } from '../parameters/gaps';
import { type Prices, inMillionths, inMoney } from '../values/price';
import { guardOf, isOn, labelOf, readNumber } from '../parameters/optionReaders';
import { usersNumber, servicesNumber } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { asText, listOf } from '../values/given';
import { counted, isNot } from '../values/words';
import { maxCost, maxMessages } from './limitFields';
import { readPerDay } from './perDay';

/** Messages, and what they cost in millionths of the currency. */
type Load = { messages: number; cost: number };
type Loads = Map<Item, Load>;
const UNITS = ['messages', 'cost'] as const;

/** Whether a number, as digits with its country code, may be sent to. */
type IsAllowed = (number: string) => boolean;

const GAP_ADVICE =
	"Nothing was sent. Fill in what's missing, or give the expression a default, as in {{ $json.name || 'customer' }}. To send with gaps, turn off 'Refuse Gaps' under Options → Limits.";

/** Lets all items go, or no item if together they are over a limit. */
export const withinLimits: Prepare<Step> = forOption('limits', (options, { prices }) => {
	const limits = guardOf(options, 'limits') ?? {};
	const most: Load = {
		messages: readNumber(maxMessages, 'limits', options),
		cost: readMaxCost(limits.maxCost, prices),
	};
	const isAllowed = readAllowedTo(limits.allowedTo);
	const keepToDay = readPerDay(options, limits);
	const mayHaveGaps = !isOn(limits, 'refuseGaps');
	const hasLimit = most.messages || most.cost || keepToDay || isAllowed || !mayHaveGaps;
	if (!hasLimit && !readNumber(maxParts, 'limits', options)) {
		throw new Problem(
			"'Limits' has no limit",
			"Nothing was sent. Fill in one of its fields under Options, or remove 'Limits'.",
		);
	}
	return async (run, items) => {
		const gaps = mayHaveGaps ? '' : gapsInWords(items);
		if (gaps) throw new Problem(gaps, GAP_ADVICE);
		const open = isAllowed ? items.filter((item) => passes(run, item, isAllowed)) : items;
		if (run.gate.isShut || !open.length || !(most.messages || most.cost || keepToDay)) return;
		const pricesOfLimit = most.cost ? prices : undefined;
		const loads: Loads = new Map(
			open.map((item) => [item, loadOf(item.readRequest().body as IDataObject, pricesOfLimit)]),
		);
		await keepToDay?.(run, open, (isCounted) => sumOf(loads, isCounted).messages);
		await countOrRefuse(run, loads, most, prices?.currency);
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
	const allowed = usersNumber(entry);
	if (allowed !== undefined) return (number) => number === allowed;
	throw new Problem(
		`'Allowed To' has an entry that isn't a whole phone number: ${asText(entry)}`,
		'Enter numbers with their country code. To allow all that begin alike, add a *, for example +370*.',
	);
}

function passes(run: Run, item: Item, isAllowed: IsAllowed): boolean {
	const recipients = recipientsIn(item.readRequest().body);
	const other = recipients.find((recipient) => !isAllowed(servicesNumber(recipient) ?? ''));
	if (other === undefined) return true;
	const problem = new Problem(
		`${other} isn't one of the numbers in 'Allowed To'`,
		'Nothing was sent to it. To allow it, add it under Options → Limits.',
	);
	run.fail([item], problem);
	return false;
}

/** Counts the items without used keys, which are looked up only if that decides. @throws Problem over a limit */
async function countOrRefuse(run: Run, loads: Loads, most: Load, currency?: string): Promise<void> {
	const loadOfRun = () => sumOf(loads, ({ atService }) => !atService);
	const refusal = () => {
		const [before, now] = [sentSoFar(run.context), loadOfRun()];
		const unit = UNITS.find((one) => most[one] && before[one] + now[one] > most[one]);
		const amounts = unit && [before[unit], now[unit], most[unit]];
		return amounts && tooMuch(unit === 'cost', amounts, loads, currency);
	};
	await run.once?.skipUsed([...loads.keys()], () => !refusal());
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

function tooMuch(isCost: boolean, amounts: number[], loads: Loads, currency = ''): Problem {
	// Rounded, what is over the limit may look like the limit itself.
	const [before, now, most] = amounts.map((one) => (isCost ? inMoney(one, currency, true) : one));
	const what = isCost ? `SMS for about ${now}` : counted(amounts[1], 'message');
	const earlier = amounts[0] ? `, after ${before} earlier in this execution` : '';
	const [item, { cost }] = [...loads].sort(([, one], [, other]) => other.cost - one.cost)[0];
	const which = ` Item ${item.index + 1} costs the most, about ${inMoney(cost, currency)}.`;
	return new Problem(
		`This run would send ${what}${earlier}, but '${(isCost ? maxCost : maxMessages).displayName}' is ${most}`,
		`Nothing was sent.${isCost ? which : ''} Check the input, or raise the limit under Options → Limits.`,
	);
}

/** The limit in millionths. @throws Problem if it isn't an amount, or there are no prices to go by */
function readMaxCost(given: unknown, prices?: Prices): number {
	const amount = Number(asText(given ?? maxCost.default));
	if (!(amount >= 0 && amount < Infinity)) {
		const name = labelOf(maxCost, 'limits');
		throw new Problem(isNot(name, "isn't an amount from 0", given), `Correct ${name}.`);
	}
	if (amount === 0) return 0;
	// The least there is: 0 would be no limit.
	if (prices && !prices.areFree) return inMillionths(amount) || 1;
	throw new Problem(
		prices
			? "'Max Cost' stops nothing while 'Price per Part' is 0"
			: "'Max Cost' needs 'Price per Part'",
		"Nothing was sent. Enter it under 'Account Defaults' in the Messaging Service credential, or remove 'Max Cost'.",
	);
}

/** How much a message's body sends. @throws Problem if a price is missing */
export function loadOf(body: IDataObject, prices?: Prices): Load {
	const messages = recipientsIn(body).length;
	if (!prices) return { messages, cost: 0 };
	const { amount, unpriced } = costOf(body, prices);
	if (!unpriced.length) return { messages, cost: amount };
	throw new Problem(
		`'Price per Part' has no price for ${numbersInWords(unpriced)}`,
		"Nothing was sent, because of 'Max Cost'. Add the beginning of the number, or one amount for all others, under 'Account Defaults' in the Messaging Service credential.",
	);
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
	return { messages: 0, cost: 0, ...(context.getContext('node').sentSoFar as Partial<Load>) };
}

function count(context: IExecuteFunctions, load: Load, sign: 1 | -1): void {
	const before = sentSoFar(context);
	context.getContext('node').sentSoFar = each((unit) => before[unit] + sign * load[unit]);
}

function each(amountOf: (unit: keyof Load) => number): Load {
	return { messages: amountOf('messages'), cost: amountOf('cost') };
}
