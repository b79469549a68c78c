import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';

import { eventually } from '../../support/eventually';
import { sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import {
	DescribedForm,
	looks,
	menusAmong,
	openedForms,
	resources,
	withNested,
} from '../support/describedForm';
import type { Editor } from '../support/editor';
import type { NodeDetails } from '../support/nodeDetails';
import { readMenu, readPanel } from '../support/shownText';
import { unreadable } from '../support/unreadable';

/** n8n adds this entry of its own, for requests that the node lacks. */
const custom = 'Custom API Call';
/** How often a form is looked at until it is drawn; each look takes a tenth of a second or more. */
const LOOKS = 600;

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
const nameOf = (look: { resource: string; operation: string }) =>
	`${look.resource} ${look.operation}`;
const openedNameOf = ({ resource, operation }: INodeParameters) =>
	`All of ${resource} ${operation}`;
let editor: Editor;
let node: NodeDetails;
beforeAll(async () => {
	const nodes = looks().map(({ resource, operation }) => {
		const parameters = { resource, operation };
		return [nameOf(parameters), { parameters }];
	});
	const opened = openedForms().map(({ parameters }) => [openedNameOf(parameters), { parameters }]);
	editor = await session.openNodes(Object.fromEntries([...nodes, ...opened]));
});
afterEach(() => expect(session.takeProblems()).toEqual([]));

/** Expects the labels that the user sees; whatever is shown has to be readable. */
async function expectLabels(expected: string[]): Promise<void> {
	// n8n draws the form anew a moment after a choice, and shows what was chosen by its value until then.
	let seen: unknown;
	const isDrawn = async () => {
		const { labels, shown } = await readPanel(node);
		seen = [labels, unreadable(shown)];
		return isDeepStrictEqual(seen, [expected, []]);
	};
	await eventually('the form of what was chosen', isDrawn, LOOKS).catch(() => undefined);
	expect(seen).toEqual([expected, []]);
}

/** Expects the names that a menu offers; whatever is shown has to be readable. */
async function expectNames(label: string, expected: string[]): Promise<void> {
	let seen: unknown;
	const isDrawn = async () => {
		const { names, shown } = await readMenu(node, label);
		seen = [label, names, unreadable(shown)];
		return isDeepStrictEqual(seen, [label, expected, []]);
	};
	await eventually('the menu of what was chosen', isDrawn, LOOKS).catch(() => undefined);
	expect(seen).toEqual([label, expected, []]);
}

const readMenus = new Set<string>();

/** Reads each menu once: many operations have the same. */
async function expectMenus(fields: INodeProperties[]): Promise<void> {
	for (const [label, names] of menusAmong(fields)) {
		const menu = JSON.stringify([label, names]);
		if (readMenus.has(menu)) continue;
		await expectNames(label, names);
		readMenus.add(menu);
	}
}

test('The resources are in the menu', async () => {
	node = await editor.openNode(nameOf(looks()[0]));
	await expectNames('Resource', [...resources.map(({ name }) => name), custom]);
});

test.each(looks())('$resource, $operation shows each field, and $added', async (look) => {
	const { resource, operation, added } = look;
	node = await editor.openNode(nameOf(look));
	const { labels, options, fields } = new DescribedForm({ resource, operation });
	await expectLabels(labels);
	// For a single option n8n shows a button in place of a menu.
	if (options.length > 1) {
		const names = options.map(({ displayName }) => displayName);
		await expectNames('Options', names);
	}
	await expectMenus(fields);

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
	await expectLabels([...form().labels, ...nested.map(({ displayName }) => displayName)]);
	await expectMenus(nested);
});

test.each(openedForms())(
	'$parameters.resource, $parameters.operation has room for each label and placeholder, also of its options',
	async ({ parameters, labels }) => {
		node = await editor.openNode(openedNameOf(parameters));
		let shown: string[] = [];
		const areThere = async () => {
			shown = (await readPanel(node)).labels;
			return labels.every((label) => shown.includes(label));
		};
		await eventually('every label', areThere, LOOKS).catch(() => undefined);
		expect(shown).toEqual(expect.arrayContaining(labels));
		expect(await node.cutTexts()).toEqual([]);
	},
);

describe('The check of what is shown', () => {
	beforeAll(async () => {
		node = await editor.openNode(nameOf({ resource: 'sms', operation: 'send' }));
	});

	test.each([
		['batchSize', 'an internal name'],
		['max_wait', 'an internal name'],
		['limit', 'no capital letter'],
		['messagingService.to.displayName', 'a key instead of a text'],
		['undefined', 'a value that is missing'],
		['[object Object]', 'an object as text'],
		['{{ $parameter.to }}', 'an expression that was not evaluated'],
	])('finds %s planted as a label', async (text, reason) => {
		const resource = node.parameter('Resource').locator('label span').first();
		const label = await resource.elementHandle();
		await label?.evaluate((element, planted) => (element.textContent = planted), text);
		expect(unreadable((await readPanel(node)).shown)).toContain(`${reason}: ${text}`);
		await label?.evaluate((element) => (element.textContent = 'Resource'));
	});

	test('finds a label and a placeholder that are cut', async () => {
		const label = await node.parameter('To').locator('label span').first().elementHandle();
		const long = 'e.g. a text that is longer than the column of parameters is wide. '
			.repeat(3)
			.trim();
		await label?.evaluate((element, planted) => (element.textContent = planted), long);
		expect(await node.cutTexts()).toEqual([long]);
		await label?.evaluate((element) => (element.textContent = 'To'));
		const input = await node.parameter('To').locator('input').elementHandle();
		await input?.evaluate((element, planted) => element.setAttribute('placeholder', planted), long);
		expect(await node.cutTexts()).toEqual([long]);
		await input?.evaluate((element) => element.setAttribute('placeholder', 'e.g. 1'));
		expect(await node.cutTexts()).toEqual([]);
	});

	test('takes what the console says of our node for one of its errors, and nothing else', async () => {
		const said = ['ResizeObserver loop completed', 'No type n8n-nodes-messaging-service-sms.x'];
		for (const text of said) await node.page.evaluate((one) => console.error(one), text);
		expect(session.takeProblems()).toEqual([expect.stringContaining(said[1])]);
	});

	test('finds a placeholder without a text', async () => {
		const input = node.parameter('To').locator('input');
		await input.evaluate((element: HTMLInputElement) => (element.placeholder = 'undefined'));
		expect(unreadable((await readPanel(node)).shown)).toContain(
			'a value that is missing: undefined',
		);
	});
});
