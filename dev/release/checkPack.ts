/** `npm run check:pack`: packs what was built, and holds it to what n8n demands of a verified package. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshEnvironment } from '../processes/environment.ts';
import { findPackProblems, findReadmeProblems } from './packContents.ts';
import type { Manifest, Packed } from './packContents.ts';
import { repositoryRoot } from '../places.ts';
import { temporaryFolder } from '../temporaryFolders.ts';
import { outputFolder } from '../schemas/files.ts';
import { findScanProblems } from './scan.ts';
import { pronounce } from './verdict.ts';

/** Packs as `npm publish` does, into a folder; gives what npm says of the tarball. */
function pack(folder: string): Packed & { filename: string } {
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	return JSON.parse(
		execFileSync('npm', args, {
			cwd: repositoryRoot,
			env: freshEnvironment(),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	)[0];
}

const folder = temporaryFolder('pack');
const packed = pack(folder);
execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
const unpacked = join(folder, 'package');
const manifest: Manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

const shown = globSync(['icons/*.svg', `${outputFolder}/**/*.json`], { cwd: repositoryRoot });
const inPackage = shown.map((file) => `dist/${file}`);

const problems = [
	...findPackProblems(packed, manifest, inPackage),
	...findReadmeProblems(readFileSync(join(unpacked, 'README.md'), 'utf8')),
	...findScanProblems(unpacked, 'published'),
];
pronounce(problems, {
	fit: `${packed.files.length} files, ${packed.size} bytes packed: as it should be.`,
	unfit: 'The package is not fit to be published; npm run build makes dist anew.',
});
