import { cpSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import manifest from '../../package.json';
import { folderForTests } from '../support/folder';
import { cloudSupport, findLintProblems, installNodeCli } from './support/nodeCli';

const folder = realpathSync(folderForTests());
beforeAll(() => {
	installNodeCli();
	for (const path of ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json']) {
		cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
	}
	symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
});

test("n8n's default configuration of ESLint finds what is planted, and nothing in what is shipped", () => {
	writeFileSync(
		join(folder, 'nodes/planted.ts'),
		"import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);\nexport const joined = /[👍🏽]/u;\n",
	);
	expect(findLintProblems(folder).sort()).toEqual([
		'nodes/planted.ts:1: @n8n/community-nodes/no-restricted-imports',
		'nodes/planted.ts:2: no-console',
		'nodes/planted.ts:3: no-misleading-character-class',
	]);
});

// It asks for two things only, and looks at no code: CONTRIBUTING.md says why we have neither.
test('n8n-node cloud-support asks for strict mode and for the default configuration in the folder', () => {
	expect(manifest.n8n).not.toHaveProperty('strict');
	expect(cloudSupport(folder)).toMatch(/Strict mode: disabled[^]*custom config[^]*NOT eligible/);

	const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(strict));
	cpSync(
		join(repositoryRoot, 'dev/n8n/nodeCli/eslint.config.mjs'),
		join(folder, 'eslint.config.mjs'),
	);
	expect(cloudSupport(folder)).toMatch(/Status: eligible/);
});
