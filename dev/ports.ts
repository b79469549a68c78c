import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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

/** A port for each use, free at the moment. */
export async function anyFreePorts(): Promise<Ports> {
	const [sandbox, n8n, broker] = await freePorts(uses.length);
	return { sandbox, n8n, broker };
}

/** So many different ports that are free at the moment. */
export async function freePorts(count: number): Promise<number[]> {
	// All at the same time, so that they differ.
	const servers = await Promise.all(Array.from({ length: count }, async () => await listening(0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await server[Symbol.asyncDispose]()));
	return ports;
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
