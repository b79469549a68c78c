import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Field = {
	type: string;
	id?: string;
	attributes: { label?: string; value?: string; options?: unknown[] };
	validations?: { required?: boolean };
};
type Form = { name: string; description: string; body: Field[] };

const read = (name: string): Form =>
	parse(readFileSync(join(__dirname, '../../.github/ISSUE_TEMPLATE', name), 'utf8'));

// GitHub shows no form with a mistake of these kinds, and says so to nobody.
test.each(['bug_report.yml', 'feature_request.yml'])('GitHub takes %s', (name) => {
	const { name: title, description, body } = read(name);
	expect([title, description].every((text) => typeof text === 'string' && text)).toBe(true);
	const fields = body.filter(({ type }) => type !== 'markdown');
	expect(fields.length).toBeGreaterThan(0);
	for (const { type, id, attributes } of fields) {
		expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
		expect(id).toMatch(/^[\w-]+$/);
		expect(attributes.label).toBeTruthy();
		expect(Boolean(attributes.options)).toBe(['dropdown', 'checkboxes'].includes(type));
	}
	for (const key of [({ id }: Field) => id, ({ attributes }: Field) => attributes.label]) {
		expect(new Set(fields.map(key)).size).toBe(fields.length);
	}
});

test('a bug report asks for what is needed to see the bug, and warns of the key first', () => {
	const { body } = read('bug_report.yml');
	expect(body[0].attributes.value).toContain('Do not paste your API key');
	const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
	expect(required).toEqual(
		expect.arrayContaining(['n8n-version', 'package-version', 'operation', 'happened']),
	);
});
