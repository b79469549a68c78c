import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dirname, extname, join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Accounts } from '../account/accounts.ts';
import type { App } from '../contract/typed.ts';
import { createPageEvents } from '../pageEvents.ts';

const { resolve } = createRequire(import.meta.url);
const page = join(import.meta.dirname, '../page');
/** Node.js is led to a build of its own; that for browsers is in the folder above. */
const lit = join(dirname(resolve('lit-html')), '..');

const served = (path: string, folder: string, pattern: string) =>
	globSync(pattern, { cwd: folder }).map((name) => ({
		path: path + name.replaceAll('\\', '/'),
		file: join(folder, name),
	}));
const files = [
	{ path: '/', file: join(page, 'index.html') },
	{ path: '/_sandbox/page/pico.css', file: resolve('@picocss/pico/css/pico.cyan.min.css') },
	...served('/_sandbox/page/', page, '*.{css,js}'),
	...served('/_sandbox/page/docs/', join(page, '../../docs'), '{errors,public-forms,sending}.md'),
	...served('/_sandbox/page/lit/', lit, '{lit-html,directive,directive-helpers,directives/*}.js'),
];
const types: Record<string, string> = {
	...{ '.html': 'html', '.css': 'css', '.js': 'javascript', '.md': 'plain' },
};

/** Nothing but these files, frames only for emails, and in no frame of another site. */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How often the page's stream looks for something new, in milliseconds. */
const lookEvery = 300;

async function* eventsOf(whatIsNew: () => Iterable<object>, pause: () => Promise<unknown>) {
	for (;;) {
		for (const event of whatIsNew()) {
			yield `data: ${JSON.stringify(event)}\n\n`;
			// Others have their turn between the portions of much.
			await turn();
		}
		await pause();
	}
}

/** Tells a page what is new until it is closed. One that does not read is told nothing: later, it gets the newest. */
export async function tell(stream: Writable, ...source: Parameters<typeof eventsOf>) {
	await pipeline(eventsOf(...source), stream).catch(() => undefined);
}

/** The page at `/` and the server-sent events it lives on. */
export function addPageRoutes(app: App, { used }: Accounts, canCheck: boolean): void {
	for (const { path, file } of files) {
		app.get(path, async (_request, reply) => {
			const text = await readFile(file, 'utf8');
			reply.header('content-security-policy', policy);
			return reply.type(`text/${types[extname(file)]}; charset=utf-8`).send(text);
		});
	}

	app.get('/_sandbox/events', async ({ sandbox }, reply) => {
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, {
			...(reply.getHeaders() as OutgoingHttpHeaders),
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		const whatIsNew = createPageEvents(sandbox, used, canCheck);
		await tell(stream, whatIsNew, () => wait(lookEvery, undefined, { ref: false }));
	});
}
