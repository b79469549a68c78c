import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { SavedWorkflow, Workflow } from '../../dev/n8n/types';
import { hasTrigger, importExamples, prepareExample } from '../../dev/provisioning';
import type { WorkflowStore } from '../../dev/provisioning';
import { folderForTests } from '../support/folder';

const node = (type: string, more = {}) => ({ name: type, type, parameters: {}, ...more });
const workflowOf = (...nodes: Workflow['nodes']): Workflow => ({
	name: 'One',
	nodes,
	connections: {},
});

test('an example gets an id that stays and our nodes get the credential', () => {
	const credentials = { messagingServiceApi: { id: 'old', name: 'old' } };
	const workflow = workflowOf(
		node('n8n-nodes-messaging-service-sms.messagingService'),
		node('n8n-nodes-messaging-service-sms.messagingServiceTrigger'),
		node('n8n-nodes-base.httpRequest', { credentials }),
		node('n8n-nodes-base.set'),
	);
	const prepared = prepareExample({ name: 'form-to-sms', workflow, hash: '' }, 'new');
	expect(prepared.id).toBe('example-form-to-sms');
	const ids = prepared.nodes.map(({ credentials }) => credentials?.messagingServiceApi.id);
	expect(ids).toEqual(['new', 'new', 'new', undefined]);
});

test.each([
	['n8n-nodes-base.formTrigger', {}, true],
	['n8n-nodes-messaging-service-sms.messagingServiceTrigger', {}, true],
	['n8n-nodes-base.scheduleTrigger', { disabled: true }, false],
	['n8n-nodes-base.manualTrigger', {}, false],
	['n8n-nodes-base.executeWorkflowTrigger', {}, true],
	['@n8n/n8n-nodes-langchain.chatTrigger', { parameters: { public: true } }, true],
	['@n8n/n8n-nodes-langchain.chatTrigger', { parameters: { public: false } }, false],
	['@n8n/n8n-nodes-langchain.chatTrigger', {}, false],
	['n8n-nodes-base.set', {}, false],
])('a workflow with %s %j starts by itself: %s', (type, more, starts) => {
	expect(hasTrigger(workflowOf(node(type, more)))).toBe(starts);
});

describe('The examples in n8n', () => {
	const folder = folderForTests();

	/** An n8n that keeps workflows, and their tags if it has some. */
	function storeOf(hasTags: boolean) {
		const workflows = new Map<string, SavedWorkflow>();
		const tagged: string[] = [];
		const save = async (workflow: Workflow) => {
			const saved = { ...workflow, id: workflow.id!, versionId: '1', active: false };
			workflows.set(saved.id, { ...saved, isArchived: false });
			return workflows.get(saved.id)!;
		};
		const n8n: WorkflowStore = {
			workflow: async (id) => workflows.get(id),
			createWorkflow: save,
			updateWorkflow: async (_, workflow) => await save(workflow as Workflow),
			activateWorkflow: async (workflow) => workflow,
			saveTag: async (name) => {
				if (!hasTags) throw new Error('Workflow Tags Disabled');
				expect(name.length).toBeLessThanOrEqual(24);
				return name;
			},
			tagWorkflow: async (id) => void tagged.push(id),
		};
		return { n8n, workflows, tagged };
	}

	test('come in tagged, the first one last, so that n8n lists it first; a second time nothing changes', async () => {
		const { n8n, workflows, tagged } = storeOf(true);
		await importExamples(n8n, 'credential', folder);
		const names = [...workflows.values()].map(({ name }) => name);
		expect(names.at(-1)).toBe('01 Send your first SMS');
		expect(names).toEqual(names.toSorted().reverse());
		expect(tagged).toEqual([...workflows.keys()]);

		await importExamples(n8n, 'credential', folder);
		expect(tagged).toHaveLength(workflows.size);
	});

	test('come in without a tag where n8n has its tags off', async () => {
		const { n8n, workflows } = storeOf(false);
		rmSync(join(folder, 'examples.json'), { force: true });
		await importExamples(n8n, 'credential', folder);
		expect(workflows.size).toBeGreaterThan(0);
	});
});
