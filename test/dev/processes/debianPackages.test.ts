import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { missingPrograms } from '../../../dev/processes/debianPackages';
import { folderForTests } from '../../support/folder';

const folder = folderForTests();

test('the programs that are not on PATH are named, and a file that cannot be run is none', () => {
	writeFileSync(join(folder, 'make'), '', { mode: 0o755 });
	writeFileSync(join(folder, 'g++'), '');
	const path = `/no/such/folder:${folder}`;
	expect(missingPrograms(['python3', 'make', 'g++'], path)).toEqual(['python3', 'g++']);
});
