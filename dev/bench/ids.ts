/** What is at the service before a node reads it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Host } from './host.ts';
import { message } from './workflows.ts';

/** Sends messages that are delivered by now; gives their ids. */
export async function sentIds(host: Host, count: number): Promise<string[]> {
	const ids: string[] = [];
	while (ids.length < count) {
		const from = ids.length;
		const batch = Array.from({ length: Math.min(1000, count - from) }, (_, i) => message(from + i));
		const body = batch.map(({ phone, sender, message: text }) => ({
			to: phone,
			from: sender,
			text,
		}));
		const sent = await call<Array<{ messageId: string }>>(host, 'POST', '/v1/sms/bulk', body);
		ids.push(...sent.map(({ messageId }) => messageId));
	}
	await letTimePass(host);
	return ids;
}

/** Creates campaigns of one recipient that have ended by now; gives their ids. */
export async function campaignIds(host: Host, count: number): Promise<string[]> {
	const ids: string[] = [];
	const create = async (i: number) => {
		const { phone, sender, name, message: text } = message(i);
		const body = { name, from: sender, text, recipients: [phone] };
		return (await call<{ campaignId: string }>(host, 'POST', '/campaigns', body)).campaignId;
	};
	while (ids.length < count) {
		const indexes = Array.from({ length: Math.min(100, count - ids.length) }, (_, i) => i);
		ids.push(...(await Promise.all(indexes.map(async (i) => await create(ids.length + i)))));
	}
	await letTimePass(host);
	return ids;
}

async function letTimePass(host: Host): Promise<void> {
	await call(host, 'POST', '/_sandbox/clock', { advanceMs: 3_600_000 });
	await sleep(100);
}
