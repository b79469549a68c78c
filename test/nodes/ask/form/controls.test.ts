import fc from 'fast-check';
import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';

import { formControls } from '../../../../nodes/MessagingService/ask/form/customForm';
import type { FormField } from '../../../../nodes/MessagingService/ask/form/formField';
import { FIELD_TYPES, isChosen } from '../../../../nodes/MessagingService/ask/form/formField';
import { questionPage } from '../../../../nodes/MessagingService/ask/page';
import type { Question } from '../../../../nodes/MessagingService/ask/question';
import { tries } from '../../../support/properties';

/** Texts with what means something in HTML. */
const text = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'binary', minLength: 1 }),
			fc.constantFrom('<', '>', '"', "'", '&', '</textarea>', '<script>', ' onclick=x', '&lt;'),
		),
		{ minLength: 1, maxLength: 4 },
	)
	.map((parts) => parts.join(''));

const fieldOf = (words: string): fc.Arbitrary<FormField> =>
	fc.record({ type: fc.constantFrom(...FIELD_TYPES), isRequired: fc.boolean() }).map((field) => ({
		...field,
		label: words,
		placeholder: words,
		options: isChosen(field) ? [words, 'Other'] : [],
		initial: isChosen(field) ? ['0'] : [words],
	}));

const pageOf = (fields: FormField[], words: string, isRefused: boolean) => {
	const question: Question = {
		...{ number: 1, from: words, message: words, title: words, titleAfter: words, text: words },
		...{ confirmation: words, until: 0 },
		answers: { type: 'customForm', fields, submit: words },
	};
	const sent = Object.fromEntries(fields.map((_, place) => [`field-${place}`, words]));
	const refusal = { problem: words, sent, atFields: fields.map(() => words) };
	return questionPage(question, isRefused ? refusal : undefined);
};

/** The elements of a page, each with the names of its attributes. */
const skeleton = (page: string) =>
	parse(page)
		.querySelectorAll('*')
		.map(({ tagName, attributes }) => [tagName, Object.keys(attributes)]);

describe('The page of a form', () => {
	it('has the same elements and attributes with any text as with a plain one', () => {
		fc.assert(
			fc.property(
				text.chain((words) =>
					fc.tuple(
						fc.constant(words),
						fc.array(fieldOf(words), { minLength: 1, maxLength: 4 }),
						fc.boolean(),
					),
				),
				([words, fields, isRefused]) => {
					const plain = fields.map((field) => ({
						...field,
						label: 'x',
						placeholder: 'x',
						options: field.options.length ? ['x', 'Other'] : [],
						initial: isChosen(field) ? ['0'] : ['x'],
					}));
					expect(skeleton(pageOf(fields, words, isRefused))).toEqual(
						skeleton(pageOf(plain, 'x', isRefused)),
					);
				},
			),
			tries(300),
		);
	});

	const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
		label: type,
		type,
		isRequired: false,
		placeholder: '',
		options: ['checkbox', 'dropdown', 'radio'].includes(type) ? ['One', 'Two'] : [],
		initial: [],
		...more,
	});
	const form = (...fields: FormField[]) => ({ type: 'customForm' as const, fields, submit: 'Go' });

	/** What each field holds on the page, as a browser would send it. */
	const heldBy = (html: HTMLElement) =>
		html.querySelectorAll('[name^=field-]').flatMap((input) => {
			const type = input.getAttribute('type');
			if (type === 'checkbox' || type === 'radio') {
				return input.hasAttribute('checked') ? [input.getAttribute('value')] : [];
			}
			if (input.tagName === 'SELECT') {
				return [input.querySelector('[selected]')?.getAttribute('value') ?? ''];
			}
			// A browser leaves out a line end behind the tag.
			if (input.tagName === 'TEXTAREA') return [input.text.replace(/^\n/, '')];
			return [input.getAttribute('value') ?? ''];
		});

	it('has what the fields hold to begin with, and whatever was sent when it asks again', () => {
		const fields = form(
			field('text', { initial: ['a'] }),
			field('dropdown', { initial: ['1'] }),
			field('radio', { initial: ['0'] }),
			field('checkbox', { initial: ['0', '1'] }),
		);
		expect(heldBy(parse(formControls(fields)))).toEqual(['a', '1', '0', '0', '1']);
		const sent = { 'field-0': '', 'field-1': '0' };
		expect(heldBy(parse(formControls(fields, { problem: 'x', sent })))).toEqual(['', '0']);
	});

	it('keeps what was written into any field, as it was written', () => {
		const written = fc.constantFrom<FormField['type']>(
			...(['text', 'textarea', 'number', 'date', 'email'] as const),
		);
		fc.assert(
			fc.property(written, text, (type, words) => {
				fc.pre(words.trim() !== '');
				const refusal = { problem: 'x', sent: { 'field-0': words }, atFields: ['x'] };
				const html = parse(formControls(form(field(type)), refusal));
				expect(heldBy(html)).toEqual([words]);
				// A browser would show nothing of what is no number or date in a field for those.
				expect(['number', 'date']).not.toContain(
					html.querySelector('[name=field-0]')!.getAttribute('type'),
				);
			}),
			tries(300),
		);
	});

	it.each<[FormField['type'], string, string]>([
		['number', ' 12.5 ', '12.5'],
		['date', ' 2027-01-31 ', '2027-01-31'],
		['date', '', ''],
	])('shows a %s that is right or empty as a browser takes it', (type, typed, shown) => {
		const atFields = typed ? [] : ['Please fill in this field.'];
		const refusal = { problem: 'x', sent: { 'field-0': typed }, atFields };
		const input = parse(formControls(form(field(type)), refusal)).querySelector('input')!;
		expect([input.getAttribute('type'), input.getAttribute('value')]).toEqual([type, shown]);
	});

	it('marks the fields that are wrong, and says what is wrong there', () => {
		const wrong = [undefined, 'Too late', 'Choose one'];
		const html = parse(
			formControls(form(field('text'), field('date'), field('checkbox')), {
				problem: 'x',
				sent: {},
				atFields: wrong,
			}),
		);
		const marked = html.querySelectorAll('[aria-describedby]');
		expect(marked.map((element) => element.tagName)).toEqual(['INPUT', 'FIELDSET']);
		expect(marked.map((element) => element.hasAttribute('aria-invalid'))).toEqual([true, false]);
		expect(
			marked.map(
				(element) => html.querySelector(`#${element.getAttribute('aria-describedby')}`)!.text,
			),
		).toEqual(['Too late', 'Choose one']);
	});

	it('gives every field a label, and requires what is required', () => {
		const html = parse(
			formControls(form(...FIELD_TYPES.map((type) => field(type, { isRequired: true })))),
		);
		for (const [place, type] of FIELD_TYPES.entries()) {
			const input = html.querySelector(`[name=field-${place}]`)!;
			const label =
				type === 'radio' || type === 'checkbox'
					? input.closest('fieldset')!.querySelector('legend')!
					: html.querySelector(`label[for=field-${place}]`)!;
			expect(label.text).toBe(`${type} *`);
			// No single one of several checkboxes is required.
			expect([type, input.hasAttribute('required')]).toEqual([type, type !== 'checkbox']);
		}
		const consent = field('checkbox', { isRequired: true, options: ['I agree'] });
		expect(parse(formControls(form(consent))).querySelector('input')!.attributes).toHaveProperty(
			'required',
		);
	});
});
