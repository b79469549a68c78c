/** All that docs/benchmarks.md has figures of. */
import { type CaseName, cases, sendLoop } from './cases.ts';
import { freshSandbox, openHost } from './host.ts';
import { sentIds } from './ids.ts';
import { peakMemory, peaksInTurns } from './memory.ts';
import { httpRequest, jobs, ours } from './nodes.ts';
import { loadTime, tarballSize } from './package.ts';
import type { Figures } from './tables.ts';
import { timeCases, type Timing } from './timing.ts';
import { watchPolls } from './trigger.ts';

const all = Object.keys(cases) as CaseName[];
const atTenThousand = [
	'send',
	'bulk',
	'report',
	'poll',
	'sendHttp',
	'sendLoop',
	'reportLoop',
	'bulkDirect',
] satisfies CaseName[];

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

	log('The trigger in an active workflow: about three minutes');
	await freshSandbox(host);
	const polls = await watchPolls(host, await sentIds(host, 1_000));

	log('Memory');
	const [send, loop] = await peaksInTurns(10_000, [() => ours(jobs.send), sendLoop()]);
	const memory = {
		items: await peakMemory(10_000),
		send,
		loop,
		bulk: await peakMemory(10_000, () => ours(jobs.bulk)),
		http: await peakMemory(10_000, (one) => httpRequest(one, jobs.send)),
		manyItems: await peakMemory(100_000),
		manyBulk: await peakMemory(100_000, () => ours(jobs.bulk)),
	};
	return { timings, polls, memory, weight: { loadMs: loadTime(5), tarballKB: tarballSize(host) } };
}
