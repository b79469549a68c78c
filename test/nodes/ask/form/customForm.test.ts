import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FormAnswers } from '../../../../nodes/MessagingService/ask/form/customForm';
import type { Question } from '../../../../nodes/MessagingService/ask/question';
import { runNode } from '../../../support/engine';
import { kept } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();

const run = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
	await runNode(
		service.credential,
		{
			resource: 'sms',
			operation: 'sendAndWait',
			to: '37060012345',
			from: 'Shop',
			message: 'When?',
			responseType: 'customForm',
			...(parameters as INodeParameters),
		},
		items,
	);

const withFields = (...values: IDataObject[]) => ({ formFields: { values } });
const withJson = (jsonOutput: string) => ({ defineForm: 'json', jsonOutput });

async function formOf(parameters: IDataObject, items?: IDataObject[]): Promise<FormAnswers> {
	return (kept(await run(parameters, items)).question as Question).answers as FormAnswers;
}

const options = (...labels: unknown[]) => ({ values: labels.map((option) => ({ option })) });
const plain = { isRequired: false, placeholder: '', options: [], initial: [] };

describe('Custom Form', () => {
	it('has the fields of n8n’s own forms', async () => {
		const { fields } = await formOf(
			withFields(
				{ fieldLabel: ' Name ', placeholder: 'Jane', defaultValue: 'Ada', requiredField: true },
				{ fieldLabel: 'Note', fieldType: 'textarea' },
				{ fieldLabel: 'Guests', fieldType: 'number', defaultValue: '2' },
				{ fieldLabel: 'Day', fieldType: 'date', defaultValue: '2027-01-31T00:00:00' },
				{ fieldLabel: 'Mail', fieldType: 'email' },
				{
					fieldLabel: 'Time',
					fieldType: 'dropdown',
					fieldOptions: options('Morning', ' Evening '),
					defaultValue: 'Evening',
				},
				{ fieldLabel: 'Pay', fieldType: 'radio', fieldOptions: options('Cash', 'Card') },
				{
					fieldLabel: 'Extras',
					fieldType: 'checkbox',
					fieldOptions: options('Parking', 'Breakfast', 'Dog'),
					defaultValue: 'Dog, Parking',
				},
			),
		);
		expect(fields).toEqual([
			{
				...plain,
				label: 'Name',
				type: 'text',
				isRequired: true,
				placeholder: 'Jane',
				initial: ['Ada'],
			},
			{ ...plain, label: 'Note', type: 'textarea' },
			{ ...plain, label: 'Guests', type: 'number', initial: ['2'] },
			{ ...plain, label: 'Day', type: 'date', initial: ['2027-01-31'] },
			{ ...plain, label: 'Mail', type: 'email' },
			{
				...plain,
				label: 'Time',
				type: 'dropdown',
				options: ['Morning', 'Evening'],
				initial: ['1'],
			},
			{ ...plain, label: 'Pay', type: 'radio', options: ['Cash', 'Card'] },
			{
				...plain,
				label: 'Extras',
				type: 'checkbox',
				options: ['Parking', 'Breakfast', 'Dog'],
				initial: ['2', '0'],
			},
		]);
	});

	it('has what expressions give, for each item', async () => {
		const { fields } = await formOf(
			withFields({
				fieldLabel: '={{ $json.question }}',
				fieldType: 'radio',
				fieldOptions: options('={{ $json.days }}', 'None of them'),
			}),
			[{ question: 'Which day?', days: ['Monday', 'Friday'] }],
		);
		expect(fields).toMatchObject([
			{ label: 'Which day?', options: ['Monday', 'Friday', 'None of them'] },
		]);
	});

	it('is the same from JSON: a text, one with expressions in it, or a list', async () => {
		const fields = [{ fieldLabel: 'Day', fieldType: 'date', requiredField: true }];
		const expected = [{ ...plain, label: 'Day', type: 'date', isRequired: true }];
		const items = [{ fields, label: 'Day' }];
		for (const jsonOutput of [
			JSON.stringify(fields),
			'={{ $json.fields }}',
			'={{ JSON.stringify($json.fields) }}',
			'=[{ "fieldLabel": "{{ $json.label }}", "fieldType": "date", "requiredField": true }]',
		]) {
			expect((await formOf(withJson(jsonOutput), items)).fields).toEqual(expected);
		}
	});

	it('takes options as a list of texts too, and several defaults as a list', async () => {
		const json = [
			{ fieldLabel: 'A', fieldType: 'checkbox', fieldOptions: ['1, 2', '3'], defaultValue: ['3'] },
			{ fieldLabel: 'B', fieldType: 'checkbox', fieldOptions: ['1, 2'], defaultValue: '1, 2' },
		];
		expect((await formOf(withJson(JSON.stringify(json)))).fields).toMatchObject([
			{ options: ['1, 2', '3'], initial: ['1'] },
			{ options: ['1, 2'], initial: ['0'] },
		]);
	});

	it('has a button that says what the user wants', async () => {
		const field = withFields({ fieldLabel: 'Day' });
		expect((await formOf(field)).submit).toBe('Send answer');
		expect((await formOf({ ...field, options: { responseFormButtonLabel: 'Book' } })).submit).toBe(
			'Book',
		);
	});

	const checkbox = { fieldLabel: 'A', fieldType: 'checkbox' };
	it.each([
		[{}, 'The form has no fields'],
		[withJson('[]'), 'The form has no fields'],
		[withJson('[{'), "'Form Fields' isn't valid JSON"],
		[withJson('{}'), "'Form Fields' isn't a list"],
		[withJson('={{ 7 }}'), "'Form Fields' isn't a list"],
		[withJson('["A"]'), "Form field 1 isn't an object"],
		[withJson('[{"fieldLabel":"A"},{}]'), "'Field Name' of form field 2 is empty"],
		[
			withJson('[{"fieldLabel":"A","fieldType":"file"}]'),
			"'Element Type' of form field 1 is neither",
		],
		[
			withJson('[{"fieldLabel":"A","multiselect":true}]'),
			`Form field 1 has "multiselect", which the page can't show`,
		],
		[
			withJson('[{"fieldLabel":"A","requiredField":"perhaps"}]'),
			"'Required Field' is neither true nor false: perhaps",
		],
		[withFields({ fieldLabel: 'respondedAt' }), "Form field 1 can't have the name respondedAt"],
		[withFields({ fieldLabel: '__proto__' }), "Form field 1 can't have the name __proto__"],
		[
			withFields({ fieldLabel: 'A' }, { fieldLabel: 'B' }, { fieldLabel: ' A' }),
			"'Field Name' of form field 3 is the same as 'Field Name' of form field 1: A",
		],
		[
			withFields({ fieldLabel: 'x'.repeat(101) }),
			"'Field Name' of form field 1 has 101 characters",
		],
		[withFields({ fieldLabel: '={{ [[1]] }}' }), "'Field Name' of form field 1 must be text"],
		[withJson('[{"fieldLabel":"A","fieldType":"radio"}]'), "There's no option in form field 1"],
		[
			withFields({ ...checkbox, fieldOptions: options('x', 'y', 'x') }),
			'Option 3 of form field 1 is the same as Option 1 of form field 1: x',
		],
		[
			withFields({ ...checkbox, fieldOptions: options('x', '={{ "" }}') }),
			'Option 2 of form field 1 is empty',
		],
		[
			withFields({ ...checkbox, fieldOptions: options('x'), defaultValue: 'y' }),
			"'Default Value' of form field 1 doesn't fit the field: y",
		],
		[
			withFields({ fieldLabel: 'A', fieldType: 'number', defaultValue: 'two' }),
			"'Default Value' of form field 1 doesn't fit the field: two",
		],
		[
			withFields({ fieldLabel: 'A', fieldType: 'date', defaultValue: '2027-02-29' }),
			"'Default Value' of form field 1 doesn't fit the field: 2027-02-29",
		],
		[
			withFields({
				...checkbox,
				fieldOptions: options('={{ Array(501).fill(0).map((_, n) => n) }}'),
			}),
			'The form has 501 fields and checkboxes, but it can have only 500',
		],
		[
			{ ...withFields({ fieldLabel: 'A' }), defineForm: '={{ "xml" }}' },
			"'Define Form' is neither fields nor json",
		],
	])('%j is refused before anything is sent', async (parameters, message) => {
		const { error } = await run(parameters);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});
});
