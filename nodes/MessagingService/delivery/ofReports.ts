import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Follow } from '../sending/operation';
import { isReportEntry } from '../service/reports';
import { followDelivery, timeoutProblem, withOurs } from './follow';
import { readDeliverySettings } from './options';

const ADVICE =
	"To wait longer, raise 'Timeout' under Options → Wait for Delivery. Retry On Fail waits again.";

/**
 * Reads the delivery reports again until their messages are delivered. Each part comes out as the service
 * gave it, with `delivery`: `complete` or `timedOut`; a message without parts comes out as its messageId.
 */
export const followReports: Follow = (options, { states }) => {
	const settings = readDeliverySettings(options, states);
	if (!settings) return undefined;
	return async (run, requests, readRequest) => {
		const followOne = async (item: number, items: INodeExecutionData[]) => {
			const request = readRequest(item);
			const { messageId } = { ...request.qs, ...(request.body as IDataObject) };
			const followed = await followDelivery({
				gate: run.gate,
				settings,
				known: items.map(({ json }) => json).filter(isReportEntry),
				read: async (until) => await requests.read(request, until),
			});
			if (!followed) return;
			const { parts, delivery, problem } = followed;
			if (delivery === 'timedOut' && settings.failsOnTimeout) {
				throw timeoutProblem(String(messageId), settings, problem, ADVICE);
			}
			const shown = parts.length ? parts : [{ messageId } as IDataObject];
			const show = (part: IDataObject) => ({
				json: withOurs(part, { delivery }),
				pairedItem: { item },
			});
			run.outcomes.show(item, { items: shown.map(show) });
		};
		await Promise.all(
			run.outcomes.sent.map(
				async ([item, items]) => await run.showing(item, async () => await followOne(item, items)),
			),
		);
	};
};
