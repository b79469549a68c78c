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
	readonly credential: ICredentialDataDecryptedObject;

	readonly address: string;

	private readonly close: () => Promise<void>;

	private constructor(address: string, close: () => Promise<void>, prefix: string) {
		this.address = address;
		this.close = close;
		this.credential = {
			environment: 'sandbox',
			sandboxUrl: address,
			productionUrl: '',
			apiKey: API_KEY,
			pathPrefix: prefix,
			emailPath: '/email',
			viberPath: '/viber',
		};
	}

	static async start(options: { pathPrefix?: string } = {}): Promise<Service> {
		const app = await buildApp({
			apiKey: API_KEY,
			clock: createClock({ frozen: true }),
			...options,
		});
		const address = await app.listen({ port: 0, host: '127.0.0.1' });
		return new Service(address, async () => await app.close(), options.pathPrefix ?? '');
	}

	async stop(): Promise<void> {
		await this.close();
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

	/** The requests that the service received, the key blanked out. */
	async received(): Promise<Received[]> {
		return await this.control('GET', 'requests');
	}
}
