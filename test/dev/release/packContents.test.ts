import { findPackProblems, findReadmeProblems, sections } from '../../../dev/release/packContents';

const manifest = {
	n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: ['dist/credentials/B.credentials.js'] },
};
const paths = [
	'package.json',
	'README.md',
	'LICENSE.md',
	'dist/nodes/A/A.node.js',
	'dist/nodes/A/A.node.json',
	'dist/credentials/B.credentials.js',
	'dist/icons/a.svg',
	'dist/icons/a.dark.svg',
	'dist/nodes/A/__schema__/v1.0.0/sms/send.json',
];
const output = 'dist/nodes/A/__schema__/v1.0.0/sms/send.json';
const problemsOf = (files: string[], size = 50_000, fields = {}) =>
	findPackProblems({ size, files: files.map((path) => ({ path })) }, { ...manifest, ...fields }, [
		'dist/icons/a.svg',
		'dist/icons/a.dark.svg',
		output,
	]);
const without = (path: string) => paths.filter((one) => one !== path);

test('a package with what it needs and nothing else has no problem', () => {
	expect(problemsOf(paths)).toEqual([]);
});

test.each([
	['sandbox/app.ts', /does not belong/],
	['dist/test/node.js', /no part of what users run/],
	['dist/nodes/A/A.node.test.js', /no part of what users run/],
	['dist/nodes/B/B.node.js', /not named in package.json/],
	['dist/credentials/C.credentials.js', /not named in package.json/],
])('%s in it is one', (path, problem) => {
	expect(problemsOf([...paths, path])).toEqual([expect.stringMatching(problem)]);
});

test.each([
	['LICENSE.md', /is missing/],
	['dist/credentials/B.credentials.js', /named in package.json, but missing/],
	['dist/nodes/A/A.node.json', /n8n's node panel searches in it/],
	[output, /editor shows it/],
	['dist/icons/a.dark.svg', /editor shows it/],
])('%s not in it is one', (path, problem) => {
	expect(problemsOf(without(path))).toEqual([expect.stringMatching(problem)]);
});

test('200 kB are one', () => {
	expect(problemsOf(paths, 200_000)).toEqual([expect.stringContaining('200000 bytes')]);
});

test.each(['dependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies'])(
	'%s in package.json are one',
	(field) => {
		expect(problemsOf(paths, 1, { [field]: {} })).toEqual([
			`package.json has ${field}; a verified package may have none`,
		]);
	},
);

const readme = sections.map((section) => `## ${section}\n\nText.\n`).join('\n');

test('a README with all sections has no problem', () => {
	expect(findReadmeProblems(`# Package\n\n${readme}`)).toEqual([]);
});

test('a section that is missing, empty, or named otherwise is one', () => {
	expect(findReadmeProblems(readme.replace('## Credentials\n', ''))).toEqual([
		'README.md has no section "Credentials"',
	]);
	expect(findReadmeProblems(readme.replace('## Usage\n\nText.\n', '## Usage\n'))).toEqual([
		'README.md says nothing under "Usage"',
	]);
	expect(findReadmeProblems(readme.replace('## Version history', '### Version history'))).toEqual([
		'README.md has no section "Version history"',
	]);
});
