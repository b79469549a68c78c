import { readFile } from 'node:fs/promises';
import type { App } from '../contract/typed.ts';
import { pageView } from '../pageView.ts';
import type { Sandbox } from '../sandbox.ts';

const scripts = ['page.js', 'beside.js', 'thread.js', 'links.js', 'element.js'];
const files = [
	{ path: '/', file: 'index.html', type: 'text/html' },
	{ path: '/_sandbox/page/style.css', file: 'style.css', type: 'text/css' },
	...scripts.map((file) => ({ path: `/_sandbox/page/${file}`, file, type: 'text/javascript' })),
];

/** How often the page's stream looks for something new, in milliseconds. */
const lookEvery = 300;

/** The page at `/` and the server-sent events it lives on. */
export function addPageRoutes(app: App, sandbox: Sandbox): void {
	for (const { path, file, type } of files) {
		app.get(path, async (_request, reply) => {
			const text = await readFile(new URL(`../page/${file}`, import.meta.url), 'utf8');
			reply.header('content-security-policy', "default-src 'self'; img-src data:");
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}

	app.get('/_sandbox/events', (_request, reply) => {
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		let shown = '';
		const showWhatIsNew = () => {
			const view = JSON.stringify(pageView(sandbox));
			if (view === shown) return;
			shown = view;
			stream.write(`data: {"now":${sandbox.clock.now()},"view":${view}}\n\n`);
		};
		showWhatIsNew();
		const timer = setInterval(showWhatIsNew, lookEvery);
		stream.on('close', () => clearInterval(timer));
	});
}
