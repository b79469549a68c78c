import type { IExecuteFunctions } from 'n8n-workflow';

import { requiredText } from '../values/readers';

/** What the tool of an AI agent is called with, as n8n's own message of a human review step has it. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

const AS_TEXT =
	'{{ typeof $tool.parameters === "string" ? $tool.parameters : JSON.stringify($tool.parameters) }}';

/**
 * The question in the user's words.
 *
 * @throws Problem if it is empty
 */
export function readMessage(context: IExecuteFunctions): string {
	const text = requiredText(evaluated(context), "'Message'", context.getTimezone(), {}) as string;
	return text.trim();
}

function evaluated(context: IExecuteFunctions): unknown {
	const given = context.getNodeParameter('message', 0, '', { rawExpressions: true });
	if (typeof given !== 'string' || !given.startsWith('=') || !given.match(TOOL_PARAMETERS)) {
		return context.getNodeParameter('message', 0, '');
	}
	// Nobody could approve "[object Object]", which is what n8n would make of them.
	return context.evaluateExpression(given.slice(1).replace(TOOL_PARAMETERS, AS_TEXT), 0);
}
