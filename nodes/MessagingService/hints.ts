import type { NodeHint } from 'n8n-workflow';

import { GSM7_BASIC, GSM7_EXTENSION } from './smsText/parts';
import { REPLACEMENTS } from './smsText/simplify';

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

const IS_SIMPLIFIED = 'String(($parameter["options"] ?? []).simplifyText) === "true"';

/** The operations whose text is typed into a field, and that text. */
const IS_TYPED = `${isOneOf(['sms preview', 'sms send', 'sms sendBulk', 'sms sendAndWait', 'campaign create'])} && $parameter["specifyBody"] !== "json"`;
const TYPED =
	'String($parameter[$parameter["operation"] === "sendAndWait" ? "message" : "text"] ?? "")';

/** Whether the text is GSM-7 as it is, or as Simplify Text leaves it. */
const GSM7 = GSM7_BASIC + GSM7_EXTENSION;
const IS_GSM7 = `/^${oneOf(GSM7)}*$/.test(${TYPED})`;
const IS_SIMPLE = `/^${oneOf(GSM7 + [...REPLACEMENTS.keys()].join(''))}*$/.test(${TYPED}.normalize())`;

/** Where a typed text is UCS-2, which people don't expect. Preview, and the line after a run, count its parts. */
export const smsHints: NodeHint[] = [
	hint(
		'ndv',
		`${IS_TYPED} && !(${IS_SIMPLIFIED}) && ${IS_SIMPLE} && !${IS_GSM7}`,
		"This text is sent as UCS-2, so a single SMS holds 70 characters. Turn on 'Simplify Text' under Options: then it holds 160.",
	),
	hint(
		'ndv',
		`${IS_TYPED} && !${IS_SIMPLE}`,
		"GSM-7 doesn't have all characters of this text, such as ą or emoji, so a single SMS holds 70, and each of several parts 67.",
	),
];

/** A pattern for one of these characters, each by its number: no brace and no quote ends the expression. */
function oneOf(characters: string): string {
	const numbers = [...characters].map((character) => character.charCodeAt(0).toString(16));
	return `[${numbers.map((number) => `\\u${number.padStart(4, '0')}`).join('')}]`;
}
