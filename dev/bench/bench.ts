/**
 * `npm run bench`: times the package in a real n8n against n8n's own HTTP Request node, n8n's HTTP
 * helper and bare HTTP, prints tables and writes them into docs/benchmarks.md. Takes about 25 minutes.
 *
 * `npm run bench -- limits`: times only what the limits of a day add to a message.
 */
import { Failure } from '../failure.ts';
import { runToEnd } from '../processes/shutdown.ts';
import { openHost } from './host.ts';
import { measure } from './measure.ts';
import { timePerDay } from './perDay.ts';
import { report } from './report.ts';
import { limitsOfDay } from './tables.ts';

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
