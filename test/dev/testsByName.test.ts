import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';

/** Forms, declarations, and a few words of code that only their users can test. */
const WITHOUT = /^(fields|resources)\/|Fields\.ts$|^(answers\/contract|run\/operation)\.ts$/;
const SMALLEST = 40;

const root = join(repositoryRoot, 'nodes/MessagingService');
const sources = globSync('**/*.ts', { cwd: root }).filter(
	(file) =>
		!WITHOUT.test(file) && readFileSync(join(root, file), 'utf8').split('\n').length > SMALLEST,
);

it('The rules of a source stand in the test of its name', () => {
	expect(sources.length).toBeGreaterThan(50);
	const tested = (file: string) =>
		existsSync(join(repositoryRoot, 'test/nodes', file.replace(/\.ts$/, '.test.ts')));
	expect(sources.filter((file) => !tested(file))).toEqual([]);
});
