import type { Workflow } from '../n8n/types.ts';
import { credentialName, credentialType } from '../provisioning.ts';
import { chain, giving, manualTrigger, nodeType, type Step } from '../../test/n8n/workflow.ts';
import type { Host } from './host.ts';
import type { NodeToMeasure } from './nodes.ts';

/** Recipients: none ends in the sandbox's special digits. */
const message = (i: number) => ({
	phone: `3706${String(i).padStart(5, '0')}15`,
	sender: 'Shop',
	name: `Customer ${i}`,
	message: `Hello Customer ${i}`,
});

/** The same message as the service takes it. */
export function smsTo(i: number) {
	const { phone: to, sender: from, message: text } = message(i);
	return { to, from, text };
}

/** JavaScript for a Code node that gives so many messages, to as many numbers from a certain one on. */
export const messagesCode = (count: number, first = 0) =>
	`const message = ${message}; return Array.from({ length: ${count} }, (_, i) => ({ json: message(${first} + i) }));`;

/** JavaScript for a Code node that gives an item for each ID of a message. */
export const idsCode = (ids: string[]) =>
	`return ${JSON.stringify(ids)}.map((messageId) => ({ json: { messageId } }));`;

/** A workflow in which a Code node gives the items to the node to be measured, which is called Node. */
export const workflowOf = (host: Host, jsCode: string, node?: NodeToMeasure): Workflow =>
	benchmark(
		manualTrigger,
		{ ...giving([]), parameters: { jsCode } },
		{ name: 'Node', ...credentialOf(host), ...(node ?? { type: 'n8n-nodes-base.noOp' }) },
	);

/** A workflow with the trigger on these messages. */
export const triggerWorkflow = (host: Host, messageIds: string[]): Workflow =>
	benchmark({
		name: 'Node',
		...credentialOf(host),
		type: `${nodeType}Trigger`,
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			triggerOn: 'entryAddedOrUpdated',
			watch: 'messages',
			messageIds: messageIds.join('\n'),
			options: {},
		},
	});

const benchmark = (...steps: Step[]): Workflow => ({
	...chain(...steps),
	name: 'Benchmark',
	settings: { executionOrder: 'v1' },
});

const credentialOf = ({ credentialId }: Host) => ({
	credentials: { [credentialType]: { id: credentialId, name: credentialName } },
});
