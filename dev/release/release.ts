import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../places.ts';

export interface Release {
	/** The tag that is to be published, such as v1.2.3. */
	tag: string;
	/** package.json, as it is parsed. */
	manifest: {
		name: string;
		version: string;
		description?: string;
		homepage?: string;
		bugs?: { url?: string };
		repository?: { url?: string };
	};
	changelog: string;
	/** Texts that users see, by their file, which may hold placeholders. */
	texts: Record<string, string>;
	/** Owner and name of the repository on GitHub that publishes, such as owner/name. */
	repository?: string;
}

/** What nobody may read any more once the package is published, by what is wrong with it. */
export const beforePublication: Record<string, RegExp[]> = {
	'a placeholder for an address': [/[\w.-]*messaging-service\.example\.com/],
	'true only before the publication': [
		/(?:n't|\bnot) (?:yet published|published(?: \w+){0,3} yet)/,
		/(?:n't|\bnot) (?:yet work|work yet)/,
		/lead nowhere/,
		/package has no public address/,
	],
};

/** What users read, by its file. CONTRIBUTING.md is not among it: it says how to publish, and what has to go before. */
export function readTexts(): Record<string, string> {
	const documents = ['{README,CHANGELOG,SECURITY}.md', '{docs,examples,sandbox}/**/*.{md,txt}'];
	const files = ['{credentials,nodes}/**/*.{ts,json}', 'package.json', ...documents];
	return Object.fromEntries(
		globSync(files, { cwd: repositoryRoot })
			.sort()
			.map((file) => [file, readFileSync(join(repositoryRoot, file), 'utf8')]),
	);
}

/** Says which kind of service it is, but not which one. */
const nameless = /\bmessaging[ -]service\b/i;

/** The packages whose node types a text names. */
export const namesIn = (text: string): string[] =>
	text.match(/n8n-nodes-[\w-]+(?=\.messagingService)/g) ?? [];

/** The text below a version's heading in a changelog of the form of Keep a Changelog. */
function sectionOf(version: string, changelog: string): string | undefined {
	const heading = `## [${version}] - `;
	const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(heading));
	const [firstLine, ...lines] = section?.split('\n') ?? [''];
	const isDated = /^\d{4}-\d{2}-\d{2}$/.test(firstLine.slice(heading.length).trim());
	return isDated ? lines.join('\n').trim() : undefined;
}

/** What stands against publishing; nothing if all is as it should be. */
export function findReleaseProblems(release: Release): string[] {
	const { tag, manifest, changelog, texts } = release;
	const problems: string[] = [];
	if (tag !== `v${manifest.version}`) {
		problems.push(`The tag is ${tag}, but the version in package.json is ${manifest.version}`);
	}
	const section = sectionOf(manifest.version, changelog);
	if (section === undefined) {
		problems.push(`CHANGELOG.md has no heading "## [${manifest.version}] - YYYY-MM-DD"`);
	} else if (section === '') {
		problems.push(`CHANGELOG.md says nothing about ${manifest.version}`);
	}
	for (const [file, text] of Object.entries(texts)) {
		// A document breaks its lines wherever they are full.
		const line = text.replace(/\s+/g, ' ');
		for (const [what, all] of Object.entries(beforePublication)) {
			const found = all.flatMap((words) => words.exec(line)?.[0] ?? []);
			problems.push(...found.map((words) => `${file} has "${words}": ${what}`));
		}
	}
	for (const field of ['name', 'description'] as const) {
		const [found] = nameless.exec(manifest[field] ?? '') ?? [];
		if (found) problems.push(`${field} in package.json says "${found}", not which service that is`);
	}
	if (nameless.test(manifest.name)) {
		problems.push('CONTRIBUTING.md has the command that renames the package everywhere');
	}
	// n8n's assistants look for packages that aren't installed by the words of their name alone.
	if (!manifest.name.split('-').includes('sms')) {
		problems.push(`name in package.json is ${manifest.name}: without the word sms, few find it`);
	}
	for (const [file, text] of Object.entries(texts)) {
		const other = namesIn(text).find((name) => name !== manifest.name);
		if (other) problems.push(`${file} names ${other}, and package.json ${manifest.name}`);
	}
	return [...problems, ...findStrangeAddresses(release)];
}

/** The addresses that aren't of the repository that publishes: npm's page shows them, and n8n compares them. */
function findStrangeAddresses({ manifest, changelog, repository }: Release): string[] {
	const address = /^git\+https:\/\/github\.com\/([\w-]+\/[\w.-]+)\.git$/;
	const [, named] = address.exec(manifest.repository?.url ?? '') ?? [];
	const page = `https://github.com/${repository ?? named ?? 'OWNER/REPOSITORY'}`;
	const { version } = manifest;
	const link = `[${version}]: ${page}/releases/tag/v${version}`;
	const expected: Array<[isRight: boolean, problem: string]> = [
		[
			manifest.repository?.url === `git+${page}.git`,
			`repository.url in package.json has to be git+${page}.git`,
		],
		[manifest.homepage?.split('#')[0] === page, `homepage in package.json has to lead to ${page}`],
		[manifest.bugs?.url === `${page}/issues`, `bugs.url in package.json has to be ${page}/issues`],
		[changelog.split('\n').includes(link), `CHANGELOG.md has no line "${link}"`],
	];
	return expected.filter(([isRight]) => !isRight).map(([, problem]) => problem);
}
