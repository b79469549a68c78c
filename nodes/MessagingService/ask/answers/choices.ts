import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../../errors/problem';
import { requiredText } from '../../values/readers';
import { escapeHtml, theirs } from '../html';
import type { Given, Taken } from './given';

const FEWEST = 2;
const MOST = 10;

/** More than this is no label, but a text. */
const LONGEST_LABEL = 100;

/** What a page shows as nothing: spaces, and characters that nobody sees. */
const INVISIBLE = /^[\p{Z}\p{C}]*$/u;

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
	const { values } = (read('choices', {}) ?? {}) as { values?: IDataObject[] };
	// An entry that is a list, as an expression may give it, stands for all of its own.
	const given = (Array.isArray(values) ? values : []).flatMap(({ choice }) => choice);
	const count = given.length;
	if (count < FEWEST || count > MOST) {
		throw new Problem(
			`'Choices' has ${count === 1 ? '1 choice' : `${count} choices`}, but it takes ${FEWEST} to ${MOST}`,
			count > MOST
				? 'Nothing was sent. Remove some.'
				: 'Nothing was sent. Add a choice for each button.',
		);
	}
	const labels = given.map((choice, index) => readLabel(choice, `Choice ${index + 1}`));
	for (const [index, label] of labels.entries()) {
		const first = labels.indexOf(label);
		if (first === index) continue;
		throw new Problem(
			`Choice ${index + 1} is the same as Choice ${first + 1}: ${label}`,
			'Give each its own label, or remove one of the two.',
		);
	}
	return { type: 'choices', labels };
}

/** A label on one line, without spaces around it. */
function readLabel(given: unknown, name: string): string {
	const text = String(requiredText(given, name, '', {}));
	const label = text.replace(/\s+/g, ' ').trim();
	if (INVISIBLE.test(label)) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	if (label.length <= LONGEST_LABEL) return label;
	throw new Problem(
		`${name} has ${label.length} characters, but a label may have ${LONGEST_LABEL}`,
		"Shorten it. Long texts go into 'Text' of 'Answer Page' (Options).",
	);
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
