import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { credential, node, trigger } from '../support/description';

const root = join(__dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

describe('Codex', () => {
	it.each([
		['MessagingService', node.description],
		['MessagingServiceTrigger', trigger.description],
	])('of %s names the node, and the words people search for', (file, { name }) => {
		const codex = readJson(`nodes/MessagingService/${file}.node.json`);
		expect(codex).toMatchObject({
			node: `${manifest.name}.${name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
			categories: expect.arrayContaining(['Communication']),
		});
		expect(codex.alias).toEqual(expect.arrayContaining(['SMS', 'text message', 'DLR']));
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
		for (const links of Object.values(codex.resources) as Array<Array<{ url: string }>>) {
			expect(links.map(({ url }) => new URL(url).protocol)).toEqual(links.map(() => 'https:'));
		}
	});
});

describe('Icons', () => {
	it.each([
		['nodes/MessagingService', node.description.icon],
		['nodes/MessagingService', trigger.description.icon],
		['credentials', credential.icon],
	])('in %s are there, and differ for light and dark', (folder, icon) => {
		const { light, dark } = icon as { light: string; dark: string };
		const [forLight, forDark] = [light, dark].map((path) =>
			readFileSync(join(root, folder, path.replace(/^file:/, '')), 'utf8'),
		);
		for (const svg of [forLight, forDark]) expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 60 60"/);
		expect(forLight).not.toBe(forDark);
	});
});

describe('Manifest', () => {
	/** Where a source file is built to. */
	const built = (pattern: string) =>
		globSync(pattern, { cwd: root })
			.map((path) => `dist/${path.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`)
			.sort();

	it('lists exactly the nodes and credentials that are built', () => {
		expect([...manifest.n8n.nodes].sort()).toEqual(built('nodes/**/*.node.ts'));
		expect([...manifest.n8n.credentials].sort()).toEqual(built('credentials/**/*.credentials.ts'));
	});

	it('ships nothing but what is built, and needs nothing at run time but n8n', () => {
		expect(manifest.files).toEqual(['dist']);
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('overrides');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(manifest.keywords).toContain('n8n-community-node-package');
	});
});
