import type { IExecuteFunctions } from 'n8n-workflow';

import { requiredText } from '../values/readers';

/** What the tool of an AI agent is called with, as n8n's own message of a human review step has it. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

const AS_TEXT =
	'{{ typeof $tool.parameters === "string" ? $tool.parameters : JSON.stringify($tool.parameters) }}';

/** What turns the text behind it around: with it in a visitor's name, 1.99 EUR would be shown as 99.1. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** All that nobody sees, but for line breaks and tabs, and for what shapes the letter or emoji before it. */
const UNSEEN =
	/(?![\t\n\r]|(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The question in the user's words.
 *
 * @throws Problem if it is empty
 */
export function readMessage(context: IExecuteFunctions): string {
	const text = requiredText(evaluated(context), "'Message'", context.getTimezone(), {}) as string;
	return withEscapes(context, text.trim());
}

/**
 * A text that somebody decides by, with escapes such as \u202e for what would show it otherwise than it is: for
 * characters that turn text around, and in a question about an agent's call for all that nobody sees.
 */
export function withEscapes(context: IExecuteFunctions, text: string): string {
	const isAboutTool = JSON.stringify(context.getNode().parameters).includes('$tool');
	return text.replace(isAboutTool ? UNSEEN : TURNING, (character) => {
		const code = character.codePointAt(0)!.toString(16);
		return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
	});
}

function evaluated(context: IExecuteFunctions): unknown {
	const given = context.getNodeParameter('message', 0, '', { rawExpressions: true });
	if (typeof given !== 'string' || !given.startsWith('=') || !given.match(TOOL_PARAMETERS)) {
		return context.getNodeParameter('message', 0, '');
	}
	// Nobody could approve "[object Object]", which is what n8n would make of them.
	return context.evaluateExpression(given.slice(1).replace(TOOL_PARAMETERS, AS_TEXT), 0);
}
