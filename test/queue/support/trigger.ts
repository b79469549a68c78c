import type { SavedWorkflow } from '../../../dev/n8n/types.ts';
import { chain, nodeType } from '../../n8n/workflow.ts';
import { credentialOf } from '../../e2e/support/index.ts';
import type { QueueHost } from './index.ts';

/**
 * Publishes a trigger that is polled at once, then so many seconds from now, and every two minutes after
 * that: n8n repeats a poll that was cut off after a minute, at the same time as the next one of that minute.
 */
export async function publishTrigger(
	host: QueueHost,
	parameters: Record<string, unknown>,
	secondsFromNow: number,
): Promise<SavedWorkflow> {
	const first = new Date(Date.now() + secondsFromNow * 1_000);
	const minutes = `${first.getMinutes() % 2}-59/2`;
	const cronExpression = `${first.getSeconds()} ${minutes} * * * *`;
	const reports = {
		name: 'Reports',
		type: `${nodeType}Trigger`,
		parameters: {
			triggerOn: 'entryAddedOrUpdated',
			...parameters,
			pollTimes: { item: [{ mode: 'custom', cronExpression }] },
		},
		credentials: credentialOf(host),
	};
	const workflow = await host.client.createWorkflow(
		chain(reports, { name: 'End', type: 'n8n-nodes-base.noOp' }),
	);
	return await host.client.activateWorkflow(workflow);
}

/** The states that each SMS part was emitted with, in their order, in executions that succeeded. */
export async function emitted(
	host: QueueHost,
	{ id }: SavedWorkflow,
): Promise<Record<string, number[]>> {
	const states: Record<string, number[]> = {};
	for (const { id: executionId } of (await host.client.executions(id)).reverse()) {
		const { data } = await host.client.execution(executionId);
		const items = data.resultData.runData.End?.[0].data?.main[0] ?? [];
		for (const { json } of items) (states[String(json.partId)] ??= []).push(Number(json.state));
	}
	return states;
}
