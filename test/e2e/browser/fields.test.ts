import { credentialOf, type Host, openHost, workflowOf } from '../support';
import { openSignedIn, type Session } from '../support/browser';
import type { NodeDetails } from '../support/nodeDetails';
import { readMenu, readPanel } from '../support/shownText';
import { unreadable } from '../support/unreadable';
import { resources } from './operations';

/** The drop-down menus among the fields and options. */
const menus: Record<string, string[]> = {
	'Specify Body': ['Using Fields Below', 'Using JSON'],
	Channel: ['Email', 'SMS', 'Viber'],
	Status: ['Granted', 'Revoked'],
	'Response Type': ['Approval', 'Free Text'],
	Method: ['GET', 'POST'],
	'On Unknown Outcome': ['Do Not Send Again', 'Send Again'],
};

/** n8n adds this entry of its own, for requests that the node lacks. */
const custom = 'Custom API Call';

let host: Host;
let session: Session;
let node: NodeDetails;
beforeAll(async () => {
	host = await openHost();
	session = await openSignedIn(host);
	node = await openNode({});
});
afterAll(async () => await session?.close());
afterEach(() => expect(session.takeProblems()).toEqual([]));

/** Opens the details of our node in a workflow of its own. */
async function openNode(parameters: Record<string, unknown>): Promise<NodeDetails> {
	const type = 'n8n-nodes-messaging-service.messagingService';
	const workflow = workflowOf({ type, parameters, credentials: credentialOf(host) });
	const { id } = await host.client.createWorkflow(workflow);
	return await (await session.openWorkflow(id)).openNode('Node');
}

/** The labels that the user sees below Operation; whatever is shown has to be readable. */
async function labelsBelowOperation(): Promise<string[]> {
	const { labels, shown } = await readPanel(node);
	expect(unreadable(shown)).toEqual([]);
	expect(labels.slice(0, 3)).toEqual(['Credential', 'Resource', 'Operation']);
	return labels.slice(3);
}

async function namesIn(label: string): Promise<string[]> {
	const { names, shown } = await readMenu(node, label);
	expect(unreadable(shown)).toEqual([]);
	return names;
}

/** Opens the menus among the labels. */
async function expectMenus(labels: string[]): Promise<void> {
	for (const label of labels) {
		if (label in menus) expect([label, await namesIn(label)]).toEqual([label, menus[label]]);
	}
}

test('The resources are in the menu', async () => {
	expect(await namesIn('Resource')).toEqual([...Object.keys(resources), custom]);
});

describe.each(Object.entries(resources))('%s', (resource, operations) => {
	beforeAll(async () => await node.choose('Resource', resource));

	test('has its operations in the menu', async () => {
		expect(await namesIn('Operation')).toEqual([...Object.keys(operations), custom]);
	});

	test.each(Object.entries(operations))('%s has its fields', async (name, operation) => {
		await node.choose('Operation', name);
		const { fields, options } = operation;
		expect(await labelsBelowOperation()).toEqual([...fields, 'Options']);
		expect(await namesIn('Options')).toEqual(options);
		await expectMenus(fields);
		if (!fields.includes('Specify Body')) return;

		await node.choose('Specify Body', 'Using JSON');
		const above = fields.slice(0, fields.indexOf('Specify Body') + 1);
		expect(await labelsBelowOperation()).toEqual([...above, 'JSON Body', 'Options']);
		await node.choose('Specify Body', 'Using Fields Below');
	});
});

/** Operations that have each of the options between them. */
const withOptions: Array<[string, string]> = [
	['Campaign', 'Create'],
	['SMS', 'Get Delivery Report'],
	['SMS', 'Send and Wait for Response'],
	['SMS', 'Send Bulk'],
];

/** The fields that some of them have within them. */
const within: Record<string, string[]> = {
	'Body Fields': ['Name', 'Value'],
	'Query Parameters': ['Name', 'Value'],
	'Limit Wait Time': ['Limit Type', 'Amount', 'Unit'],
};

describe('The options', () => {
	test('are all shown by one of the operations below', () => {
		const all = Object.values(resources).flatMap((operations) => Object.values(operations));
		const shown = withOptions.flatMap(([resource, name]) => resources[resource][name].options);
		expect(new Set(shown)).toEqual(new Set(all.flatMap(({ options }) => options)));
	});

	test.each(withOptions)('of %s: %s can be added, each with its fields', async (resource, name) => {
		node = await openNode({});
		await node.chooseOperation(resource, name);
		const { fields, options } = resources[resource][name];
		const lists = ['Body Fields', 'Query Parameters'];
		for (const option of options) {
			await node.addOption(option);
			// n8n forgets a list that is empty when the next option is added.
			if (lists.includes(option)) await node.addEntry(option);
		}
		expect(await labelsBelowOperation()).toEqual([
			...fields,
			'Options',
			...options.flatMap((option) => [option, ...(within[option] ?? [])]),
		]);
		await expectMenus(options);
	});
});

describe('The check of what is shown', () => {
	test.each([
		['batchSize', 'an internal name'],
		['max_wait', 'an internal name'],
		['limit', 'no capital letter'],
		['messagingService.to.displayName', 'a key instead of a text'],
		['undefined', 'a value that is missing'],
		['[object Object]', 'an object as text'],
		['{{ $parameter.to }}', 'an expression that was not evaluated'],
	])('finds %s planted as a label', async (text, reason) => {
		const resource = node.parameter('Resource').locator('label span').first();
		const label = await resource.elementHandle();
		await label?.evaluate((element, planted) => (element.textContent = planted), text);
		expect(unreadable((await readPanel(node)).shown)).toContain(`${reason}: ${text}`);
		await label?.evaluate((element) => (element.textContent = 'Resource'));
	});

	test('finds a placeholder without a text', async () => {
		await node.choose('Operation', 'Send');
		const input = node.parameter('To').locator('input');
		await input.evaluate((element: HTMLInputElement) => (element.placeholder = 'undefined'));
		expect(unreadable((await readPanel(node)).shown)).toContain(
			'a value that is missing: undefined',
		);
	});
});
