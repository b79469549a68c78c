import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { App } from '../contract/typed.ts';
import { pageView } from '../pageView.ts';
import type { Sandbox } from '../sandbox.ts';

const { resolve } = createRequire(import.meta.url);
const scripts = ['page.js', 'beside.js', 'thread.js', 'links.js', 'element.js'];
const inFolder = (name: string) => new URL(`../page/${name}`, import.meta.url);
const files = [
	{ path: '/', file: inFolder('index.html'), type: 'text/html' },
	{ path: '/_sandbox/page/style.css', file: inFolder('style.css'), type: 'text/css' },
	{
		path: '/_sandbox/page/pico.css',
		file: resolve('@picocss/pico/css/pico.cyan.min.css'),
		type: 'text/css',
	},
	...scripts.map((name) => ({
		path: `/_sandbox/page/${name}`,
		file: inFolder(name),
		type: 'text/javascript',
	})),
];

/** Nothing but these files, and no frame of another site. */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

	app.get('/_sandbox/events', (_request, reply) => {
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, {
			...(reply.getHeaders() as OutgoingHttpHeaders),
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		let shown = '';
		const showWhatIsNew = () => {
			const view = viewAsJson(sandbox);
			if (view === undefined || view === shown) return;
			shown = view;
			stream.write(`data: {"now":${sandbox.clock.now()},"view":${view}}\n\n`);
		};
		showWhatIsNew();
		const timer = setInterval(showWhatIsNew, lookEvery);
		stream.on('close', () => clearInterval(timer));
	});
}

/** Undefined if somebody sent fields that are nested too deep to be written. */
function viewAsJson(sandbox: Sandbox): string | undefined {
	try {
		return JSON.stringify(pageView(sandbox));
	} catch {
		return undefined;
	}
}
