import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { anyFreePorts, portsFrom, requireFreePorts } from '../../dev/ports';

test('the usual ports are taken unless the environment says others', () => {
	expect(portsFrom({})).toEqual({ sandbox: 4010, n8n: 5678, broker: 5679 });
	expect(portsFrom({ SANDBOX_PORT: '4011', N8N_PORT: ' 5700 ' })).toEqual({
		sandbox: 4011,
		n8n: 5700,
		broker: 5679,
	});
});

test.each(['x', '0', '70000', '40.5'])('a port of "%s" is refused by name', (text) => {
	expect(() => portsFrom({ N8N_PORT: text })).toThrow(`N8N_PORT is "${text}"`);
});

test('a port in use is told with what would use it and how to choose another', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const ports = { ...(await anyFreePorts()), n8n: (server.address() as AddressInfo).port };
		await expect(requireFreePorts(ports)).rejects.toMatchObject({
			message: `Port ${ports.n8n} is in use, so n8n cannot start there.`,
			whatToDo: expect.stringMatching(/N8N_PORT=\d+ npm start/),
		});
	} finally {
		server.close();
	}
});

test('only the ports that are asked for have to be free', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const { port: sandbox } = server.address() as AddressInfo;
		await expect(requireFreePorts({ sandbox })).rejects.toThrow(`Port ${sandbox} is in use`);
		await expect(requireFreePorts({})).resolves.toBeUndefined();
	} finally {
		server.close();
	}
});

test('free ports are found three at a time, all different', async () => {
	const ports = await anyFreePorts();
	expect(new Set(Object.values(ports)).size).toBe(3);
	await expect(requireFreePorts(ports)).resolves.toBeUndefined();
});
