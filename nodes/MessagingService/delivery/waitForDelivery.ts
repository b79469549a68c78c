import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { isReportEntry } from '../service/reports';
import type { Delivery } from './follow';
import { followDelivery, withOurs } from './follow';
import type { DeliverySettings } from './options';
import { readDeliverySettings } from './options';
import { isGiven } from './states';
import { keyOf, summarize } from './summary';

/**
 * Waits for the delivery of all messages that were sent. Each comes out as the service answered, with
 * `parts` (its report entries), `delivery`: `complete`, `timedOut` or `unknown`, and `isDelivered`. Nothing is ever
 * sent here.
 */
export const followSent = waiting(followMessage);

/**
 * Reads the delivery reports again until their messages are delivered. Each part comes out as the service
 * gave it, with `delivery`: `complete` or `timedOut`; a message without parts comes out as its messageId.
 */
export const followReports = waiting(followReport);

type Follow = (run: Run, item: Item, settings: DeliverySettings) => Promise<void>;

function waiting(follow: Follow): Prepare<Step> {
	return forOption('waitForDelivery', (options, _entered, { states }) => {
		const settings = readDeliverySettings(options, states);
		if (!settings) return undefined;
		return async (run, items) => {
			const followOne = async (item: Item) =>
				await run.afterSending(item, async () => await follow(run, item, settings));
			await Promise.all(items.map(followOne));
		};
	});
}

async function followMessage(run: Run, item: Item, settings: DeliverySettings): Promise<void> {
	const [{ json, pairedItem }, ...others] = item.accepted!;
	const { messageId, partIds } = json;
	// A message has a part also when the service has not cut it yet.
	const partCount = Math.max(1, Array.isArray(partIds) ? partIds.length : 1);
	const isNamed = isGiven(messageId) && typeof messageId !== 'object';
	const followed = isNamed
		? await followDelivery(run, settings, {
				messageId: String(messageId),
				request: { method: 'POST', path: '/v1/sms/report', body: { messageId: String(messageId) } },
				isOwn: (entry) => !isGiven(entry.messageId) || keyOf(entry.messageId) === keyOf(messageId),
				partCount,
			})
		: unknownDelivery(settings);
	if (!followed) return;
	const { parts, delivery, problem } = followed;
	const ours = {
		parts,
		delivery,
		isDelivered: summarize({ messageId: '', partCount, entries: parts }, settings.states)
			.isDelivered,
		...(problem ? { reportError: problem.message } : {}),
	};
	item.shown = { items: [{ json: withOurs(json, ours), pairedItem }, ...others] };
}

/** @throws Problem if the user wants an error for a message that was not delivered in time */
function unknownDelivery({ failsOnTimeout }: DeliverySettings): Delivery {
	const problem = new Problem(
		'The service accepted the message, but gave it no messageId',
		"Its delivery can't be followed. Remove 'Wait for Delivery' from Options.",
		{ origin: 'service' },
	);
	if (failsOnTimeout) throw problem;
	return { parts: [], delivery: 'unknown', problem };
}

async function followReport(run: Run, item: Item, settings: DeliverySettings): Promise<void> {
	const { request, accepted = [] } = item;
	const { messageId } = { ...request.qs, ...(request.body as IDataObject) };
	const known = accepted.map(({ json }) => json).filter(isReportEntry);
	const about = { messageId: String(messageId), request, known };
	const followed = await followDelivery(run, settings, about);
	if (!followed) return;
	const { parts, delivery } = followed;
	const shown = parts.length ? parts : [{ messageId } as IDataObject];
	const items = shown.map(
		(part): INodeExecutionData => ({
			json: withOurs(part, { delivery }),
			pairedItem: { item: item.index },
		}),
	);
	item.shown = { items };
}
