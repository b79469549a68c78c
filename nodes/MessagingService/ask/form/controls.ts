import { LONGEST_ANSWER } from '../answers/freeText';
import { escapeHtml, theirs } from '../html';
import type { FormField } from './formField';

/** Under this name a field is sent; n8n's own forms name theirs alike. */
export const nameOf = (place: number): string => `field-${place}`;

/**
 * A field with its label, and what is wrong with it above its input.
 *
 * @param typed what the input holds: a text, or the places of options
 */
export function controlOf(
	field: FormField,
	place: number,
	typed: string[],
	problem?: string,
): string {
	const id = nameOf(place);
	const star = field.isRequired ? '<span class="star" aria-hidden="true"> *</span>' : '';
	const label = `<span ${theirs}>${escapeHtml(field.label)}</span>${star}`;
	const wrong = problem ? `<p class="wrong" id="${id}-wrong">${escapeHtml(problem)}</p>` : '';
	const described = problem ? ` aria-describedby="${id}-wrong"` : '';
	if (field.type === 'checkbox' || field.type === 'radio') {
		return `<fieldset${described}><legend>${label}</legend>${wrong}${boxes(field, id, typed)}</fieldset>`;
	}
	const marks = problem ? `${described} aria-invalid="true"` : '';
	const attributes = `id="${id}" name="${id}"${field.isRequired ? ' required' : ''}${marks}`;
	const input = field.type === 'dropdown' ? menu(field, attributes, typed) : '';
	return `<div class="field"><label for="${id}">${label}</label>${wrong}
		${input || writing(field, attributes, typed, Boolean(problem))}</div>`;
}

function boxes({ type, options, isRequired }: FormField, name: string, typed: string[]): string {
	// Of several checkboxes none is required by itself.
	const required = isRequired && (type === 'radio' || options.length === 1) ? ' required' : '';
	return options
		.map((option, place) => {
			const checked = typed.includes(String(place)) ? ' checked' : '';
			return `<label class="option"><input type="${type}" name="${name}" value="${place}"${required}${checked}>
				<span ${theirs}>${escapeHtml(option)}</span></label>`;
		})
		.join('\n');
}

function menu({ options }: FormField, attributes: string, typed: string[]): string {
	const lines = options.map((option, place) => {
		const selected = typed.includes(String(place)) ? ' selected' : '';
		return `<option value="${place}"${selected} ${theirs}>${escapeHtml(option)}</option>`;
	});
	return `<select ${attributes}><option value="">–</option>${lines.join('\n')}</select>`;
}

function writing(
	{ type, placeholder }: FormField,
	attributes: string,
	[text = '']: string[],
	isWrong: boolean,
): string {
	const hint = placeholder ? ` placeholder="${escapeHtml(placeholder)}"` : '';
	const all = `${attributes} maxlength="${LONGEST_ANSWER}"${hint} dir="auto"`;
	// A line end at the beginning is one that browsers leave out.
	if (type === 'textarea') return `<textarea ${all}>\n${escapeHtml(text)}</textarea>`;
	// A browser shows nothing in a field for numbers or dates but those: what else was typed stands in one for text.
	const isStrict = (type === 'number' || type === 'date') && !(isWrong && text.trim());
	const value = isStrict ? text.trim() : text;
	const shownType = isStrict || type === 'email' ? type : 'text';
	return `<input type="${shownType}"${type === 'number' ? ' step="any"' : ''} value="${escapeHtml(value)}" ${all}>`;
}
