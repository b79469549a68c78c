import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { manifest, packPackage } from '../../../dev/n8n/communityPackage';
import { repositoryRoot } from '../../../dev/places';
import { eventually } from '../../support/eventually';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pack-'));
	delete process.env.PACKED_PACKAGE;
});
afterEach(async () => {
	await rm(folder, { recursive: true });
});

test('a package has all its files, though another one is packed before it is done', async () => {
	const built = join(repositoryRoot, 'dist');
	await rm(built, { recursive: true, force: true });
	const first = packPackage(join(folder, 'start'));
	await eventually('files are built', () => existsSync(join(built, 'credentials')));
	const tarballs = await Promise.all([first, packPackage(join(folder, 'check'))]);
	const [one, other] = tarballs.map((tarball) =>
		execFileSync('tar', ['-tf', tarball], { encoding: 'utf8' }).trim().split('\n').toSorted(),
	);
	expect(one).toEqual(other);
	for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		expect(one).toContain(`package/${file}`);
	}
});
