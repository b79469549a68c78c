import { serveCheck } from '../check/bridge';
import { flightCheckOf } from '../check/userWorkflows';
import { readExamples } from '../provisioning';
import { openSandbox } from '../../test/sandbox/openSandbox';
import { importWorkflow } from '../../test/e2e/support';
import { areaOf } from './camera';
import { studioForTests } from './studio';

const studio = studioForTests({ viewport: { width: 1200, height: 900 } });

/** A form that sends whatever is submitted, as often as it is. */
async function carelessForm() {
	const examples = await readExamples();
	const workflow = structuredClone(examples.find(({ name }) => name === 'form-to-sms')!.workflow);
	workflow.name = 'Form for the shop';
	for (const { parameters } of workflow.nodes) if (parameters.to) delete parameters.options;
	const others = ['order-confirmation', 'approval-by-sms', 'spreadsheet-to-sms'];
	const names = others.map((one) => examples.find(({ name }) => name === one)!.workflow.name);
	return { workflow, names };
}

test('What the check says about a form without a Once Key', async () => {
	const { host, session, camera } = studio;
	const { workflow, names } = await carelessForm();
	const { id, name } = await importWorkflow(host, workflow);
	const workflows = [{ id, name }, ...names.map((one) => ({ id: one, name: one }))];
	const bridge = await serveCheck();
	const checker = flightCheckOf(host.client);
	bridge.check = {
		...checker,
		workflows: async () => workflows,
		start: async (one) => await checker.start(one, { seed: 4711 }),
	};
	const sandbox = await openSandbox({ check: bridge });
	const { page } = session;
	await page.goto(`${sandbox.address}/#check`);
	const panel = page.getByRole('article', { name: 'Check a workflow' });
	await page.getByRole('combobox', { name: 'Workflow' }).selectOption(name);
	await panel.getByRole('button', { name: 'Check' }).click();
	await panel.getByText('to change in n8n').waitFor({ timeout: 240_000 });
	await camera.take('check', await areaOf(panel));
	// The verdict and what to do: the README's first picture of it.
	const [top, bottom] = [
		await areaOf(panel.locator('.outcome')),
		await areaOf(panel.locator('ol')),
	];
	const room = 12;
	const height = bottom.y + bottom.height - top.y + 2 * room;
	const area = { x: top.x - room, y: top.y - room, width: top.width + 2 * room, height };
	await camera.take('check-result', area);
});
