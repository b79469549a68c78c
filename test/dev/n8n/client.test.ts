import { fastify } from 'fastify';

import { N8nClient, ownerEmail } from '../../../dev/n8n/client.ts';

/** What a client asks of an n8n whose owner has this password, or that has no owner yet. */
async function asked(ownersPassword?: string) {
	const requests: unknown[] = [];
	const app = fastify();
	app.addHook('preHandler', async ({ url, body }) => void (body && requests.push([url, body])));
	const showSetupOnFirstLoad = ownersPassword === undefined;
	app.get('/rest/settings', async () => ({ data: { userManagement: { showSetupOnFirstLoad } } }));
	app.post('/rest/owner/setup', async () => ({ data: {} }));
	app.post<{ Body: { password: string } }>('/rest/login', async ({ body }, reply) =>
		body.password === ownersPassword ? { data: {} } : await reply.code(401).send({}),
	);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const signedIn = new N8nClient(address).signIn('N8n-kept');
	const outcome = await signedIn.then(() => undefined).catch((error: unknown) => error);
	await app.close();
	return { requests, outcome };
}

test('A file that n8n is still writing is asked for again', async () => {
	const app = fastify();
	const answers = ['<!DOCTYPE html>', '[{ "name": "x', '[{ "name": "x" }]'];
	app.get('/types/nodes.json', async () => answers.shift());
	const client = new N8nClient(await app.listen({ port: 0, host: '127.0.0.1' }));
	expect(await client.staticFile('types/nodes.json')).toEqual([{ name: 'x' }]);
	expect(answers).toEqual([]);
	await app.close();
});

test('npm start signs in as an owner whom it makes, or with the password that the data folder keeps', async () => {
	const made = await asked();
	expect(made.outcome).toBeUndefined();
	expect(made.requests).toMatchObject([['/rest/owner/setup', { password: 'N8n-kept' }]]);
	const login = { emailOrLdapLoginId: ownerEmail, password: 'N8n-kept' };
	const kept = { requests: [['/rest/login', login]], outcome: undefined };
	expect(await asked('N8n-kept')).toEqual(kept);
	// Or it says what to do if the owner has another one.
	const { outcome } = await asked('Another-1');
	expect(outcome).toMatchObject({ name: 'Failure' });
	expect(JSON.stringify(outcome)).toContain('owner-password');
});

describe('With an API key', () => {
	/** An n8n with a public API that knows one key, one workflow, and one tag. */
	async function withKey<Result>(apiKey: string, ask: (client: N8nClient) => Promise<Result>) {
		const app = fastify();
		app.addHook('onRequest', async ({ headers }, reply) => {
			if (headers['x-n8n-api-key'] !== 'right') await reply.code(401).send({ message: 'no' });
		});
		app.get('/api/v1/workflows/one', async () => ({ id: 'one' }));
		app.get('/api/v1/tags', async () => ({ data: [{ id: 't', name: 'Mine' }], nextCursor: null }));
		app.put('/api/v1/workflows/one', async ({ body }) => body);
		app.get('/api/v1/page', async (_, reply) => await reply.type('text/html').send('<html>'));
		const address = await app.listen({ port: 0, host: '127.0.0.1' });
		const client = new N8nClient(address, { apiKey });
		const result = await ask(client).catch((error: unknown) => error);
		await app.close();
		return result;
	}

	it('reads what is whole, and what is a list, and misses what there is not', async () => {
		const read = async (client: N8nClient) => [
			await client.workflow('one'),
			await client.saveTag('Mine'),
			await client.workflow('none'),
			await client.updateWorkflow('one', { id: 'one', name: 'New' }),
		];
		expect(await withKey('right', read)).toEqual([{ id: 'one' }, 't', undefined, { name: 'New' }]);
	});

	it.each([
		['wrong', '/workflows/one', 'Settings > n8n API'],
		['right', '/nowhere', 'N8N_PUBLIC_API_DISABLED'],
		['right', '/page', 'N8N_PUBLIC_API_DISABLED'],
	])('says what to do: with the %s key at %s', async (apiKey, path, whatToDo) => {
		const error = await withKey(apiKey, async (client) => await client.call('GET', path));
		expect(error).toMatchObject({ name: 'Failure' });
		expect(JSON.stringify(error)).toContain(whatToDo);
		expect(JSON.stringify(error)).not.toContain(`"${apiKey}"`);
	});
});
