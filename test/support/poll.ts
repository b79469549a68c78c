import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';
import { additionalData } from './additionalData';
import { TRIGGER } from './nodeTypes';
import type { Service } from './service';
import { evaluating, ourNode, workflowOf } from './workflow';

let workflows = 0;

/** A trigger whose memory lives as long as the object, as it does in an active workflow. */
export class PolledTrigger {
	/** What n8n stores with the workflow for this node. */
	staticData: IDataObject = {};

	/** What the polls have written into n8n's log. */
	readonly warnings: unknown[] = [];

	/** How long a poll may take, in ms, as n8n tells the node. */
	budgetMs = 300_000;

	parameters: INodeParameters;

	workflowId = String(++workflows);

	/** Whether n8n keeps only what a poll that emits something remembers, as its scheduler does without durable cursors. */
	keepsOnlyWithItems = false;

	credential: ICredentialDataDecryptedObject;

	constructor(credential: ICredentialDataDecryptedObject, parameters: INodeParameters) {
		this.credential = credential;
		this.parameters = parameters;
	}

	/** One poll in n8n's own PollContext; the json of the items, or null. */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[] | null> {
		const node = ourNode(TRIGGER, this.parameters);
		const workflow = workflowOf([node], {}, this.workflowId);
		const context = new PollContext(
			workflow,
			workflow.getNode(node.name) as INode,
			additionalData(this.credential),
			mode,
			mode === 'manual' ? 'manual' : 'activate',
			undefined,
			undefined,
			undefined,
			undefined,
			() => this.staticData,
			() => this.budgetMs,
		);
		const logged = jest.spyOn(context.logger, 'warn');
		const kept = structuredClone(this.staticData);
		let isEmitted = false;
		try {
			const trigger = new MessagingServiceTrigger();
			const output = await evaluating(
				workflow,
				async () => await trigger.poll.call(context as unknown as IPollFunctions),
			);
			isEmitted = output !== null;
			return output?.[0].map(({ json }: INodeExecutionData) => json) ?? null;
		} finally {
			this.warnings.push(...logged.mock.calls);
			logged.mockRestore();
			if (this.keepsOnlyWithItems && !isEmitted) this.staticData = kept;
		}
	}
}

/** The service with a credential that knows what states mean. */
export const knowing = (
	{ credential }: Pick<Service, 'credential'>,
	states: ICredentialDataDecryptedObject,
): Pick<Service, 'credential'> => ({
	credential: { ...credential, accountDefaults: true, ...states },
});

/** A trigger on messages, by their ids. */
export function watching(
	{ credential }: Pick<Service, 'credential'>,
	messageIds: string | string[],
	options: INodeParameters = {},
	triggerOn = 'entryAddedOrUpdated',
): PolledTrigger {
	return new PolledTrigger(credential, {
		watch: 'messages',
		messageIds: Array.isArray(messageIds) ? `={{ ${JSON.stringify(messageIds)} }}` : messageIds,
		triggerOn,
		options,
	});
}

/** The ids of the messages whose reports were asked for, in the order of the requests. */
export async function reportRequests(service: Service): Promise<string[]> {
	const received = await service.received();
	return received
		.filter(({ path }) => path === '/v1/sms/report')
		.map(({ body }) => String(body.messageId));
}

/** The id of no message and no campaign. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
