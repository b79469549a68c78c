import type { IDataObject } from 'n8n-workflow';

import { groupOf } from '../../values/optionReaders';
import { escapeHtml, theirs } from '../html';
import { buttonLabel } from '../words';
import type { Given, Refusal, Taken } from './given';
import { textOr } from './given';

/** The most characters that somebody may answer with. */
export const LONGEST_ANSWER = 5000;

export type TextAnswer = { type: 'freeText'; submit: string };

/** @throws Problem if the label of the button is no text */
export function readFreeText({ options }: Given): TextAnswer {
	const given = groupOf(options, 'answerPage')?.buttonLabel;
	const submit = textOr(given, "'Button Label' of 'Answer Page'", buttonLabel.default);
	return { type: 'freeText', submit };
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
	return { problem: `Please write at most ${LONGEST_ANSWER} characters.`, sent };
}

/** What was written, with the line ends that workflows expect. */
function writtenText(given: unknown): string {
	return typeof given === 'string' ? given.replace(/\r\n?/g, '\n').trim() : '';
}
