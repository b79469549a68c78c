import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import { optionalText, requiredText } from '../values/readers';
import { readMessage } from './message';
import type { WaitLimit } from './waitLimit';
import { readWaitLimit } from './waitLimit';
import { approveLabel, buttonLabel, confirmationText, disapproveLabel } from './words';

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
	answers: ApprovalAnswers | TextAnswer;
	confirmation: string;
	/** When n8n waits no longer, in ms since 1970. */
	until: number;
};

/** A question before n8n waits: when that ends is known when the SMS is out. */
export type Asked = Omit<Question, 'until'> & { limit: WaitLimit };

type ApprovalAnswers = { type: 'approval'; approve: string; decline?: string };

type TextAnswer = { type: 'freeText'; submit: string };

/** Under this name n8n keeps the question with the execution, in the node's context. */
export const KEPT = 'question';

/**
 * The question that the node is to ask, from the user's parameters.
 *
 * @throws Problem if the message is empty, or the limit of waiting is none
 */
export function readQuestion(context: IExecuteFunctions): Asked {
	const timeZone = context.getTimezone();
	const read = (name: string, fallback?: object) => context.getNodeParameter(name, 0, fallback);
	const options = read('options', {}) as IDataObject;
	const text = (value: unknown, name: string, usual: string) =>
		(optionalText(value, name, timeZone, options) as string | undefined) ?? usual;

	const answers = readAnswers();
	const message = readMessage(context);
	const title = (usual: string) => text(options.responseFormTitle, 'Page Title', usual);
	return {
		number: ((context.getContext('node')[KEPT] as Question | undefined)?.number ?? 0) + 1,
		from: requiredText(read('from'), 'From', timeZone, options) as string,
		message,
		title: title(`Your ${answers.type === 'approval' ? 'approval' : 'answer'} is needed`),
		titleAfter: title('Thank you'),
		text: text(options.responseFormDescription, 'Page Text', message),
		answers,
		confirmation: text(options.confirmationText, 'Confirmation Text', confirmationText.default),
		limit: readWaitLimit(options, timeZone, new Date()),
	};

	function readAnswers(): Question['answers'] {
		const type = oneOf(read('responseType'), 'Response Type', ['approval', 'freeText']);
		if (type === 'freeText') {
			const submit = text(options.responseFormButtonLabel, 'Button Label', buttonLabel.default);
			return { type, submit };
		}
		const { values = {} } = read('approvalOptions', {}) as { values?: IDataObject };
		const approve = text(values.approveLabel, 'Approve Button Label', approveLabel.default);
		const buttons = oneOf(values.approvalType ?? 'double', 'Type of Approval', [
			'double',
			'single',
		]);
		if (buttons === 'single') return { type, approve };
		const decline = text(
			values.disapproveLabel,
			'Disapprove Button Label',
			disapproveLabel.default,
		);
		return { type, approve, decline };
	}
}
