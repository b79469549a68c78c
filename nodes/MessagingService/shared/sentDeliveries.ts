import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BatchRequests } from './batchRequests';
import type { BatchRun } from './batchRun';
import { followDelivery, timeoutProblem } from './delivery';
import type { DeliverySettings } from './deliveryOptions';
import { asItems, listIn } from './lists';
import { Problem } from './problems';
import { isDelivered } from './reportSummary';

const ADVICE =
	'The service has accepted it. Get Delivery Report says what became of it. Retry On Fail waits again without sending.';

/**
 * Waits for the delivery of all messages that were sent. Each comes out as the service answered, with
 * `parts` (its report entries), `delivery`: `complete` or `timedOut`, and `isDelivered`. Nothing is ever sent here.
 */
export async function followSent(
	run: BatchRun,
	requests: BatchRequests,
	settings: DeliverySettings,
): Promise<void> {
	await Promise.all(
		run.sent.map(
			async ([itemIndex, items]) => await follow(run, requests, settings, itemIndex, items),
		),
	);
}

async function follow(
	run: BatchRun,
	requests: BatchRequests,
	settings: DeliverySettings,
	itemIndex: number,
	answer: INodeExecutionData[],
): Promise<void> {
	// An answer that is an empty list gave no item.
	const item: INodeExecutionData = answer[0] ?? { json: {}, pairedItem: { item: itemIndex } };
	const { messageId, partIds } = item.json;
	if (typeof messageId !== 'string' || !messageId) {
		const problem = new Problem(
			'The service accepted the message, but gave it no messageId',
			'Its delivery cannot be followed. Switch Wait for Delivery off.',
			{ origin: 'service' },
		);
		if (settings.failsOnTimeout) return run.show(itemIndex, { problem });
		return show(run, itemIndex, item, { parts: [], delivery: 'timedOut', problem }, settings);
	}
	const request = { method: 'POST', path: '/v1/sms/report', body: { messageId } } as const;
	const followed = await followDelivery({
		gate: run.gate,
		settings,
		read: async (until) => entriesIn(await requests.read(request, until)),
		reportOf: (entry) => entry,
		partCount: Array.isArray(partIds) ? partIds.length : 1,
	});
	if (followed) show(run, itemIndex, item, followed, settings);
}

function show(
	run: BatchRun,
	itemIndex: number,
	{ json, pairedItem }: INodeExecutionData,
	{ parts, delivery, problem }: { parts: IDataObject[]; delivery: string; problem?: Problem },
	settings: DeliverySettings,
): void {
	if (delivery === 'timedOut' && settings.failsOnTimeout) {
		run.show(itemIndex, {
			problem: timeoutProblem(String(json.messageId), settings, problem, ADVICE),
		});
		return;
	}
	const why = problem ? { reportError: run.clean(problem.message) } : {};
	const followed = { ...json, parts, delivery };
	const shown = { ...followed, isDelivered: isDelivered(followed), ...why };
	run.show(itemIndex, { items: [{ json: shown, pairedItem }] });
}

function entriesIn(answer: unknown): IDataObject[] {
	const entries = listIn(answer) ?? answer;
	return entries === undefined ? [] : asItems(entries).map(({ json }) => json);
}
