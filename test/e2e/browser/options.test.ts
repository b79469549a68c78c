import { shortName } from '../../support/description';
import { eventually } from '../../support/eventually';
import { chain, importWorkflow, sharedHost, to } from '../support';
import { agentWorkflow } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import { DescribedForm } from '../support/describedForm';
import type { Editor } from '../support/editor';
import type { NodeDetails } from '../support/nodeDetails';

const HOUR = 3_600_000;

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

const sms = {
	...{ resource: 'sms', operation: 'send', to: '8 600 12345', from: 'Shop', text: 'It is ready' },
	options: { defaultCountry: 'DE', limits: { values: { allowedTo: '+370*' } } },
};

const long = { ...{ ...sms, to: '+370 600 12345', options: {} }, text: 'A long text. '.repeat(20) };

/** The groups that the description has, and those of them that are off without their fields. */
const groups = new DescribedForm({ resource: 'sms', operation: 'send' }).options
	.filter(({ type, typeOptions }) => type === 'fixedCollection' && !typeOptions?.multipleValues)
	.map(({ displayName }) => displayName);
const off = ['Wait for Delivery', 'Requests (Speed)'];
const defaultCountry = 'Default Country (for Numbers Without +)';

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);

const country = (node: NodeDetails) => node.parameter(defaultCountry).locator('input').first();
const OF_RUN = ['Max Messages', 'Max Parts', 'Max Cost', 'Allowed To'];
const OF_ITEM = [defaultCountry];

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
	const names = await node.choices(defaultCountry);
	expect(names).toHaveLength(246);
	expect(names).toEqual(expect.arrayContaining(['Åland Islands (+358)', 'Zimbabwe (+263)']));
}

let editor: Editor;
beforeAll(async () => {
	const workflow = agentWorkflow({}, { name: 'SMS tool', parameters: sms });
	const sends = chain(
		{ name: 'Send', parameters: sms, position: [320, -160] },
		{ name: 'Send a long text', parameters: long, position: [320, -320] },
	);
	workflow.nodes.push(...sends.nodes);
	Object.assign(workflow.connections, {
		Start: to('AI Agent', ...sends.nodes.map(({ name }) => name)),
	});
	editor = await session.openWorkflow((await importWorkflow(host, workflow)).id);
});

describe('The options of Send', () => {
	test('offer countries by name, and expressions only where each item has its own value', async () => {
		const node = await editor.openNode('Send');
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await node.choose(defaultCountry, 'Lithuania (+370)');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
		await node.fillExpression(defaultCountry, "{{ 'LV' }}");
		expect(await node.executeStep()).toBe('error');
		expect((await node.outputError()).message).toContain("isn't a phone number of Latvia");
	});

	test('are the same in a tool, where no model can set what holds for all items', async () => {
		const node = await editor.openNode('SMS tool');
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await node.modelButton('Text').waitFor();
		for (const label of OF_RUN) expect(await node.modelButton(label).count()).toBe(0);
	});
});

describe('The groups of options of Send', () => {
	let node: NodeDetails;
	beforeAll(async () => void (node = await editor.openNode('Send a long text')));

	test('One line above the output counts the parts of a long message', async () => {
		expect(await node.executeStep()).toBe('success');
		await node.output.getByText('1 accepted (2 parts). Sandbox.').waitFor();
	});

	test('Each group of options that may keep messages back is looked at', () => {
		expect(groups).toEqual(expect.arrayContaining(off));
		expect(groups.length).toBeGreaterThan(off.length + 2);
	});

	test.each(groups)(
		'%s is off when the inner trash icon has removed its fields, or nothing is sent',
		async (group) => {
			await node.addOption(group);
			await node.emptyGroup(group);
			expect(await node.executeStep()).toBe(off.includes(group) ? 'success' : 'error');
			const sent = (await host.sandbox.requests()).map(({ path }) => path);
			expect(sent).toEqual(off.includes(group) ? ['/v1/sms/single'] : []);
			if (off.includes(group)) return;
			expect((await node.outputError()).message).toContain(`'${shortName(group)}' is empty`);
			await node.removeOption(group);
		},
	);

	test('A Send Window keeps an item back until its hours, and the output says so in one line', async () => {
		await node.addOption('Skip Messages (Opted Out, at Night)');
		await node.toggle('Send Window');
		const weekdays = node.parameter('Weekdays');
		for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
			await weekdays.getByText(day, { exact: true }).first().waitFor();
		}
		const value = async (label: string) =>
			await node.parameter(label).locator('input:visible').last().inputValue();
		expect([await value('Opens'), await value('Closes')]).toEqual(['09:00', '20:00']);
		// The days that are chosen lie over the menu's own field.
		await weekdays.locator('.el-select__caret').click();
		const days = node.page.locator('[role=option]:visible');
		for (const day of ['Saturday', 'Sunday']) await days.filter({ hasText: day }).click();
		await node.closeMenu();
		await node.fill('Time Zone', 'Mars');
		expect(await node.executeStep()).toBe('error');
		expect((await node.outputError()).message).toBe(
			"'Time Zone' of 'Send Window' isn't a time zone of a place: Mars (item 1 of 1)",
		);

		await node.fill('Time Zone', 'UTC');
		await node.fill('Opens', inHours(2));
		await node.fill('Closes', inHours(3));
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toEqual([]);
		await node.output.getByText('0 accepted, 1 skipped (1 outside window).').waitFor();
		expect(await node.outputTable()).toEqual({
			columns: ['skipped', 'to', 'sendAfter'],
			rows: [
				['outsideWindow', '37060012345', expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/)],
			],
		});

		await node.fill('Opens', inHours(-1));
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
	});
});
