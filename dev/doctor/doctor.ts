import { registerHooks } from 'node:module';

import { explain } from '../failure.ts';

// Before anything else is loaded: Ctrl-C leaves a report at any time, and so does a terminal that is closed. The
// third one ends at once: npm may hand the first one on, so that it comes twice.
const stopping = new AbortController();
let stops = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (++stops > 2) process.exit(2);
		stopping.abort();
	});
}

// A report is written even if nobody reads what is shown any more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Node loads the node's files as n8n does: they name no endings, and n8n-workflow is CommonJS. Told their format, it
// doesn't warn that it had to find out.
registerHooks({
	resolve(name, context, next) {
		if (name === 'n8n-workflow') return next(name, { ...context, conditions: ['node', 'require'] });
		const isShort = context.parentURL?.endsWith('.ts') && /^\.(?!.*\.[jt]s$)/.test(name);
		const found = next(isShort ? `${name}.ts` : name, context);
		return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
	},
});

try {
	const { run } = await import('./run.ts');
	process.exit(await run(process.argv.slice(2), stopping.signal));
} catch (error) {
	console.error(explain(error));
	process.exit(2);
}
