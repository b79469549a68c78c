import type { IDataObject } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import type { ApprovalAnswers } from './approval';
import { approvalControls, readApproval, takeApproval } from './approval';
import type { ChoiceAnswers } from './choices';
import { choiceControls, readChoices, takeChoice } from './choices';
import type { TextAnswer } from './freeText';
import { readFreeText, takeText, textControls } from './freeText';
import type { AnswerResult, Rejection, ResponseSettings } from './response';

/** A response type with its settings. */
export type Answers = ApprovalAnswers | ChoiceAnswers | TextAnswer;

const TYPES = ['approval', 'choices', 'freeText'] as const;

/** @throws Problem if the response type doesn't exist, or one of its settings is wrong */
export function readAnswers(settings: ResponseSettings): Answers {
	switch (oneOf(settings.read('responseType'), "'Response Type'", TYPES)) {
		case 'approval':
			return readApproval(settings);
		case 'choices':
			return readChoices(settings);
		case 'freeText':
			return readFreeText(settings);
	}
}

/** The buttons or the field of the page. A field keeps a rejected answer. */
export function controlsOf(answers: Answers, rejection?: Rejection): string {
	switch (answers.type) {
		case 'approval':
			return approvalControls(answers);
		case 'choices':
			return choiceControls(answers);
		case 'freeText':
			return textControls(answers, rejection);
	}
}

/** A person's answer in the shape of n8n's own Send and Wait nodes, or why the page asks again. */
export function takeAnswer(answers: Answers, body: IDataObject): AnswerResult {
	switch (answers.type) {
		case 'approval':
			return takeApproval(answers, body);
		case 'choices':
			return takeChoice(answers, body);
		case 'freeText':
			return takeText(body);
	}
}
