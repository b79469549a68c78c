import { findPackProblems, findReadmeProblems, sections } from '../../../dev/release/packContents';

const manifest = {
	n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: ['dist/credentials/B.credentials.js'] },
};
const output = 'dist/nodes/A/__schema__/v1.0.0/sms/send.json';
const shown = ['dist/icons/a.svg', 'dist/icons/a.dark.svg', output];
const paths = [
	...['package.json', 'README.md', 'LICENSE.md', ...manifest.n8n.nodes, 'dist/nodes/A/A.node.json'],
	...[...manifest.n8n.credentials, ...shown],
];
const problemsOf = (files: string[], size = 50_000, fields = {}) => {
	const packed = { size, files: files.map((path) => ({ path })) };
	return findPackProblems(packed, { ...manifest, ...fields }, shown);
};

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
	expect(problemsOf(paths.filter((one) => one !== path))).toEqual([expect.stringMatching(problem)]);
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

test.each([
	['has no problem with all sections', '', '', []],
	['misses one', '## Credentials\n', '', ['README.md has no section "Credentials"']],
	[
		'has an empty one',
		'## Usage\n\nText.\n',
		'## Usage\n',
		['README.md says nothing under "Usage"'],
	],
	[
		'names one otherwise',
		'## Version history',
		'### Version history',
		['README.md has no section "Version history"'],
	],
])('a README %s', (_, section, instead, problems) => {
	expect(findReadmeProblems(`# Package\n\n${readme.replace(section, instead)}`)).toEqual(problems);
});
