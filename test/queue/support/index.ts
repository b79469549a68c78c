import { request } from 'undici';
import { TestClient } from '../../n8n/client.ts';
import { SandboxControls } from '../../e2e/support/sandboxControls.ts';
import { eventually } from '../../support/eventually.ts';
import type { ClusterName, InstanceName } from './cluster.ts';
import { queryPostgres } from './databases.ts';
import type { QueueHostInfo } from './host.ts';

export type QueueHost = Awaited<ReturnType<typeof openCluster>>;

/** n8n in queue mode, as it runs for a test file. */
export async function openCluster(name: ClusterName) {
	const { [name]: info } = JSON.parse(process.env.QUEUE_HOSTS ?? '{}') as Record<
		ClusterName,
		QueueHostInfo
	>;
	const client = new TestClient(info.n8nAddress);
	await client.signIn(info.password);
	const tell = async (instance: InstanceName, what: string) => {
		const { statusCode, body } = await request(`${info.controlAddress}/${instance}/${what}`, {
			method: 'POST',
			headersTimeout: 0,
		});
		const answer = await body.text();
		if (statusCode !== 200) throw new Error(`${instance} did not ${what}: ${answer}`);
	};
	return {
		...info,
		/** Signed in as the owner. */
		client,
		sandbox: new SandboxControls(info.sandboxAddress),
		/** Starts an instance and waits until it is ready. */
		start: async (instance: InstanceName) => await tell(instance, 'start'),
		/** SIGKILL: the instance has no chance to finish anything. */
		crash: async (instance: InstanceName) => await tell(instance, 'crash'),
		/** The rows that a query of n8n's database gives. */
		query: async <Row>(sql: string): Promise<Row[]> => {
			const json = `SELECT coalesce(json_agg(row), '[]') FROM (${sql}) AS row`;
			return JSON.parse(await queryPostgres(info.postgresPort, json));
		},
	};
}

/** Waits for something to become true, for a quarter of an hour or more. A busy n8n may not answer each time. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	let cause: unknown;
	const look = async () => {
		try {
			return await isSo();
		} catch (error) {
			cause = error;
			return false;
		}
	};
	await eventually(what, look, 1_800, 500).catch(({ message }: Error) => {
		throw new Error(message, { cause });
	});
}

/** Waits until all faults that were set have met requests. */
export const untilMet = async ({ sandbox }: QueueHost) =>
	await until('requests meet the faults', async () => {
		const { faults } = await sandbox.call<{ faults: unknown[] }>('GET', 'faults');
		return faults.length === 0;
	});

/** What the service sent, by recipient. */
export async function sentTexts({ sandbox }: QueueHost): Promise<Map<string, string[]>> {
	const texts = new Map<string, string[]>();
	for (const { to, text } of await sandbox.sentSms()) {
		texts.set(to, [...(texts.get(to) ?? []), text]);
	}
	return texts;
}
