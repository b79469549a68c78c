/** The tables of docs/benchmarks.md. */
import type { CaseName } from './cases.ts';
import { ms, times } from './figures.ts';
import { bulkLimit, loops, type Row } from './rows.ts';
import type { Timing } from './timing.ts';
import type { Polls } from './trigger.ts';

export interface Figures {
	/** By number of items and latency, such as `1000 20`. */
	timings: Record<string, Partial<Record<CaseName, Timing>>>;
	polls: Polls;
	memory: Memory;
	weight: { loadMs: number; tarballKB: number };
}

/** Peaks in MB above what n8n held before, for 10,000 items and, where it says many, for 100,000. */
interface Memory {
	/** The items alone. */
	items: number;
	send: number;
	loop: number;
	bulk: number;
	http: number;
	manyItems: number;
	manyBulk: number;
}

const goalCell = (sign: string, goal: string, isMet: boolean) =>
	`${sign} ${goal}${isMet ? '' : ' **missed**'}`;

/** Rows of ours against another way. */
export function against(other: string, sign: '≥' | '≤', rows: Row[], figures: Figures): string {
	const lines = rows.flatMap((row) =>
		row.counts.flatMap((count) => row.goals.flatMap((goal, i) => line(row, count, 20 * i, goal))),
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
export function bulkAlone({ timings }: Figures): string {
	const lines = bulkLimit.counts.flatMap((count) => {
		const { bulk, bulkDirect } = timings[`${count} 0`] ?? {};
		if (!bulk || !bulkDirect) return [];
		const own = ((bulk.ms - bulkDirect.ms) * 1_000) / count;
		const goal = goalCell('≤', `${bulkLimit.microseconds} µs`, own <= bulkLimit.microseconds);
		return [
			[count.toLocaleString('en'), took(bulk), took(bulkDirect), `${own.toFixed(0)} µs`, goal],
		];
	});
	return table(['Items', 'Send Bulk', 'undici', 'Own time per item', 'Goal'], lines);
}

function took({ ms: value, runs }: Timing): string {
	return runs === 5 ? ms(value) : `${ms(value)} (${runs} run${runs > 1 ? 's' : ''})`;
}

/** What n8n's authentication costs in the bare loop. */
export function authentication({ timings }: Figures): string {
	const measured = timings['1000 0'];
	const bare = measured.sendLoop?.ms ?? NaN;
	const lines = loops.map(([name, one]) => {
		const value = measured[one]?.ms ?? NaN;
		return [name, ms(value), times(value / bare)];
	});
	return table(['1,000 messages, without latency', '', 'Times as long'], lines);
}

export function weights({ polls, memory, weight }: Figures): string {
	const peak = (value: number) => `${Math.round(value)} MB`;
	const ratio = memory.send / memory.loop;
	return table(
		['', '', 'Goal'],
		[
			['Peak of memory added by 10,000 items, no node of ours', peak(memory.items), ''],
			['… and the bare loop', peak(memory.loop), ''],
			[
				'… and Send in its place',
				`${peak(memory.send)}, ${times(ratio)} the bare loop`,
				goalCell('≤', '1.2 ×', ratio <= 1.2),
			],
			['… and HTTP Request in its place', peak(memory.http), ''],
			[
				'… and Send Bulk in its place',
				peak(memory.bulk),
				goalCell('≤', '150 MB', memory.bulk <= 150),
			],
			['Peak of memory added by 100,000 items, no node of ours', peak(memory.manyItems), ''],
			['… and Send Bulk', peak(memory.manyBulk), ''],
			['Trigger: poll of 1,000 messages that are new', ms(polls.firstMs), ''],
			['Trigger: poll of 1,000 messages without a change', ms(polls.unchangedMs), ''],
			[
				'Trigger: stored for each SMS part',
				`${polls.bytesPerPart.toFixed(1)} bytes`,
				goalCell('≤', '80', polls.bytesPerPart <= 80),
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
