import { sharedHost, workflowOf } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import { operationsOf, resources } from '../support/describedForm';
import type { NodePanel } from '../support/nodePanel';

const name = 'Messaging Service';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
let panel: NodePanel;
beforeAll(async () => {
	const { id } = await host.client.createWorkflow(
		workflowOf({ type: 'n8n-nodes-base.noOp', parameters: {} }),
	);
	panel = await (await session.openWorkflow(id)).openNodePanel();
});
afterEach(() => expect(session.takeProblems()).toEqual([]));

describe('The node panel', () => {
	test.each(['SMS', 'text message', name])('finds the node by "%s"', async (searched) => {
		await panel.search(searched);
		await panel.entry(name).waitFor();
		expect(await panel.descriptionOf(name)).toBe(
			'Send SMS, email, and Viber messages, or start a workflow when a delivery report is new or has changed',
		);
	});

	test('lists what the node can do, by resource', async () => {
		await panel.search(name);
		await panel.openActions(name);
		const actions = resources.flatMap(operationsOf).map(({ action }) => action);
		expect(await panel.names()).toEqual(actions);
	});
});
