import type { IDataObject } from 'n8n-workflow';

import { escapeHtml, theirs } from '../html';
import { buttonLabel } from '../words';
import type { Given, Refusal, Taken } from './given';
import { textOr } from './given';

/** The most characters that somebody may answer with. */
export const LONGEST_ANSWER = 5000;

export type TextAnswer = { type: 'freeText'; submit: string };

/** @throws Problem if the label of the button is no text */
export function readFreeText(given: Given): TextAnswer {
	return { type: 'freeText', submit: submitLabel(given) };
}

/** What the button below a field says. @throws Problem if it is no text */
export function submitLabel({ options }: Given): string {
	return textOr(options.responseFormButtonLabel, "'Button Label'", buttonLabel.default);
}

export function textControls({ submit }: TextAnswer, refusal?: Refusal): string {
	const written = escapeHtml(writtenText(refusal?.sent.text));
	return `<textarea name="text" aria-labelledby="text" required maxlength="${LONGEST_ANSWER}" dir="auto">${written}</textarea>
		<button ${theirs}>${escapeHtml(submit)}</button>`;
}

export function takeText(sent: IDataObject): Taken {
	const text = writtenText(sent.text);
	if (!text) return { problem: 'Please write an answer.', sent };
	if (text.length <= LONGEST_ANSWER) return { answer: { text } };
	return { problem: tooLong, sent };
}

export const tooLong = `Please write at most ${LONGEST_ANSWER} characters.`;

/** What was written into a field, with the line ends that workflows expect. */
export function writtenText(given: unknown): string {
	return typeof given === 'string' ? given.replace(/\r\n?/g, '\n').trim() : '';
}
