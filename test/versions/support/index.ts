import { releases } from '../../../dev/n8n/releases';
import type { TestHostInfo } from '../../e2e/support/host.mts';
import {
	chain,
	credentialOf,
	type Execution,
	giving,
	type Host,
	itemsOf,
	manualTrigger,
	openHost,
	type Workflow,
	type WorkflowNode,
} from '../../e2e/support';
import { eventually } from '../../support/eventually';

/** The running n8n of a version, and its sandbox. */
export async function hostOf(version: string): Promise<Host> {
	const hosts = JSON.parse(process.env.VERSIONS_HOSTS ?? '{}') as Record<string, TestHostInfo>;
	return await openHost(hosts[version]);
}

/** Tests for each version; its sandbox is empty before each of them. */
export function inEachVersion(title: string, tests: (host: Host, version: string) => void): void {
	describe.each(releases)(title, (version) => {
		const host = {} as Host;
		beforeAll(async () => void Object.assign(host, await hostOf(version)));
		beforeEach(async () => await host.sandbox.reset());
		tests(host, version);
	});
}

/** A workflow that runs an SMS operation on input items, started by hand at Start; the node is called Node. */
export function smsWorkflow(
	host: Host,
	items: Array<Record<string, unknown>>,
	parameters: Record<string, unknown>,
	settings: Partial<WorkflowNode> = {},
): Workflow {
	return chain(manualTrigger, giving(items), {
		name: 'Node',
		parameters: { resource: 'sms', ...parameters },
		credentials: credentialOf(host),
		...settings,
	});
}

/** Runs such a workflow. */
export async function runSms(...of: Parameters<typeof smsWorkflow>): Promise<Execution> {
	const [host] = of;
	const workflow = await host.client.createWorkflow(smsWorkflow(...of));
	return await host.client.runWorkflow(workflow.id, 'Start');
}

/** Waits for something that n8n does by itself. */
export const waitUntil = async (what: string, isTrue: () => Promise<boolean>) =>
	await eventually(what, isTrue, 300, 500);

/** What a node gave, once it is stored: n8n 1.x says a moment before that the execution has ended. */
export async function cameOf(host: Host, id: string, node: string): Promise<unknown[]> {
	const look = async () => {
		const items = itemsOf(await host.client.waitForExecution(id), node);
		return items.length > 0 && items;
	};
	return await eventually(`what ${node} gave`, look, 300, 500);
}
