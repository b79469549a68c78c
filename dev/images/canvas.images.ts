import { importWorkflow, sharedHost } from '../../test/e2e/support';
import { agentWorkflow, chatModelForTests, sendingTool } from '../../test/e2e/support/agent';
import { FormPage } from '../../test/e2e/support/formPage';
import { areaAround, areaOf, Camera } from './camera';
import { studioForTests } from './studio';
import { formWorkflow, sender, sending } from './workflows';

const { model, credentials } = chatModelForTests(sharedHost());
const studio = studioForTests();

const takeCanvas = async (name: string) => {
	const { page } = studio.session;
	await page.getByTestId('zoom-to-fit').click();
	await studio.camera.take(name, await areaAround(page.locator('.vue-flow__node'), 24));
};

test('A form, and the workflow that sends what was filled in', async () => {
	const { host, session } = studio;
	await studio.resize(1100, 700);
	const { id } = await importWorkflow(host, formWorkflow());
	const editor = await session.openWorkflow(id);
	const form = await FormPage.openedBy(session.page, async () => await editor.execute());
	await form.fill('Phone number', '+370 600 12345');
	await form.fill('Message', 'Labas, Rūta! Your order 2041 is ready.');
	await form.page.setViewportSize({ width: 700, height: 640 });
	await new Camera(form.page).takeIn('light', 'form', await areaOf(form.page.locator('form')));
	await form.submit();
	await editor.succeeded(sending);
	await takeCanvas('canvas-form');
});

test('The node as a tool of an AI Agent', async () => {
	const { host, session } = studio;
	model.plays(
		{ call: { To: '+370 600 12345', Text: 'Labas, Rūta! Your order 2041 is ready.' } },
		{ say: ({ toolResults }) => `I have told her: ${toolResults.join(' ')}` },
	);
	const workflow = agentWorkflow(credentials, sendingTool('Send an SMS', sender));
	// So far to the right that the plus of the next tool hides nothing.
	const tool = workflow.nodes.find(({ id }) => id === 'tool');
	if (tool) tool.position = [544, 224];
	await studio.resize(1100, 800);
	const { id } = await importWorkflow(host, workflow);
	const editor = await session.openWorkflow(id);
	await editor.execute();
	await editor.succeeded('AI Agent');
	await takeCanvas('canvas-agent');
});
