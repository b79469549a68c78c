import { expect, type Locator } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';

import { importExample, importWorkflow, type Workflow } from '../../test/e2e/support';
import { agentWorkflow, sendingTool } from '../../test/e2e/support/agent';
import { FormPage } from '../../test/e2e/support/formPage';
import type { NodeDetails } from '../../test/e2e/support/nodeDetails';
import { group } from '../../test/support/group';
import { examplesFolder } from '../provisioning';
import { type Area, areaAround, areaOf, Camera, type Theme } from './camera';
import { type Picture, type Stage, takePictures } from './studio';
import {
	customers,
	followWorkflow,
	formWorkflow,
	orderWorkflow,
	sender,
	sending,
} from './workflows';

/** n8n polls once a minute at most; a little more for the run itself. */
const aPollMs = 90_000;

/** The whole workflow on the canvas. */
async function canvas({ page }: Stage): Promise<Area> {
	await page.getByTestId('zoom-to-fit').click();
	return await areaAround(page.locator('.vue-flow__node'), 24);
}

/** Runs a workflow that sends to customers, and opens the node that sends. */
async function run({ n8n }: Stage, ...content: Parameters<typeof orderWorkflow>) {
	const editor = await n8n.open(orderWorkflow(...content));
	await editor.execute();
	return await editor.openNode(sending);
}

/** The output without what is empty below. */
async function outputDownTo({ output }: NodeDetails, last: Locator): Promise<Area> {
	const end = await areaOf(last);
	const whole = await areaOf(output);
	return { ...whole, height: end.y + end.height + 24 - whole.y };
}

/** Gives the output more room, as one does with a wide table. */
async function moveToTheLeft(handle: Locator): Promise<void> {
	const { x, y } = await areaOf(handle);
	const { mouse } = handle.page();
	await mouse.move(x + 10, y + 5);
	await mouse.down();
	await mouse.move(200, y + 5, { steps: 10 });
	await mouse.up();
}

// The node panel does not change its icons when the theme changes under it.
const nodePanel = (theme: Theme): Picture => ({
	page: [1280, 1500],
	async *steps({ n8n, camera }) {
		await camera.light(theme);
		const editor = await n8n.open(orderWorkflow([]));
		await editor.node('Orders').click();
		const panel = await editor.openNodePanel();
		await panel.search('SMS');
		const entry = await areaOf(panel.entry('Messaging Service'));
		const whole = await areaOf(panel.root);
		yield ['node-search', { ...whole, height: entry.y + 82 - whole.y }, theme];
		await panel.choose('Messaging Service');
		const last = await areaOf(panel.entry('Send Viber message'));
		yield ['node-actions', { ...whole, height: last.y + 50 - whole.y }, theme];
	},
});

/** So large a window that n8n shows the whole workflow without making it smaller. */
function windowFor({ nodes }: Workflow): [width: number, height: number] {
	const span = (axis: 0 | 1, size: string) => {
		const ends = nodes.flatMap(({ position, parameters }) => {
			const start = (position as [number, number])[axis];
			return [start, start + Number(parameters[size] ?? 200)];
		});
		return Math.max(...ends) - Math.min(...ends);
	};
	return [span(0, 'width') + 600, span(1, 'height') + 500];
}

const example = (name: string): Picture => {
	const file = join(examplesFolder, `${name}.json`);
	return {
		page: windowFor(JSON.parse(readFileSync(file, 'utf8'))),
		// As wide as they are, twice as many pixels would only make them larger to load.
		browser: { deviceScaleFactor: 1 },
		async *steps(stage) {
			const workflow = await importExample(stage.host, name);
			await stage.n8n.openWorkflow(workflow.id);
			await expect(stage.page.locator('.vue-flow__node')).toHaveCount(workflow.nodes.length);
			yield [`examples/${name}`, await canvas(stage)];
		},
	};
};

const examples = readdirSync(examplesFolder)
	.map((file) => parse(file))
	.filter(({ ext }) => ext === '.json')
	.map(({ name }) => [`The canvas of the example ${name}`, example(name)]);

