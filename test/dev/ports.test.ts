import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { anyFreePorts, freePorts, portsFrom, requireFreePorts } from '../../dev/ports';
import { withServer } from '../support/answeringServer';

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

test('of the ports that are asked for, one in use is told with what would use it and how to choose another', async () => {
	await withServer(
		() => undefined,
		async ({ address }) => {
			const n8n = Number(new URL(address).port);
			for (const others of [await anyFreePorts(), {}]) {
				await expect(requireFreePorts({ ...others, n8n })).rejects.toMatchObject({
					message: `Port ${n8n} is in use, so n8n cannot start there.`,
					whatToDo: expect.stringMatching(/N8N_PORT=\d+ npm start/),
				});
			}
			await expect(requireFreePorts({})).resolves.toBeUndefined();
		},
	);
});

test('a port is found for each use, all different, all free', async () => {
	const ports = await anyFreePorts();
	expect(new Set(Object.values(ports)).size).toBe(3);
	await expect(requireFreePorts(ports)).resolves.toBeUndefined();
});

test('a port that was found is no other run’s, and no connection’s, until the process ends that asked for it', async () => {
	const program = `
		const { freePorts } = require(${JSON.stringify(join(repositoryRoot, 'dev/ports.ts'))});
		freePorts(300).then((ports) => console.log(JSON.stringify(ports)));
		process.stdin.resume();`;
	const other = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
	try {
		const theirs: number[] = JSON.parse(String((await once(other.stdout, 'data'))[0]));
		const ports = [...theirs, ...(await freePorts(300)), ...(await freePorts(300))];
		expect(new Set(ports).size).toBe(900);
		// Linux, macOS, and Windows take the ports of connections from here on.
		expect(Math.max(...ports)).toBeLessThan(32_768);
	} finally {
		other.stdin.end();
	}
});
