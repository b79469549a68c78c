import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { App } from '../contract/typed.ts';
import { createPageEvents } from '../pageEvents.ts';
import type { Sandbox } from '../sandbox.ts';

const { resolve } = createRequire(import.meta.url);
const inFolder = (name: string) => new URL(`../page/${name}`, import.meta.url);
const scripts = readdirSync(inFolder('')).filter((name) => name.endsWith('.js'));
/** Node.js is led to a build of its own; that for browsers is in the folder above. */
const lit = join(dirname(resolve('lit-html')), '..');
const ofLit = [
	'lit-html',
	'directive',
	'directive-helpers',
	'directives/keyed',
	'directives/repeat',
];

const served = (path: string, file: URL | string, type: string) => ({ path, file, type });
const files = [
	served('/', inFolder('index.html'), 'text/html'),
	served('/_sandbox/page/style.css', inFolder('style.css'), 'text/css'),
	served('/_sandbox/page/pico.css', resolve('@picocss/pico/css/pico.cyan.min.css'), 'text/css'),
	...scripts.map((name) => served(`/_sandbox/page/${name}`, inFolder(name), 'text/javascript')),
	...ofLit.map((name) =>
		served(`/_sandbox/page/lit/${name}.js`, join(lit, `${name}.js`), 'text/javascript'),
	),
];

/** Nothing but these files, frames only for emails, and in no frame of another site. */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How often the page's stream looks for something new, in milliseconds. */
const lookEvery = 300;

/** The page at `/` and the server-sent events it lives on. */
export function addPageRoutes(app: App, sandbox: Sandbox): void {
	for (const { path, file, type } of files) {
		app.get(path, async (_request, reply) => {
			const text = await readFile(file, 'utf8');
			reply.header('content-security-policy', policy);
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}

	app.get('/_sandbox/events', async (_request, reply) => {
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, {
			...(reply.getHeaders() as OutgoingHttpHeaders),
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		const whatIsNew = createPageEvents(sandbox);
		while (!stream.destroyed) {
			for (const event of whatIsNew()) {
				stream.write(`data: ${JSON.stringify(event)}\n\n`);
				// Others have their turn between the portions of much.
				await turn();
			}
			await wait(lookEvery, undefined, { ref: false });
		}
	});
}
