import { credentialOf, type Host, openHost, workflowOf } from '../support';
import { openSignedIn, type Session } from '../support/browser';

let host: Host;
let session: Session;
beforeAll(async () => {
	host = await openHost();
	session = await openSignedIn(host);
});
afterAll(async () => await session?.close());
beforeEach(async () => await host.sandbox.reset());

describe('Sending in the editor', () => {
	test('shows the output of a step as a table, with what the service answered', async () => {
		const { id } = await host.client.createWorkflow(
			workflowOf({
				type: 'n8n-nodes-messaging-service.messagingService',
				parameters: {},
				credentials: credentialOf(host),
			}),
		);
		const editor = await session.openWorkflow(id);
		const node = await editor.openNode('Node');
		await node.chooseOperation('SMS', 'Send');
		await node.fill('To', '+370 600 12345');
		await node.fill('From', 'Example');
		await node.fill('Text', 'Labas');
		expect(await node.executeStep()).toBe('success');

		const [message] = await host.sandbox.messages();
		expect(await node.outputTable()).toEqual({
			columns: ['messageId', 'sent', 'partIds'],
			rows: [[message.messageId, expect.stringMatching(/^20/), expect.any(String)]],
		});
		expect(session.takeProblems()).toEqual([]);
	});
});
