import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { GetParameter } from '../parameters/body';
import { itemParameters } from '../parameters/itemParameters';
import { groupOf } from '../parameters/optionReaders';
import { isExpression } from '../parameters/pieces';
import { optionalText, requiredText, senderId } from '../values/readers';
import { type Answers, type AnswerSettings, readAnswers } from './answer';
import { type WaitLimit, readWaitLimit } from './waitLimit';

/** Characters that turn text around: with one in a visitor's name, 1.99 EUR is shown as 99.1. Arabic and Hebrew need three others. */
const TURNING = /(?![\u061c\u200e\u200f])\p{Bidi_Control}/gu;

/** A question as n8n keeps it while it waits: the page shows the same words as the SMS. */
export type Question = {
	/** Counts the questions of this node in this execution from 1: a loop asks several. */
	number: number;
	/** The sender ID that the person knows. */
	from: string;
	/** The SMS without its link. */
	message: string;
	/** Empty, like the confirmation, if the page is to say it in the reader's language. */
	title: string;
	text: string;
	answers: Answers;
	confirmation: string;
	/** When n8n stops waiting, in ms since 1970. */
	until: number;
};

/** A question before n8n waits. Its end is known when the SMS is out. */
export type Asked = Omit<Question, 'until'> & { limit: WaitLimit };

/** The name of the question in the node's context, which n8n keeps with the execution. */
export const KEPT = 'question';

/** n8n's own message of a human review step has the parameters of the agent's call. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

const AS_TEXT =
	'{{ typeof $tool.parameters === "string" ? $tool.parameters : JSON.stringify($tool.parameters) }}';

/** All invisible characters, except line breaks and tabs, and those that shape the letter or emoji before them. */
const INVISIBLE =
	/(?![\t\n\r]|(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\ufe0e-\ufe0f\u200c-\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The question in the parameters. @throws Problem if the message is empty, or the answers or the limit are wrong */
export function readQuestion(context: IExecuteFunctions, options: IDataObject): Asked {
	const read = itemParameters(context)(0);
	const isAboutTool = JSON.stringify(context.getNode().parameters).includes('$tool');
	const withEscapes = (text: unknown) => escaped(String(text), isAboutTool ? INVISIBLE : TURNING);
	const shown: AnswerSettings['shown'] = (value, name) =>
		withEscapes(optionalText(value, name) ?? '');

	const answers = readAnswers({ read, options, shown });
	const message = withEscapes(requiredText(evaluatedMessage(context, read), "'Message'").trim());
	const page = groupOf(options, 'answerPage') ?? {};
	return {
		number: ((context.getContext('node')[KEPT] as Question | undefined)?.number ?? 0) + 1,
		from: withEscapes(
			senderId(read('from'), "'From'", { timeZone: context.getTimezone(), options }),
		),
		message,
		title: shown(page.title, "'Title' of 'Answer Page'"),
		text: shown(page.text, "'Text' of 'Answer Page'") || message,
		answers,
		confirmation: shown(page.confirmationText, "'Confirmation Text' of 'Answer Page'"),
		limit: readWaitLimit(options, new Date()),
	};
}

/** A person decides by the text, so escapes such as \u202e stand for the characters that would show it differently. */
function escaped(text: string, characters: RegExp): string {
	return text.replace(characters, (character) => {
		const code = character.codePointAt(0)!.toString(16);
		return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
	});
}

function evaluatedMessage(context: IExecuteFunctions, read: GetParameter): unknown {
	const given = context.getNodeParameter('message', 0, '', { rawExpressions: true });
	// n8n would show an object as "[object Object]", which nobody can approve.
	return isExpression(given) && given.match(TOOL_PARAMETERS)
		? context.evaluateExpression(given.slice(1).replace(TOOL_PARAMETERS, AS_TEXT), 0)
		: read('message', '');
}
