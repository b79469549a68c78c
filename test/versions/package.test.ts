import { n8nVersion, pinnedNode } from '../../dev/n8n/releases';
import { type Host, sandboxCredential } from '../e2e/support';
import { hostOf, versions } from './support';

const name = 'n8n-nodes-messaging-service';

describe.each(versions)('The packed package in n8n %s', (version) => {
	let host: Host;
	beforeAll(async () => {
		host = await hostOf(version);
	});

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
	expect(pinnedNode(versions[0])).toMatch(/^20\./);
	expect(versions.at(-1)).toBe(n8nVersion);
});
