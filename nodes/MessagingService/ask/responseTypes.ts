import type { IDataObject } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import type { ApprovalAnswers } from './approval';
import { approvalControls, readApproval, takeApproval } from './approval';
import type { ChoiceAnswers } from './choices';
import { choiceControls, readChoices, takeChoice } from './choices';
import type { TextAnswer } from './freeText';
import { readFreeText, takeText, textControls } from './freeText';
import type { Given, Refusal, Taken } from './response';

/** How somebody is to answer: a response type, with what the user set for it. */
export type Answers = ApprovalAnswers | ChoiceAnswers | TextAnswer;

const TYPES = ['approval', 'choices', 'freeText'] as const;

/** @throws Problem if the response type is none, or what was set for it is not right */
export function readAnswers(given: Given): Answers {
	switch (oneOf(given.read('responseType'), "'Response Type'", TYPES)) {
		case 'approval':
			return readApproval(given);
		case 'choices':
			return readChoices(given);
		case 'freeText':
			return readFreeText(given);
	}
}

/** The buttons or the field of the page, with what was sent before if that was not taken. */
export function controlsOf(answers: Answers, refusal?: Refusal): string {
	switch (answers.type) {
		case 'approval':
			return approvalControls(answers);
		case 'choices':
			return choiceControls(answers);
		case 'freeText':
			return textControls(answers, refusal);
	}
}

/** What somebody answered, in the shape of n8n's own nodes that send and wait, or why it is not taken. */
export function takeAnswer(answers: Answers, body: IDataObject): Taken {
	switch (answers.type) {
		case 'approval':
			return takeApproval(answers, body);
		case 'choices':
			return takeChoice(answers, body);
		case 'freeText':
			return takeText(body);
	}
}
