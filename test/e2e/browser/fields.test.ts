import { deep, fields, optionsOf } from '../../support/description';
import { openedForms, resources } from '../support/describedForm';
import { expect, test } from '../support/inEditor';
import { readPanel, unreadable } from '../support/shownText';

const send = { resource: 'sms', operation: 'send' };

test('The resources are in the menu', async ({ n8n }) => {
	const node = await n8n.openNode({ parameters: send });
	// n8n adds an entry of its own, for requests that the node lacks.
	const names = [...resources.map(({ name }) => name), 'Custom API Call'];
	expect(await node.choices('Resource')).toEqual(names);
});

test('What stands in menus can be read', () => {
	const menus = deep(fields).filter(({ type }) => /^(multiO|o)ptions$/.test(type));
	const names = menus.flatMap(optionsOf).map(({ name }) => name);
	expect(names.length).toBeGreaterThan(300);
	expect(unreadable({ names, sentences: [] })).toEqual([]);
});

test('Each kind of field is shown, also of options, can be read, and has room for the longest labels and placeholders', async ({
	n8n,
}) => {
	const forms = openedForms().map(({ parameters, labels }) => {
		return { name: `${parameters.resource} ${parameters.operation}`, parameters, labels };
	});
	const editor = await n8n.openNodes(
		Object.fromEntries(forms.map(({ name, parameters }) => [name, { parameters }])),
	);
	for (const { name, labels } of forms) {
		await test.step(name, async () => {
			const node = await editor.openNode(name);
			// n8n shows what was chosen by its value at first.
			const seen = async () => {
				const { labels: shown, shown: texts } = await readPanel(node);
				return [shown, unreadable(texts)];
			};
			await expect.poll(seen).toEqual([expect.arrayContaining(labels), []]);
			expect.soft(await node.cutTexts(), name).toEqual([]);
		});
	}
});

test.describe('The check of what is shown', () => {
	test('finds what is planted, and what is cut: a label, and a placeholder', async ({ n8n }) => {
		const node = await n8n.openNode({ parameters: send });
		const input = node.parameter('To').locator('input');
		const suggest = async (text: string) =>
			await input.evaluate(
				(element, planted) => element.setAttribute('placeholder', planted),
				text,
			);
		await suggest('undefined');
		const found = unreadable((await readPanel(node)).shown);
		expect(found).toContain('a value that is missing: undefined');
		expect(await node.cutTexts()).toEqual([]);

		const long = 'e.g. a text that is longer than the column of parameters is wide. '
			.repeat(3)
			.trim();
		await suggest(long);
		expect(await node.cutTexts()).toEqual([long]);
		await suggest('e.g. 1');
		const label = node.parameter('Text').locator('label span').first();
		await label.evaluate((element, planted) => (element.textContent = planted), long);
		expect(await node.cutTexts()).toEqual([long]);
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
