import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

import { sharedHost } from './support';

const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
const nodes = [
	'n8n-nodes-messaging-service-sms.messagingService',
	'n8n-nodes-messaging-service-sms.messagingServiceTrigger',
];

const host = sharedHost();
describe('The packed package in a real n8n', () => {
	test('is listed under Community nodes with both nodes', async () => {
		const packages = await host.client.installedPackages();
		const installed = packages.find(({ packageName }) => packageName === manifest.name);
		expect(installed).toMatchObject({ installedVersion: manifest.version, failedLoading: false });
		expect(installed?.installedNodes.map(({ type }) => type).sort()).toEqual(nodes);
	});

	test('gives n8n its nodes, the action node as a tool for agents and as a human review step too', async () => {
		const types = await host.client.nodeTypes(`${manifest.name}.`);
		expect(types.map(({ name }) => name).sort()).toEqual([
			nodes[0],
			`${nodes[0]}HitlTool`,
			`${nodes[0]}Tool`,
			nodes[1],
		]);
	});

	test('keeps n8n’s own Request Options on the node, and stands in its list Communication', async () => {
		const types = await host.client.staticFile<
			Array<{
				name: string;
				properties: Array<{ name: string; isNodeSetting?: boolean }>;
				codex: { categories: string[]; subcategories?: Record<string, string[]> };
			}>
		>('types/nodes.json');
		const [node] = types.filter(({ name }) => name === nodes[0]);
		const settings = node.properties.filter(({ isNodeSetting }) => isNodeSetting);
		expect(settings.map(({ name }) => name)).toEqual(['requestOptions']);
		expect(node.codex.categories).toEqual(['Communication']);
		expect(node.codex.subcategories).toBeUndefined();
	});

	test('gives n8n its credential type', async () => {
		const types = await host.client.staticFile<Array<{ name: string }>>('types/credentials.json');
		expect(types.map(({ name }) => name)).toContain('messagingServiceApi');
	});

	test('has icons that n8n serves, light and dark', async () => {
		const types =
			await host.client.staticFile<
				Array<{ name: string; iconUrl: { light: string; dark: string } }>
			>('types/nodes.json');
		const urls = types
			.filter(({ name }) => nodes.includes(name))
			.flatMap(({ iconUrl }) => [iconUrl.light, iconUrl.dark]);
		expect(urls).toHaveLength(4);
		for (const url of urls) {
			const { statusCode, body } = await request(`${host.n8nAddress}/${url}`);
			expect(statusCode).toBe(200);
			expect(await body.text()).toContain('<svg');
		}
	});
});
