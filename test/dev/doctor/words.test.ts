import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { repositoryRoot } from '../../../dev/places';
import {
	credential,
	deep,
	fields,
	operationFields,
	optionsOf,
	trigger,
} from '../../support/description';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** The texts in a file, with … where a value stands. */
function textsIn(file: string): string[] {
	const texts: string[] = [];
	const visit = (part: ts.Node): void => {
		if (ts.isStringLiteralLike(part)) texts.push(part.text);
		else if (ts.isTemplateExpression(part)) {
			const spans = part.templateSpans.map(({ literal }) => literal.text);
			texts.push([part.head.text, ...spans].join('…'));
		}
		part.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	return texts;
}

const texts = globSync('dev/doctor/**/*.ts', { cwd: repositoryRoot }).flatMap(textsIn);

/** n8n's own. */
const OF_N8N = ['Retry On Fail', 'Request Options', 'Split Out'];
const properties = deep([...fields, ...trigger.description.properties, ...credential.properties]);
const resources = optionsOf(fields.find(({ name }) => name === 'resource')!);
const operations = operationFields.flatMap((field) => {
	const [of] = field.displayOptions?.show?.resource ?? [];
	const resource = resources.find(({ value }) => value === of)?.name;
	return optionsOf(field).flatMap(({ name }) => [name, `${resource} ${name}`]);
});
const choices = properties.flatMap((field) => optionsOf(field).map(({ name }) => name));
const labels = new Set([
	...properties.map(({ displayName }) => displayName),
	...choices,
	...operations,
	...OF_N8N,
]);

/** Several words that begin with capitals. */
const NAME = /\b[A-Z][a-z]+(?: (?:of the |on |for )?(?:[A-Z][a-z]+|URL|ID)\b)+/g;
const namesIn = (text: string) => (text.match(NAME) ?? []) as string[];

it.each(
	[...texts, ...read('docs/doctor.md').split('\n')].flatMap((text) =>
		namesIn(text).map((name): [string, string] => [name, text]),
	),
)('%s is a name in the form: %s', (name) => {
	// The first word may only begin the sentence.
	const [, ...rest] = name.split(' ');
	expect([...labels]).toContain(labels.has(name) ? name : rest.join(' '));
});

it('a page that it names tells of the options that it names beside it', () => {
	const pages = texts.flatMap((text) =>
		[...text.matchAll(/docs\/[a-z-]+\.md/g)].map(([page]) => ({ page, names: namesIn(text) })),
	);
	const said = pages.filter(({ names }) => names.length);
	for (const { page, names } of said) {
		// A link only leads to another page.
		const own = read(page).replace(/\[[^\]]*\]\([^)]*\.md[^)]*\)/g, '');
		for (const name of names) expect([page, own]).toEqual([page, expect.stringContaining(name)]);
	}
	expect(said).not.toEqual([]);
});
