import { eventually } from '../../support/eventually';
import { credentialOf, importWorkflow, sharedHost } from '../support';
import { agentWorkflow } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { NodeDetails } from '../support/nodeDetails';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

const sms = {
	...{ resource: 'sms', operation: 'send', to: '8 600 12345', from: 'Shop', text: 'It is ready' },
	options: { defaultCountry: 'DE', limits: { values: { allowedTo: '+370*' } } },
};

const country = (node: NodeDetails) => node.parameter('Default Country').locator('input').first();
const OF_RUN = ['Max Messages', 'Max Parts', 'Max Cost', 'Allowed To'];
const OF_ITEM = ['Default Country'];

/** Those of the fields that have a switch to an expression. */
async function withExpression(node: NodeDetails): Promise<string[]> {
	const found: string[] = [];
	for (const label of [...OF_RUN, ...OF_ITEM]) {
		const parameter = node.parameter(label);
		await parameter.hover();
		if (await parameter.getByTestId('radio-button-expression').count()) found.push(label);
	}
	return found;
}

async function expectCountries(node: NodeDetails): Promise<void> {
	const isNamed = async () => (await country(node).inputValue()) === 'Germany (+49)';
	await eventually('the name of the country', isNamed);
	const names = await node.choices('Default Country');
	expect(names).toHaveLength(246);
	expect(names).toEqual(expect.arrayContaining(['Åland Islands (+358)', 'Zimbabwe (+263)']));
}

describe('The options of Send', () => {
	test('offer countries by name, and expressions only where each item has its own value', async () => {
		const node = await session.openNode(sms);
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await node.choose('Default Country', 'Lithuania (+370)');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
		await node.fillExpression('Default Country', "{{ 'LV' }}");
		expect(await node.executeStep()).toBe('error');
		expect((await node.outputError()).message).toContain("isn't a phone number of Latvia");
	});

	test('are the same in a tool, where no model can set what holds for all items', async () => {
		const tool = { name: 'SMS tool', parameters: sms, credentials: credentialOf(host) };
		const { id } = await importWorkflow(host, agentWorkflow({}, tool));
		const node = await (await session.openWorkflow(id)).openNode('SMS tool');
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await node.modelButton('Text').waitFor();
		for (const label of OF_RUN) expect(await node.modelButton(label).count()).toBe(0);
	});
});
