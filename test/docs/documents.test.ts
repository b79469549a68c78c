import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../..');
const documents = globSync('**/*.md', {
	cwd: root,
	exclude: (path) => /(^|\/)(node_modules|dist|\.mutants)$/.test(path),
});
const read = (file: string): string => readFileSync(file, 'utf8');

/** What GitHub makes of a heading: the part behind # in a link to it. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');

const anchorsOf = (file: string): string[] =>
	[...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** Links of a document to this repository's own files and headings. */
const linksOf = (file: string): string[] =>
	[...read(join(root, file)).matchAll(/(?:\]\(|\b(?:src|srcset)=")([^)"\s]+)[)"]/g)]
		.map(([, target]) => target)
		.filter((target) => !/^[a-z]+:/i.test(target));

test('the README stays short: its rest is in docs/', () => {
	const readme = read(join(root, 'README.md'));
	expect(readme.split('\n').length).toBeLessThanOrEqual(180);
	expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(10_000);
});

test('all documents together stay short: who adds words takes others away', () => {
	const sizes = documents.map((document) => statSync(join(root, document)).size);
	expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(204_000);
});

test('there are documents with links to check', () => {
	expect(documents).toEqual(
		expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'SECURITY.md']),
	);
	expect(documents.flatMap(linksOf).length).toBeGreaterThan(20);
});

test.each([...documents, 'docs/llms.txt'].sort())('each link in %s leads somewhere', (document) => {
	const broken = linksOf(document).filter((link) => {
		const [path, anchor] = link.split('#');
		const target = path ? join(root, dirname(document), path) : join(root, document);
		if (relative(root, target).startsWith('..') || !existsSync(target)) return true;
		return (
			anchor !== undefined && (!statSync(target).isFile() || !anchorsOf(target).includes(anchor))
		);
	});
	expect(broken).toEqual([]);
});

/** The sentences of paragraphs, list entries, and cells; code counts as nothing. */
const sentencesOf = (text: string): string[] =>
	text
		.replace(/^```[\s\S]*?^```/gm, '')
		.replace(/`[^`]*`/g, '')
		.replace(/\]\([^)]*\)/g, ']')
		.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.|#+|>)\s|\|/)
		.flatMap((block) => block.split(/(?<=[.!?:;]\*{0,2})\s+/));

const written = documents.filter((file) => file !== 'LICENSE.md');

test.each(written)('each sentence in %s has at most 30 words', (document) => {
	const long = sentencesOf(read(join(root, document))).filter(
		(sentence) => sentence.split(/\s+/).filter(Boolean).length > 30,
	);
	expect(long).toEqual([]);
});
