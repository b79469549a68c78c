import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingCompilerTools } from '../../dev/compiler';

test('the tools that are not on PATH are named, and a file that cannot be run is none', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'tools-'));
	try {
		for (const tool of ['make', 'g++']) await writeFile(join(folder, tool), '');
		await chmod(join(folder, 'make'), 0o755);
		expect(missingCompilerTools(`/no/such/folder:${folder}`)).toEqual(['python3', 'g++']);
	} finally {
		await rm(folder, { recursive: true });
	}
});
