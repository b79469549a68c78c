import type { FastifyInstance } from 'fastify';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { request } from 'undici';

import { buildApp, createClock } from '../../sandbox/app';

export const API_KEY = 'test-key-7f3a91';

type Received = {
	method: string;
	path: string;
	query: IDataObject;
	headers: Record<string, string>;
	body: IDataObject;
	status: number;
};

/** The sandbox on a loopback port, with a clock that stands still until a test moves it. */
export class Service {
	private app?: FastifyInstance;

	async start(): Promise<void> {
		this.app = await buildApp({ apiKey: API_KEY, clock: createClock({ frozen: true }) });
		await this.app.listen({ port: 0, host: '127.0.0.1' });
	}

	async stop(): Promise<void> {
		await this.app?.close();
	}

	get address(): string {
		return this.app?.listeningOrigin ?? '';
	}

	get credential(): ICredentialDataDecryptedObject {
		return { environment: 'sandbox', sandboxUrl: this.address, apiKey: API_KEY };
	}

	/** The credential, and how often its key has been read. */
	countedCredential(): { credential: ICredentialDataDecryptedObject; reads: () => number } {
		let reads = 0;
		const credential = {
			...this.credential,
			get apiKey() {
				reads++;
				return API_KEY;
			},
		};
		return { credential, reads: () => reads };
	}

	/** Calls one of the sandbox's controls. */
	async control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
		const response = await request(`${this.address}/_sandbox/${path}`, {
			method,
			...(body
				? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
				: {}),
		});
		const text = await response.body.text();
		if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${text}`);
		return text ? JSON.parse(text) : undefined;
	}

	/** Asks the service itself, past the node. */
	async post(path: string, body: object): Promise<IDataObject> {
		const response = await request(this.address + path, {
			method: 'POST',
			headers: {
				'x-apikey': API_KEY,
				accept: 'application/json',
				'content-type': 'application/json',
			},
			body: JSON.stringify(body),
		});
		return (await response.body.json()) as IDataObject;
	}

	/** Sends an SMS past the node; gives the message's id. */
	async send(to: string, text = 'Hello'): Promise<string> {
		const { messageId } = await this.post('/v1/sms/single', { to, from: 'Shop', text });
		return messageId as string;
	}

	async reset(): Promise<void> {
		await this.control('POST', 'reset');
	}

	async advance(ms: number): Promise<void> {
		await this.control('POST', 'clock', { advanceMs: ms });
	}

	/** The next calls fail in the given way. */
	async fail(fault: object): Promise<void> {
		await this.control('POST', 'faults', fault);
	}

	/** The next calls get this answer, with status 200. */
	async answer(body: unknown): Promise<void> {
		await this.fail({ kind: 'status', status: 200, body, count: 99 });
	}

	/** The requests that the service received, the key blanked out. */
	async received(): Promise<Received[]> {
		return await this.control('GET', 'requests');
	}
}

/** A service that runs while the tests of a file or of a `describe` do, and is empty before each of them. */
export function serviceForTests(): Service {
	const service = new Service();
	beforeAll(async () => await service.start());
	afterAll(async () => await service.stop());
	beforeEach(async () => await service.reset());
	return service;
}
