/**
 * `npm run bench`: times the package in a real n8n against n8n's own HTTP Request node, n8n's HTTP
 * helper and bare HTTP, prints tables and writes them into docs/benchmarks.md. Takes about 25 minutes.
 *
 * `npm run bench -- limits`: times only what the limits of a day add to a message.
 */
import { Failure } from '../failure.ts';
import { runToEnd } from '../processes/shutdown.ts';
import { type CaseName, cases, timeCases, type Timing } from './cases.ts';
import { openHost } from './host.ts';
import { peakMemory, peaksInTurns } from './memory.ts';
import { bareLoop, jobs, ours } from './nodes.ts';
import { timePerDay } from './perDay.ts';
import { type Figures, limitsOfDay, report } from './tables.ts';

const all = Object.keys(cases) as CaseName[];
const atTenThousand = all.filter((name) => name !== 'reportHttp');

const log = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);

async function measure(): Promise<Figures> {
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
	await host.stop();
	log('Memory');
	const [send, loop] = await peaksInTurns(10_000, [ours(jobs.send), bareLoop(jobs.send)]);
	const items = await peakMemory(10_000);
	const bulk = await peakMemory(10_000, ours(jobs.bulk));
	return { timings, perDay, memory: { items, send, loop, bulk } };
}

await runToEnd(async () => {
	const [command, ...rest] = process.argv.slice(2);
	if (!command) report(await measure());
	else if (command === 'limits' && !rest.length)
		console.log(limitsOfDay({ perDay: await timePerDay(await openHost()) }));
	else {
		throw new Failure(
			`This is no benchmark: ${process.argv.slice(2).join(' ')}`,
			'Use it as npm run bench, or npm run bench -- limits',
		);
	}
	return 0;
});
