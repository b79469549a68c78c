import type { INodeTypeDescription } from 'n8n-workflow';

import { NODE } from '../support/nodeTypes';
import { ofN8n } from './installed';
import { n8nNodes, ownNodes, withTools } from './n8n';

/** What people ask n8n's assistant for, in everyday words; written down before the words of the nodes were tuned. */
const requests = [
	'sms',
	'send sms',
	'text message',
	'send text message',
	'messaging',
	'messaging service',
	'send message',
	'bulk sms',
	'sms campaign',
	'sms notification',
	'otp',
	'verification code',
	'two-factor authentication',
	'phone number validation',
	'delivery report',
	'approval by sms',
	'appointment reminder sms',
	'opt out',
	'suppression list',
	'import contacts',
	'viber',
	'send viber message',
];

type Catalog = {
	NodeTypeParser: new (nodes: INodeTypeDescription[]) => {
		searchNodeTypes(request: string, limit: number): Array<{ id: string }>;
	};
	searchCodeBuilderNodes(parser: object, requests: string[]): { results: string };
};
type Registry = {
	findRegistryMatches<One>(request: string, nodes: One[]): One[];
};

const catalog = ofN8n<Catalog>('@n8n/ai-utilities/dist/cjs/node-catalog/index.js');
const { findRegistryMatches } = ofN8n<Registry>('n8n/dist/node-catalog/registry-lookup.js');

let own: INodeTypeDescription[];
beforeAll(async () => (own = await ownNodes()));

/** Where the node is among the five results that n8n gives an assistant for a request; 0 if it isn't. */
function placesAmong(nodes: INodeTypeDescription[]): Array<[request: string, place: number]> {
	const parser = new catalog.NodeTypeParser(nodes);
	const placeOf = (request: string) =>
		parser.searchNodeTypes(request, 5).findIndex(({ id }) => id === NODE) + 1;
	return requests.map((request) => [request, placeOf(request)]);
}
const within = (most: number, places: Array<[string, number]>) =>
	places.filter(([, place]) => place >= 1 && place <= most);

// A word behind "n8n" loses nothing there for not being the first one: hence the aliases "n8n SMS" and "n8n send SMS".
it("n8n's search has the node among the first three for at least 18 of 22 requests, and among the first two for sms", () => {
	const places = placesAmong([...n8nNodes().filter(({ hidden }) => !hidden), ...own]);
	console.log(places.map(([request, place]) => `${place || '-'} ${request}`).join('\n'));
	expect(places).toHaveLength(22);
	expect(within(3, places).length).toBeGreaterThanOrEqual(18);
	const placeOf = Object.fromEntries(places);
	expect([1, 2]).toContain(placeOf.sms);
	expect(placeOf['send sms']).toBeGreaterThan(0);
});

it("n8n's MCP server, which lists each node again as a tool, shows it for at least 18 of them", () => {
	const places = placesAmong(withTools([...n8nNodes(), ...own]));
	expect(within(5, places).length).toBeGreaterThanOrEqual(18);
});

it("n8n's list of verified packages that aren't installed gives the node for sms, and for its name", () => {
	const found = (request: string) => findRegistryMatches(request, own).map(({ name }) => name);
	for (const request of ['sms', 'messaging', 'messaging service']) {
		expect(found(request)).toContain(NODE);
	}
	expect(found('telegram')).toEqual([]);
});

it('a result shows the hint of the node, and each of its operations', () => {
	const parser = new catalog.NodeTypeParser(own);
	const { results } = catalog.searchCodeBuilderNodes(parser, ['messaging service']);
	expect(results).toContain(own.find(({ name }) => name === NODE)?.builderHint?.searchHint);
	expect(results).toContain('- sendAndWait');
});
