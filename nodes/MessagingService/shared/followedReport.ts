import type { INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from './acceptedItems';
import { followDelivery, timeoutProblem } from './delivery';
import type { DeliverySettings } from './deliveryOptions';
import type { Gate } from './gate';

const ADVICE = 'To wait longer, set Delivery Timeout under Options. Retry On Fail waits again.';

/**
 * Reads a delivery report until the message is delivered. Each part comes out as the service gave it,
 * with `delivery`: `complete` or `timedOut`; a message without parts comes out as its messageId.
 *
 * @param known the parts that were read first
 * @param read one read of the report, until the time that is given
 * @returns undefined if the execution was stopped
 */
export async function followReport(
	gate: Gate,
	settings: DeliverySettings,
	messageId: string,
	known: INodeExecutionData[],
	read: (until: number) => Promise<INodeExecutionData[]>,
): Promise<Outcome | undefined> {
	const reportOf = ({ json }: INodeExecutionData) => json;
	const followed = await followDelivery({ gate, settings, known, read, reportOf });
	if (!followed) return undefined;

	const { parts, delivery, problem } = followed;
	if (delivery === 'timedOut' && settings.failsOnTimeout) {
		return { problem: timeoutProblem(messageId, settings, problem, ADVICE) };
	}
	const shown = parts.length ? parts : [{ json: { messageId } }];
	return { items: shown.map((part) => ({ ...part, json: { ...part.json, delivery } })) };
}
