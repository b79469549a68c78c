import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { groupOf } from '../values/optionReaders';
import { senderId } from '../values/readers';
import type { Answers } from './answers/answers';
import { readAnswers } from './answers/answers';
import type { Given } from './answers/given';
import { textOr } from './answers/given';
import { readMessage, withEscapes } from './message';
import type { WaitLimit } from './waitLimit';
import { readWaitLimit } from './waitLimit';
import { confirmationText } from './words';

/** What somebody is asked, as it stands while n8n waits: what was sent is also what the page shows. */
export type Question = {
	/** Which question of this node in this execution it is, from 1; a loop asks several. */
	number: number;
	/** The sender ID that the person knows. */
	from: string;
	/** What goes out as SMS. */
	message: string;
	title: string;
	/** Above the confirmation: a title that asks would be wrong there. */
	titleAfter: string;
	/** What the page says. */
	text: string;
	answers: Answers;
	confirmation: string;
	/** When n8n waits no longer, in ms since 1970. */
	until: number;
};

/** A question before n8n waits: when that ends is known when the SMS is out. */
export type Asked = Omit<Question, 'until'> & { limit: WaitLimit };

/** Under this name n8n keeps the question with the execution, in the node's context. */
export const KEPT = 'question';

/**
 * The question that the node is to ask, from the user's parameters.
 *
 * @param options the item's Options, with the account's defaults
 * @throws Problem if the message is empty, the answers are not right, or the limit of waiting is none
 */
export function readQuestion(context: IExecuteFunctions, options: IDataObject): Asked {
	const timeZone = context.getTimezone();
	const read: Given['read'] = (name, fallback) => context.getNodeParameter(name, 0, fallback);

	const answers = readAnswers({ read, options });
	const message = readMessage(context);
	const shown = (value: unknown, name: string, usual: string) =>
		withEscapes(context, textOr(value, name, usual));
	const page = groupOf(options, 'answerPage') ?? {};
	const title = (usual: string) => shown(page.title, "'Title' of 'Answer Page'", usual);
	return {
		number: ((context.getContext('node')[KEPT] as Question | undefined)?.number ?? 0) + 1,
		from: senderId(read('from'), "'From'", timeZone, options) as string,
		message,
		title: title(`Your ${answers.type === 'approval' ? 'approval' : 'answer'} is needed`),
		titleAfter: title('Thank you'),
		text: shown(page.text, "'Text' of 'Answer Page'", message),
		answers,
		confirmation: textOr(
			page.confirmationText,
			"'Confirmation Text' of 'Answer Page'",
			confirmationText.default,
		),
		limit: readWaitLimit(options, timeZone, new Date()),
	};
}
