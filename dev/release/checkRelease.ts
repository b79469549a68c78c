/** `npm run check:release -- v1.2.3`: whether the version of that tag is fit to be published. */
import { findReleaseProblems, readTexts } from './release.ts';
import { pronounce } from './verdict.ts';

const texts = readTexts();
const problems = findReleaseProblems({
	tag: process.argv[2] ?? '',
	manifest: JSON.parse(texts['package.json']),
	changelog: texts['CHANGELOG.md'],
	texts,
	repository: process.env.GITHUB_REPOSITORY,
});
pronounce(problems, {
	fit: `${process.argv[2]} may be published.`,
	unfit: 'This is not fit to be published; CONTRIBUTING.md has the steps of a publication.',
});
