import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { n8nVersion } from '../n8n/releases.ts';
import { repositoryRoot } from '../places.ts';
import {
	against,
	bulkAlone,
	comparisons,
	type Figures,
	limitsOfDay,
	loopLimits,
	peaks,
} from './tables.ts';

/** Prints the tables and puts them into docs/benchmarks.md, where what is written by hand stays. */
export function report(figures: Figures): void {
	const text = [
		machine(),
		'### Against the HTTP Request node',
		against('HTTP Request', '≥', comparisons, figures),
		"### Against n8n's HTTP helper in a bare loop",
		against('Bare loop', '≤', loopLimits, figures),
		'### Against the same requests without n8n',
		bulkAlone(figures),
		'### The limits of a day, after 1,000 messages',
		limitsOfDay(figures),
		'### Memory',
		peaks(figures),
	].join('\n\n');
	console.log(`\n${text}\n`);
	const file = join(repositoryRoot, 'docs/benchmarks.md');
	const [begin, end] = ['<!-- npm run bench: begin -->', '<!-- npm run bench: end -->'];
	const document = readFileSync(file, 'utf8');
	const [before, after] = [document.split(begin)[0], document.split(end)[1]];
	writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

function machine(): string {
	const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
	const gigabytes = (totalmem() / 1024 ** 3).toFixed(0);
	return [
		`${new Date().toISOString().slice(0, 10)}: this package ${version}, n8n ${n8nVersion}, Node ${process.version},`,
		`${type()} ${release()} ${arch()}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${gigabytes} GB.`,
		'n8n, the sandbox and the benchmark share the cores.',
	].join('\n');
}
