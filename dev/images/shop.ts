import { createHash } from 'node:crypto';

import { portsFrom } from '../ports';
import { credentialName, credentialType } from '../provisioning';
import { buildApp, createClock } from '../../sandbox/app';
import { type Host, sandboxCredential } from '../../test/e2e/support';
import { SandboxControls } from '../../test/e2e/support/sandboxControls';
import { postToService } from '../../test/e2e/support/serviceClient';

/** When everything in the pictures happens. */
const now = new Date('2026-11-20T09:41:00Z');

/** The sandbox of the pictures: its clock stands still and its ids are the same in every run. */
export interface Shop {
	address: string;
	controls: SandboxControls;
	/** Calls the service as the node does, and gives its answer. */
	post<Answer>(path: string, body: unknown): Promise<Answer>;
	close(): Promise<void>;
}

/** Starts it where README.md says that the sandbox is, and gives its address to the credential. */
export async function openShop(host: Host): Promise<Shop> {
	let count = 0;
	const app = await buildApp({
		clock: createClock({ start: now, frozen: true }),
		newId: () => idOf(++count),
	});
	const { sandbox: port } = portsFrom(process.env);
	const address = await app.listen({ port, host: '127.0.0.1' }).catch((error: Error) => {
		throw new Error(`${error.message}. Stop what uses it, or choose another port: SANDBOX_PORT`);
	});
	await host.client.saveCredential({
		name: credentialName,
		type: credentialType,
		data: sandboxCredential(address),
	});
	return {
		address,
		controls: new SandboxControls(address),
		post: async (path, body) => await postToService({ sandboxAddress: address }, path, body),
		close: async () => await app.close(),
	};
}

/** An id like those that the sandbox makes, but the same one every time. */
function idOf(count: number): string {
	const hex = createHash('sha256').update(String(count)).digest('hex');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
}
