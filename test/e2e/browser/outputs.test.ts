import { eventually } from '../../support/eventually';
import {
	chain,
	credentialOf,
	manualTrigger,
	sharedHost,
	type Step,
	to,
	type Workflow,
} from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { Editor } from '../support/editor';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
afterEach(() => expect(session.takeProblems()).toEqual([]));

const announced = 'Usually outputs the following fields';

/** As n8n saves them: of what is the default it writes nothing. */
const operations = {
	Send: {},
	'Get Balance': { resource: 'account' },
	'Get Delivery Report': { operation: 'getReport' },
	Preview: { operation: 'preview' },
	'Summarize Reports': { operation: 'summarizeReports' },
	'Send and Wait': { operation: 'sendAndWait' },
	'Send Bulk': { operation: 'sendBulk' },
};

/** Each of these nodes behind the start, and another one behind each. None of them has ever been run. */
function workflow(): Workflow {
	const credentials = credentialOf(host);
	const names = Object.keys(operations);
	const rows = Object.entries(operations).flatMap(([name, parameters], row): Step[] => [
		{ name, credentials, position: [220, 160 * row], parameters },
		{
			name: `After ${name}`,
			credentials,
			position: [440, 160 * row],
			parameters: { operation: 'getReport' },
		},
	]);
	const edit = { type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [440, -160] };
	return {
		...chain(manualTrigger, ...rows, { name: 'Edit Fields', ...edit }),
		connections: {
			Start: to(...names),
			...Object.fromEntries(names.map((name) => [name, to(`After ${name}`)])),
			Send: to('After Send', 'Edit Fields'),
		},
	};
}

let editor: Editor;
beforeAll(async () => {
	const { id } = await host.client.createWorkflow(workflow());
	editor = await session.openWorkflow(id);
});

test.each([
	['After Send', ['to', 'messageId', 'sent', 'partIds']],
	['Edit Fields', ['to', 'messageId', 'sent', 'partIds']],
	['After Get Balance', ['amount', 'currency']],
	['After Get Delivery Report', ['messageId', 'to', 'partId', 'state', 'delivered', 'errorCode']],
	['After Preview', ['to', 'from', 'text', 'encoding', 'length', 'parts', 'problem']],
	['After Summarize Reports', ['messageId', 'delivery', 'deliveredShare']],
	['After Send and Wait', ['data', 'approved', 'respondedAt']],
])('%s offers fields of the node before it, which has never been run', async (name, expected) => {
	const node = await editor.openNode(name);
	await node.input.getByText(announced).waitFor();
	const names = node.input.getByTestId('run-data-schema-node-name');
	const areAllShown = async () => {
		const shown = await names.allInnerTexts();
		return expected.every((field) => shown.includes(field));
	};
	await eventually(`the fields ${expected.join(', ')}`, areAllShown);
});

test('After Send Bulk offers none: n8n has no way to say that they are assumed', async () => {
	const node = await editor.openNode('After Send Bulk');
	await node.input.getByRole('button', { name: 'Execute previous nodes' }).waitFor();
	expect(await node.input.getByText(announced).count()).toBe(0);
});
