import { request } from 'undici';

import manifest from '../../package.json';
import { sharedHost } from './support';

const node = 'n8n-nodes-messaging-service-sms.messagingService';

interface NodeType {
	name: string;
	properties: Array<{ name: string; isNodeSetting?: boolean }>;
	codex: { categories: string[]; subcategories?: Record<string, string[]> };
	iconUrl: { light: string; dark: string };
}

const host = sharedHost();
describe('The packed package in a real n8n', () => {
	test('is listed under Community nodes with both nodes', async () => {
		const packages = await host.client.installedPackages();
		const installed = packages.find(({ packageName }) => packageName === manifest.name);
		expect(installed).toMatchObject({ installedVersion: manifest.version, failedLoading: false });
		expect(installed?.installedNodes.map(({ type }) => type).sort()).toEqual([
			node,
			`${node}Trigger`,
		]);
	});

	test('gives n8n its credential, and its nodes, the action node as a tool and a human review step too', async () => {
		const nodes = await host.client.nodeTypes(`${manifest.name}.`);
		const kinds = ['', 'HitlTool', 'Tool', 'Trigger'];
		expect(nodes.map(({ name }) => name).sort()).toEqual(kinds.map((kind) => node + kind));
		const types = await host.client.staticFile<Array<{ name: string }>>('types/credentials.json');
		expect(types.map(({ name }) => name)).toContain('messagingServiceApi');
	});

	test('keeps n8n’s own Request Options on the node, stands in its list Communication, and has icons, light and dark', async () => {
		const types = await host.client.staticFile<NodeType[]>('types/nodes.json');
		const [action, trigger] = [node, `${node}Trigger`].map(
			(type) => types.find(({ name }) => name === type)!,
		);
		const settings = action.properties.filter(({ isNodeSetting }) => isNodeSetting);
		expect(settings.map(({ name }) => name)).toEqual(['requestOptions']);
		expect(action.codex.categories).toEqual(['Communication']);
		expect(action.codex.subcategories).toBeUndefined();
		for (const { iconUrl } of [action, trigger]) {
			for (const url of [iconUrl.light, iconUrl.dark]) {
				const { statusCode, body } = await request(`${host.n8nAddress}/${url}`);
				expect([url, statusCode]).toEqual([url, 200]);
				expect(await body.text()).toContain('<svg');
			}
		}
	});
});
