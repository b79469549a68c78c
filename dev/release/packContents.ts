import { posix } from 'node:path';

export const sizeLimit = 200_000;

export interface PackedFile {
	path: string;
	size: number;
}

export interface Packed {
	/** Bytes of the tarball. */
	size: number;
	files: PackedFile[];
}

export interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
	[key: string]: unknown;
}

/** Icons that a built description refers to: its file in the package and its `icon`. */
export interface IconReference {
	file: string;
	icon: unknown;
}

const allowed = /^(dist\/|package\.json$|README\.md$|LICENSE\.md$)/;
const unwanted = /(\.test\.|\.spec\.|(^|\/)(test|sandbox|dev|__tests__)\/|\.ts$|\.tsbuildinfo$)/;
const loadedByN8n = /\.(node|credentials)\.js$/;
/** n8n verifies no package with any of these; its scanner looks at the first only. */
const dependencyFields = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

/** The files that an icon refers to, by their path in the package. */
export function iconFiles({ file, icon }: IconReference): string[] {
	const values = typeof icon === 'string' ? [icon] : Object.values(icon ?? {});
	return values
		.filter((value): value is string => typeof value === 'string' && value.startsWith('file:'))
		.map((value) => posix.join(posix.dirname(file), value.slice('file:'.length)));
}

/** What is wrong with a packed package; nothing if it is as it should be. */
export function findPackProblems(
	{ size, files }: Packed,
	manifest: Manifest,
	icons: IconReference[],
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
	for (const path of ['package.json', 'README.md', 'LICENSE.md']) {
		if (!paths.has(path)) problems.push(`${path} is missing`);
	}
	for (const path of named) {
		if (!paths.has(path)) problems.push(`${path} is named in package.json, but missing`);
	}
	for (const path of manifest.n8n.nodes.map((node) => node.replace(/\.js$/, '.json'))) {
		if (!paths.has(path)) problems.push(`${path} is missing: n8n's node panel searches in it`);
	}
	for (const reference of icons) {
		const found = iconFiles(reference);
		if (found.length === 0) problems.push(`${reference.file} has no icon`);
		for (const path of found.filter((one) => !paths.has(one))) {
			problems.push(`${path} is the icon of ${reference.file}, but missing`);
		}
	}
	for (const field of dependencyFields.filter((name) => name in manifest)) {
		problems.push(`package.json has ${field}; a verified package may have none`);
	}
	if (size >= sizeLimit) problems.push(`the package has ${size} bytes; ${sizeLimit} is the limit`);
	return problems;
}
