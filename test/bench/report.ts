import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { n8nVersion } from '../../dev/n8nInstallation.ts';
import { repositoryRoot } from '../../dev/places.ts';
import type { CaseName, Timing } from './cases.ts';
import { exponent, ms, times } from './figures.ts';
import type { Polls } from './trigger.ts';

export interface Figures {
	/** By number of items and latency, such as `1000 20`. */
	timings: Record<string, Partial<Record<CaseName, Timing>>>;
	polls: Polls;
	/** Peak in MB above what n8n held before, for 10,000 items: the items alone, and each node. */
	memory: { items: number; send: number; bulk: number; http: number };
	weight: { loadMs: number; tarballKB: number };
}

/** What is compared with what, at which numbers of items, and how many times as fast it should be. */
const comparisons: Array<[string, CaseName, CaseName, number[], number]> = [
	['Send', 'send', 'sendHttp', [1_000, 10_000], 1.3],
	['Send, plain references', 'sendPlain', 'sendHttpPlain', [1_000], 1.3],
	['Send Bulk', 'bulk', 'sendHttp', [1_000, 10_000], 10],
	['Send Bulk, plain references', 'bulkPlain', 'sendHttpPlain', [1_000], 50],
	['Get Delivery Report', 'report', 'reportHttp', [1_000], 1],
];

const limits: Array<[string, CaseName, CaseName, number[], number]> = [
	['Send Bulk', 'bulk', 'bulkDirect', [1_000, 10_000], 3],
	['Send Bulk, plain references', 'bulkPlain', 'bulkDirect', [1_000, 10_000], 3],
	['Trigger, one poll', 'poll', 'pollDirect', [1_000], 2],
];

const growing: Array<[string, CaseName]> = [
	['Send', 'send'],
	['Send Bulk', 'bulk'],
	['Get Delivery Report', 'report'],
	['Trigger, one poll', 'poll'],
];

/** Prints the tables and puts them into docs/benchmarks.md, where what is written by hand stays. */
export function report(figures: Figures): void {
	const text = [
		machine(),
		'### Against the HTTP Request node',
		against('HTTP Request', comparisons, figures, (ours, other) => other / ours, '≥'),
		'### Against the same requests without n8n',
		against('undici', limits, figures, (ours, other) => ours / other, '≤'),
		'### How time grows with the number of items',
		growth(figures),
		'### Memory, size',
		weights(figures),
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
		`${platform()} ${release()} ${arch()}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${gigabytes} GB.`,
		'n8n, the sandbox and the benchmark share the cores.',
	].join('\n');
}

function against(
	other: string,
	rows: typeof comparisons,
	{ timings }: Figures,
	ratio: (ours: number, other: number) => number,
	sign: string,
): string {
	const lines = rows.flatMap(([name, ours, theirs, counts, goal]) =>
		counts.flatMap((count) =>
			[0, 20].flatMap((latency) => {
				const measured = timings[`${count} ${latency}`];
				const [a, b] = [measured?.[ours], measured?.[theirs]];
				if (!a || !b) return [];
				const value = ratio(a.ms, b.ms);
				const met = sign === '≥' ? value >= goal : value <= goal;
				const cells = [name, count.toLocaleString('en'), `${latency} ms`, took(a), took(b)];
				return [[...cells, times(value), `${sign} ${goal}${met ? '' : ' **missed**'}`]];
			}),
		),
	);
	const how = sign === '≥' ? 'Times as fast' : 'Times as long';
	return table(['', 'Items', 'Latency', 'This package', other, how, 'Goal'], lines);
}

function took({ ms: value, runs }: Timing): string {
	return runs === 5 ? ms(value) : `${ms(value)} (${runs} run${runs > 1 ? 's' : ''})`;
}

function growth({ timings }: Figures): string {
	const counts = [100, 1_000, 10_000];
	const lines = growing.map(([name, one]) => {
		const [few, some, many] = counts.map((count) => timings[`${count} 0`][one]?.ms ?? NaN);
		const exponents = [exponent(few, some), exponent(some, many)];
		return [name, ...[few, some, many].map(ms), ...exponents.map((value) => value.toFixed(2))];
	});
	return table(['', '100', '1,000', '10,000', 'Exponent to 1,000', 'to 10,000'], lines);
}

function weights({ polls, memory, weight }: Figures): string {
	const peak = (value: number) => `${Math.round(value)} MB`;
	const atMost = (goal: number, value: number, unit = '') =>
		`≤ ${goal}${unit}${value <= goal ? '' : ' **missed**'}`;
	return table(
		['', '', 'Goal'],
		[
			['Peak of memory added by 10,000 items, no node of ours', peak(memory.items), ''],
			['… and Send', peak(memory.send), atMost(150, memory.send, ' MB')],
			['… and Send Bulk', peak(memory.bulk), atMost(150, memory.bulk, ' MB')],
			['… and HTTP Request in their place', peak(memory.http), ''],
			['Trigger: poll of 1,000 messages that are new', ms(polls.firstMs), ''],
			['Trigger: poll of 1,000 messages without a change', ms(polls.unchangedMs), ''],
			[
				'Trigger: stored for each SMS part',
				`${polls.bytesPerPart.toFixed(1)} bytes`,
				atMost(80, polls.bytesPerPart),
			],
			['Loading the package in n8n', ms(weight.loadMs), ''],
			['The packed package', `${weight.tarballKB.toFixed(1)} kB`, ''],
		],
	);
}

function table(header: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
