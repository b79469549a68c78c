import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { operationFields, optionsOf } from '../support/description';
import { sandboxForTests, sms } from './openSandbox';

type Schema = { [keyword: string]: unknown; 'x-assumed'?: boolean };
type Described = { content: { 'application/json': { schema: Schema } } };
type Operation = { 'x-assumed': unknown; responses: { 200: Described; default: Described } };
type Document = { paths: Record<string, Record<string, Operation>> };

const sandbox = sandboxForTests();
let document: Document;
beforeAll(async () => {
	document = await sandbox.read('openapi.json');
});

const rowsOf = (file: string) =>
	readFileSync(join(repositoryRoot, file), 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').map((cell) => cell.trim()));

const answerOf = ({ responses }: Operation, status: 200 | 'default') =>
	responses[status].content['application/json'].schema;

/** The operations of the document by method and path. */
const described = () =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
		),
	);

test('each operation says where the key goes', () => {
	for (const [name, operation] of described()) {
		const place = name.startsWith('GET') ? 'query' : 'header';
		expect([name, operation]).toEqual([
			name,
			expect.objectContaining({ security: [{ [place]: [] }] }),
		]);
	}
});

const ofNode = operationFields.flatMap((field) =>
	optionsOf(field).map(({ name, routing }) => {
		const resource = String(field.displayOptions?.show?.resource?.[0]);
		return { resource, name, request: routing?.request };
	}),
);

/** Without a request: they send nothing. */
const local = ['Preview', 'Summarize Delivery Reports'];

test('two operations of the node make no request', () => {
	expect(ofNode.filter(({ request }) => !request).map(({ name }) => name)).toEqual(local);
});

test.each(ofNode.filter(({ name }) => !local.includes(name)))(
	'$resource $name is described, and marked as assumed if docs/reference.md marks it',
	({ resource, name, request }) => {
		const path = String(request?.url).replace(/^\{(email|viber)Path\}$/, '/$1');
		const { 'x-assumed': isAssumed } = document.paths[path][String(request?.method).toLowerCase()];
		const rows = rowsOf('docs/reference.md').filter(
			([, of, operation]) => of.toLowerCase() === resource && operation === name,
		);
		expect(rows).toHaveLength(1);
		expect(isAssumed).toBe(rows[0][3].includes('*assumed*'));
	},
);

test('what its README tells of a request is of one that the service has, told once', () => {
	const told = rowsOf('sandbox/README.md').flatMap(([, requests]) =>
		[...requests.matchAll(/`((?:GET|POST) \/[^_`][^`]*)`/g)].map(([, request]) => request),
	);
	expect(told.length).toBeGreaterThan(10);
	expect(new Set(told).size).toBe(told.length);
	expect(described().map(([request]) => request)).toEqual(expect.arrayContaining(told));
	expect(described()).toHaveLength(18);
});

/** A schema that allows nothing but what it names, so that each field of an answer has to be described. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== 'object' || schema === null) return schema;
	const inside = Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]);
	const isObject = (schema as Schema).type === 'object';
	return { ...Object.fromEntries(inside), ...(isObject ? { additionalProperties: false } : {}) };
}

const isTime = (text: string) => new Date(text).toISOString() === text;
const ajv = new Ajv({ keywords: ['x-assumed'], formats: { 'date-time': isTime } });

function expectDescribed(request: string, status: 200 | 'default', answer: unknown): void {
	const schema = closed(answerOf(Object.fromEntries(described())[request], status));
	ajv.validate(schema as Schema, answer);
	expect({ request, answer, errors: ajv.errors }).toEqual({ request, answer, errors: null });
}

test('answers are what is described, and nothing else', async () => {
	const phoneNumber = '37060012345';
	const post = async (path: string, body: unknown, as = path) => {
		const answer = await sandbox.post(path, body);
		expect([path, answer.status]).toEqual([path, 200]);
		expectDescribed(`POST ${as}`, 200, answer.body);
		return answer.body;
	};
	const get = async (path: string, as = path, query = {}) => {
		expectDescribed(`GET ${as}`, 200, (await sandbox.get(path, query)).body);
	};
	await get('/v1/Common/balance');
	const { messageId } = await post('/v1/sms/single', sms({ to: '37060010002' }));
	await post('/v1/sms/bulk', [sms(), sms()]);
	await post('/v1/sms/report', { messageId });
	sandbox.clock.advance(60_000);
	await post('/v1/sms/report', { messageId });
	await get('/v1/sms/report', '/v1/sms/report', { messageId });

	const campaign = { name: 'News', from: 'Shop', text: 'Hello', recipients: [phoneNumber] };
	const { campaignId } = await post('/campaigns', campaign);
	sandbox.clock.advance(60_000);
	for (const part of ['', '/messages', '/reports']) {
		await get(`/campaigns/${campaignId}${part}`, `/campaigns/{campaignId}${part}`);
	}
	const scheduledAt = new Date(sandbox.clock.now() + 60_000).toISOString();
	const later = await post('/campaigns', { ...campaign, scheduledAt });
	await post(`/campaigns/${later.campaignId}/cancel`, {}, '/campaigns/{campaignId}/cancel');

	await post('/contacts/validate', { phoneNumber });
	await post('/contacts/validate', { phoneNumber: 'none' });
	const [{ contactId }] = await post('/contacts/import', [{ phoneNumber }]);
	const consent = { channel: 'sms', status: 'granted' };
	await post(`/contacts/${contactId}/consent`, consent, '/contacts/{contactId}/consent');
	await get('/contacts');
	await post('/suppression', { phoneNumber, reason: 'asked to stop' });
	await get('/suppression');
	await post('/viber', sms());
	const address = 'shop@example.com';
	await post('/email', { to: address, from: address, subject: 'Hello', text: 'Hello' });
	expectDescribed('POST /viber', 'default', (await sandbox.post('/viber', {})).body);
});
