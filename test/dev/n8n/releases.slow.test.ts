import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { lockFolder, n8nVersion, pinnedNode, releases } from '../../../dev/n8n/releases';
import { repositoryRoot } from '../../../dev/places';
import { freshEnvironment } from '../../../dev/processes/environment';

const pnpm = join(repositoryRoot, 'node_modules/pnpm/bin/pnpm.cjs');
const read = (version: string, file: string) =>
	readFileSync(join(lockFolder(version), file), 'utf8');

test('the newest release is the one that everything runs with, the oldest the one that is promised', () => {
	expect(releases.at(-1)).toBe(n8nVersion);
	const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
	expect(readme).toContain(releases[0].replace(/\.\d+$/, ''));
	expect(releases).toHaveLength(3);
});

describe.each(releases)('The lock file of n8n %s', (version) => {
	const lock = parse(read(version, 'pnpm-lock.yaml'));

	test('is of that release', () => {
		const { n8n, node } = lock.importers['.'].dependencies;
		expect(n8n.version).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}(\\(|$)`));
		expect(node?.version).toBe(pinnedNode(version));
	});

	test('fits what is asked for, as pnpm sees it', () => {
		const check = () =>
			execFileSync(
				process.execPath,
				[pnpm, 'install', '--frozen-lockfile', '--lockfile-only', '--offline'],
				{ cwd: lockFolder(version), env: freshEnvironment(), encoding: 'utf8' },
			);
		expect(check()).toContain('Done');
	});

	test('pins each package by its content, from whichever registry', () => {
		const resolutions = Object.values<{ resolution: object }>(lock.packages);
		expect(resolutions.length).toBeGreaterThan(1_000);
		for (const { resolution } of resolutions) {
			expect(resolution).toEqual({ integrity: expect.stringMatching(/^sha512-/) });
		}
	});
});
