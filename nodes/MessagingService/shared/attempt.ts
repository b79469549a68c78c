import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Outcome } from './acceptedItems';
import { followReport } from './followedReport';
import { asProblem } from './nodeErrors';
import type { NodeRun } from './nodeRun';
import { repeatWhereSafe } from './repeat';
import { apiKeyFor, completeRequest, credentialsFor, isRead, timeoutBefore } from './requests';
import { problemWithoutKey } from './withoutKey';

/**
 * One item's request, through the gate, and for a report those that follow the delivery; undefined if
 * the gate was shut before its turn.
 */
export async function attempt(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	{ gate, options, outcomes, unknownCalls }: NodeRun,
	item: string,
): Promise<Outcome | undefined> {
	if (!(await gate.enter())) return undefined;
	const reads = isRead(requestData.options);
	const settings = { gate, maxWaitMs: options.maxWaitMs, isRead: reads };
	const { timeout: allowedMs } = requestData.options;
	const request = async (until?: number) => {
		const make = async () => {
			if (until !== undefined) requestData.options.timeout = timeoutBefore(until, allowedMs);
			return await this.makeRoutingRequest(requestData);
		};
		return await repeatWhereSafe(make, { ...settings, until });
	};
	let outcome: Outcome;
	const call = { ...requestData.options };
	try {
		unknownCalls.refuse(call);
		completeRequest(requestData.options, await credentialsFor(this));
		outcome = { items: pairedWith(this.getItemIndex(), await request()) };
	} catch (error) {
		const problem = problemWithoutKey(asProblem(error), await apiKeyFor(this));
		unknownCalls.keep(call, problem);
		outcome = { problem };
	}
	// Before it leaves: who waits until the gate is idle wants to know what became of all.
	outcomes.set(item, outcome);
	gate.leave();

	// What sends is never made again.
	if (!reads || !options.delivery || 'problem' in outcome) return outcome;
	const messageId = String(this.getNodeParameter('messageId', ''));
	const followed = await followReport(gate, options.delivery, messageId, outcome.items, request);
	if (!followed) return undefined;
	outcome =
		'items' in followed ? { items: pairedWith(this.getItemIndex(), followed.items) } : followed;
	outcomes.set(item, outcome);
	return outcome;
}

function pairedWith(item: number, items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((entry) => ({ ...entry, pairedItem: { item } }));
}
