import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildApp } from './app.ts';
import { keepState, readState } from './keep.ts';
import { readRecording } from './like/recording.ts';
import { withoutControls } from './stranger.ts';
import { isThisMachine } from './account/thisMachine.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
	options: { port: text, host: text, like: text, seed: text, keep: text },
});
const port = Number(values.port ?? process.env.SANDBOX_PORT ?? 4010);
const host = values.host ?? process.env.SANDBOX_HOST ?? '127.0.0.1';
const chosenToken = process.env.SANDBOX_TOKEN?.trim() || undefined;
const token = chosenToken ?? (isThisMachine(host) ? undefined : randomBytes(16).toString('hex'));
const { SANDBOX_CHECK: address, SANDBOX_CHECK_TOKEN } = process.env;
const check = address ? { address, token: SANDBOX_CHECK_TOKEN ?? '' } : undefined;
const names = [host, ...(process.env.SANDBOX_NAMES ?? '').split(',')]
	.map((name) => name.trim())
	// An address of all networks is no name.
	.filter((name) => !/^[0.:]*$/.test(name));

function explain(error: NodeJS.ErrnoException): string {
	if (error.code === 'EADDRINUSE') {
		return `Port ${port} is in use. Stop what uses it, or choose another: --port 4011`;
	}
	if (error.code === 'EACCES') return `Port ${port} is not allowed to this user; try --port 4010`;
	return `The sandbox cannot start: ${error.message}`;
}

async function start(): Promise<void> {
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error('the port must be a number from 0 to 65535');
	}
	const like = values.like === undefined ? undefined : readRecording(values.like);
	const app = await buildApp({ names, token, like, check });
	readState(app, values);
	const address = await app.listen({ port, host });
	// Not before nobody else has the port: another sandbox may keep its state in the same file.
	const stopKeeping = await keepState(app, values).catch(async (error) => {
		await app.close();
		throw error;
	});
	console.log(`The sandbox of Messaging Service is ready.

  Address    ${address}
  API key    sandbox-key
  Page       ${address}/${token ? `?token=${encodeURIComponent(token)}` : ''}   (open it to see what was sent)${values.keep ? `\n  State      kept in ${values.keep}` : ''}

Stop it with Ctrl-C.`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, async () => {
			await stopKeeping();
			await app.close();
			process.exit(0);
		});
	}
}

start().catch((error: NodeJS.ErrnoException) => {
	console.error(withoutControls(explain(error)));
	process.exitCode = 1;
});
