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

const login = (password: string) => ['/rest/login', { emailOrLdapLoginId: ownerEmail, password }];

it.each([
	[2, 'is asked again until it is written'],
	[1_000, 'that is never written ends with what to do'],
])('a file of an n8n that answers %i times with its page %s', async (pages) => {
	let asked = 0;
	const app = fastify();
	app.get('/types/nodes.json', async (_request, reply) =>
		++asked > pages ? ['nodes'] : await reply.type('text/html').send('<!doctype html>'),
	);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const file = new N8nSession(address).staticFile('types/nodes.json', 1);
	if (pages === 2) expect(await file).toEqual(['nodes']);
	else await expect(file).rejects.toMatchObject({ name: 'Failure' });
	expect(asked).toBe(Math.min(pages + 1, 60));
	await app.close();
});

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
