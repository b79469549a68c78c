import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../errors/problem';
import { isOn, oneOf } from '../../values/optionReaders';
import { optionalText } from '../../values/readers';
import { entriesOf } from '../answers/given';
import { readLabel, readLabels } from '../answers/labels';
import type { FormField } from './formField';
import { FIELD_TYPES, isChosen } from './formField';
import { valueOf } from './values';

/** As n8n's own forms name them. */
const KEYS = [
	'fieldLabel',
	'fieldType',
	'fieldOptions',
	'placeholder',
	'defaultValue',
	'requiredField',
];

/** What comes out besides the answers, and a name that an object cannot hold. */
const TAKEN = ['respondedAt', '__proto__'];

/**
 * A field in n8n's own shape: `{ fieldLabel, fieldType, ... }`.
 *
 * @param place its place in the form, from 1
 * @throws Problem if the page cannot show it
 */
export function readFormField(given: unknown, place: number): FormField {
	const name = `form field ${place}`;
	const shown = `Form field ${place}`;
	if (typeof given !== 'object' || given === null || Array.isArray(given)) {
		throw new Problem(`${shown} isn't an object`, 'Enter it as { "fieldLabel": "Name" }.');
	}
	const field = given as IDataObject;
	const unknown = Object.keys(field).find((key) => !KEYS.includes(key));
	if (unknown !== undefined) {
		throw new Problem(
			`${shown} has "${unknown}", which the page can't show`,
			`Nothing was sent. Remove it. A field can have ${KEYS.join(', ')}.`,
		);
	}
	const label = readLabel(field.fieldLabel, `'Field Name' of ${name}`);
	if (TAKEN.includes(label)) {
		throw new Problem(`${shown} can't have the name ${label}`, 'Give it another name.');
	}
	const type = oneOf(field.fieldType ?? 'text', `'Element Type' of ${name}`, FIELD_TYPES);
	const isRequired = isOn(field, 'requiredField');
	const options = isChosen({ type }) ? readOptions(field.fieldOptions, name) : [];
	const placeholder = String(
		optionalText(field.placeholder, `'Placeholder' of ${name}`, '', {}) ?? '',
	);
	const read = { label, type, isRequired, placeholder, options, initial: [] };
	return { ...read, initial: readInitial(read, field.defaultValue, name) };
}

function readOptions(given: unknown, name: string): string[] {
	const options = entriesOf(given).flatMap((entry) =>
		typeof entry === 'object' && entry !== null ? (entry as IDataObject).option : entry,
	);
	if (!options.length)
		throw new Problem(`There's no option in ${name}`, 'Add at least one option.');
	return readLabels(options, (place) => `Option ${place} of ${name}`);
}

/** @throws Problem if the field could not hold it */
function readInitial(field: FormField, given: unknown, name: string): string[] {
	const shown = `'Default Value' of ${name}`;
	const listed = field.type === 'checkbox' && Array.isArray(given);
	const text = listed ? '' : (optionalText(given, shown, '', {}) as string | undefined);
	if (!listed && text === undefined) return [];
	let initial = [String(text).trim()];
	// As n8n's date picker gives it.
	if (field.type === 'date') initial = [initial[0].replace(/T.*/s, '')];
	if (isChosen(field)) {
		const labels = listed ? given.map(String) : namedBy(field, initial[0]);
		const places = labels.map((label) => field.options.indexOf(label));
		initial = places.map(String);
	}
	if ('problem' in valueOf({ ...field, isRequired: false }, initial)) {
		throw new Problem(
			`${shown} doesn't fit the field: ${String(given)}`,
			isChosen(field) ? 'Enter one of its options.' : 'Correct it, or leave it empty.',
		);
	}
	return initial;
}

/** The labels in a text: one, or for checkboxes several with commas between. */
function namedBy({ type, options }: FormField, text: string): string[] {
	if (type !== 'checkbox' || options.includes(text)) return [text];
	return text.split(',').map((label) => label.trim());
}
