import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../../errors/problem';
import { escapeHtml, theirs } from '../html';
import type { Given, Taken } from './given';
import { entriesOf } from './given';
import { readLabels } from './labels';

const FEWEST = 2;
const MOST = 10;

/** The buttons, as the user lists them. */
export const choices = {
	displayName: 'Choices',
	name: 'choices',
	type: 'fixedCollection',
	displayOptions: { show: { responseType: ['choices'] } },
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: MOST },
	placeholder: 'Add Choice',
	default: { values: [{ choice: '' }, { choice: '' }] },
	description: 'Buttons on the page. Add 2 to 10, each with its own label.',
	options: [
		{
			displayName: 'Choice',
			name: 'values',
			values: [
				{
					displayName: 'Choice',
					name: 'choice',
					// Not required: n8n would ask for it too where Response Type is an expression, whatever that gives.
					type: 'string',
					default: '',
					placeholder: 'e.g. Confirm',
					description:
						'Label of the button, which is also the answer that the node returns. If an expression returns a list, each entry becomes a button.',
				},
			],
		},
	],
} satisfies INodeProperties;

export type ChoiceAnswers = { type: 'choices'; labels: string[] };

/** @throws Problem if there are too few or too many, or a label is empty, too long, or there twice */
export function readChoices({ read }: Given): ChoiceAnswers {
	const given = entriesOf(read('choices', {})).map((entry) => (entry as IDataObject).choice);
	const count = given.flat().length;
	if (count < FEWEST || count > MOST) {
		throw new Problem(
			`'Choices' has ${count === 1 ? '1 choice' : `${count} choices`}, but it takes ${FEWEST} to ${MOST}`,
			count > MOST
				? "Nothing was sent. Remove some, or set 'Response Type' to Custom Form and add a dropdown."
				: 'Nothing was sent. Add a choice for each button.',
		);
	}
	return { type: 'choices', labels: readLabels(given, (place) => `Choice ${place}`) };
}

export function choiceControls({ labels }: ChoiceAnswers): string {
	// By its place, since a browser may change a text on its way.
	const buttons = labels.map(
		(label, place) =>
			`<button name="choice" value="${place}" class="choice" ${theirs}>${escapeHtml(label)}</button>`,
	);
	return `<div class="buttons">${buttons.join('\n')}</div>`;
}

export function takeChoice({ labels }: ChoiceAnswers, sent: IDataObject): Taken {
	const choice = labels.find((_, place) => sent.choice === String(place));
	if (choice === undefined) return { problem: 'Please press one of the buttons.', sent };
	return { answer: { choice } };
}
