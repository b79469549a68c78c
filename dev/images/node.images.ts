import type { Locator } from 'playwright-core';

import { importWorkflow } from '../../test/e2e/support';
import type { NodeDetails } from '../../test/e2e/support/nodeDetails';
import { type Area, areaOf, type Theme } from './camera';
import { studioForTests } from './studio';
import { customers, orderWorkflow, sending } from './workflows';
import { group } from '../../test/support/sending';

const studio = studioForTests();

/** Runs a workflow that sends to customers, and opens the node that sends. */
async function run(...content: Parameters<typeof orderWorkflow>): Promise<NodeDetails> {
	await studio.resize(1400, 740);
	const { id } = await importWorkflow(studio.host, orderWorkflow(...content));
	const editor = await studio.session.openWorkflow(id);
	await editor.execute();
	return await editor.openNode(sending);
}

/** The output without what is empty below. */
async function outputDownTo({ output }: NodeDetails, last: Locator): Promise<Area> {
	const end = await areaOf(last);
	const whole = await areaOf(output);
	return { ...whole, height: end.y + end.height + 24 - whole.y };
}

// The node panel does not change its icons when the theme changes under it.
test.each<Theme>(['light', 'dark'])('The node panel, in %s', async (theme) => {
	const { host, session, camera } = studio;
	await camera.light(theme);
	await studio.resize(1280, 1500);
	const { id } = await importWorkflow(host, orderWorkflow([]));
	const editor = await session.openWorkflow(id);
	await editor.node('Orders').click();
	const panel = await editor.openNodePanel();
	await panel.search('SMS');
	const entry = await areaOf(panel.entry('Messaging Service'));
	const whole = await areaOf(panel.root);
	const height = entry.y + 82 - whole.y;
	await camera.takeIn(theme, 'node-search', { ...whole, height });

	await panel.choose('Messaging Service');
	const last = await areaOf(panel.entry('Send Viber message'));
	const toLast = last.y + 50 - whole.y;
	await camera.takeIn(theme, 'node-actions', { ...whole, height: toLast });
});

test('Send, filled in, and what came out', async () => {
	const node = await run(customers.slice(0, 1));
	await node.output.getByTestId('node-run-status-success').waitFor();
	await node.output.getByTestId('radio-button-schema').click();
	await studio.camera.take('node-send', node.root);
});

test('Wait for Delivery, and what became of the message', async () => {
	const node = await run(customers.slice(0, 1), {}, group('waitForDelivery'));
	const { controls } = studio.shop;
	// It looks again and again, as long as the clock of the sandbox stands still.
	await node.output.getByText('Executing node').waitFor();
	while (!(await controls.messages()).length) await studio.session.page.waitForTimeout(100);
	await controls.moveClock(10_000);
	await node.output.getByTestId('node-run-status-success').waitFor();
	await node.output.getByTestId('radio-button-json').click();
	await node.output.getByText('"delivered"').first().waitFor();
	await studio.camera.take('node-delivery', node.root);
});

test('An error, when the service refuses one of three messages', async () => {
	const node = await run([...customers].reverse());
	await studio.camera.take('error', await outputDownTo(node, node.output.getByText('Other info')));
});

test('The error output, when the others are to be sent', async () => {
	const node = await run(customers, { onError: 'continueErrorOutput' });
	await node.output.getByText('Error Branch (1 item)', { exact: true }).click();
	// n8n keeps the view that was chosen last.
	await node.output.getByTestId('radio-button-table').click();
	const last = node.output.getByText(/^HTTP status 400/);
	await studio.camera.take('error-output', await outputDownTo(node, last));
});
