import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	type LaunchOptions,
	type Page,
	selectors,
} from 'playwright-core';

import { ownerEmail } from '../../../dev/n8n/session';
import { Editor } from './editor';
import { chain, credentialOf, giving, type Host, manualTrigger, to, type Workflow } from './index';
import { keepPictures } from './pictures';

/** Debian's browsers; the one without windows takes less of a processor. Playwright need not download one. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const chromiumPath = process.env.CHROMIUM_PATH ?? installed.find(existsSync) ?? installed[0];

const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// n8n's editor asks npm and n8n's own servers for this and that; the tests are about this machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** Without "Headless": n8n takes that for a robot, which may not approve anything. */
const userAgent =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** How long to wait for anything on a page: for what hangs, not for what is slow. */
export const patienceMs = 60_000;

/** A node of ours, with the sandbox's credential unless it names another, and the items that it gets. */
interface OpenedNode {
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	items?: object[];
}

export interface Session {
	page: Page;
	/** Opens a saved workflow in the editor. */
	openWorkflow(id: string): Promise<Editor>;
	/** Opens one workflow that has these nodes of ours in the editor, each behind items of its own. */
	openNodes(nodes: Record<string, OpenedNode>): Promise<Editor>;
	/** Opens a new, empty workflow in the editor. */
	newWorkflow(): Promise<Editor>;
	/** Errors of the page and of its console that are about our node or our page, since the last call. */
	takeProblems(): string[];
	close(): Promise<void>;
}

/** Starts a browser with nobody signed in; a failed test of the file leaves a picture of the page. */
export async function openBrowser(
	host: Host,
	options: BrowserContextOptions = {},
): Promise<Session> {
	const context = await chromium.launchPersistentContext(host.browserFolder, {
		...launchOptions(),
		baseURL: host.n8nAddress,
		viewport: { width: 1440, height: 1000 },
		userAgent,
		permissions: ['clipboard-read', 'clipboard-write'],
		reducedMotion: 'reduce',
		...options,
	});
	context.setDefaultTimeout(patienceMs);
	await context.addInitScript(calmThePage);
	const [page] = context.pages();
	await forgetFilesBefore(page, host);
	keepPictures(page, host);
	const problems = listenForProblems(page, host);
	const openWorkflow = async (id: string) => {
		await page.goto(`/workflow/${id}`);
		const editor = new Editor(page);
		await editor.nodes.first().waitFor();
		return editor;
	};
	return {
		page,
		openWorkflow,
		async openNodes(nodes) {
			const { id } = await host.client.createWorkflow(sideBySide(host, nodes));
			return await openWorkflow(id);
		},
		async newWorkflow() {
			await page.goto('/workflow/new');
			const editor = new Editor(page);
			await editor.firstStep.waitFor();
			return editor;
		},
		takeProblems: () => problems.splice(0),
		close: async () => await context.close(),
	};
}

/** Starts a browser and signs in as n8n's owner. */
export async function openSignedIn(
	host: Host,
	options: BrowserContextOptions = {},
): Promise<Session> {
	const session = await openBrowser(host, options);
	const cookies = host.client.session.split('; ').map((cookie) => {
		const [name, ...value] = cookie.split('=');
		return { name, value: value.join('='), url: host.n8nAddress };
	});
	await session.page.context().addCookies(cookies);
	return session;
}

/** The browser of the tests of a file or of a `describe`, open while they run. */
export function sessionForTests(open: () => Promise<Session>): Session {
	const session = {} as Session;
	beforeAll(async () => void Object.assign(session, await open()));
	afterAll(async () => await session.close?.());
	return session;
}

/** Fills in n8n's sign-in form. */
export async function signIn(page: Page, password: string): Promise<void> {
	await page.goto('/signin');
	await page.getByLabel('Email').fill(ownerEmail);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(({ pathname }) => pathname.startsWith('/home'));
}

function sideBySide(host: Host, nodes: Record<string, OpenedNode>): Workflow {
	const before = (name: string) => `Before ${name}`;
	const names = Object.keys(nodes);
	const rows = names.flatMap((name, row) => {
		const { items = [{}], ...node } = nodes[name];
		const ours = { credentials: credentialOf(host), ...node };
		return [
			{ ...giving(items, before(name)), position: [220, 160 * row] },
			{ ...ours, name, position: [440, 160 * row] },
		];
	});
	return {
		...chain(manualTrigger, ...rows),
		connections: {
			Start: to(...names.map(before)),
			...Object.fromEntries(names.map((name) => [before(name), to(name)])),
		},
	};
}

/**
 * For each document, before its own scripts. n8n moves its buttons while it shows a result, so the pointer, on its way
 * to one, may come to rest on something else, whose tooltip would then cover the button for good. Its panels slide:
 * a list that leaves has the same names as the one that comes. And what turns would be drawn sixty times a second.
 */
function calmThePage(): void {
	const tooltip = '[data-reka-popper-content-wrapper]:has([role=tooltip])';
	const style = new CSSStyleSheet();
	style.replaceSync(
		`${tooltip}, ${tooltip} * { pointer-events: none !important }
		*, ::before, ::after {
			animation: none !important; transition: none !important; scroll-behavior: auto !important
		}`,
	);
	document.adoptedStyleSheets.push(style);
}

/** All but the files of n8n's editor and what the browser made of them. */
async function forgetFilesBefore(page: Page, host: Host): Promise<void> {
	const client = await page.context().newCDPSession(page);
	for (const origin of [host.n8nAddress, host.sandboxAddress]) {
		await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
	}
	await client.detach();
}

/** Starts a browser that reaches this machine only. */
export const launch = async (): Promise<Browser> => await chromium.launch(launchOptions());

function launchOptions(): LaunchOptions {
	if (!existsSync(chromiumPath)) {
		throw new Error(
			`The tests in the browser need Chromium, and there is none at ${chromiumPath}. ` +
				'Install it (Debian: apt-get install chromium-headless-shell; Ubuntu: chromium), or name another with CHROMIUM_PATH.',
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	return { executablePath: chromiumPath, args: flags };
}

function listenForProblems(page: Page, { n8nAddress }: Host): string[] {
	const isOurs = (text: string, url: string) => namesUs(text, url, n8nAddress);
	const problems: string[] = [];
	page.on('pageerror', ({ message, stack }) => {
		if (isOurs(`${message} ${stack}`, page.url())) problems.push(`page: ${message}`);
	});
	page.on('console', (message) => {
		const { url } = message.location();
		if (message.type() !== 'error' || !isOurs(message.text(), url)) return;
		problems.push(`console: ${message.text()} ${url}`);
	});
	return problems;
}

/** Whether something names our node, or comes from a page that n8n serves for it: n8n's editor says much of other things. */
function namesUs(text: string, url: string, n8nAddress: string): boolean {
	if (!URL.canParse(url)) return ours.test(text);
	const { port, pathname } = new URL(url);
	// The browser is kept from other servers; and n8n looks for samples of output, which most nodes lack.
	if (port !== new URL(n8nAddress).port || pathname.startsWith('/schemas/')) return false;
	return ours.test(text + pathname) || pathname.startsWith('/webhook');
}

const ours = /messaging.?service/i;
