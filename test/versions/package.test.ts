import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { n8nVersion, pinnedNode, releases } from '../../dev/n8n/releases';
import { repositoryRoot } from '../../dev/places';
import { outputFolder } from '../../dev/schemas/files';
import { sandboxCredential } from '../e2e/support';
import { inEachVersion } from './support';

const name = 'n8n-nodes-messaging-service-sms';

inEachVersion('The packed package in n8n %s', (host, version) => {
	test('runs in that version, on the Node.js it is meant to', async () => {
		const settings = await host.client.call<{ versionCli: string; nodeJsVersion: string }>(
			'GET',
			'/settings',
		);
		expect(settings.versionCli).toBe(version);
		expect(settings.nodeJsVersion).toBe(pinnedNode(version) ?? process.versions.node);
	});

	test('gives n8n both nodes, the action node as what it can be for agents too, and the credential', async () => {
		const nodes = await host.client.nodeTypes(`${name}.`);
		// The older ones know no human review steps but those of n8n's own nodes.
		const reviewStep = version === n8nVersion ? [`${name}.messagingServiceHitlTool`] : [];
		expect(nodes.map((node) => node.name).sort()).toEqual([
			`${name}.messagingService`,
			...reviewStep,
			`${name}.messagingServiceTool`,
			`${name}.messagingServiceTrigger`,
		]);
		const credentials =
			await host.client.staticFile<Array<{ name: string }>>('types/credentials.json');
		expect(credentials.map((credential) => credential.name)).toContain('messagingServiceApi');
	});

	test("hands n8n's editor the fields of a node that has not run yet", async () => {
		const file = 'sms/send.json';
		const made = await readFile(join(repositoryRoot, outputFolder, file), 'utf8');
		const served = await host.client.staticFile(`schemas/${name}.messagingService/1.0.0/${file}`);
		expect(served).toEqual(JSON.parse(made));
	});

	test("the credential's test accepts the right key, and says what is wrong with another", async () => {
		const testWith = async (apiKey?: string) =>
			await host.client.testCredential({
				id: host.credentialId,
				type: 'messagingServiceApi',
				data: { ...sandboxCredential(host.sandboxAddress), ...(apiKey && { apiKey }) },
			});
		expect(await testWith()).toMatchObject({ status: 'OK' });
		expect(await testWith('no-such-key')).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("The service doesn't accept the API key"),
		});
	});
});

test('the oldest version runs on the oldest Node.js line that the package takes, the newest is the usual one', () => {
	expect(pinnedNode(releases[0])).toMatch(/^20\./);
	expect(releases.at(-1)).toBe(n8nVersion);
});
