import type { Sent } from '../play/round.ts';
import { cellsOf, type Pins, type World } from '../worlds/world.ts';

/** Leaves out what differs each time: IDs, times, and links. */
const lasting = (text: string) =>
	text
		.replace(/https?:\/\/\S+/g, '')
		.replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:\d\d)?/gi, '')
		.replace(/"(id|messageId|createdAt|updatedAt)":("[^"]*"|[^,}]*)/g, '')
		.replace(/\b(undefined|null)\b|""/g, '');

const squeezed = (text: string) => text.replace(/[\s,]+/g, ' ');

/** The same, and what is blank. */
export const plain = (text: string) => squeezed(lasting(text));

/** What somebody gets, whatever it counts: all digits are the same. */
export const what = ({ to, text }: Sent) => `${to} ${plain(text).replace(/\d+/g, '0')}`;

const CURRENCY = String.raw`(?:\p{Sc}|EUR|USD|GBP|PLN|CHF|SEK|NOK|DKK|CZK|HUF|RON|TRY|TL|UAH|BRL|MXN|CAD|AUD|NZD|zł|Kč|kr|Ft|lei|лв|грн)`;
/** What follows an amount. */
const BEHIND_AMOUNT = new RegExp(`^\\s?${CURRENCY}`, 'u');
/** What stands before one. */
const BEFORE_AMOUNT = new RegExp(`${CURRENCY}\\s?$`, 'u');

/** Whether a stretch of a text is an amount of money. */
export const isMoney = (text: string, from: number, end: number) =>
	BEHIND_AMOUNT.test(text.slice(end, end + 9)) || BEFORE_AMOUNT.test(text.slice(0, from));

/** A text without the digits that stand in no row, and are no amount: a time, or a code. */
export function withRowsDigits(text: string, pins: Pins[], shortest = 1): string {
	const items = pins.flatMap((one) => Object.values(one).flat());
	const cells = items.flatMap(({ json }) => cellsOf(json).map(([, cell]) => String(cell)));
	// Before the commas go: some write 14,20.
	const all = lasting(text);
	const known = all.replace(/\d[\d.:,-]*\d|\d/g, (digits, at: number) =>
		(digits.length >= shortest &&
			cells.some((cell) => cell.includes(digits) && !/^\d{4}-\d\d-\d\dT/.test(cell))) ||
		(/^\d+[.,]\d\d$/.test(digits) && isMoney(all, at, at + digits.length))
			? digits
			: '0',
	);
	return squeezed(known);
}

/** What somebody gets in a world, with the digits of its rows, and of others. */
export const wordsIn =
	({ pins, later = {} }: World, others: Pins = {}) =>
	({ to, text }: Sent) =>
		`${to} ${withRowsDigits(text, [pins, later, others])}`;

/** The words of a text, in whatever order they come. */
export const bag = (text: string) =>
	text
		.split(/[^\p{L}\d]+/u)
		.sort()
		.join(' ');

/** Whether all are the same, but for those that say nothing. */
export const alike = (texts: string[]) => new Set(texts.filter((text) => text !== '')).size === 1;
