/** All that docs/benchmarks.md has figures of. */
import { type CaseName, cases } from './cases.ts';
import { openHost } from './host.ts';
import { peakMemory, peaksInTurns } from './memory.ts';
import { bareLoop, jobs, ours } from './nodes.ts';
import { timePerDay } from './perDay.ts';
import type { Figures } from './tables.ts';
import { timeCases, type Timing } from './timing.ts';

const all = Object.keys(cases) as CaseName[];
const atTenThousand = all.filter((name) => name !== 'reportHttp');

const log = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);

export async function measure(): Promise<Figures> {
	const host = await openHost();
	log('Warming up');
	await timeCases(host, all, 100, 0, 1);

	const timings: Figures['timings'] = {};
	const time = async (names: CaseName[], count: number, latencyMs: number) => {
		log(`${count} items, ${latencyMs} ms of latency`);
		const measured = await timeCases(host, names, count, latencyMs);
		for (const [name, { ms, runs }] of measured)
			log(`  ${name}: ${Math.round(ms)} ms, ${runs} runs`);
		timings[`${count} ${latencyMs}`] = Object.fromEntries(measured) as Record<CaseName, Timing>;
	};
	await time(all, 1_000, 0);
	await time(all, 1_000, 20);
	await time(atTenThousand, 10_000, 0);
	await time(['bulk', 'bulkDirect'], 100_000, 0);

	log('Limits of a day');
	const perDay = await timePerDay(host);
	log('Memory');
	const [send, loop] = await peaksInTurns(10_000, [ours(jobs.send), bareLoop(jobs.send)]);
	const items = await peakMemory(10_000);
	const bulk = await peakMemory(10_000, ours(jobs.bulk));
	return { timings, perDay, memory: { items, send, loop, bulk } };
}
