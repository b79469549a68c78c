import { DirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import codex from '../../../nodes/MessagingService/MessagingService.node.json';
import triggerCodex from '../../../nodes/MessagingService/MessagingServiceTrigger.node.json';
import { deep, entriesOf, fields, node, ofOperations, operations } from '../../support/description';

/** n8n's documentation, "Node codex files". */
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

describe('Send and Wait, as n8n knows it', () => {
	it("names categories of n8n's list only, and no subcategories: n8n's reviewers refuse others", () => {
		for (const { categories, ...others } of [codex, triggerCodex]) {
			expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
			expect(others).not.toHaveProperty('subcategories');
		}
	});

	it('is found by who looks for an approval, and by n8n as what can wait for a person', () => {
		expect(codex.alias).toEqual(expect.arrayContaining(['human', 'hitl', 'approval', 'wait']));
		expect(operations.sms).toContain(SEND_AND_WAIT_OPERATION);
	});

	it('has a link that n8n signs and checks: GET and POST, by the id of the node, only while it waits', () => {
		expect(node.description.webhooks).toEqual(
			['GET', 'POST'].map((httpMethod) => ({
				name: 'default',
				httpMethod,
				responseMode: 'onReceived',
				responseData: '',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				isFullPath: true,
			})),
		);
	});

	it('leaves the node the Request Options that n8n gives a declarative node without a webhook', () => {
		const ownOf = (properties: INodeProperties[]) => {
			const field = properties.find(({ name }) => name === 'requestOptions')!;
			const seen = ['name', 'type', 'default', 'typeOptions', 'isNodeSetting', 'noDataExpression'];
			return [field, ...deep(entriesOf(field))].map((one) =>
				Object.fromEntries(Object.entries(one).filter(([key]) => seen.includes(key))),
			);
		};
		const plain = {
			description: { ...node.description, webhooks: undefined, properties: [...ofOperations] },
		} as INodeType;
		DirectoryLoader.applyDeclarativeNodeOptionParameters(plain);
		expect(ownOf(fields)).toEqual(ownOf(plain.description.properties));
		expect(fields.filter(({ isNodeSetting }) => isNodeSetting)).toHaveLength(1);
	});
});