takePictures({
	'The package in the settings': {
		page: [1100, 480],
		async *steps({ page }) {
			await page.goto('/settings/community-nodes');
			await expect(page.getByText('n8n-nodes-messaging-service-sms')).toBeVisible();
			const area = await areaOf(page.getByRole('main').last());
			yield ['community-nodes', { ...area, y: 40, height: 215 }];
		},
	},
	'The credential, tested': {
		page: [1000, 900],
		async *steps({ page }) {
			await page.goto('/home/credentials');
			await page.getByText('Messaging Service: local sandbox').click();
			const form = page.getByTestId('editCredential-modal');
			await expect(form.getByText('Connection tested successfully')).toBeVisible();
			const whole = await areaOf(form);
			const key = await areaOf(form.getByTestId('parameter-input-apiKey'));
			yield ['credential', { ...whole, height: key.y + key.height + 24 - whole.y }];
		},
	},
	'The node panel, in light': nodePanel('light'),
	'The node panel, in dark': nodePanel('dark'),
	'Send, filled in, and what came out': {
		page: [1400, 740],
		async *steps(stage) {
			const node = await run(stage, customers.slice(0, 1));
			await expect(node.output.getByTestId('node-run-status-success')).toBeVisible();
			await node.output.getByTestId('radio-button-schema').click();
			yield ['node-send', node.root];
		},
	},
	'Wait for Delivery, and what became of the message': {
		page: [1400, 740],
		async *steps(stage) {
			const node = await run(stage, customers.slice(0, 1), {}, group('waitForDelivery'));
			const { controls } = stage.shop;
			// It looks again and again, as long as the clock of the sandbox stands still.
			await expect(node.output.getByText('Executing node')).toBeVisible();
			await expect.poll(async () => await controls.messages()).toHaveLength(1);
			await controls.moveClock(10_000);
			await expect(node.output.getByTestId('node-run-status-success')).toBeVisible();
			await node.output.getByTestId('radio-button-json').click();
			await expect(node.output.getByText('"delivered"').first()).toBeVisible();
			yield ['node-delivery', node.root];
		},
	},
	'An error, when the service refuses one of three messages': {
		page: [1400, 740],
		async *steps(stage) {
			const node = await run(stage, [...customers].reverse());
			yield ['error', await outputDownTo(node, node.output.getByText('Other info'))];
		},
	},
	'The error output, when the others are to be sent': {
		page: [1400, 740],
		async *steps(stage) {
			const node = await run(stage, customers, { onError: 'continueErrorOutput' });
			await node.openBranch('Error Branch (1 item)');
			await node.output.getByTestId('radio-button-table').click();
			const last = node.output.getByText(/^HTTP status 400/);
			yield ['error-output', await outputDownTo(node, last)];
		},
	},
	'A form, and the workflow that sends what was filled in': {
		page: [1100, 700],
		async *steps(stage) {
			const editor = await stage.n8n.open(formWorkflow());
			const form = await FormPage.openedBy(stage.page, async () => await editor.execute());
			await form.fill('Phone number', '+370 600 12345');
			await form.fill('Message', 'Labas, Rūta! Your order 2041 is ready.');
			await form.page.setViewportSize({ width: 700, height: 640 });
			await new Camera(form.page).takeIn('light', 'form', form.page.locator('form'));
			await form.submit();
			await editor.succeeded(sending);
			yield ['canvas-form', await canvas(stage)];
		},
	},
	'The node as a tool of an AI Agent': {
		page: [1100, 800],
		async *steps(stage) {
			const { model, credentials } = stage.chatModel;
			model.plays(
				{ call: { To: '+370 600 12345', Text: 'Labas, Rūta! Your order 2041 is ready.' } },
				{ say: ({ toolResults }) => `I have told her: ${toolResults.join(' ')}` },
			);
			const workflow = agentWorkflow(credentials, sendingTool('Send an SMS', sender));
			// So far to the right that the plus of the next tool hides nothing.
			const tool = workflow.nodes.find(({ id }) => id === 'tool');
			if (tool) tool.position = [544, 224];
			const editor = await stage.n8n.open(workflow);
			await editor.execute();
			await editor.succeeded('AI Agent');
			yield ['canvas-agent', await canvas(stage)];
		},
	},
	'The executions that the trigger started, and its test event': {
		page: [1100, 560],
		async *steps({ host, n8n, page, publish, shop }) {
			// This one is delivered after ten minutes.
			const to = '37060010003';
			const text =
				'Labas, Rūta! Your bike is ready. We checked the brakes, changed the chain, and pumped up the tires. ' +
				'You can come by until 7 PM today, or tomorrow from 9 AM.';
			const message = { to, from: sender, text };
			const { messageId } = await shop.post<{ messageId: string }>('/v1/sms/single', message);
			await shop.controls.moveClock(60_000);

			const workflow = await importWorkflow(host, followWorkflow(messageId));
			await publish(workflow);
			await n8n.openWorkflow(workflow.id);
			await page.getByTestId('radio-button-executions').click();
			const entries = page.getByTestId('executions-sidebar').getByTestId(/^execution-details-/);
			await expect(entries).toHaveCount(1, { timeout: aPollMs });
			await shop.controls.moveClock(600_000);
			await expect(entries).toHaveCount(2, { timeout: aPollMs });
			const id = await entries.first().getAttribute('data-test-id');
			await entries.first().click();
			const shown = id?.replace('execution-details-', 'execution-preview-details-');
			await expect(page.getByTestId(shown!)).toBeVisible();
			const { x: left, width } = await areaOf(page.getByRole('main').last());
			const { y: height } = await areaOf(page.getByTestId('logs-panel'));
			yield ['executions', { x: left, y: 0, width, height }];

			await page.setViewportSize({ width: 1280, height: 740 });
			const again = await n8n.openWorkflow(workflow.id);
			const node = await again.openNode('When a report has changed');
			expect(await node.executeStep()).toBe('success');
			const { rows } = await node.outputTable();
			expect(rows.map((row) => row[3])).toEqual(['2', '2', '2']);
			await moveToTheLeft(node.root.getByTestId('panel-drag-button'));
			// Without the heading above and what is left of the panel on the left.
			const whole = await areaOf(node.root);
			const tab = await areaOf(node.root.getByTestId('tab-params'));
			const [x, y] = [tab.x, tab.y - 13];
			yield ['trigger', { x, y, width: whole.x + whole.width - x, height: 530 }];
		},
	},
	...Object.fromEntries(examples),
});
