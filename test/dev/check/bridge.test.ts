import { request } from 'undici';

import { serveCheck } from '../../../dev/check/bridge';
import { Failure } from '../../../dev/failure';
import { buildApp } from '../../../sandbox/app';
import type { CheckState, FlightCheck } from '../../../sandbox/flightCheck';

let state: CheckState = { status: 'idle' };
let started: unknown[] = [];
const check: FlightCheck = {
	workflows: async () => [{ id: 'a', name: 'Orders' }],
	async start(...given) {
		if (state.status === 'running') throw new Failure('A check is running already.', 'Wait.');
		started.push(given);
		state = { status: 'running', workflow: 'Orders' };
	},
	async cancel() {
		state = { status: 'idle' };
	},
	state: () => state,
};

const apps: Array<Awaited<ReturnType<typeof buildApp>>> = [];
afterAll(async () => await Promise.all(apps.map(async (app) => await app.close())));

const open = async ({ isServed = true, isReady = true } = {}) => {
	const bridge = await serveCheck();
	if (isReady) bridge.check = check;
	const app = await buildApp(isServed ? { check: bridge } : {});
	apps.push(app);
	type Method = 'GET' | 'POST' | 'DELETE';
	const ask = async (method: Method, path = '', payload?: object, more = {}) => {
		const headers = { host: 'localhost', ...more };
		const url = `/_sandbox/check${path}`;
		const answer = await app.inject({ method, url, payload, headers });
		return [answer.statusCode, answer.json()];
	};
	return { bridge, ask };
};
beforeEach(() => {
	state = { status: 'idle' };
	started = [];
});

test('the page lists workflows, starts a check, looks at it, and cancels it', async () => {
	const { ask } = await open();
	expect(await ask('GET', '/workflows')).toEqual([200, [{ id: 'a', name: 'Orders' }]]);
	const running = { status: 'running', workflow: 'Orders' };
	expect(await ask('POST', '', { id: 'a' })).toEqual([200, running]);
	expect(started).toEqual([['a']]);
	expect(await ask('GET')).toEqual([200, running]);
	const [status, { error }] = await ask('POST', '', { id: 'a' });
	expect([status, error.message]).toEqual([409, 'A check is running already.']);
	expect(await ask('DELETE')).toEqual([200, { status: 'idle' }]);
});

test('what is no workflow is refused', async () => {
	const { ask } = await open();
	for (const body of [{}, { id: '' }, { id: 1 }]) {
		expect((await ask('POST', '', body))[0]).toBe(400);
	}
	expect(started).toEqual([]);
});

test('without npm start there is no check, and while n8n starts it says so', async () => {
	const { ask } = await open({ isServed: false });
	expect(await ask('GET')).toEqual([404, { error: expect.anything() }]);
	const { ask: early } = await open({ isReady: false });
	expect((await early('GET'))[0]).toBe(503);
});

test('other websites and other programs are turned away', async () => {
	const { ask, bridge } = await open();
	const [status] = await ask('POST', '', { id: 'a' }, { origin: 'https://example.com' });
	expect(status).toBe(403);
	const { statusCode, body } = await request(`${bridge.address}/`, { method: 'DELETE' });
	await body.dump();
	expect(statusCode).toBe(401);
	expect(started).toEqual([]);
});
