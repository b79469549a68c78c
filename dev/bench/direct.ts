/** The same requests by undici and nothing else: what the machine and the sandbox allow. */
import { Pool } from 'undici';
import { headers, type Host } from './host.ts';
import { smsTo } from './workflows.ts';

const jsonHeaders = { ...headers, 'content-type': 'application/json' };

/** Posts messages in batches of 100, one batch after the other; gives the time in ms. */
export async function postBatches(host: Host, count: number): Promise<number> {
	const messages = Array.from({ length: count }, (_, i) => smsTo(i));
	const pool = new Pool(host.sandboxAddress, { connections: 1 });
	const path = '/v1/sms/bulk';
	const start = performance.now();
	for (let first = 0; first < count; first += 100) {
		const body = JSON.stringify(messages.slice(first, first + 100));
		const response = await pool.request({ method: 'POST', path, headers: jsonHeaders, body });
		await response.body.json();
		if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
	}
	const ms = performance.now() - start;
	await pool.close();
	return ms;
}
