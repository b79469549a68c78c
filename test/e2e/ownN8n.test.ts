import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { freePorts } from '../../dev/ports';
import { readExamples } from '../../dev/provisioning';
import { folderForTests } from '../support/folder';
import { credentialOf, importExample, type SavedWorkflow, sharedHost } from './support';

const host = sharedHost();
const cache = folderForTests();
let apiKey: string;

beforeAll(async () => {
	const scopes = await host.client.call<string[]>('GET', '/api-keys/scopes');
	const wanted = { label: 'npm start', expiresAt: null, scopes };
	const key = await host.client.call<{ rawApiKey: string }>('POST', '/api-keys', wanted);
	apiKey = key.rawApiKey;
});
afterAll(async () => {
	for (const id of await workflowIds()) {
		await host.client.deactivateWorkflow(id);
		await host.client.call('POST', `/workflows/${id}/archive`, {});
	}
});

/** The ids of the workflows that the command has made. */
async function workflowIds(): Promise<string[]> {
	const names = (await readExamples()).map(({ workflow }) => workflow.name);
	const all = await host.client.call<Array<SavedWorkflow & { isArchived: boolean }>>(
		'GET',
		'/workflows',
	);
	const made = all.filter(({ name, isArchived }) => names.includes(name) && !isArchived);
	return made.map(({ id }) => id);
}

const tagsOf = (workflow?: SavedWorkflow) =>
	(workflow?.tags as Array<{ name: string }>).map(({ name }) => name);

/** What `npm start` says until it has set everything up, or has ended. */
async function start(key: string): Promise<string> {
	const [port] = await freePorts(1);
	const env = {
		...{ ...process.env, XDG_CACHE_HOME: cache, SANDBOX_PORT: String(port) },
		...{ N8N_URL: `${host.n8nAddress}/`, N8N_API_KEY: key },
	};
	const child = execFile(process.execPath, [join(repositoryRoot, 'dev/start.ts')], { env });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (text: string) => {
			said += text;
			if (text.includes('Ctrl-C')) child.kill('SIGTERM');
		});
	}
	await new Promise((resolve) => child.once('exit', resolve));
	return said;
}

test('npm start sets up an n8n that runs already, and a second time changes nothing', async () => {
	const before = await workflowIds();
	const said = await start(apiKey);
	expect(said).toContain(`the form        ${host.n8nAddress}/form/send-sms`);
	expect(said).not.toContain(apiKey);
	const made = (await workflowIds()).filter((id) => !before.includes(id));
	expect(made).toHaveLength((await readExamples()).length);

	const workflows = await Promise.all(made.map(async (id) => await host.client.workflow(id)));
	const nodes = workflows.flatMap((workflow) => workflow?.nodes ?? []);
	const credentialIds = nodes.flatMap(
		({ credentials }) => credentials?.messagingServiceApi?.id ?? [],
	);
	expect(new Set(credentialIds).size).toBe(1);
	expect(credentialIds[0]).not.toBe(credentialOf(host).messagingServiceApi.id);
	expect(workflows.find((workflow) => workflow?.name.includes('form'))?.active).toBe(true);
	expect(workflows.map(tagsOf)).toEqual(made.map(() => ['Messaging examples']));

	expect(await start(apiKey)).toContain('Ctrl-C stops the sandbox');
	expect((await workflowIds()).filter((id) => !before.includes(id)).sort()).toEqual(made.sort());
});

test("n8n's own interface tags a workflow too, which does not count as a change of it", async () => {
	const workflow = await importExample(host, 'first-sms');
	const tagId = await host.client.saveTag('Messaging examples');
	expect(await host.client.saveTag('Messaging examples')).toBe(tagId);
	await host.client.tagWorkflow(workflow.id, tagId);
	const tagged = await host.client.workflow(workflow.id);
	expect([tagsOf(tagged), tagged?.versionId]).toEqual([['Messaging examples'], workflow.versionId]);
});

test('a wrong key is refused with what to do', async () => {
	const said = await start(`${apiKey}x`);
	expect(said).toContain('Create an API key in n8n under Settings > n8n API');
	expect(said).not.toContain(apiKey);
});
