import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingPrograms } from '../../../dev/processes/debianPackages';

test('the programs that are not on PATH are named, and a file that cannot be run is none', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'tools-'));
	try {
		for (const tool of ['make', 'g++']) await writeFile(join(folder, tool), '');
		await chmod(join(folder, 'make'), 0o755);
		const path = `/no/such/folder:${folder}`;
		expect(missingPrograms(['python3', 'make', 'g++'], path)).toEqual(['python3', 'g++']);
	} finally {
		await rm(folder, { recursive: true });
	}
});
