import { fastify } from 'fastify';

import { N8nSession, ownerEmail } from '../../../dev/n8n/session.ts';

/** What a session asks of an n8n whose owner has this password, or that has no owner yet. */
async function asked(ownersPassword?: string) {
	const requests: unknown[] = [];
	const app = fastify();
	app.addHook('preHandler', async ({ url, body }) => void (body && requests.push([url, body])));
	const showSetupOnFirstLoad = ownersPassword === undefined;
	app.get('/rest/settings', async () => ({ data: { userManagement: { showSetupOnFirstLoad } } }));
	app.post('/rest/owner/setup', async () => ({ data: {} }));
	app.patch('/rest/me/password', async () => ({ data: {} }));
	app.post<{ Body: { password: string } }>('/rest/login', async ({ body }, reply) =>
		body.password === ownersPassword ? { data: {} } : await reply.code(401).send({}),
	);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const outcome = await new N8nSession(address).signIn('N8n-kept').then(
		() => undefined,
		(error: unknown) => error,
	);
	await app.close();
	return { requests, outcome };
}

test('A file that n8n is still writing is asked for again', async () => {
	const app = fastify();
	const answers = ['<!DOCTYPE html>', '[{ "name": "x', '[{ "name": "x" }]'];
	app.get('/types/nodes.json', async () => answers.shift());
	const session = new N8nSession(await app.listen({ port: 0, host: '127.0.0.1' }));
	expect(await session.staticFile('types/nodes.json')).toEqual([{ name: 'x' }]);
	expect(answers).toEqual([]);
	await app.close();
});

const login = (password: string) => ['/rest/login', { emailOrLdapLoginId: ownerEmail, password }];

describe('npm start signs in', () => {
	it('as an owner whom it makes', async () => {
		const { requests, outcome } = await asked();
		expect(outcome).toBeUndefined();
		expect(requests).toMatchObject([['/rest/owner/setup', { password: 'N8n-kept' }]]);
	});

	it('with the password that the data folder keeps', async () => {
		const { requests, outcome } = await asked('N8n-kept');
		expect([requests, outcome]).toEqual([[login('N8n-kept')], undefined]);
	});

	it('and takes away the password that once was the same for everybody', async () => {
		const { requests, outcome } = await asked('Sandbox-4010');
		expect(outcome).toBeUndefined();
		expect(requests).toEqual([
			login('N8n-kept'),
			login('Sandbox-4010'),
			['/rest/me/password', { currentPassword: 'Sandbox-4010', newPassword: 'N8n-kept' }],
		]);
	});

	it('or says what to do if the owner has another one', async () => {
		const { outcome } = await asked('Another-1');
		expect(outcome).toMatchObject({ name: 'Failure' });
		expect(JSON.stringify(outcome)).toContain('owner-password');
	});
});
