import { approve, askingWorkflow, latestLink, open, textsOn } from '../support/asking';
import { operationsOf, resources } from '../support/describedForm';
import { expect, test } from '../support/inEditor';
import { NodeDetails } from '../support/nodeDetails';
import { readPanel, unreadable } from '../support/shownText';

test('Asking, in the editor, is among the actions of the node that is found by the word approval, takes few fields, and waits for the answer', async ({
	n8n,
	page,
	host,
}) => {
	const { id } = await host.client.createWorkflow(askingWorkflow([{ order: 1042 }]));
	const editor = await n8n.openWorkflow(id);
	await editor.node('Items').click();
	const panel = await editor.openNodePanel();
	const name = 'Messaging Service';
	for (const searched of ['SMS', 'text message', name, 'approval']) {
		await panel.search(searched);
		await expect(panel.entry(name)).toBeVisible();
		await expect(panel.descriptionOf(name)).toHaveText(
			'Send SMS, email, and Viber messages, or start a workflow when a delivery report is new or has changed',
		);
	}
	await panel.openActions(name);
	await expect(panel.names).toHaveText(
		resources.flatMap(operationsOf).map(({ action }) => String(action)),
	);
	await panel.choose('Send SMS and wait for response');
	const node = await NodeDetails.opened(page);
	const { labels, shown } = await readPanel(node);
	expect(unreadable(shown)).toEqual([]);
	expect(labels.join()).toBe(
		'Credential,Resource,Operation,To,From,Message,Response Type,Approval Options,Options',
	);

	await node.chooseCredential('Messaging Service: local sandbox');
	await node.fill('To', '+370 600 12345');
	await node.fill('From', 'Shop');
	await node.fill('Message', 'Refund order 1042?');
	await node.root.getByTestId('node-execute-button').click();
	await expect(
		node.output.getByText("Execution will continue after the user's response"),
	).toBeVisible();
	expect(await textsOn(host)).toEqual([expect.stringMatching(/^Refund order 1042\?\nhttp/)]);

	await open(await latestLink(host), 'POST', approve);
	await expect(node.output.getByTestId('node-run-status-success')).toBeVisible();
	const { columns, rows } = await node.outputTable();
	expect(columns).toEqual(['data']);
	expect(rows[0][0]).toMatch(/approved:\s*true/);
	await node.openTab('Settings');
	await expect(node.parameter('Request Options')).toBeVisible();
});
