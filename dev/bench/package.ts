/** What the package itself weighs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../places.ts';
import type { Host } from './host.ts';
import { median } from './figures.ts';

/** Size of the packed package, in kB. */
export function tarballSize({ dataFolder }: Host): number {
	const folder = join(dataFolder, 'package');
	const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
	return statSync(join(folder, tarball)).size / 1000;
}

/** Time in ms to load its nodes and its credential where n8n-workflow is loaded already, as in n8n. */
export function loadTime(runs: number): number {
	const program = `
		const { n8n } = require('./package.json');
		require('n8n-workflow');
		const start = performance.now();
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			for (const Class of Object.values(require('./' + file))) new Class();
		}
		console.log(performance.now() - start);`;
	const times = Array.from({ length: runs }, () =>
		Number(
			execFileSync(process.execPath, ['--eval', program], {
				cwd: repositoryRoot,
				encoding: 'utf8',
			}),
		),
	);
	return median(times);
}
