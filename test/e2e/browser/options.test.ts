import { shortName } from '../../support/description';
import { agentWorkflow } from '../support/agent';
import { describedForm } from '../support/describedForm';
import { expect, test } from '../support/inEditor';
import type { NodeDetails } from '../support/nodeDetails';

const sms = {
	...{ resource: 'sms', operation: 'send', to: '8 600 12345', from: 'Shop', text: 'It is ready' },
	options: { defaultCountry: 'DE', limits: { values: { allowedTo: '+370*' } } },
};

const long = { ...sms, to: '+370 600 12345', options: {}, text: 'A long text. '.repeat(20) };

/** The groups that the description has, and those of them that are off without their fields. */
const groups = describedForm({ resource: 'sms', operation: 'send' })
	.options.filter(
		({ type, typeOptions }) => type === 'fixedCollection' && !typeOptions?.multipleValues,
	)
	.map(({ displayName }) => displayName);
const off = ['Wait for Delivery', 'Requests (Speed)'];
const defaultCountry = 'Default Country (No +)';

const inHours = (hours: number) =>
	new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

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
	const country = node.parameter(defaultCountry).locator('input').first();
	await expect(country).toHaveValue('Germany (+49)');
	const names = await node.choices(defaultCountry);
	expect(names).toHaveLength(246);
	expect(names).toEqual(expect.arrayContaining(['Åland Islands (+358)', 'Zimbabwe (+263)']));
}

test.describe('The options of Send', () => {
	test('offer countries by name, and expressions only where each item has its own value', async ({
		n8n,
		host,
	}) => {
		const node = await n8n.openNode({ parameters: sms });
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await node.choose(defaultCountry, 'Lithuania (+370)');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
		await node.fillExpression(defaultCountry, "{{ 'LV' }}");
		expect(await node.executeStep()).toBe('error');
		await expect(node.errorMessage).toContainText("isn't a phone number of Latvia");
	});

	test('are the same in a tool, where no model can set what holds for all items', async ({
		n8n,
	}) => {
		const editor = await n8n.open(agentWorkflow({}, { name: 'SMS tool', parameters: sms }));
		const node = await editor.openNode('SMS tool');
		await expectCountries(node);
		expect(await withExpression(node)).toEqual(OF_ITEM);
		await expect(node.modelButton('Text')).toBeVisible();
		for (const label of OF_RUN) await expect(node.modelButton(label)).toHaveCount(0);
	});

	test('are off when the inner trash icon has removed their fields, or nothing is sent: each group that may keep messages back', async ({
		n8n,
		host,
	}) => {
		expect(groups).toEqual(expect.arrayContaining(off));
		expect(groups.length).toBeGreaterThan(off.length + 2);
		const nodes = Object.fromEntries(groups.map((group) => [group, { parameters: long }]));
		const editor = await n8n.openNodes(nodes);
		for (const group of groups) {
			await test.step(group, async () => {
				await host.sandbox.reset();
				const node = await editor.openNode(group);
				await node.addOption(group);
				await node.emptyGroup(group);
				expect(await node.executeStep()).toBe(off.includes(group) ? 'success' : 'error');
				const sent = (await host.sandbox.requests()).map(({ path }) => path);
				expect(sent).toEqual(off.includes(group) ? ['/v1/sms/single'] : []);
				if (off.includes(group)) return;
				await expect(node.errorMessage).toContainText(`'${shortName(group)}' is empty`);
			});
		}
	});

	test('keep an item back until the hours of its Send Window, and the output says so in one line', async ({
		n8n,
		page,
		host,
	}) => {
		const node = await n8n.openNode({ parameters: long });
		await node.addOption('Skip Messages (Opted Out, at Night)');
		await node.toggle('Send Window');
		const weekdays = node.parameter('Weekdays');
		for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
			await expect(weekdays.getByText(day, { exact: true }).first()).toBeVisible();
		}
		const value = (label: string) => node.parameter(label).locator('input:visible').last();
		await expect(value('Opens')).toHaveValue('09:00');
		await expect(value('Closes')).toHaveValue('20:00');
		// The days that are chosen lie over the menu's own field.
		await weekdays.locator('.el-select__caret').click();
		const days = page.locator('[role=option]:visible');
		for (const day of ['Saturday', 'Sunday']) await days.filter({ hasText: day }).click();
		await node.closeMenu();
		await node.fill('Time Zone', 'UTC');
		await node.fill('Opens', inHours(2));
		await node.fill('Closes', inHours(3));
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toEqual([]);
		await expect(node.output.getByText('0 accepted, 1 skipped (1 outside window).')).toBeVisible();
		await node.fill('Opens', inHours(-1));
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
	});
});
