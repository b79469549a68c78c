import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../../dev/places';
import {
	beforePublication,
	findReleaseProblems,
	namesIn,
	readTexts,
	type Release,
} from '../../../dev/release/release';

const link = '[1.2.3]: https://github.com/owner/n8n-nodes-a/releases/tag/v1.2.3';
const fit: Release = {
	tag: 'v1.2.3',
	manifest: {
		name: 'n8n-nodes-a-sms',
		version: '1.2.3',
		description: 'n8n nodes for the SMS of A',
		homepage: 'https://github.com/owner/n8n-nodes-a#readme',
		bugs: { url: 'https://github.com/owner/n8n-nodes-a/issues' },
		repository: { url: 'git+https://github.com/owner/n8n-nodes-a.git' },
	},
	changelog: `# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- A node.\n\n${link}\n`,
	texts: { 'README.md': 'See https://github.com/owner/n8n-nodes-a' },
	repository: 'owner/n8n-nodes-a',
};

test('a version with its tag and its section in the changelog may be published', () => {
	expect(findReleaseProblems(fit)).toEqual([]);
	expect(findReleaseProblems({ ...fit, repository: undefined })).toEqual([]);
});

const changelog = (text: string): Partial<Release> => ({ changelog: `${text}\n\n${link}\n` });
const manifest = (fields: Partial<Release['manifest']>): Partial<Release> => ({
	manifest: { ...fit.manifest, ...fields },
});

test.each<[string, Partial<Release>, RegExp]>([
	['another tag', { tag: 'v1.2.4' }, /The tag is v1.2.4.*1.2.3/],
	['no tag', { tag: '' }, /The tag is/],
	['no section', changelog('## [Unreleased]\n\n- A node.'), /no heading "## \[1.2.3\]/],
	['no date', changelog('## [1.2.3]\n\n- A node.'), /no heading/],
	['another version that begins alike', changelog('## [1.2.30] - 2026-12-01'), /no heading/],
	[
		'an empty section',
		changelog('## [1.2.3] - 2026-12-01\n\n## [1.2.2] - 2026-11-01\n- A'),
		/nothing about 1.2.3/,
	],
	[
		'a placeholder',
		{ texts: { 'credentials/A.ts': 'https://messaging-service.example.com/n8n' } },
		/^credentials\/A.ts has "messaging-service.example.com": a placeholder/,
	],
	[
		'a name without the word by which assistants look',
		manifest({ name: 'n8n-nodes-smsa' }),
		/^name in package.json is n8n-nodes-smsa: without the word sms/,
	],
	[
		'another name in a file',
		{ texts: { 'nodes/A.node.json': '{ "node": "n8n-nodes-b-sms.messagingService" }' } },
		/^nodes\/A.node.json names n8n-nodes-b-sms, and package.json n8n-nodes-a-sms/,
	],
	[
		'a description that names none',
		manifest({ description: 'Nodes for Messaging Service: SMS' }),
		/^description in package.json says "Messaging Service", not which/,
	],
	[
		'a repository elsewhere than n8n looks',
		manifest({ repository: { url: 'git+https://git.a.com/n8n-nodes-a.git' } }),
		/^repository.url in package.json has to be git\+https:\/\/github.com/,
	],
	[
		'a homepage elsewhere',
		manifest({ homepage: 'https://github.com/owner/n8n-nodes-ab' }),
		/^homepage in package.json has to lead to https:\/\/github.com\/owner\/n8n-nodes-a$/,
	],
	[
		'an address for bugs elsewhere',
		manifest({ bugs: { url: 'https://github.com/fork/n8n-nodes-a/issues' } }),
		/^bugs.url in package.json has to be/,
	],
	[
		'a version without its link',
		{ changelog: fit.changelog.replace(link, '') },
		/^CHANGELOG.md has no line "\[1.2.3\]: https:/,
	],
])('%s stands against it', (_, change, problem) => {
	expect(findReleaseProblems({ ...fit, ...change })).toEqual([expect.stringMatching(problem)]);
});

test('another repository stands against it: each address has to be of the one that publishes', () => {
	const problems = findReleaseProblems({ ...fit, repository: 'fork/n8n-nodes-a' });
	expect(problems.length).toBe(4);
	for (const one of problems) expect(one).toContain('https://github.com/fork/n8n-nodes-a');
	const nowhere = { ...fit, ...manifest({ repository: {} }), repository: undefined };
	expect(findReleaseProblems(nowhere)).toContainEqual(expect.stringContaining('OWNER/REPOSITORY'));
});

test('a name that names no service stands against it, and how to change it is said', () => {
	const nameless = manifest({ name: 'n8n-nodes-messaging-service-sms' });
	expect(findReleaseProblems({ ...fit, ...nameless })).toEqual([
		expect.stringMatching(/^name in package.json says "messaging-service", not which/),
		expect.stringMatching(/^CONTRIBUTING.md has the command that renames/),
	]);
});

test('every file has the name of package.json, so one command renames them all', () => {
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: repositoryRoot, encoding: 'utf8' })
		.split('\0')
		.filter((file) => file && file !== 'test/dev/release/release.test.ts');
	const named = files.flatMap((file) => namesIn(readFileSync(join(repositoryRoot, file), 'utf8')));
	expect(named.length).toBeGreaterThan(50);
	expect([...new Set(named)]).toEqual([JSON.parse(readTexts()['package.json']).name]);
});

const patterns = Object.values(beforePublication).flat();
const texts = readTexts();
const isPublished = /^## \[\d.*\] - \d{4}-/m.test(texts['CHANGELOG.md']);

test('until the first version has its date, each of these words is somewhere, and never again after', () => {
	const lines = Object.values(texts).map((text) => text.replace(/\s+/g, ' '));
	const found = patterns.filter((words) => lines.some((line) => words.test(line)));
	expect(found).toEqual(isPublished ? [] : patterns);
	expect(Object.keys(texts)).toEqual(
		expect.arrayContaining(['README.md', 'docs/n8n-3.md', 'examples/README.md', 'package.json']),
	);
});

test.each([
	["The meaning of a state isn't published. It is published by now.", false],
	["The package isn't published yet.", true],
	['It is not published yet.', true],
	["It isn't yet published.", true],
	["It isn't published on npm yet.", true],
	["These steps don't work yet.", true],
	['The links lead nowhere.', true],
	['The package has no public address.', true],
])('"%s", wherever its lines end, is found: %j', (sentence, isFound) => {
	const text = `One. ${sentence.replaceAll(' ', '\r\n   ')} Two.`;
	const problems = findReleaseProblems({ ...fit, texts: { 'docs/a.md': text } });
	const problem = expect.stringMatching(/^docs\/a.md has ".*": true only before/);
	expect(problems).toEqual(isFound ? [problem] : []);
});
