import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';

const root = join(__dirname, '../..');
const documents = globSync('**/*.md', {
	cwd: root,
	exclude: (path) => /(^|\/)(node_modules|dist|\.mutants)$/.test(path),
});
const read = (document: string): string => readFileSync(join(root, document), 'utf8');
const lightOf = (path: string): string => path.replace(/-dark\.png$/, '.png');

/** Every picture file that a document shows or links to, by its path from the root. */
const picturesOf = (document: string): string[] =>
	[...read(document).matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+\.(?:png|webp))/g)].map(
		([, path]) => relative(root, join(root, dirname(document), path)),
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
