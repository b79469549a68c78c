/** The same requests by undici and nothing else: what the machine and the sandbox allow. */
import { Pool } from 'undici';
import type { Host } from './host.ts';
import { message } from './workflows.ts';

/** Posts messages in batches, one batch after the other; gives the time in ms. */
export async function postBatches(host: Host, count: number, size = 100): Promise<number> {
	const bodies: unknown[] = [];
	for (let start = 0; start < count; start += size) {
		const indexes = Array.from({ length: Math.min(size, count - start) }, (_, i) => start + i);
		bodies.push(
			indexes.map(message).map(({ phone, sender, message }) => ({
				to: phone,
				from: sender,
				text: message,
			})),
		);
	}
	return await post(host, '/v1/sms/bulk', bodies, 1);
}

/** Asks for the reports of messages, so many at a time; gives the time in ms. */
export async function readReports(host: Host, ids: string[], concurrency = 20): Promise<number> {
	const bodies = ids.map((messageId) => ({ messageId }));
	return await post(host, '/v1/sms/report', bodies, concurrency);
}

async function post(host: Host, path: string, bodies: unknown[], atOnce: number): Promise<number> {
	const pool = new Pool(host.sandboxAddress, { connections: atOnce });
	const headers = {
		accept: 'application/json',
		'content-type': 'application/json',
		'x-apikey': 'sandbox-key',
	};
	let next = 0;
	const goOn = async () => {
		while (next < bodies.length) {
			const body = JSON.stringify(bodies[next++]);
			const response = await pool.request({ method: 'POST', path, headers, body });
			await response.body.json();
			if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: atOnce }, goOn));
	const ms = performance.now() - start;
	await pool.close();
	return ms;
}
