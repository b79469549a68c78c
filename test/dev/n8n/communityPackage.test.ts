import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installCommunityPackage } from '../../../dev/n8n/communityPackage';
import { folderForTests } from '../../support/folder';

const folder = folderForTests();

/** An npm that ends with an error at its first runs; gives how often it ran. */
function npmThatFails(times: number): () => number {
	const bin = join(folder, `npm${times}`);
	mkdirSync(bin);
	const runs = join(bin, 'runs');
	const script = `#!/bin/sh\necho run >> '${runs}'\n[ $(wc -l < '${runs}') -gt ${times} ]\n`;
	writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
	process.env.PATH = [bin, process.env.PATH].join(delimiter);
	return () => readFileSync(runs, 'utf8').trim().split('\n').length;
}

test('a package is installed by an npm that ends with an error once', async () => {
	const runs = npmThatFails(1);
	await installCommunityPackage(join(folder, 'one'), 'package.tgz');
	expect(runs()).toBe(2);
});

test('it is said if npm ends so again', async () => {
	const runs = npmThatFails(2);
	const installing = installCommunityPackage(join(folder, 'other'), 'package.tgz');
	await expect(installing).rejects.toThrow('The package could not be installed');
	expect(runs()).toBe(2);
});
