import type { Workflow } from '../../dev/n8n/types';
import { hasTrigger, prepareExample } from '../../dev/provisioning';

const node = (type: string, more = {}) => ({ name: type, type, parameters: {}, ...more });
const workflowOf = (...nodes: Workflow['nodes']): Workflow => ({
	name: 'One',
	nodes,
	connections: {},
});

test('an example gets an id that stays and our nodes get the credential', () => {
	const workflow = workflowOf(
		node('n8n-nodes-messaging-service.messagingService'),
		node('n8n-nodes-messaging-service.messagingServiceTrigger'),
		node('n8n-nodes-base.httpRequest', {
			credentials: { messagingServiceApi: { id: 'old', name: 'old' } },
		}),
		node('n8n-nodes-base.set'),
	);
	const prepared = prepareExample({ name: 'form-to-sms', workflow, hash: '' }, 'new');
	expect(prepared.id).toBe('example-form-to-sms');
	const ids = prepared.nodes.map(({ credentials }) => credentials?.messagingServiceApi.id);
	expect(ids).toEqual(['new', 'new', 'new', undefined]);
});

test.each([
	['n8n-nodes-base.formTrigger', {}, true],
	['n8n-nodes-messaging-service.messagingServiceTrigger', {}, true],
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
