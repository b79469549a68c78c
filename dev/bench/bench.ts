/**
 * `npm run bench`: times the package in a real n8n against n8n's own HTTP Request node, n8n's HTTP
 * helper and bare HTTP, prints tables and writes them into docs/benchmarks.md. Takes about 25 minutes.
 *
 * `npm run bench -- limits`: times only what the limits of a day add to a message.
 */
import { Failure } from '../failure.ts';
import { runToEnd } from '../processes/shutdown.ts';
import { type CaseName, cases, median, timeCases, type Timing } from './cases.ts';
import { freshSandbox, openHost, run } from './host.ts';
import { bareLoop, jobs, type MakeNode, ours } from './nodes.ts';
import { timePerDay } from './perDay.ts';
import { forgetPeak, idle, memoryOf } from './processes.ts';
import { type Figures, limitsOfDay, report } from './tables.ts';
import { messagesCode, workflowOf } from './workflows.ts';

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

/**
 * Starts an n8n that has done nothing yet but ten items of the same kind, and gives by how many MB
 * its memory rises at most during one run of so many items.
 */
async function peakMemory(count: number, node?: MakeNode): Promise<number> {
	const host = await openHost();
	await freshSandbox(host);
	const runOnce = async (items: number) =>
		await run(host, workflowOf(host, messagesCode(items), node?.(host)));
	await runOnce(10);
	await idle(host.pid);
	forgetPeak(host.pid);
	const before = memoryOf(host.pid).now;
	await runOnce(count);
	const risen = memoryOf(host.pid).peak - before;
	await host.stop();
	return risen;
}

/** The median of several runs of each, taken in turns: when Node.js collects its garbage is chance. */
async function peaksInTurns(count: number, nodes: MakeNode[]): Promise<number[]> {
	const peaks: number[][] = nodes.map(() => []);
	for (let turn = 1; turn <= 3; turn++) {
		for (const [i, node] of nodes.entries()) peaks[i].push(await peakMemory(count, node));
	}
	return peaks.map(median);
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
