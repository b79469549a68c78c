import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { manifest, packPackage } from '../../../dev/n8n/communityPackage';
import { repositoryRoot } from '../../../dev/places';
import { quiet } from '../../../dev/progress';
import { eventually } from '../../support/eventually';
import { folderForTests } from '../../support/folder';

const folder = folderForTests();

test('a package has all its files, though another one is packed before it is done', async () => {
	delete process.env.PACKED_PACKAGE;
	const built = join(repositoryRoot, 'dist');
	await rm(built, { recursive: true, force: true });
	const first = packPackage(join(folder, 'start'), quiet);
	await eventually('files are built', () => existsSync(join(built, 'credentials')));
	const told: string[] = [];
	const progress = { ...quiet, step: (text: string) => told.push(text) };
	const tarballs = await Promise.all([first, packPackage(join(folder, 'check'), progress)]);
	expect(told).toEqual([
		`Another process (${process.pid}) is packing the package; waiting for it.`,
		'Building and packing the package.',
	]);
	const [one, other] = tarballs.map((tarball) =>
		execFileSync('tar', ['-tf', tarball], { encoding: 'utf8' }).trim().split('\n').toSorted(),
	);
	expect(one).toEqual(other);
	for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		expect(one).toContain(`package/${file}`);
	}
});
