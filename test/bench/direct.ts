/** The same requests by undici and nothing else: what the machine and the sandbox allow. */
import { Pool } from 'undici';
import { headers, type Host } from './host.ts';
import { message } from './workflows.ts';

/** As many requests at a time as the package makes. */
const atOnce = 20;

const jsonHeaders = { ...headers, 'content-type': 'application/json' };

/** Posts messages in batches, one batch after the other; gives the time in ms. */
export async function postBatches(host: Host, count: number, size = 100): Promise<number> {
	const messages = messageBodies(count);
	const bodies: unknown[] = [];
	for (let start = 0; start < count; start += size)
		bodies.push(messages.slice(start, start + size));
	return await post(host, '/v1/sms/bulk', bodies, 1);
}

/** Posts messages, so many at a time; gives the time in ms. */
export async function postMessages(host: Host, count: number): Promise<number> {
	return await post(host, '/v1/sms/single', messageBodies(count), atOnce);
}

/** Asks for the reports of messages, so many at a time; gives the time in ms. */
export async function readReports(host: Host, ids: string[]): Promise<number> {
	const bodies = ids.map((messageId) => ({ messageId }));
	return await post(host, '/v1/sms/report', bodies, atOnce);
}

function messageBodies(count: number): unknown[] {
	return Array.from({ length: count }, (_, i) => {
		const { phone, sender, message: text } = message(i);
		return { to: phone, from: sender, text };
	});
}

async function post(host: Host, path: string, bodies: unknown[], width: number): Promise<number> {
	const pool = new Pool(host.sandboxAddress, { connections: width });
	let next = 0;
	const goOn = async () => {
		while (next < bodies.length) {
			const body = JSON.stringify(bodies[next++]);
			const response = await pool.request({ method: 'POST', path, headers: jsonHeaders, body });
			await response.body.json();
			if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: width }, goOn));
	const ms = performance.now() - start;
	await pool.close();
	return ms;
}
