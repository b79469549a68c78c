import { sharedHost } from '../support';
import {
	approve,
	ask,
	askingWorkflow,
	finished,
	latestLink,
	open,
	textsOn,
} from '../support/asking';
import { openBrowser, openSignedIn, sessionForTests } from '../support/browser';
import { operationsOf, resources } from '../support/describedForm';
import { NodeDetails } from '../support/nodeDetails';
import { readPanel } from '../support/shownText';
import { unreadable } from '../support/unreadable';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Asking, in the editor', () => {
	const session = sessionForTests(async () => await openSignedIn(host));
	afterEach(() => expect(session.takeProblems()).toEqual([]));

	test('is among the actions of the node that is found by the word approval, takes few fields, and waits for the answer', async () => {
		const { id } = await host.client.createWorkflow(askingWorkflow([{ order: 1042 }]));
		const editor = await session.openWorkflow(id);
		await editor.node('Items').click();
		const panel = await editor.openNodePanel();
		const name = 'Messaging Service';
		for (const searched of ['SMS', 'text message', name, 'approval']) {
			await panel.search(searched);
			await panel.entry(name).waitFor();
			expect(await panel.descriptionOf(name)).toBe(
				'Send SMS, email, and Viber messages, or start a workflow when a delivery report is new or has changed',
			);
		}
		await panel.openActions(name);
		const actions = resources.flatMap(operationsOf).map(({ action }) => action);
		expect(await panel.names()).toEqual(actions);
		await panel.choose('Send SMS and wait for response');
		const node = await NodeDetails.opened(session.page);
		const { labels, shown } = await readPanel(node);
		expect(unreadable(shown)).toEqual([]);
		expect(labels).toEqual([
			'Credential',
			'Resource',
			'Operation',
			'To',
			'From',
			'Message',
			'Response Type',
			'Approval Options',
			'Options',
		]);

		await node.chooseCredential('Messaging Service: local sandbox');
		await node.fill('To', '+370 600 12345');
		await node.fill('From', 'Shop');
		await node.fill('Message', 'Refund order 1042?');
		await node.root.getByTestId('node-execute-button').click();
		await node.output.getByText("Execution will continue after the user's response").waitFor();
		expect(await textsOn(host)).toEqual([expect.stringMatching(/^Refund order 1042\?\nhttp/)]);

		await open(await latestLink(host), 'POST', approve);
		await node.output.getByTestId('node-run-status-success').waitFor();
		const { columns, rows } = await node.outputTable();
		expect(columns).toEqual(['data']);
		expect(rows[0][0]).toMatch(/approved:\s*true/);
		await node.openTab('Settings');
		await node.parameter('Request Options').waitFor();
	});
});

describe('Asking, on the sandbox’s page', () => {
	const session = sessionForTests(
		async () => await openBrowser(host, { baseURL: host.sandboxAddress }),
	);

	test('only web addresses are links, and the link in the SMS leads to the question from each of the parts that it goes over', async () => {
		const message = `See https://a.example/b?c=1. Not javascript:alert(1) (http://d.example/e), ftp://${'f'.repeat(60)}`;
		const { id, link } = await ask(host, { message });
		const { page } = session;
		await page.goto('/');
		const links = page.locator('.thread .part a');
		await links.first().waitFor();
		const [text] = await textsOn(host);
		expect((await page.locator('.thread .part p').allInnerTexts()).join('')).toBe(text);
		const [one, other, ...parts] = await links.all();
		expect(await one.getAttribute('href')).toBe('https://a.example/b?c=1');
		expect(await other.getAttribute('href')).toBe('http://d.example/e');
		expect((await links.allInnerTexts()).slice(2).join('')).toBe(text.split('\n')[1]);
		expect(parts.length).toBeGreaterThan(1);
		for (const part of parts) {
			expect(await part.getAttribute('rel')).toBe('noopener noreferrer');
			expect(new URL((await part.getAttribute('href'))!).search).toBe(new URL(link).search);
		}
		const [question] = await Promise.all([page.waitForEvent('popup'), links.last().click()]);
		await question.getByRole('button', { name: 'Approve' }).click();
		await question.getByText('Your answer was saved').waitFor();
		await finished(host, id);
	});
});
