import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { freshEnvironment } from './environment.ts';
import {
	findPackProblems,
	type IconReference,
	type Manifest,
	type Packed,
} from './packContents.ts';
import { repositoryRoot } from './places.ts';

const require = createRequire(import.meta.url);

/** What is packed, without packing it. */
function dryRun(): Packed {
	const output = execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], {
		cwd: repositoryRoot,
		env: freshEnvironment(),
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return JSON.parse(output)[0];
}

/** The icons of the built nodes and credentials that are there. */
function readIcons({ n8n }: Manifest): IconReference[] {
	return [...n8n.nodes, ...n8n.credentials]
		.filter((file) => existsSync(join(repositoryRoot, file)))
		.map((file) => {
			const className = basename(file).split('.')[0];
			const { [className]: Type } = require(join(repositoryRoot, file));
			const instance = new Type();
			return { file, icon: (instance.description ?? instance).icon };
		});
}

const manifest: Manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
const packed = dryRun();
const problems = findPackProblems(packed, manifest, readIcons(manifest));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
	console.error('The package is not fit to be published; npm run build makes dist anew.');
	process.exitCode = 1;
} else {
	console.log(`${packed.files.length} files, ${packed.size} bytes packed: as it should be.`);
}
