import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { groupOf, oneOf } from '../parameters/optionReaders';
import { requiredText } from '../values/readers';
import { approveLabel, disapproveLabel, FEWEST_CHOICES, MOST_CHOICES } from './questionFields';

/** A button: the browser's field, and the node's answer. Without a label of the user's, it has one in the reader's language. */
export type AnswerButton = {
	label: string;
	field: 'approved' | 'choice';
	value: string;
	answer: IDataObject;
};

/** How the person answers: by one of several buttons, or with a text and the button below it, whose label may be empty too. */
export type Answers = { buttons: AnswerButton[] } | { submit: string };

export type AnswerSettings = {
	read: (name: string, fallback?: object | string) => unknown;
	options: IDataObject;
	/** A text as the page shows it, empty if it is blank. @throws Problem if it is a list or an object */
	shown: (value: unknown, name: string) => string;
};

/** Why the page asks again, by the name of its text, and what the person sent, which it keeps. */
export type Rejection = { problem: 'choose' | 'write' | 'shorten'; sent: IDataObject };

/** @throws Problem if the response type doesn't exist, or one of its settings is wrong */
export function readAnswers(settings: AnswerSettings): Answers {
	const { read, options, shown } = settings;
	const type = oneOf(read('responseType'), "'Response Type'", ['approval', 'choices', 'freeText']);
	if (type === 'approval') return { buttons: readApproval(settings) };
	if (type === 'choices') return { buttons: readChoices(settings) };
	const given = groupOf(options, 'answerPage')?.buttonLabel;
	return { submit: shown(given, "'Button Label' of 'Answer Page'") };
}

function readApproval({ read, shown }: AnswerSettings): AnswerButton[] {
	const { values = {} } = read('approvalOptions', {}) as { values?: IDataObject };
	const button = (approved: boolean): AnswerButton => {
		const { name, displayName } = approved ? approveLabel : disapproveLabel;
		const label = shown(values[name], `'${displayName}'`);
		return { label, field: 'approved', value: String(approved), answer: { approved } };
	};
	const given = values.approvalType ?? 'double';
	const kind = oneOf(given, "'Type of Approval'", ['double', 'single']);
	return kind === 'single' ? [button(true)] : [button(true), button(false)];
}

/** @throws Problem if there are too few or too many, or a label is empty, a duplicate, or not shown as it is */
export function readChoices({ read, shown }: AnswerSettings): AnswerButton[] {
	const { values } = (read('choices', {}) ?? {}) as { values?: IDataObject[] };
	// An expression may return a list of choices.
	const given = (Array.isArray(values) ? values : []).flatMap(({ choice }) => choice);
	const count = given.length;
	if (count < FEWEST_CHOICES || count > MOST_CHOICES) {
		const advice = count > MOST_CHOICES ? 'Remove some.' : 'Add a choice for each button.';
		throw new Problem(
			`'Choices' has ${count === 1 ? '1 choice' : `${count} choices`}, but it takes ${FEWEST_CHOICES} to ${MOST_CHOICES}`,
			`Nothing was sent. ${advice}`,
		);
	}
	const labels = given.map((choice, index) => readLabel(choice, `Choice ${index + 1}`, shown));
	return labels.map((label, index) => {
		const first = labels.indexOf(label);
		if (first < index) {
			throw new Problem(
				`Choice ${index + 1} is the same as Choice ${first + 1}: ${label}`,
				'Give each its own label, or remove one of the two.',
			);
		}
		// A browser may change a text, so a button sends its place.
		return { label, field: 'choice', value: `${index}`, answer: { choice: label } };
	});
}

/** A label on one line. It is also the answer, so nothing in it is changed for the page. */
function readLabel(given: unknown, name: string, shown: AnswerSettings['shown']): string {
	const label = requiredText(given, name).replace(/\s+/g, ' ').trim();
	if (/^[\p{Z}\p{C}]*$/u.test(label)) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	const seen = shown(label, name);
	if (seen === label) return label;
	throw new Problem(
		`${name} has an invisible character that changes how the label is shown: ${seen}`,
		'Nothing was sent. Type the label instead of pasting it.',
	);
}

export const LONGEST_ANSWER = 5000;

/** A person's answer in the shape of n8n's own Send and Wait nodes, or why the page asks again. */
export function takeAnswer(
	answers: Answers,
	sent: IDataObject,
): { answer: IDataObject } | Rejection {
	if ('buttons' in answers) {
		const pressed = answers.buttons.find(({ field, value }) => sent[field] === value);
		return pressed ? { answer: pressed.answer } : { problem: 'choose', sent };
	}
	const text = writtenText(sent);
	if (!text) return { problem: 'write', sent };
	return text.length <= LONGEST_ANSWER ? { answer: { text } } : { problem: 'shorten', sent };
}

/** The text of an answer, with the line ends that workflows expect. */
export function writtenText({ text }: IDataObject): string {
	return typeof text === 'string' ? text.replace(/\r\n?/g, '\n').trim() : '';
}
