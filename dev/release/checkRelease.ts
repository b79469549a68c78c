/** `npm run check:release -- v1.2.3`: whether the version of that tag is fit to be published. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../places.ts';
import { findReleaseProblems } from './release.ts';
import { pronounce } from './verdict.ts';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
const files = globSync(['{credentials,nodes}/**/*.{ts,json}', '*.md', 'package.json'], {
	cwd: repositoryRoot,
});

const problems = findReleaseProblems({
	tag: process.argv[2] ?? '',
	manifest: JSON.parse(read('package.json')),
	changelog: read('CHANGELOG.md'),
	texts: Object.fromEntries(files.sort().map((file) => [file, read(file)])),
	repository: process.env.GITHUB_REPOSITORY,
});
pronounce(problems, {
	fit: `${process.argv[2]} may be published.`,
	unfit: 'This is not fit to be published; CONTRIBUTING.md has the steps of a publication.',
});
