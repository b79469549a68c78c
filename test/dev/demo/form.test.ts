import { formInputs, formPath } from '../../../dev/demo/form';
import type { Workflow } from '../../../dev/n8n/types';

const workflow: Workflow = {
	name: 'Send',
	nodes: [
		{
			name: 'On form submission',
			type: 'n8n-nodes-base.formTrigger',
			webhookId: 'id-of-the-hook',
			parameters: {
				options: { path: 'send-sms' },
				formFields: {
					values: [
						{ fieldLabel: 'Name' },
						{ fieldLabel: 'Phone number' },
						{ fieldLabel: 'Wish', fieldType: 'radio' },
					],
				},
			},
		},
	],
	connections: {},
};

test('the inputs of a form are numbered in the order of its fields', () => {
	expect(formInputs(workflow, { 'Phone number': '+370', Name: 'Jürgen' })).toEqual({
		'field-1': '+370',
		'field-0': 'Jürgen',
	});
});

test('what was chosen is sent as a list, as n8n reads it', () => {
	expect(formInputs(workflow, { Wish: 'No more' })).toEqual({ 'field-2': '["No more"]' });
});

test('a field that the form does not have is refused by name', () => {
	expect(() => formInputs(workflow, { Colour: 'red' })).toThrow('no field "Colour"');
});

test("the form's path is the one in its options", () => {
	expect(formPath(workflow)).toBe('send-sms');
});
