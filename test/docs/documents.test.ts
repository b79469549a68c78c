import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const root = join(__dirname, '../..');
const documents = globSync('**/*.md', {
	cwd: root,
	exclude: (path) => /(^|\/)(node_modules|dist|\.mutants)$/.test(path),
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

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
	[...read(file).matchAll(/(?:\]\(|\b(?:src|srcset)=")([^)"\s]+)[)"]/g)]
		.map(([, target]) => target)
		.filter((target) => !/^[a-z]+:/i.test(target));

test('the README stays short: its rest is in docs/', () => {
	const readme = read('README.md');
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
		const target = path ? join(dirname(document), path) : document;
		if (target.startsWith('..') || !existsSync(join(root, target))) return true;
		const isFile = statSync(join(root, target)).isFile();
		return anchor !== undefined && !(isFile && anchorsOf(target).includes(anchor));
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
	const long = sentencesOf(read(document)).filter(
		(sentence) => sentence.split(/\s+/).filter(Boolean).length > 30,
	);
	expect(long).toEqual([]);
});

const lightOf = (path: string): string => path.replace(/-dark\.png$/, '.png');

/** Every picture file that a document shows or links to, by its path from the root. */
const picturesOf = (document: string): string[] =>
	[...read(document).matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+\.(?:png|webp))/g)].map(
		([, path]) => join(dirname(document), path),
	);

test('every picture of the documentation is used, a dark one with its light one', () => {
	const used = new Set(documents.flatMap(picturesOf).map(lightOf));
	const files = globSync('docs/images/**/*.{png,webp}', { cwd: root });
	expect(files.length).toBeGreaterThan(0);
	expect(files.filter((file) => !used.has(lightOf(file)))).toEqual([]);
});

test('a picture that has a dark variant is shown with it, and the dark one is of the same', () => {
	const shown = documents.flatMap((document) =>
		[...read(document).matchAll(/<picture>.*?<\/picture>/gs)].map(([picture]) => ({
			dark: /media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"/.exec(picture)?.[1],
			light: /<img\b[^>]*\bsrc="([^"]+)"/.exec(picture)?.[1],
		})),
	);
	expect(shown.length).toBeGreaterThan(0);
	for (const { dark, light } of shown) expect(dark).toBe(light?.replace(/\.png$/, '-dark.png'));
});

test('every picture says in words what is seen', () => {
	const words = documents.flatMap((document) => [
		...[...read(document).matchAll(/!\[([^\]]*)\]\(/g)].map(([, alt]) => alt),
		...[...read(document).matchAll(/<img\b[^>]*>/g)].map(
			([tag]) => /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
		),
	]);
	expect(words.length).toBeGreaterThan(0);
	expect(words.filter((alt) => alt.split(' ').length < 5)).toEqual([]);
});

test('the film moves, and has less than a megabyte', async () => {
	const film = join(root, 'docs/images/send-to-phone.webp');
	expect((await sharp(film, { animated: true }).metadata()).pages).toBeGreaterThan(2);
	expect(statSync(film).size).toBeLessThan(1_000_000);
});

/** All that people read, of documents and of code. */
const READ = '{*.md,{docs,examples,sandbox,nodes,credentials}/**/*.{md,ts,js,css,json}}';
/** What had two names, and the one that it has. */
const ONE_NAME = { weather: 'situation', rehears: 'try a situation, Failures, count' };

test.each(Object.keys(ONE_NAME))(
	'one thing has one name: nothing that people read says %s',
	(word) => {
		const files = globSync(READ, { cwd: root, exclude: (path) => path.includes('node_modules') });
		expect(files.length).toBeGreaterThan(200);
		const found = files.filter(
			(file) => file !== 'CHANGELOG.md' && read(file).toLowerCase().includes(word),
		);
		expect(found).toEqual([]);
	},
);
