import type { INodeParameters } from 'n8n-workflow';

import type { Question } from '../../nodes/MessagingService/ask/question';
import type { NodeRun } from './engine';
import { kept } from './sending';

/** Asks one person by SMS, and waits for the answer. */
export const ask = {
	resource: 'sms',
	operation: 'sendAndWait',
	to: '37060012345',
	from: 'Shop',
	message: '=Refund order {{ $json.order }}?',
} satisfies INodeParameters;

/** The question that a run keeps while it waits, and the labels of its buttons. */
export const questionOf = (run: NodeRun) => kept(run).question as unknown as Question;
export const labelsIn = ({ answers }: Question) =>
	'buttons' in answers ? answers.buttons.map(({ label }) => label) : [answers.submit];
