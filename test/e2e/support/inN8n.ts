import type {
	BrowserContext,
	BrowserContextOptions,
	ConsoleMessage,
	Page,
	WebError,
} from '@playwright/test';

import { n8nVersion } from '../../../dev/n8n/releases';
import endHosts from '../../support/forkHost';
import { chatModelFor } from './agent';
import { calmThePage, expect, test as inBrowser } from './browser';
import { Editor } from './editor';
import { publisher } from './exampleData';
import {
	chain,
	credentialOf,
	giving,
	type Host,
	importWorkflow,
	manualTrigger,
	openHost,
	to,
	type Workflow,
} from './index';
import type { NodeDetails } from './nodeDetails';
import { startHosts } from './startHost';

export { expect };

/** A node of ours, with the sandbox's credential unless it names another, and the items that it gets. */
interface OpenedNode {
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	items?: object[];
}

/** n8n in the page of a test. */
export class N8nPage {
	constructor(
		readonly page: Page,
		readonly host: Host,
	) {}

	/** Opens a saved workflow in the editor. */
	async openWorkflow(id: string): Promise<Editor> {
		await this.goTo(`/workflow/${id}`);
		const editor = new Editor(this.page);
		await expect(editor.nodes.first()).toBeVisible();
		return editor;
	}

	/** Saves a workflow, and opens it in the editor. */
	async open(workflow: Workflow): Promise<Editor> {
		return await this.openWorkflow((await importWorkflow(this.host, workflow)).id);
	}

	/** Opens one workflow that has these nodes of ours in the editor, each behind items of its own. */
	async openNodes(nodes: Record<string, OpenedNode>): Promise<Editor> {
		const { id } = await this.host.client.createWorkflow(sideBySide(this.host, nodes));
		return await this.openWorkflow(id);
	}

	/** Opens the details of a node of ours, the only one of its workflow. */
	async openNode(node: OpenedNode): Promise<NodeDetails> {
		const editor = await this.openNodes({ Node: node });
		return await editor.openNode('Node');
	}

	/** Goes to a page of n8n's. Where a workflow is open already, n8n goes there by itself, as after a click: to load it takes long. */
	async goTo(path: string): Promise<void> {
		if (!(await this.page.evaluate(isWorkflowOpen))) return void (await this.page.goto(path));
		// Out of the workflow first, so that nothing of it stays.
		await this.page.evaluate(pushRoute, '/home/credentials');
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		const outside = this.page.getByTestId('add-resource-credential');
		await leave.or(outside).first().waitFor();
		if (await leave.isVisible()) await leave.click();
		await outside.waitFor();
		if (path !== '/home/credentials') await this.page.evaluate(pushRoute, path);
	}

	/** Opens a new, empty workflow in the editor. */
	async newWorkflow(): Promise<Editor> {
		await this.goTo('/workflow/new');
		const editor = new Editor(this.page);
		await expect(editor.firstStep).toBeVisible();
		return editor;
	}
}

interface VueRoot extends Element {
	__vue_app__?: { config: { globalProperties: { $router: { push(path: string): unknown } } } };
}

const isWorkflowOpen = () =>
	location.pathname.startsWith('/workflow/') &&
	Boolean(document.querySelector<VueRoot>('#app')?.__vue_app__);

/** What a link within n8n does. */
function pushRoute(path: string): void {
	document.querySelector<VueRoot>('#app')!.__vue_app__!.config.globalProperties.$router.push(path);
}

interface OfTest {
	/** Whether n8n's owner is signed in. */
	signedIn: boolean;
	n8n: N8nPage;
	/** Errors of the page and of its console that are about our node or our page: there are none at the end. */
	problems: string[];
	chatModel: ReturnType<typeof chatModelFor>;
	/** Publishes a workflow until the test is over. */
	publish: ReturnType<typeof publisher>['publish'];
}

/** A test in the browser and in n8n: each worker has an n8n, with an empty sandbox and no other credential for each test. */
export const test = inBrowser.extend<OfTest, { host: Host; editorPage: Page }>({
	host: [
		async ({}, use, { parallelIndex }) => {
			const [info] = await startHosts(n8nVersion, 1, `e2e-browser-${parallelIndex + 1}`);
			await use(await openHost(info));
			await endHosts();
		},
		{ scope: 'worker', timeout: 600_000 },
	],
	// Of inEditor.ts; here, so that Playwright lets a worker go on with tests of either kind.
	editorPage: [
		async ({ browser, host }, use, { project }) => {
			const { viewport, userAgent, permissions, contextOptions } = project.use;
			const { actionTimeout = 0, navigationTimeout = 0 } = project.use;
			const context = await browser.newContext({
				...{ viewport, userAgent, permissions, ...contextOptions },
				...{ baseURL: host.n8nAddress, storageState: ownersState(host) },
			});
			context.setDefaultTimeout(actionTimeout);
			context.setDefaultNavigationTimeout(navigationTimeout);
			await context.addInitScript(calmThePage);
			await use(await context.newPage());
			await context.close();
		},
		{ scope: 'worker' },
	],
	signedIn: [true, { option: true }],
	baseURL: async ({ host }, use) => await use(host.n8nAddress),
	storageState: async ({ host, signedIn }, use) =>
		await use(signedIn ? ownersState(host) : undefined),
	n8n: async ({ page, host }, use) => await use(new N8nPage(page, host)),
	problems: [
		async ({ context, host }, use) => {
			await host.sandbox.reset();
			// In the editor n8n chooses the newest one.
			await host.client.keepOnlyCredential(host.credentialId);
			const { problems, stop } = problemsOf(context, host);
			await use(problems);
			stop();
			expect(problems).toEqual([]);
		},
		{ auto: true },
	],
	chatModel: async ({ host }, use) => {
		const chatModel = chatModelFor(host);
		await chatModel.start();
		await use(chatModel);
		await chatModel.model.stop();
	},
	publish: async ({ host }, use) => {
		const { publish, withdraw } = publisher(host);
		await use(publish);
		await withdraw();
	},
});

/** Signed in as n8n's owner: n8n lets nobody sign in often. */
function ownersState({ client, n8nAddress }: Host): BrowserContextOptions['storageState'] {
	const cookies = client.session.split('; ').map((cookie) => {
		const [name, ...value] = cookie.split('=');
		const { hostname: domain } = new URL(n8nAddress);
		const usual = {
			path: '/',
			expires: -1,
			httpOnly: true,
			secure: false,
			sameSite: 'Lax' as const,
		};
		return { name, value: value.join('='), domain, ...usual };
	});
	return { cookies, origins: [] };
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

function problemsOf(context: BrowserContext, { n8nAddress }: Host) {
	const problems: string[] = [];
	const onError = (webError: WebError) => {
		const { message, stack } = webError.error();
		if (namesUs(`${message} ${stack}`, webError.page()?.url() ?? '', n8nAddress))
			problems.push(`page: ${message}`);
	};
	const onMessage = (message: ConsoleMessage) => {
		const { url } = message.location();
		if (message.type() !== 'error' || !namesUs(message.text(), url, n8nAddress)) return;
		problems.push(`console: ${message.text()} ${url}`);
	};
	context.on('weberror', onError);
	context.on('console', onMessage);
	const stop = () => context.off('weberror', onError).off('console', onMessage);
	return { problems, stop };
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
