import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { groupOf } from '../values/optionReaders';
import { escapeHtml, anyLanguage } from './escapeHtml';
import type { AnswerResult, Rejection, ResponseSettings } from './response';

export const buttonLabel = {
	displayName: 'Button Label',
	name: 'buttonLabel',
	type: 'string',
	displayOptions: { show: { '/responseType': ['freeText'] } },
	default: 'Send answer',
	placeholder: 'e.g. Send answer',
	description: 'Label of the button below the answer',
} satisfies INodeProperties;

/** How many characters an answer can have. */
export const LONGEST_ANSWER = 5000;

export type TextAnswer = { type: 'freeText'; submit: string };

/** @throws Problem if the label of the button isn't text */
export function readFreeText({ options, shown }: ResponseSettings): TextAnswer {
	const given = groupOf(options, 'answerPage')?.buttonLabel;
	const submit = shown(given, "'Button Label' of 'Answer Page'", buttonLabel.default);
	return { type: 'freeText', submit };
}

export function textControls({ submit }: TextAnswer, rejection?: Rejection): string {
	const written = escapeHtml(writtenText(rejection?.sent.text));
	return `<textarea name="text" aria-labelledby="text" required maxlength="${LONGEST_ANSWER}" dir="auto">${written}</textarea>
		<button ${anyLanguage}>${escapeHtml(submit)}</button>`;
}

export function takeText(sent: IDataObject): AnswerResult {
	const text = writtenText(sent.text);
	if (!text) return { problem: 'Please write an answer.', sent };
	if (text.length <= LONGEST_ANSWER) return { answer: { text } };
	return { problem: `Please write at most ${LONGEST_ANSWER} characters.`, sent };
}

/** The answer with the line ends that workflows expect. */
function writtenText(given: unknown): string {
	return typeof given === 'string' ? given.replace(/\r\n?/g, '\n').trim() : '';
}
