const sizeLimit = 200_000;

export interface Packed {
	/** Bytes of the tarball. */
	size: number;
	files: Array<{ path: string }>;
}

export interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
	[key: string]: unknown;
}

const allowed = /^(dist\/|package\.json$|README\.md$|LICENSE\.md$)/;
const unwanted = /(\.test\.|\.spec\.|(^|\/)(test|sandbox|dev|__tests__)\/|\.ts$|\.tsbuildinfo$)/;
const loadedByN8n = /\.(node|credentials)\.js$/;
/** n8n verifies no package with any of these; its scanner looks at the first only. */
const dependencyFields =
	/^(dependencies|optionalDependencies|bundleDependencies|bundledDependencies)$/;

/**
 * What is wrong with a packed package; nothing if it is as it should be.
 *
 * @param shown the icons and the files that `npm run schemas` makes, by their path in the package
 */
export function findPackProblems(
	{ size, files }: Packed,
	manifest: Manifest,
	shown: string[],
): string[] {
	const paths = new Set(files.map(({ path }) => path));
	const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const problems: string[] = [];
	for (const path of paths) {
		if (!allowed.test(path)) problems.push(`${path} does not belong into the package`);
		else if (unwanted.test(path)) problems.push(`${path} is no part of what users run`);
		else if (loadedByN8n.test(path) && !named.includes(path)) {
			problems.push(`${path} is not named in package.json, so n8n does not load it`);
		}
	}
	const demand = (needed: string[], otherwise: string) => {
		const missing = needed.filter((path) => !paths.has(path));
		problems.push(...missing.map((path) => `${path} ${otherwise}`));
	};
	demand(['package.json', 'README.md', 'LICENSE.md'], 'is missing');
	demand(named, 'is named in package.json, but missing');
	const codex = manifest.n8n.nodes.map((node) => node.replace(/\.js$/, '.json'));
	demand(codex, "is missing: n8n's node panel searches in it");
	demand(shown, "is missing: n8n's editor shows it");
	for (const field of Object.keys(manifest).filter((name) => dependencyFields.test(name))) {
		problems.push(`package.json has ${field}; a verified package may have none`);
	}
	if (size >= sizeLimit) problems.push(`the package has ${size} bytes; ${sizeLimit} is the limit`);
	return problems;
}

/** The sections that n8n's reviewers and its template of a README ask for. */
export const sections = [
	'Installation',
	'Operations',
	'Credentials',
	'Compatibility',
	'Usage',
	'Resources',
	'Version history',
];

/** What n8n would miss in a README; nothing if it is as it should be. */
export function findReadmeProblems(readme: string): string[] {
	const parts = readme.split(/^(?=## )/m);
	return sections.flatMap((section) => {
		const part = parts.find((one) => one.split('\n')[0] === `## ${section}`);
		if (part === undefined) return `README.md has no section "${section}"`;
		const text = part.slice(part.indexOf('\n')).trim();
		return text === '' ? `README.md says nothing under "${section}"` : [];
	});
}
