import { releases } from '../../../dev/n8n/releases';
import type { TestHostInfo } from '../../e2e/support/host.mts';
import {
	credentialOf,
	type Execution,
	type Host,
	itemsOf,
	openHost,
	sandboxCredential,
	type Workflow,
	type WorkflowNode,
} from '../../e2e/support';
import { waitUntil as waitAtMost } from '../../e2e/support/exampleData';

/** The releases of n8n that the package is tried with, the oldest first. */
export const versions = releases;

/** The running n8n of a version, and its sandbox. */
export async function hostOf(version: string): Promise<Host> {
	const hosts = JSON.parse(process.env.VERSIONS_HOSTS ?? '{}') as Record<string, TestHostInfo>;
	return await openHost(hosts[version]);
}

/** A workflow of nodes one behind the other. */
export function chain(...nodes: Array<Partial<WorkflowNode> & { name: string }>): Workflow {
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: `Test ${nodes[nodes.length - 1].name}`,
		nodes: nodes.map(
			(node, index): WorkflowNode => ({
				id: node.name,
				type: 'n8n-nodes-messaging-service.messagingService',
				typeVersion: 1,
				position: [index * 220, 0],
				parameters: {},
				...node,
			}),
		),
		connections: Object.fromEntries(
			nodes.slice(1).map(({ name }, index) => [nodes[index].name, to(name)]),
		),
		settings: {},
	};
}

/** A workflow that runs an SMS operation on input items, started by hand at Start; the node is called Node. */
export function smsWorkflow(
	host: Host,
	items: Array<Record<string, unknown>>,
	parameters: Record<string, unknown>,
	settings: Partial<WorkflowNode> = {},
): Workflow {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
	return chain(
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{ name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		{
			name: 'Node',
			parameters: { resource: 'sms', ...parameters },
			credentials: credentialOf(host),
			...settings,
		},
	);
}

/** Runs such a workflow. */
export async function runSms(...of: Parameters<typeof smsWorkflow>): Promise<Execution> {
	const [host] = of;
	const workflow = await host.client.createWorkflow(smsWorkflow(...of));
	return await host.client.runWorkflow(workflow.id, 'Start');
}

/** A credential of other data than the sandbox's, as a node refers to it. */
export async function otherCredential(host: Host, data: Record<string, string>) {
	const name = `Other: ${Object.keys(data).join(', ')}`;
	const type = 'messagingServiceApi';
	const id = await host.client.saveCredential({
		name,
		type,
		data: { ...sandboxCredential(host.sandboxAddress), ...data },
	});
	return { [type]: { id, name } };
}

/** Waits for something that n8n does by itself. */
export const waitUntil = async (what: string, isTrue: () => Promise<boolean>) =>
	await waitAtMost(what, isTrue, 150_000);

/** What a node gave, once it is stored: n8n 1.x says a moment before that the execution has ended. */
export async function cameOf(host: Host, id: string, node: string): Promise<unknown[]> {
	let items: unknown[] = [];
	await waitUntil(`what ${node} gave`, async () => {
		items = itemsOf(await host.client.waitForExecution(id), node);
		return items.length > 0;
	});
	return items;
}
