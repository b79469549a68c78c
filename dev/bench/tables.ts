/** The tables of docs/benchmarks.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { manifest } from '../n8n/communityPackage.ts';
import { n8nVersion } from '../n8n/releases.ts';
import { repositoryRoot } from '../places.ts';
import type { CaseName, Timing } from './cases.ts';
import type { PerDay } from './perDay.ts';

export interface Figures {
	/** By number of items and latency, such as `1000 20`. */
	timings: Record<string, Partial<Record<CaseName, Timing>>>;
	/** One message in an execution of its own, in ms. */
	perDay: PerDay;
	/** Peaks in MB above what n8n held before, for 10,000 items; `items` are those alone. */
	memory: Record<'items' | 'send' | 'loop' | 'bulk', number>;
}

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
	const gigabytes = (totalmem() / 1024 ** 3).toFixed(0);
	return [
		`${new Date().toISOString().slice(0, 10)}: this package ${manifest.version}, n8n ${n8nVersion}, Node ${process.version},`,
		`${type()} ${release()} ${arch()}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${gigabytes} GB.`,
		'n8n, the sandbox and the benchmark share the cores.',
	].join('\n');
}

/** What is compared with what: a count that was not measured with a latency has no line with it. */
interface Row {
	name: string;
	ours: CaseName;
	other: CaseName;
	goals: [without: number, withLatency: number];
}

const counts = [1_000, 10_000];

/** How many times as fast: at least so many. */
const comparisons: Row[] = [
	{ name: 'Send', ours: 'send', other: 'sendHttp', goals: [6.5, 1.3] },
	{ name: 'Send Bulk', ours: 'bulk', other: 'sendHttp', goals: [10, 10] },
	{ name: 'Get Delivery Report', ours: 'report', other: 'reportHttp', goals: [3, 1] },
];

/** How many times as long as the bare loop: at most so many. */
const loopLimits: Row[] = [
	{ name: 'Send', ours: 'send', other: 'sendLoop', goals: [1.2, 1.2] },
	{ name: 'Get Delivery Report', ours: 'report', other: 'reportLoop', goals: [1.2, 1.2] },
	{ name: 'Trigger, one poll', ours: 'poll', other: 'reportLoop', goals: [1.2, 1.2] },
];

/** What Send Bulk may take for an item beside the requests themselves, in µs. */
const bulkMicroseconds = 15;

const goalCell = (sign: string, goal: string, isMet: boolean) =>
	`${sign} ${goal}${isMet ? '' : ' **missed**'}`;

/** Rows of ours against another way. */
function against(other: string, sign: '≥' | '≤', rows: Row[], figures: Figures): string {
	const lines = rows.flatMap((row) =>
		counts.flatMap((count) => row.goals.flatMap((goal, i) => line(row, count, 20 * i, goal))),
	);
	const how = sign === '≥' ? 'Times as fast' : 'Times as long';
	return table(['', 'Items', 'Latency', 'This package', other, how, 'Goal'], lines);

	function line(row: Row, count: number, latency: number, goal = NaN): string[][] {
		const measured = figures.timings[`${count} ${latency}`];
		const [a, b] = [measured?.[row.ours], measured?.[row.other]];
		if (!a || !b) return [];
		const value = sign === '≥' ? b.ms / a.ms : a.ms / b.ms;
		const wanted = goalCell(sign, String(goal), sign === '≥' ? value >= goal : value <= goal);
		const cells = [row.name, count.toLocaleString('en'), `${latency} ms`, took(a), took(b)];
		return [[...cells, times(value), wanted]];
	}
}

/** What Send Bulk takes beside what the same requests take without n8n. */
function bulkAlone({ timings }: Figures): string {
	const lines = [...counts, 100_000].flatMap((count) => {
		const { bulk, bulkDirect } = timings[`${count} 0`] ?? {};
		if (!bulk || !bulkDirect) return [];
		const own = ((bulk.ms - bulkDirect.ms) * 1_000) / count;
		const goal = goalCell('≤', `${bulkMicroseconds} µs`, own <= bulkMicroseconds);
		return [
			[count.toLocaleString('en'), took(bulk), took(bulkDirect), `${own.toFixed(0)} µs`, goal],
		];
	});
	return table(['Items', 'Send Bulk', 'undici', 'Own time per item', 'Goal'], lines);
}

/** What the limits of a day add to a message, when 1,000 went out. */
export function limitsOfDay({ perDay }: Pick<Figures, 'perDay'>): string {
	const rows = (['first', 'second'] as const).map((which) => {
		const added = perDay[which] - perDay.without;
		const goal = goalCell('≤', '20 ms', added <= 20);
		return [`its ${which}`, ms(perDay.without), ms(perDay[which]), ms(added), goal];
	});
	return table(
		['Message to a number today', 'Send without limits', 'With both', 'Added', 'Goal'],
		rows,
	);
}

function took({ ms: value, runs }: Timing): string {
	return runs === 5 ? ms(value) : `${ms(value)} (${runs} run${runs > 1 ? 's' : ''})`;
}

function peaks({ memory: { items, send, loop, bulk } }: Figures): string {
	const peak = (value: number) => `${Math.round(value)} MB`;
	const ratio = send / loop;
	return table(
		['Peak of memory added by 10,000 items', '', 'Goal'],
		[
			['No node of ours', peak(items), ''],
			['The bare loop', peak(loop), ''],
			[
				'Send in its place',
				`${peak(send)}, ${times(ratio)} the bare loop`,
				goalCell('≤', '1.2 ×', ratio <= 1.2),
			],
			['Send Bulk in its place', peak(bulk), goalCell('≤', '150 MB', bulk <= 150)],
		],
	);
}

function table(header: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Whole milliseconds with their thousands apart. */
function ms(value: number): string {
	return `${Math.round(value).toLocaleString('en')} ms`;
}

/** A ratio with as many digits as it deserves. */
function times(value: number): string {
	return `${value >= 10 ? Math.round(value) : value.toFixed(value >= 2 ? 1 : 2)} ×`;
}
