import type { SavedWorkflow, Workflow } from '../../../dev/n8n/types';
import {
	credentialName,
	credentialType,
	prepareExample,
	readExamples,
	sandboxCredential,
} from '../../../dev/provisioning';
import { TestClient } from '../../n8n/client';
import type { Execution, NodeError } from '../../n8n/types';
import { chain, manualTrigger, type Step } from '../../n8n/workflow';
import type { TestHostInfo } from './host.mts';
import { SandboxControls } from './sandboxControls';

export { submitForm } from '../../n8n/form';
export type { Execution } from '../../n8n/types';
export { chain, giving, manualTrigger, type Step, to } from '../../n8n/workflow';
export type { SavedWorkflow, Workflow, WorkflowNode } from '../../../dev/n8n/types';
export { sandboxCredential, sandboxKey } from '../../../dev/provisioning';

export interface Host extends TestHostInfo {
	/** Signed in as the owner. */
	client: TestClient;
	sandbox: SandboxControls;
}

/** The n8n and the sandbox that run for all test files of this worker of jest's, with the owner signed in. */
export function sharedHost(): Host {
	const hosts = JSON.parse(process.env.E2E_HOSTS ?? '[]');
	const { session, ...info } = hosts[Number(process.env.JEST_WORKER_ID) - 1];
	return hostOf(info, new TestClient(info.n8nAddress, { session }));
}

/** Another running n8n and its sandbox; signs in. */
export async function openHost(info: TestHostInfo): Promise<Host> {
	const client = new TestClient(info.n8nAddress);
	await client.signIn(info.password);
	return hostOf(info, client);
}

function hostOf(info: TestHostInfo, client: TestClient): Host {
	return { ...info, client, sandbox: new SandboxControls(info.sandboxAddress) };
}

/** Saves a workflow under a new id, its nodes of ours with the sandbox's credential. */
export async function importWorkflow(host: Host, workflow: Workflow): Promise<SavedWorkflow> {
	const prepared = prepareExample({ name: 'test', workflow, hash: '' }, host.credentialId);
	return await host.client.createWorkflow({ ...prepared, id: undefined });
}

/** An example by its file's name without `.json`, changed as a text. */
export async function readExample(name: string, change = (text: string) => text) {
	const example = (await readExamples()).find((one) => one.name === name);
	if (!example) throw new Error(`There is no example ${name}`);
	return JSON.parse(change(JSON.stringify(example.workflow))) as Workflow;
}

export const importExample = async (host: Host, ...example: Parameters<typeof readExample>) =>
	await importWorkflow(host, await readExample(...example));

/** Runs one node by itself, with the sandbox's credential unless it names another; its items and error are then `itemsOf(execution, 'Node')` and `errorOf(execution, 'Node')`. */
export async function runNode(host: Host, node: Omit<Step, 'name'>): Promise<Execution> {
	const workflow = await host.client.createWorkflow(
		chain(manualTrigger, { name: 'Node', credentials: credentialOf(host), ...node }),
	);
	return await host.client.runWorkflow(workflow.id, 'Start');
}

/** What a node gave at one of its outputs, in its last run. */
export function itemsOf(
	execution: Execution,
	node: string,
	output = 0,
): Array<Record<string, unknown>> {
	const run = execution.data.resultData.runData[node]?.at(-1);
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

/** How a node failed in its last run. */
export function errorOf(execution: Execution, node: string): NodeError | undefined {
	return execution.data.resultData.runData[node]?.at(-1)?.error;
}

/** Saves a credential of other data than the sandbox's; gives it as a node refers to it. */
export async function otherCredential(host: Host, data: object) {
	const name = `Other: ${Object.keys(data).join(', ')}`;
	const id = await host.client.saveCredential({
		name,
		type: credentialType,
		data: { ...sandboxCredential(host.sandboxAddress), ...data },
	});
	return { messagingServiceApi: { id, name } };
}

/** A credential as a node refers to it. */
export const credentialOf = ({ credentialId }: Pick<Host, 'credentialId'>) => ({
	messagingServiceApi: { id: credentialId, name: credentialName },
});

/** A node "Call" that calls another workflow, with values for its inputs. */
export const calling = (id: string, options = {}, value?: Record<string, string>): Step => ({
	...{ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.3 },
	parameters: {
		workflowId: { __rl: true, mode: 'id', value: id },
		...(value && { workflowInputs: { mappingMode: 'defineBelow', value } }),
		options,
	},
});
