import type { NodeHint } from 'n8n-workflow';

import { GSM7_BASIC, GSM7_EXTENSION, measureSms, ROOM } from './smsText/parts';
import { BEFORE_FRACTION, REPLACEMENTS } from './smsText/simplify';

/** An expression: whether the operation is one of these. No brace stands in it. */
const isOneOf = (operations: string[]) =>
	`${JSON.stringify(operations)}.includes($parameter["resource"] + " " + $parameter["operation"])`;

function hint(location: NodeHint['location'], condition: string, message: string): NodeHint {
	const displayCondition = `={{ ${condition} }}`;
	return { message, type: 'info', location, whenToDisplay: 'beforeExecution', displayCondition };
}

// With 'ndv' n8n would show these after the node has run, too.
const assumption = (condition: string, message: string) => hint('outputPane', condition, message);

/** The assumptions that the user can't rely on, because the service doesn't document them. */
export const assumptionHints: NodeHint[] = [
	assumption(
		'$parameter["specifyBody"] === "fields"',
		"The service doesn't document the fields of this operation, so their names and values are assumed. If it refuses them, set 'Specify Body' to <b>Using JSON</b>.",
	),
	assumption(
		'["campaign", "contact", "suppression"].includes($parameter["resource"]) && $parameter["specifyBody"] !== "fields"',
		"The service doesn't document the full path of this operation. If it doesn't know the address, turn on <b>Custom Paths</b> in the credential and set <b>Path Prefix</b>.",
	),
	{
		// n8n drops options that it hides, so the node cannot see that they were set.
		...assumption(
			`${isOneOf(['sms sendBulk', 'campaign create', 'viber send', 'email send'])} && $parameter["specifyBody"] === "json"`,
			"<b>Limits</b>, <b>Once Key</b>, and <b>Skip Messages</b> don't apply to JSON that you write yourself, even if you set them before.",
		),
		type: 'warning',
	},
];

const IS_SIMPLIFIED = 'String(($parameter["options"] ?? []).simplifyCharacters) === "true"';
const IS_ASKED = '$parameter["operation"] === "sendAndWait"';

/** The link of Send and Wait takes about so many characters, which depends on the address of n8n. */
const LINK = 160;

/** Expressions: the typed text, and one of the same length as Simplify Characters leaves it. */
const TYPED = `String($parameter[${IS_ASKED} ? "message" : "text"] ?? "")`;
const SIMPLIFIED = `${TYPED}.normalize().replace(${String(BEFORE_FRACTION)}, " ")${replaceAll()}`;
const TEXT = `(${IS_SIMPLIFIED} ? ${SIMPLIFIED} : ${TYPED})`;

/** The operations whose text is typed into a field. */
const IS_TYPED = `${isOneOf(['sms preview', 'sms send', 'sms sendBulk', 'sms sendAndWait', 'campaign create'])} && $parameter["specifyBody"] !== "json"`;

/** An expression: whether `text` is GSM-7. */
const IS_GSM7 = `/^${oneOf(GSM7_BASIC + GSM7_EXTENSION)}*$/.test(text)`;
/** The length that is sent: a question's link belongs to it, once there is a question. */
const SENT = `(text && ${IS_ASKED} ? text.length + ${LINK} : text.length)`;
const SEPTETS = `(${SENT} + (text.match(/${oneOf(GSM7_EXTENSION)}/g) ?? []).length)`;
/** Whether Simplify Characters would make the text GSM-7, and is off. */
const COULD_BE_GSM7 = `(!(${IS_SIMPLIFIED}) && [${SIMPLIFIED}].some((text) => ${IS_GSM7}))`;

const aboutText = (condition: string, message: string) =>
	hint('ndv', `${IS_TYPED} && [${TEXT}].some((text) => ${condition})`, message);

/** Where a typed text takes more than people expect: more than one part, or UCS-2. Preview counts its parts. */
export const smsHints: NodeHint[] = [
	aboutText(
		`${IS_GSM7} && ${SEPTETS} > ${ROOM['GSM-7'].alone}`,
		'This text takes more than one SMS part (GSM-7). A single SMS holds 160 characters, and each of several parts 153.',
	),
	aboutText(
		`!${IS_GSM7} && ${COULD_BE_GSM7}`,
		"This text is sent as UCS-2, so a single SMS holds 70 characters. Turn on 'Simplify Characters' under Options: then it holds 160.",
	),
	aboutText(
		`!${IS_GSM7} && !${COULD_BE_GSM7}`,
		"GSM-7 doesn't have all characters of this text, such as ą or emoji, so a single SMS holds 70, and each of several parts 67.",
	),
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
