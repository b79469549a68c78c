import type { Locator } from 'playwright-core';

import { importWorkflow } from '../../test/e2e/support';
import { areaOf } from './camera';
import { studioForTests } from './studio';
import { followWorkflow, sender } from './workflows';

/** n8n polls once a minute at most; a little more for the run itself. */
const aPollMs = 90_000;
const text =
	'Labas, Rūta! Your bike is ready. We checked the brakes, changed the chain, and pumped up the tires. ' +
	'You can come by until 7 PM today, or tomorrow from 9 AM.';

const studio = studioForTests();
let published: string | undefined;
afterAll(async () => {
	if (published) await studio.host.client.deactivateWorkflow(published);
});

test('The executions that the trigger started, and its test event', async () => {
	const { host, shop, session, camera } = studio;
	// This one is delivered after ten minutes.
	const to = '37060010003';
	const sent = await shop.post<{ messageId: string }>('/v1/sms/single', { to, from: sender, text });
	await shop.controls.moveClock(60_000);

	await studio.resize(1100, 560);
	const { id } = await importWorkflow(host, followWorkflow(sent.messageId));
	const editor = await session.openWorkflow(id);
	await editor.publish();
	published = id;
	const executions = await editor.openExecutions();
	await executions.waitForCount(1, aPollMs);
	await shop.controls.moveClock(600_000);
	await executions.waitForCount(2, aPollMs);
	await executions.open(0);
	const { x: left, width } = await areaOf(session.page.getByRole('main').last());
	const { y: height } = await areaOf(session.page.getByTestId('logs-panel'));
	await camera.take('executions', { x: left, y: 0, width, height });

	await studio.resize(1280, 740);
	const again = await session.openWorkflow(id);
	const node = await again.openNode('When a report has changed');
	expect(await node.fetchTestEvent()).toBe('success');
	const { rows } = await node.outputTable();
	expect(rows.map((row) => row[3])).toEqual(['2', '2', '2']);
	await moveToTheLeft(node.root.getByTestId('panel-drag-button'));
	// Without the heading above and what is left of the panel on the left.
	const whole = await areaOf(node.root);
	const tab = await areaOf(node.root.getByTestId('tab-params'));
	const [x, y] = [tab.x, tab.y - 13];
	await camera.take('trigger', { x, y, width: whole.x + whole.width - x, height: 530 });
});

/** Gives the output more room, as one does with a wide table. */
async function moveToTheLeft(handle: Locator): Promise<void> {
	const { x, y } = await areaOf(handle);
	const { mouse } = handle.page();
	await mouse.move(x + 10, y + 5);
	await mouse.down();
	await mouse.move(200, y + 5, { steps: 10 });
	await mouse.up();
}
