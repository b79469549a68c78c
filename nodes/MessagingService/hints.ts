import type { NodeHint } from 'n8n-workflow';

import type { SmsEncoding } from './smsText/parts';
import { GSM7_BASIC, GSM7_EXTENSION, measureSms, ROOM } from './smsText/parts';
import { REPLACEMENTS } from './smsText/simplify';

/** What the user cannot rely on, because the service does not document it. */
export const assumptionHints: NodeHint[] = [
	{
		message:
			"The service doesn't document the fields of this operation, so their names and values are assumed. If it refuses them, set 'Specify Body' to <b>Using JSON</b>.",
		type: 'info',
		// With 'ndv' n8n shows it after the node has run too.
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["specifyBody"] === "fields" }}',
	},
	{
		message:
			"The service doesn't document the full path of this operation. If it doesn't know the address, turn on <b>Custom Paths</b> in the credential and set <b>Path Prefix</b>.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ ["campaign", "contact", "suppression"].includes($parameter["resource"]) && $parameter["specifyBody"] !== "fields" }}',
	},
	{
		message:
			"<b>Limits</b>, <b>Once Key</b>, and <b>Skip Messages</b> don't apply to JSON that you write yourself, even if you set them before.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// n8n drops options that it hides, so the node cannot see that they were set.
		displayCondition:
			'={{ ["sms sendBulk", "campaign create", "viber send", "email send"].includes($parameter["resource"] + " " + $parameter["operation"]) && $parameter["specifyBody"] === "json" }}',
	},
];

// n8n evaluates a hint's condition while the user types, but not its message: so one for each outcome.
// An expression ends at its first two closing braces, wherever they stand.
const OPTIONS = '($parameter["options"] ?? [])';
const IS_SIMPLIFIED = `String(${OPTIONS}.simplifyCharacters) === "true"`;

/** What the link of Send and Wait takes: about so many characters, which depends on the address of n8n. */
const LINK = 160;
const IS_ASKED = '$parameter["operation"] === "sendAndWait"';

/** Expressions: what was typed, and a text of the same length as Simplify Characters leaves it. */
const TYPED = `String($parameter[${IS_ASKED} ? "message" : "text"] ?? "")`;
const SIMPLIFIED = `${TYPED}.normalize()${replaceAll()}`;
const TEXT = `(${IS_SIMPLIFIED} ? ${SIMPLIFIED} : ${TYPED})`;

/** The operations whose text is typed into a field. */
const IS_TYPED =
	'["sms preview", "sms send", "sms sendBulk", "sms sendAndWait", "campaign create"].includes($parameter["resource"] + " " + $parameter["operation"]) && $parameter["specifyBody"] !== "json"';

/** Expressions: whether `text` is GSM-7, and how long it is in what its encoding counts. */
const isGsm7 = `/^${oneOf(GSM7_BASIC + GSM7_EXTENSION)}*$/.test(text)`;
/** What is sent of it: a question's link belongs to it, once there is a question. */
const SENT = `(text && ${IS_ASKED} ? text.length + ${LINK} : text.length)`;
const lengthIn = {
	'GSM-7': `(${SENT} + (text.match(/${oneOf(GSM7_EXTENSION)}/g) ?? []).length)`,
	'UCS-2': SENT,
};

const MOST_COUNTED = 6;

/** When a text takes exactly so many parts in an encoding, as an expression. */
function takes(encoding: SmsEncoding, parts: number): string {
	const { alone, each } = ROOM[encoding];
	const room = (count: number) => (count === 1 ? alone : count * each);
	const isOver = (count: number) => `${lengthIn[encoding]} > ${room(count)}`;
	const isIn = parts === MOST_COUNTED ? 'true' : `!(${isOver(parts)})`;
	return `${encoding === 'GSM-7' ? isGsm7 : `!${isGsm7}`} && ${isOver(parts - 1)} && ${isIn}`;
}

function hint(encoding: SmsEncoding, parts: number, advice: string, condition = 'true'): NodeHint {
	const count = parts === MOST_COUNTED ? `${parts} or more` : `${parts}`;
	return {
		message: `This text takes ${count} SMS part${parts === 1 ? '' : 's'} (${encoding}). ${advice}`,
		type: 'info',
		location: 'ndv',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${IS_TYPED} && [${TEXT}].some((text) => ${takes(encoding, parts)}) && ${condition} }}`,
	};
}

/** Whether the option would make a text GSM-7, and is off. */
const COULD_BE_GSM7 = `(!(${IS_SIMPLIFIED}) && [${SIMPLIFIED}].some((text) => ${isGsm7}))`;

const SIMPLIFY =
	"Turn on 'Simplify Characters' under Options: then a single SMS holds 160 characters, not 70.";
const LETTERS =
	"GSM-7 doesn't have all of its characters, such as ą or emoji, so a single SMS holds 70";
const IN_PARTS = 'A single SMS holds 160 characters, and each of several parts 153.';

/**
 * How many parts the typed text takes, if it takes more than people expect: more than one part, or UCS-2. If an
 * extension character or an emoji falls between two parts, it may take one more.
 */
export const smsHints: NodeHint[] = [
	...[2, 3, 4, 5, MOST_COUNTED].map((parts) => hint('GSM-7', parts, IN_PARTS)),
	...[1, 2, 3, 4, 5, MOST_COUNTED].flatMap((parts) => [
		hint('UCS-2', parts, SIMPLIFY, COULD_BE_GSM7),
		hint(
			'UCS-2',
			parts,
			`${LETTERS}${parts === 1 ? '.' : ', and each of several parts 67.'}`,
			`!${COULD_BE_GSM7}`,
		),
	]),
];

/** Replaces each such character with as many letters as its replacement counts. */
function replaceAll(): string {
	const bySize: string[] = [];
	for (const [character, plain] of REPLACEMENTS) {
		const size = measureSms(plain).length;
		bySize[size] = (bySize[size] ?? '') + character;
	}
	return bySize
		.map((characters, size) => `.replace(/${oneOf(characters)}/g, "${'x'.repeat(size)}")`)
		.join('');
}

/** A pattern for one of these characters, each by its number: no brace and no quote ends the expression. */
function oneOf(characters: string): string {
	const numbers = [...characters].map((character) => character.charCodeAt(0).toString(16));
	return `[${numbers.map((number) => `\\u${number.padStart(4, '0')}`).join('')}]`;
}
