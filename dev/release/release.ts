export interface Release {
	/** The tag that is to be published, such as v1.2.3. */
	tag: string;
	/** package.json, as it is parsed. */
	manifest: {
		name: string;
		version: string;
		repository?: { url?: string };
		homepage?: string;
	};
	changelog: string;
	/** Texts that users see, by their file, which may hold placeholders. */
	texts: Record<string, string>;
	/** Owner and name of the repository on GitHub that publishes, such as owner/name. */
	repository?: string;
}

/** Stands for the addresses of this package until it has some. */
const placeholder = 'messaging-service.example.com';

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
	const { tag, manifest, changelog, texts, repository } = release;
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
		if (text.includes(placeholder)) problems.push(`${file} has the placeholder ${placeholder}`);
	}
	// npm and n8n compare the two.
	const expected = `git+https://github.com/${repository}.git`;
	if (repository && manifest.repository?.url !== expected) {
		problems.push(`repository.url in package.json has to be ${expected}`);
	}
	return problems;
}
