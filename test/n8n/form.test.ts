import { formPath } from '../../dev/n8n/formTrigger.ts';
import type { Workflow } from '../../dev/n8n/types.ts';
import { formInputs, readFiles, readPage } from './form.ts';

const fields = [
	...[{ fieldLabel: 'Name' }, { fieldLabel: 'Phone number' }],
	{ fieldLabel: 'Wish', fieldType: 'radio' },
];
const workflow: Workflow = {
	name: 'Send',
	nodes: [
		{
			name: 'On form submission',
			type: 'n8n-nodes-base.formTrigger',
			webhookId: 'id-of-the-hook',
			parameters: {
				options: { path: 'send-sms' },
				formFields: { values: fields },
			},
		},
	],
	connections: {},
};

test('the inputs of a form are numbered in the order of its fields, and what was chosen is a list, as n8n reads it', () => {
	const filledIn = { 'Phone number': '+370', Name: 'Jürgen', Wish: 'No more' };
	const inputs = { 'field-1': '+370', 'field-0': 'Jürgen', 'field-2': '["No more"]' };
	expect(formInputs(workflow, filledIn)).toEqual(inputs);
	expect(() => formInputs(workflow, { Colour: 'red' })).toThrow('no field "Colour"');
});

test("the form's path is the one in its options", () => {
	expect(formPath(workflow)).toBe('send-sms');
});

test("title and text are read from n8n's last page, entities and all", () => {
	const html = `<section><div class='card'><div class='header'>
		<h1>Sent to J&uuml;rgen &amp; Co</h1><p style="white-space: pre-line;">1 part</p>
	</div></div></section>`;
	expect(readPage(html)).toEqual({ title: 'Sent to Jürgen & Co', text: '1 part' });
});

test.each([
	['bytes', { type: 'Buffer', data: [...Buffer.from('Ačiū')] }],
	['text with a character for each byte', Buffer.from('Ačiū').toString('latin1')],
])('the files that the page makes the browser download are read: %s', (_, data) => {
	const files = encodeURIComponent(JSON.stringify([{ data, fileName: 'rows.csv' }]));
	const html = `<div class="header"><h1>Done</h1><p>1 failed</p></div>
		<script>const binaries = "${files}" ? JSON.parse(decodeURIComponent("${files}")) : [];</script>`;
	expect(readPage(html)).toEqual({ title: 'Done', text: '1 failed' });
	expect(readFiles(html)).toEqual([{ name: 'rows.csv', content: Buffer.from('Ačiū') }]);
});
