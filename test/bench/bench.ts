/**
 * `npm run bench`: times the package in a real n8n against n8n's own HTTP Request node and against
 * bare HTTP, prints tables and writes them into docs/benchmarks.md. Takes about a quarter of an hour.
 */
import { runToEnd } from '../../dev/shutdown.ts';
import { type CaseName, cases, sentIds, timeCases, type Timing } from './cases.ts';
import { freshSandbox, openHost } from './host.ts';
import { peakMemory } from './memory.ts';
import { loadTime, tarballSize } from './package.ts';
import { type Figures, report } from './report.ts';
import { watchPolls } from './trigger.ts';
import { httpRequest, sms, withText } from './workflows.ts';

const all = Object.keys(cases) as CaseName[];
const growing = ['send', 'bulk', 'report', 'poll'] satisfies CaseName[];
const atTenThousand = [...growing, 'sendHttp', 'bulkPlain', 'bulkDirect'] satisfies CaseName[];

await runToEnd(async () => {
	const host = await openHost();
	const log = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);

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
	await time(growing, 100, 0);
	await time(all, 1_000, 0);
	await time(all, 1_000, 20);
	await time(atTenThousand, 10_000, 0);
	await time(['bulk', 'bulkPlain', 'bulkDirect'], 10_000, 20);

	log('The trigger in an active workflow: about three minutes');
	await freshSandbox(host);
	const polls = await watchPolls(host, await sentIds(host, 1_000));

	log('Memory');
	const memory = {
		items: await peakMemory(10_000),
		send: await peakMemory(10_000, () => sms('send', withText)),
		bulk: await peakMemory(10_000, () => sms('sendBulk', withText)),
		http: await peakMemory(10_000, (one) => httpRequest(one, '/v1/sms/single', withText)),
	};
	const weight = { loadMs: loadTime(5), tarballKB: tarballSize(host) };
	report({ timings, polls, memory, weight });
	return 0;
});
