import { explain } from '../failure.ts';

// Before anything else is loaded: Ctrl-C leaves a report at any time. The second one ends at once.
const stopping = new AbortController();
process.on('SIGINT', () => {
	if (stopping.signal.aborted) process.exit(2);
	stopping.abort();
});

try {
	const { run } = await import('./run.ts');
	process.exit(await run(process.argv.slice(2), stopping.signal));
} catch (error) {
	console.error(explain(error));
	process.exit(2);
}
