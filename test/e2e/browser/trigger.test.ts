import { credentialName } from '../../../dev/provisioning';
import type { Host } from '../support';
import { expect, test } from '../support/inEditor';
import { NodeDetails } from '../support/nodeDetails';
import { postToService } from '../support/serviceClient';
import { readPanel, unreadable } from '../support/shownText';

const trigger = 'Messaging Service Trigger';
const longText = 'Your bike is ready. You can come for it until 19:00. '.repeat(4);

async function send(host: Host, to: string, text: string): Promise<string> {
	const message = { to, from: 'Example', text };
	const sent = await postToService<{ messageId: string }>(host, '/v1/sms/single', message);
	return sent.messageId;
}

test.describe('The trigger in the editor', () => {
	test('gives its parts to Summarize Delivery Reports, which makes a row for each message', async ({
		n8n,
		host,
	}) => {
		const delivered = await send(host, '37060012345', longText);
		const failed = await send(host, '37060110002', 'Labas');
		await host.sandbox.moveClock(60_000);

		const editor = await n8n.newWorkflow();
		const node = await editor.addNode(
			'Messaging Service',
			'When an entry of a delivery report is new or has changed',
		);
		await node.chooseCredential(credentialName);
		await node.fill('Message IDs', `${delivered}\n${failed}`);
		expect(await node.executeStep()).toBe('success');
		expect((await node.outputTable()).rows).toHaveLength(3);
		await node.close();

		const summary = await editor.addNode('Messaging Service', 'Summarize delivery reports');
		expect(await summary.executeStep()).toBe('success');
		const { columns, rows } = await summary.outputTable();
		const shown = ['messageId', 'parts', 'delivered', 'failed', 'delivery', 'firstError'];
		expect(rows.map((row) => shown.map((name) => row[columns.indexOf(name)]))).toEqual([
			[delivered, '2', '2', '0', 'delivered', 'null'],
			[failed, '1', '0', '1', 'failed', '27'],
		]);
	});

	test('is found by what people look for, offered with each of its events, and says what it is on', async ({
		n8n,
	}) => {
		const editor = await n8n.newWorkflow();
		const panel = await editor.openNodePanel();
		for (const words of ['send SMS', 'OTP', '2FA', 'verification code', 'notification', 'text']) {
			await panel.search(words);
			await expect(panel.entry('Messaging Service')).toBeVisible();
		}
		await panel.search('Messaging Service');
		await panel.openActions('Messaging Service');
		await expect(panel.names.filter({ hasText: /^\s*(On|When) / })).toHaveText([
			'When a message (by ID or campaign) was delivered or has failed',
			'When an entry of a delivery report is new or has changed',
		]);
		await panel.choose('When a message (by ID or campaign) was delivered or has failed');
		const node = await NodeDetails.opened(editor.page);
		const { labels, shown } = await readPanel(node);
		expect(labels.join()).toBe('Credential,Poll Times,Mode,Trigger On,Watch,Message IDs,Options');
		expect(unreadable(shown)).toEqual([]);
		expect(await node.cutTexts()).toEqual([]);
		await node.choose('Watch', 'Campaign');
		expect((await readPanel(node)).labels).toContain('Campaign ID');
		await node.close();
		await expect(editor.subtitleOf(trigger)).toHaveText('Message Completed');
	});
});
