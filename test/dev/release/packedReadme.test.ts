import { findReadmeProblems, sections } from '../../../dev/release/packedReadme';

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
