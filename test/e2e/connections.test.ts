import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

test('no connection is used twice: n8n could end it meanwhile', async () => {
	let connections = 0;
	const server = createServer((_, response) => response.end()).on('connection', () => {
		connections += 1;
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	for (let times = 1; times <= 3; times++) {
		await (await request(address)).body.dump();
	}
	server.close();
	expect(connections).toBe(3);
});
