import { findReleaseProblems, type Release } from '../../../dev/release/release';

const fit: Release = {
	tag: 'v1.2.3',
	manifest: {
		name: 'n8n-nodes-a',
		version: '1.2.3',
		repository: { url: 'git+https://github.com/owner/n8n-nodes-a.git' },
	},
	changelog:
		'# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- A node.\n',
	texts: { 'README.md': 'See https://github.com/owner/n8n-nodes-a' },
	repository: 'owner/n8n-nodes-a',
};

test('a version with its tag and its section in the changelog may be published', () => {
	expect(findReleaseProblems(fit)).toEqual([]);
	expect(findReleaseProblems({ ...fit, repository: undefined })).toEqual([]);
});

test.each<[string, Partial<Release>, RegExp]>([
	['another tag', { tag: 'v1.2.4' }, /The tag is v1.2.4.*1.2.3/],
	['no tag', { tag: '' }, /The tag is/],
	['no section', { changelog: '## [Unreleased]\n\n- A node.\n' }, /no heading "## \[1.2.3\]/],
	['no date', { changelog: '## [1.2.3]\n\n- A node.\n' }, /no heading/],
	['another version that begins alike', { changelog: '## [1.2.30] - 2026-12-01\n' }, /no heading/],
	[
		'an empty section',
		{ changelog: '## [1.2.3] - 2026-12-01\n\n## [1.2.2] - 2026-11-01\n- A' },
		/nothing about 1.2.3/,
	],
	[
		'a placeholder',
		{ texts: { 'credentials/A.ts': 'https://messaging-service.example.com/n8n' } },
		/^credentials\/A.ts has the placeholder/,
	],
	[
		'another repository',
		{ repository: 'fork/n8n-nodes-a' },
		/has to be git\+https:\/\/github.com\/fork/,
	],
])('%s stands against it', (_, change, problem) => {
	expect(findReleaseProblems({ ...fit, ...change })).toEqual([expect.stringMatching(problem)]);
});
