import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import {
	DescribedForm,
	looks,
	menusAmong,
	openedForms,
	resources,
	withNested,
} from '../support/describedForm';
import { expect, test } from '../support/inEditor';
import type { NodeDetails } from '../support/nodeDetails';
import { readMenu, readPanel } from '../support/shownText';
import { unreadable } from '../support/unreadable';

/** n8n adds this entry of its own, for requests that the node lacks. */
const custom = 'Custom API Call';
const send = { resource: 'sms', operation: 'send' };

/** Expects the labels that the user sees; whatever is shown has to be readable. */
async function expectLabels(node: NodeDetails, expected: string[]): Promise<void> {
	// n8n draws the form anew a moment after a choice, and shows what was chosen by its value until then.
	const seen = async () => {
		const { labels, shown } = await readPanel(node);
		return [labels, unreadable(shown)];
	};
	await expect.poll(seen).toEqual([expected, []]);
}

/** Expects the names that a menu offers; whatever is shown has to be readable. */
async function expectNames(node: NodeDetails, label: string, expected: string[]): Promise<void> {
	const seen = async () => {
		const { names, shown } = await readMenu(node, label);
		return [names, unreadable(shown)];
	};
	await expect.poll(seen, label).toEqual([expected, []]);
}

async function expectMenus(node: NodeDetails, fields: INodeProperties[]): Promise<void> {
	for (const [label, names] of menusAmong(fields)) await expectNames(node, label, names);
}

test('The resources are in the menu', async ({ n8n }) => {
	const node = await n8n.openNode({ parameters: send });
	await expectNames(node, 'Resource', [...resources.map(({ name }) => name), custom]);
});

for (const { resource, operation, added } of looks()) {
	test(`${resource}, ${operation} shows each field, and ${added}`, async ({ n8n }) => {
		const node = await n8n.openNode({ parameters: { resource, operation } });
		const { labels, options, fields } = new DescribedForm({ resource, operation });
		await expectLabels(node, labels);
		// For a single option n8n shows a button in place of a menu.
		if (options.length > 1) {
			const names = options.map(({ displayName }) => displayName);
			await expectNames(node, 'Options', names);
		}
		await expectMenus(node, fields);

		const chosen: Record<string, NodeParameterValueType> = {};
		const form = () => new DescribedForm({ resource, operation, options: chosen });
		const next = () => form().options.find(({ name }) => added.includes(name) && !(name in chosen));
		for (let option = next(); option; option = next()) {
			await node.addOption(option.displayName);
			// n8n forgets a list that is empty when the next option is added.
			if (option.typeOptions?.multipleValues) await node.addEntry(option.displayName);
			chosen[option.name] = option.default;
		}
		expect(Object.keys(chosen).sort()).toEqual([...added].sort());
		const nested = withNested(form().options.filter(({ name }) => name in chosen));
		const names = nested.map(({ displayName }) => displayName);
		await expectLabels(node, [...form().labels, ...names]);
		await expectMenus(node, nested);
	});
}

test('There is room for each label and placeholder, also of options: the longest are shown', async ({
	n8n,
}) => {
	const nameOf = ({ resource, operation }: INodeParameters) => `${resource} ${operation}`;
	const forms = openedForms().map((form) => ({ ...form, name: nameOf(form.parameters) }));
	const editor = await n8n.openNodes(
		Object.fromEntries(forms.map(({ name, parameters }) => [name, { parameters }])),
	);
	for (const { name, labels } of forms) {
		await test.step(name, async () => {
			const node = await editor.openNode(name);
			const shown = async () => (await readPanel(node)).labels;
			await expect.poll(shown).toEqual(expect.arrayContaining(labels));
			expect.soft(await node.cutTexts(), name).toEqual([]);
		});
	}
});

test.describe('The check of what is shown', () => {
	test('finds what is planted as a label, as a placeholder, and what is cut', async ({ n8n }) => {
		const node = await n8n.openNode({ parameters: send });
		const plant = async (label: string, text: string) =>
			await node
				.parameter(label)
				.locator('label span')
				.first()
				.evaluate((element, planted) => (element.textContent = planted), text);
		const found = async () => unreadable((await readPanel(node)).shown);
		const input = await node.parameter('To').locator('input').elementHandle();
		const suggest = async (text: string) =>
			await input?.evaluate(
				(element, planted) => element.setAttribute('placeholder', planted),
				text,
			);

		await suggest('undefined');
		expect(await found()).toContain('a value that is missing: undefined');
		const long = 'e.g. a text that is longer than the column of parameters is wide. '.repeat(3);
		await suggest(long.trim());
		expect(await node.cutTexts()).toEqual([long.trim()]);
		await suggest('e.g. 1');
		expect(await node.cutTexts()).toEqual([]);

		await plant('Text', long.trim());
		expect(await node.cutTexts()).toEqual([long.trim()]);
		let label = 'Resource';
		for (const [text, reason] of [
			['batchSize', 'an internal name'],
			['max_wait', 'an internal name'],
			['limit', 'no capital letter'],
			['messagingService.to.displayName', 'a key instead of a text'],
			['undefined', 'a value that is missing'],
			['[object Object]', 'an object as text'],
			['{{ $parameter.to }}', 'an expression that was not evaluated'],
		]) {
			await plant(label, text);
			expect(await found()).toContain(`${reason}: ${text}`);
			label = text;
		}
	});

	test('takes what the console says of our node for one of its errors, and nothing else', async ({
		n8n,
		page,
		problems,
	}) => {
		await n8n.openNode({ parameters: send });
		const said = ['ResizeObserver loop completed', 'No type n8n-nodes-messaging-service-sms.x'];
		for (const text of said) await page.evaluate((one) => console.error(one), text);
		await expect.poll(() => problems.splice(0)).toEqual([expect.stringContaining(said[1])]);
	});
});
