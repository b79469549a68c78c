import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { repositoryRoot } from '../../dev/places';
import {
	credential,
	deep,
	fields,
	operationFields,
	optionsOf,
	shortName,
	trigger,
} from '../support/description';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const filesOf = (pattern: string) =>
	globSync(pattern, { cwd: repositoryRoot }).filter((file) => !file.includes('node_modules'));

/** The texts in a file of code, with … where a value stands. */
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

const properties = deep([...fields, ...trigger.description.properties, ...credential.properties]);
const resources = optionsOf(fields.find(({ name }) => name === 'resource')!);
const operations = operationFields.flatMap((field) => {
	const [of] = field.displayOptions?.show?.resource ?? [];
	const resource = resources.find(({ value }) => value === of)?.name;
	return optionsOf(field).flatMap(({ name }) => [
		name,
		`${resource} ${name}`,
		`${resource}: ${name}`,
	]);
});
const examples = filesOf('examples/*.json').flatMap((file) => {
	const { nodes } = JSON.parse(read(file)) as { nodes: Array<{ name: string }> };
	return nodes.map(({ name }) => name);
});
/** Labels of n8n, its nodes, and other programs. */
const OF_OTHERS =
	'Always Output Data|At Specified Time|Data Table|Error Trigger|Error Workflow|Execute Sub|Fetch Test Event|' +
	'Loop Over Items|Make Chat Publicly Available|Messaging Service|Messaging Service Trigger|Migration Report|' +
	'On Error|On Form Submitted|Poll Time|Poll Times|Predefined Credential Type|Request Domains|Request Options|' +
	'Retry On Fail|Schedule Trigger|Split Out|Stop Workflow|Wait For Sub|Wait for Response|Workflow Completion|' +
	'Fields To Match Have Different Names|Include All Matches|Multiple Matches|Never Error|When There Are Differences|' +
	'Clash Handling|When Field Values Clash|Skip Comparing|Prefer Input|Keep Missing And Null Values|Include Empty Values|' +
	'Combine By|Include Other Input Fields|Matching Fields|Output Data From|Split By|Use Workflow Timezone|' +
	'Chat Model|ID|Ignore Bots|JSON|Remove Duplicates|Wait|Google Sheets|United States|Twilio Trigger';
const labels = new Set([
	...properties.map(({ displayName }) => displayName),
	...properties.map(({ displayName }) => shortName(displayName)),
	...properties.flatMap((field) => optionsOf(field).map(({ name }) => name)),
	...operations,
	...examples,
	...OF_OTHERS.split('|'),
]);

/** Several words that begin with capitals. */
const NAME = /\b[A-Z][a-z]+(?: (?:of the |on |for )?(?:[A-Z][a-z]+|URL|ID|JSON)\b)+/g;
const namesIn = (text: string) => (text.replace(/\s+/g, ' ').match(NAME) ?? []) as string[];
/** An ordinary word may begin the sentence, and the name of several words stand behind any. */
const isLabel = (name: string) =>
	labels.has(name) ||
	labels.has(
		name.replace(
			/^(The|An|Other|Each|That|In|With|If|For|Only for|Before|After|Set|Use|Takes|Email) /,
			'',
		),
	) ||
	labels.has(name.replace(/^[A-Z][a-z]+ (?=.* )/, ''));
/** An `or` may also stand between two names. */
const withOr = [...labels].filter((name) => name.includes(' or '));
const strangersIn = (text: string) =>
	namesIn(withOr.reduce((rest, name) => rest.replaceAll(name, '…'), text)).filter(
		(name) => !isLabel(name),
	);

const code = filesOf('{dev,sandbox}/**/*.{ts,js}').filter(
	(file) => !/^dev\/(bench|images|mutants)\//.test(file),
);
const documents = filesOf('{README,SECURITY,{docs,examples,sandbox}/**/*}.md').filter(
	(file) => !file.startsWith('docs/developers/'),
);
/** A key of the keyboard, a name on GitHub. */
const OTHERS = [
	'Press Ctrl',
	'Mac Command',
	'On Node',
	'Routing Rules',
	'Trigger Rules',
	'Execute Once',
	'Fallback Output',
	'Extra Output',
	'Fuzzy Compare',
	'Edit Fields',
	'If Input',
	'Use Input',
];

it.each(code)('each name of an option that %s mentions is in the form', (file) => {
	const strangers = textsIn(file).flatMap(strangersIn);
	expect(strangers.filter((name) => !OTHERS.includes(name))).toEqual([]);
});

it.each(documents)('each name of an option that %s mentions is in the form', (file) => {
	const prose = read(file)
		.replace(/```[^]*?```|^#.*$/gm, '')
		// A field of another node, with its name in JSON: test/e2e/comingFrom.test.ts looks for it there.
		.replace(file === 'docs/coming-from.md' ? /\*\*[^*]+\*\* `[\w-]+`/g : /$^/, '')
		.replace(/\|/g, '.');
	expect(strangersIn(prose).filter((name) => !OTHERS.includes(name))).toEqual([]);
});

it('a name that is in no form is found', () => {
	expect(strangersIn('Fill in Most Parts, Most Wait, or On Unknown\nAnswer.')).toEqual([
		'Most Parts',
		'Most Wait',
		'On Unknown Answer',
	]);
	expect([...code, ...documents].flatMap((file) => namesIn(read(file))).length).toBeGreaterThan(
		500,
	);
});

/** What a text in code says of a page beside the names of options. */
const pages = code
	.flatMap(textsIn)
	.flatMap((text) =>
		[...text.matchAll(/docs\/[a-z-]+\.md/g)].map(([page]) => ({ page, names: namesIn(text) })),
	)
	.filter(({ names }) => names.length);

it('a page that a text names tells of the options that it names beside it', () => {
	for (const { page, names } of pages) {
		// A link only leads to another page.
		const own = read(page).replace(/\[[^\]]*\]\([^)]*\.md[^)]*\)/g, '');
		for (const name of names) expect([page, own]).toEqual([page, expect.stringContaining(name)]);
	}
	expect(pages).not.toEqual([]);
});
