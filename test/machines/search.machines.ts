import type { INodeTypeDescription } from 'n8n-workflow';

import { NODE } from '../support/nodeTypes';
import { n8nNodes, ofN8n, ownNodes } from './n8n';

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

// A word behind "n8n" loses nothing there for not being the first one: hence the aliases "n8n SMS" and "n8n send SMS".
it("n8n's search has the node among the first three for at least 18 of 22 requests, and among the first two for sms", () => {
	const parser = new catalog.NodeTypeParser([...n8nNodes(), ...own]);
	// n8n shows an assistant five.
	const places = requests.map((request) => {
		const found = parser.searchNodeTypes(request, 5);
		return [request, found.findIndex(({ id }) => id === NODE) + 1] as const;
	});
	console.log(places.map(([request, place]) => `${place || '-'} ${request}`).join('\n'));
	const placeOf = Object.fromEntries(places);
	const first = places.filter(([, place]) => place >= 1 && place <= 3);
	expect(requests).toHaveLength(22);
	expect(first.length).toBeGreaterThanOrEqual(18);
	expect([1, 2]).toContain(placeOf.sms);
	expect(placeOf['send sms']).toBeGreaterThan(0);
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
