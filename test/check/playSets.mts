import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Report } from '../../sandbox/flightCheck.ts';
import { adviceOf } from '../../sandbox/page/words.js';

// Plays the workflows of the sets whose names hold one of the words, and says of each what the check finds.
const root = join(import.meta.dirname, '../..');
const sets = join(root, 'test/check/sets');

/** A report, or why there is none. */
type Outcome = Partial<Report> & { reason?: string };

const words = process.argv.slice(2);
const files = readdirSync(sets, { recursive: true, encoding: 'utf8' })
	.filter((file) => /\/[pg]\d+[^/]*(?<!-sub)\.json$/.test(file))
	.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
	.sort();
const folder = mkdtempSync(join(tmpdir(), 'sets-'));
const json = join(folder, 'reports.json');
const paths = files.map((file) => join(sets, file));
const args = ['dev/check/check.ts', ...paths, '--json', json];
spawnSync(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
const outcomes: Outcome[] = JSON.parse(readFileSync(json, 'utf8'));
rmSync(folder, { recursive: true });

const titleOf = (file: string) => JSON.parse(readFileSync(join(sets, file), 'utf8')).name as string;
for (const file of files) {
	const title = titleOf(file);
	const { rows = [], reason } = outcomes.find(({ workflow }) => workflow === title) ?? {};
	console.log(`\n${file}${reason ? `: not played. ${reason}` : ''}`);
	for (const { level, happened, advice, where } of adviceOf(rows))
		console.log(`  ${level}: ${happened}${advice ? `\n    ${advice} (${where})` : ''}`);
}
