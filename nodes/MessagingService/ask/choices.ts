import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { requiredText } from '../values/readers';
import { escapeHtml, anyLanguage } from './escapeHtml';
import type { AnswerResult, ResponseSettings } from './response';

const FEWEST = 2;
const MOST = 10;

/** A page shows nothing of these: spaces and invisible characters. */
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

/** @throws Problem if there are too few or too many, or a label is empty, not shown as it is, or a duplicate */
export function readChoices({ read, shown }: ResponseSettings): ChoiceAnswers {
	const { values } = (read('choices', {}) ?? {}) as { values?: IDataObject[] };
	// An expression may return a list: each of its entries is a choice.
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
	const labels = given.map((choice, index) => readLabel(choice, `Choice ${index + 1}`, shown));
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

/** A label on one line, without spaces around it. It is also the answer, so nothing is changed for the page. */
function readLabel(given: unknown, name: string, shown: ResponseSettings['shown']): string {
	const text = String(requiredText(given, name, '', {}));
	const label = text.replace(/\s+/g, ' ').trim();
	if (INVISIBLE.test(label)) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	const seen = shown(label, name, '');
	if (seen === label) return label;
	throw new Problem(
		`${name} has an invisible character that changes how the label is shown: ${seen}`,
		'Nothing was sent. Type the label instead of pasting it.',
	);
}

export function choiceControls({ labels }: ChoiceAnswers): string {
	// A button sends its place, because a browser may change a text.
	const buttons = labels.map(
		(label, place) =>
			`<button name="choice" value="${place}" class="choice" ${anyLanguage}>${escapeHtml(label)}</button>`,
	);
	return `<div class="buttons">${buttons.join('\n')}</div>`;
}

export function takeChoice({ labels }: ChoiceAnswers, sent: IDataObject): AnswerResult {
	const choice = labels.find((_, place) => sent.choice === String(place));
	if (choice === undefined) return { problem: 'Please press one of the buttons.', sent };
	return { answer: { choice } };
}
