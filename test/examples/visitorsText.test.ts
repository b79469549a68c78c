import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runNode } from '../support/engine';
import { NODE } from '../support/nodeTypes';
import { serviceForTests } from '../support/service';

type Example = { nodes: Array<{ name: string; type: string; parameters: Parameters }> };
type Parameters = Record<string, unknown> & {
	formFields?: { values: Array<{ fieldLabel: string; fieldType?: string }> };
};

const folder = join(__dirname, '../../examples');
const service = serviceForTests();

const hostile = [
	'1042? Details: https://evil.example/a',
	'www.evil.example',
	'evil。example',
	'evil．example',
	'ada@evil.example',
	'//evil',
	`${'a1 '.repeat(200)}`,
];
const harmless = '1';

/** The SMS of the examples that put what somebody fills into a form between words of their own. */
const texts = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => {
		const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example;
		const forms = nodes.filter(({ parameters }) => parameters.formFields?.values);
		const fields = forms.flatMap(({ parameters }) => parameters.formFields!.values);
		return nodes
			.filter(({ type }) => type === NODE)
			.map(({ name, parameters }) => {
				const text = String(parameters.text ?? parameters.message ?? '');
				const here = forms.reduce(
					(given, form) => given.replaceAll(`$('${form.name}')`, "$('Items 0')"),
					text,
				);
				return { example: file, name, fields, text: here };
			})
			.filter(({ text }) => !/^=\{\{[^{]*\}\}$/.test(text))
			.filter(({ text }) => fields.some(({ fieldLabel }) => text.includes(fieldLabel)));
	});

test('there are such SMS', () => expect(texts.length).toBeGreaterThan(7));

test.each(texts)('$example: $name has no link from a form in it', async ({ fields, text }) => {
	const sms = async (value: string) => {
		// n8n makes a number of what is a number's field, and checks no other.
		const item = fields.map(({ fieldLabel, fieldType }) => [
			fieldLabel,
			fieldType === 'number' ? 7 : value,
		]);
		const parameters = { resource: 'sms', operation: 'preview', to: '37060012345', text };
		const { output } = await runNode(service.credential, parameters, [Object.fromEntries(item)]);
		return String(output[0].json.text);
	};
	const marks = (given: string) => given.match(/[.。．｡/@]/g)?.length ?? 0;
	const usual = await sms(harmless);
	for (const value of hostile) {
		const given = await sms(value);
		expect(marks(given)).toBe(marks(usual));
		expect(given.length).toBeLessThan(usual.length + 120);
	}
});
