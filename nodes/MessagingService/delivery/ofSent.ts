import type { INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Follow } from '../sending/operation';
import type { Requests } from '../sending/requests';
import type { Run } from '../sending/run';
import type { Delivery } from './follow';
import { followDelivery, timeoutProblem, withOurs } from './follow';
import type { DeliverySettings } from './options';
import { readDeliverySettings } from './options';
import { isGiven } from './states';
import { isDelivered, keyOf } from './summaries';

const ADVICE =
	'The service has accepted it. Use Get Delivery Report to see what became of it. Retry On Fail waits again without sending.';

/**
 * Waits for the delivery of all messages that were sent. Each comes out as the service answered, with
 * `parts` (its report entries), `delivery`: `complete`, `timedOut` or `unknown`, and `isDelivered`. Nothing is ever
 * sent here.
 */
export const followSent: Follow = (options, { states }) => {
	const settings = readDeliverySettings(options, states);
	if (!settings) return undefined;
	return async (run, requests) => {
		await Promise.all(
			run.outcomes.sent.map(
				async ([item, items]) =>
					await run.showing(item, async () => await follow(run, requests, settings, item, items)),
			),
		);
	};
};

async function follow(
	run: Run,
	requests: Requests,
	settings: DeliverySettings,
	itemIndex: number,
	answer: INodeExecutionData[],
): Promise<void> {
	const [item, ...others] = answer;
	const { messageId, partIds } = item.json;
	if (!isGiven(messageId) || typeof messageId === 'object') {
		const problem = new Problem(
			'The service accepted the message, but gave it no messageId',
			"Its delivery can't be followed. Remove 'Wait for Delivery' from Options.",
			{ origin: 'service' },
		);
		if (settings.failsOnTimeout) return run.outcomes.show(itemIndex, { problem });
		return show(
			run,
			itemIndex,
			item,
			{ parts: [], delivery: 'unknown', problem },
			settings,
			others,
		);
	}
	const request = {
		method: 'POST',
		path: '/v1/sms/report',
		body: { messageId: String(messageId) },
	} as const;
	const followed = await followDelivery({
		gate: run.gate,
		settings,
		read: async (until) => await requests.read(request, until),
		isOwn: (entry) => !isGiven(entry.messageId) || keyOf(entry.messageId) === keyOf(messageId),
		// A message has a part also when the service has not cut it yet.
		partCount: Math.max(1, Array.isArray(partIds) ? partIds.length : 1),
	});
	if (followed) show(run, itemIndex, item, followed, settings, others);
}

function show(
	run: Run,
	itemIndex: number,
	{ json, pairedItem }: INodeExecutionData,
	{ parts, delivery, problem }: Delivery,
	settings: DeliverySettings,
	others: INodeExecutionData[],
): void {
	if (delivery === 'timedOut' && settings.failsOnTimeout) {
		run.outcomes.show(itemIndex, {
			problem: timeoutProblem(String(json.messageId), settings, problem, ADVICE),
		});
		return;
	}
	const why = problem ? { reportError: problem.message } : {};
	const { messageId, partIds } = json;
	const followed = { messageId, partIds, parts };
	const found = { parts, delivery, isDelivered: isDelivered(followed, settings.states), ...why };
	run.outcomes.show(itemIndex, { items: [{ json: withOurs(json, found), pairedItem }, ...others] });
}
