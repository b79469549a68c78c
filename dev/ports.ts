import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from './failure.ts';

export interface Ports {
	sandbox: number;
	n8n: number;
	/** n8n's own: its task runner connects there. */
	broker: number;
}

const settings = {
	sandbox: { variable: 'SANDBOX_PORT', usual: 4010, user: 'the sandbox' },
	n8n: { variable: 'N8N_PORT', usual: 5678, user: 'n8n' },
	broker: { variable: 'N8N_RUNNERS_BROKER_PORT', usual: 5679, user: "n8n's task runner" },
} satisfies Record<keyof Ports, { variable: string; usual: number; user: string }>;

const uses = Object.keys(settings) as Array<keyof Ports>;

/** The ports to use: the usual ones, or what the environment says. */
export function portsFrom(env: NodeJS.ProcessEnv): Ports {
	const port = (use: keyof Ports) => {
		const { variable, usual } = settings[use];
		const text = env[variable]?.trim();
		if (!text) return usual;
		const number = Number(text);
		if (Number.isInteger(number) && number > 0 && number <= 65_535) return number;
		throw new Failure(
			`${variable} is "${text}", which is no port.`,
			`Give it a number from 1 to 65535, or leave it out: ${usual} is used then.`,
		);
	};
	return { sandbox: port('sandbox'), n8n: port('n8n'), broker: port('broker') };
}

/** Fails for the first of some ports that cannot be listened on. */
export async function requireFreePorts(ports: Partial<Ports>): Promise<void> {
	for (const use of uses) {
		const { variable, user } = settings[use];
		const port = ports[use];
		if (port === undefined || (await isFree(port))) continue;
		throw new Failure(
			`Port ${port} is in use, so ${user} cannot start there.`,
			`Stop what uses it, or choose another port: ${variable}=${port + 1000} npm start`,
		);
	}
}

/** A port for each use, free, and this process's. */
export async function anyFreePorts(): Promise<Ports> {
	const [sandbox, n8n, broker] = await freePorts(uses.length);
	return { sandbox, n8n, broker };
}

/**
 * Where ports are chosen: systems give connections their own ports from higher ones, and browsers refuse none of these.
 * A port that is free now may otherwise be a connection's when n8n starts, half a minute later.
 */
const choice = { from: 11_000, to: 15_999 };

/** So many different ports that are free, and this process's as long as it runs: no other run is given them. */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = randomInt(choice.from, choice.to + 1);
		if ((await isKept(port)) && (await isFree(port))) ports.push(port);
	}
	return ports;
}

/** Keeps a port by the UDP socket of the same number, which ends with this process; nobody here needs UDP. */
async function isKept(port: number): Promise<boolean> {
	const socket = createSocket('udp4').unref();
	try {
		socket.bind({ port, address: '127.0.0.1', exclusive: true });
		await once(socket, 'listening');
		return true;
	} catch {
		socket.close();
		return false;
	}
}

/** Whether a port is free, for this machine alone and for others. */
async function isFree(port: number): Promise<boolean> {
	try {
		for (const host of ['127.0.0.1', undefined]) {
			await (await listening(port, host))[Symbol.asyncDispose]();
		}
		return true;
	} catch {
		return false;
	}
}

async function listening(port: number, host?: string) {
	const server = createServer().listen({ port, host });
	await once(server, 'listening');
	return server;
}
