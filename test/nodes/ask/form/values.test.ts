import fc from 'fast-check';

import { takeAnswer } from '../../../../nodes/MessagingService/ask/answers/answers';
import type { FormField } from '../../../../nodes/MessagingService/ask/form/formField';
import { FIELD_TYPES } from '../../../../nodes/MessagingService/ask/form/formField';
import { valueOf } from '../../../../nodes/MessagingService/ask/form/values';
import { tries } from '../../../support/properties';

const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
	label: 'Field',
	type,
	isRequired: false,
	placeholder: '',
	options: ['checkbox', 'dropdown', 'radio'].includes(type) ? ['One', 'Two', 'Three'] : [],
	initial: [],
	...more,
});
const required = (type: FormField['type']) => field(type, { isRequired: true });

describe('A field of a form', () => {
	it.each<[FormField['type'], string[], unknown]>([
		['text', [' Ada '], 'Ada'],
		['text', ['  '], ''],
		['text', [], ''],
		['textarea', [' a\r\nb\r '], 'a\nb'],
		['textarea', ['x'.repeat(5000)], 'x'.repeat(5000)],
		['email', [' ada@example.com '], 'ada@example.com'],
		['email', [''], ''],
		['number', ['0'], 0],
		['number', [' -12.50 '], -12.5],
		['number', ['1e3'], 1000],
		['number', ['.5'], 0.5],
		['number', ['9007199254740991'], 9007199254740991],
		['number', [''], null],
		['number', [], null],
		['date', ['2028-02-29'], '2028-02-29'],
		['date', [''], null],
		['dropdown', ['1'], 'Two'],
		['dropdown', [''], null],
		['dropdown', [], null],
		['radio', ['0'], 'One'],
		['radio', [], null],
		['checkbox', ['2', '0'], ['One', 'Three']],
		['checkbox', [], []],
	])('of type %s makes of %j what n8n’s own form makes of it', (type, typed, value) => {
		expect(valueOf(field(type), typed)).toEqual({ value });
	});

	it.each<[FormField['type'], string[]]>([
		['text', ['x'.repeat(5001)]],
		['text', ['a', 'b']],
		['email', ['ada']],
		['email', ['ada@']],
		['email', ['a@b@c']],
		['email', ['a b@c']],
		['number', ['12,5']],
		['number', ['1 000']],
		['number', ['0x10']],
		['number', ['Infinity']],
		['number', ['NaN']],
		['number', ['-']],
		['number', ['.']],
		['number', ['1.']],
		['number', ['1e400']],
		['number', ['9007199254740993']],
		['date', ['2027-02-29']],
		['date', ['2027-13-01']],
		['date', ['2027-00-00']],
		['date', ['31.01.2027']],
		['date', ['2027-01-31T09:00']],
		['dropdown', ['3']],
		['dropdown', ['Two']],
		['dropdown', ['0', '1']],
		['radio', ['-1']],
		['radio', ['0', '1']],
		['checkbox', ['0', '3']],
		['checkbox', ['0', '0']],
		['checkbox', ['01']],
	])('of type %s refuses %j, and says what it wants', (type, typed) => {
		expect(valueOf(field(type), typed)).toEqual({
			problem: expect.stringMatching(/^Please .+\.$/),
		});
	});

	it.each(FIELD_TYPES)('of type %s is not left empty if it is required', (type) => {
		for (const typed of [[], [''], [' \r\n']]) {
			expect(valueOf(required(type), typed)).toEqual({
				problem: expect.stringMatching(/^Please .+\.$/),
			});
		}
	});

	it('gives a value of its type or a sentence, whatever is sent', () => {
		const typed = fc.array(
			fc.oneof(
				fc.string({ unit: 'binary' }),
				fc.constantFrom('', '0', '1', '2', '3', '2027-01-31', '-1.5e3', 'a@b.c'),
				fc.double().map(String),
			),
			{ maxLength: 4 },
		);
		fc.assert(
			fc.property(
				fc.constantFrom(...FIELD_TYPES),
				fc.boolean(),
				typed,
				(type, isRequired, given) => {
					const result = valueOf(field(type, { isRequired }), given);
					if ('problem' in result) {
						expect(result.problem).toMatch(/^Please .+\.$/);
						return;
					}
					const { value } = result;
					if (isRequired) expect([null, '']).not.toContain(value);
					if (isRequired && Array.isArray(value)) expect(value).not.toEqual([]);
					if (value === null || value === '') return;
					if (type === 'number') expect(Math.abs(value as number)).toBeLessThan(2 ** 53);
					else if (type === 'checkbox') {
						expect(['One', 'Two', 'Three']).toEqual(expect.arrayContaining(value as string[]));
					} else if (type === 'dropdown' || type === 'radio') {
						expect(['One', 'Two', 'Three']).toContain(value);
					} else if (type === 'date') {
						expect(new Date(String(value)).toISOString().slice(0, 10)).toBe(value);
					} else expect(String(value)).toBe(String(value).trim());
				},
			),
			tries(1000),
		);
	});
});

describe('The answer of a form', () => {
	const answers = {
		type: 'customForm' as const,
		fields: [
			field('text', { label: 'problem' }),
			field('number', { label: 'sent', isRequired: true }),
			field('checkbox', { label: 'constructor' }),
		],
		submit: 'Send',
	};

	it('is by the names of the fields, whatever they are', () => {
		const sent = { sent: 'form', 'field-0': 'a', 'field-1': '2', 'field-2': ['0', '1'] };
		expect(takeAnswer(answers, { data: sent })).toEqual({
			answer: { problem: 'a', sent: 2, constructor: ['One', 'Two'] },
		});
		expect(takeAnswer(answers, { data: { ...sent, 'field-2': '1', more: 'x' } })).toMatchObject({
			answer: { constructor: ['Two'] },
		});
	});

	it('is not taken as long as one field is wrong, and each of them is marked', () => {
		const sent = { sent: 'form', 'field-0': 'a', 'field-2': 'x' };
		expect(takeAnswer(answers, { data: sent })).toEqual({
			problem: expect.any(String),
			sent,
			atFields: [undefined, 'Please fill in this field.', 'Please choose from the list.'],
		});
	});

	it('is not taken from what is not the page’s, even if every field may be empty', () => {
		const [free] = answers.fields;
		const form = { ...answers, fields: [free] };
		for (const data of [
			{},
			{ sent: 'x' },
			{ sent: ['form'] },
			{ 'field-0': 'a' },
			null,
			'form',
			7,
		]) {
			expect(takeAnswer(form, { data })).toHaveProperty('problem');
		}
		expect(takeAnswer(form, { sent: 'form' })).toHaveProperty('problem');
		expect(takeAnswer(form, { data: { sent: 'form' } })).toEqual({
			answer: { problem: '' },
		});
	});
});
