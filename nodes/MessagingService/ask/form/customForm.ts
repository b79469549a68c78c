import type { GenericValue, IDataObject } from 'n8n-workflow';

import { Problem } from '../../errors/problem';
import { oneOf } from '../../values/optionReaders';
import { parseJson } from '../../values/parsing';
import { submitLabel } from '../answers/freeText';
import type { Given, Refusal, Taken } from '../answers/given';
import { entriesOf } from '../answers/given';
import { refuseTwice } from '../answers/labels';
import { escapeHtml, theirs } from '../html';
import { controlOf, nameOf } from './controls';
import type { FormField } from './formField';
import { readFormField } from './readFormField';
import { valueOf } from './values';

export type FormAnswers = { type: 'customForm'; fields: FormField[]; submit: string };

/** n8n reads 1000 values of a form at most, and leaves out the rest without a word. */
const MOST_INPUTS = 500;

/** @throws Problem if there is no field, or one that the page cannot show */
export function readForm(given: Given): FormAnswers {
	const { read } = given;
	const kind = oneOf(read('defineForm', 'fields'), "'Define Form'", ['fields', 'json']);
	const entries =
		kind === 'json' ? fromJson(read('jsonOutput', '[]')) : entriesOf(read('formFields', {}));
	if (!entries.length) {
		throw new Problem(
			'The form has no fields',
			'Nothing was sent. Add the fields that the person is to fill in.',
		);
	}
	const fields = entries.map((entry, index) => readFormField(entry, index + 1));
	refuseTwice(
		fields.map(({ label }) => label),
		(place) => `'Field Name' of form field ${place}`,
	);
	const inputs = fields.flatMap(({ type, options }) => (type === 'checkbox' ? options : type));
	if (inputs.length > MOST_INPUTS) {
		throw new Problem(
			`The form has ${inputs.length} fields and checkboxes, but it can have only ${MOST_INPUTS}`,
			'Nothing was sent. Remove some.',
		);
	}
	return { type: 'customForm', fields, submit: submitLabel(given) };
}

function fromJson(given: unknown): unknown[] {
	const parsed = typeof given === 'string' ? parseJson(given) : { json: given };
	if ('reason' in parsed) {
		throw new Problem(
			`'Form Fields' isn't valid JSON: ${parsed.reason}`,
			'Nothing was sent. Put names and texts in double quotes.',
		);
	}
	if (Array.isArray(parsed.json)) return parsed.json as unknown[];
	throw new Problem("'Form Fields' isn't a list", 'Nothing was sent. Begin it with [.');
}

export function formControls({ fields, submit }: FormAnswers, refusal?: Refusal): string {
	const controls = fields.map((field, place) => {
		const typed = refusal ? typedInto(refusal.sent, place) : field.initial;
		return controlOf(field, place, typed, refusal?.atFields?.[place]);
	});
	return `${controls.join('\n')}
		<button name="sent" value="form" ${theirs}>${escapeHtml(submit)}</button>`;
}

export function takeForm({ fields }: FormAnswers, body: IDataObject): Taken {
	// Here n8n puts the fields of a multipart form.
	const sent = (body.data ?? {}) as IDataObject;
	// A form whose fields are all empty may be meant. A request without the button's value is none of the page.
	if (sent.sent !== 'form') return { problem: 'Please fill in the form.', sent };
	const values = fields.map((field, place) => valueOf(field, typedInto(sent, place)));
	if (values.some((value) => 'problem' in value)) {
		return {
			problem: 'Nothing was sent yet. Please look at the marked fields.',
			sent,
			atFields: values.map((value) => ('problem' in value ? value.problem : undefined)),
		};
	}
	const pairs = fields.map(({ label }, place): [string, GenericValue] => {
		const value = values[place];
		return [label, 'value' in value ? value.value : null];
	});
	return { answer: Object.fromEntries(pairs) as IDataObject };
}

/** What was sent of a field: a browser sends a text, or a list of texts for several checked boxes. */
function typedInto(sent: IDataObject, place: number): string[] {
	const given = sent[nameOf(place)];
	return [given].flat().filter((text): text is string => typeof text === 'string');
}
