import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { credentialName, credentialType } from '../../../dev/provisioning.ts';
import { TestClient } from '../../n8n/client.ts';
import { SandboxControls } from '../../e2e/support/sandboxControls.ts';
import type { ClusterName, InstanceName } from './cluster.ts';
import { queryPostgres } from './databases.ts';
import type { QueueHostInfo } from './host.ts';

/** n8n in queue mode, as it runs for a test file. */
export interface QueueHost extends QueueHostInfo {
	/** Signed in as the owner. */
	client: TestClient;
	sandbox: SandboxControls;
	/** Starts an instance and waits until it is ready. */
	start(name: InstanceName): Promise<void>;
	/** SIGKILL: the instance has no chance to finish anything. */
	crash(name: InstanceName): Promise<void>;
	/** The rows that a query of n8n's database gives. */
	query<Row>(sql: string): Promise<Row[]>;
}

export async function openCluster(name: ClusterName): Promise<QueueHost> {
	const { [name]: info } = JSON.parse(process.env.QUEUE_HOSTS ?? '{}') as Record<
		ClusterName,
		QueueHostInfo
	>;
	const client = new TestClient(info.n8nAddress);
	await client.signIn(info.password);
	const tell = async (name: InstanceName, what: string) => {
		const { statusCode, body } = await request(`${info.controlAddress}/${name}/${what}`, {
			method: 'POST',
			headersTimeout: 0,
		});
		const answer = await body.text();
		if (statusCode !== 200) throw new Error(`${name} did not ${what}: ${answer}`);
	};
	return {
		...info,
		client,
		sandbox: new SandboxControls(info.sandboxAddress),
		start: async (name) => await tell(name, 'start'),
		crash: async (name) => await tell(name, 'crash'),
		query: async (sql) => {
			const json = `SELECT coalesce(json_agg(row), '[]') FROM (${sql}) AS row`;
			return JSON.parse(await queryPostgres(info.postgresPort, json));
		},
	};
}

/** Waits for something to become true, for a quarter of an hour at most. A busy n8n may not answer each time. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 15 * 60_000;
	for (;;) {
		const outcome = await isSo().catch((error: unknown) => error);
		if (outcome === true) return;
		if (Date.now() > deadline) throw new Error(`In vain waited until ${what}: ${outcome}`);
		await sleep(500);
	}
}

/** What the service sent, by recipient. */
export async function sentTexts({ sandbox }: QueueHost): Promise<Map<string, string[]>> {
	const { messages } = await sandbox.call<{ messages: Array<{ to: string; text: string }> }>(
		'GET',
		'state',
	);
	const texts = new Map<string, string[]>();
	for (const { to, text } of messages) texts.set(to, [...(texts.get(to) ?? []), text]);
	return texts;
}

/** The sandbox's credential, as a node of ours refers to it. */
export const credentialsOf = ({ credentialId }: QueueHost) => ({
	[credentialType]: { id: credentialId, name: credentialName },
});
