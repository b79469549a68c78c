import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { repositoryRoot } from '../../dev/places';
import { contractFile, outputFolder } from '../../dev/schemas/files';
import { contract } from '../../nodes/MessagingService/answers/contract';
import { verdictOn } from '../../nodes/MessagingService/answers/outcomes';
import { hasArrived, hasFailed } from '../../nodes/MessagingService/answers/parts';
import { readReport } from '../../nodes/MessagingService/answers/report';
import { isWrongKey, refusalOf } from '../../nodes/MessagingService/answers/status';
import { suppressedBy } from '../../nodes/MessagingService/answers/suppressionList';
import { resources } from '../../nodes/MessagingService/resources';
import type { Operations } from '../../nodes/MessagingService/run/operation';
import { sandboxForTests, sms } from './openSandbox';

const phoneNumber = '37060012345';
const recipients = Array.from({ length: 100 }, (_, place) => String(37060010100 + place));
const campaign = { name: 'News', from: 'Shop', text: 'Hello', recipients };
const email = { to: 'ada@example.com', from: 'shop@example.com', subject: 'News', text: 'Hello' };

const sandbox = sandboxForTests();
const ids = { messageId: '', campaignId: '', contactId: '' };
beforeEach(async () => {
	ids.messageId = (await sandbox.post('/v1/sms/single', sms())).body.messageId;
	ids.campaignId = (await sandbox.post('/campaigns', campaign)).body.campaignId;
	ids.contactId = (await sandbox.post('/contacts/import', [{ phoneNumber }])).body[0].contactId;
	await sandbox.post('/suppression', { phoneNumber });
	// So far that some of the campaign's messages have arrived, and others are not sent yet.
	sandbox.clock.advance(5_000);
});

/** What each operation sends to the service. */
const bodies: Record<string, () => unknown> = {
	'/v1/sms/single': () => sms(),
	'/v1/sms/bulk': () => [sms(), sms(), sms({ to: '37060000001' })],
	'/v1/sms/report': () => ({ messageId: ids.messageId }),
	'/campaigns': () => campaign,
	'/campaigns/{campaignId}/cancel': () => ({}),
	'/contacts/validate': () => ({ phoneNumber }),
	'/contacts/import': () => [{ phoneNumber }, { phoneNumber: '37060000001' }],
	'/contacts/{contactId}/consent': () => ({ channel: 'sms', status: 'granted' }),
	'/suppression': () => ({ phoneNumber }),
	'/email': () => email,
	'/viber': () => sms(),
};

/** A schema that allows nothing but what it names, so that each field of an answer has to be described. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== 'object' || schema === null) return schema;
	const inside = Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]);
	const isObject = 'type' in schema && schema.type === 'object';
	return { ...Object.fromEntries(inside), ...(isObject && { additionalProperties: false }) };
}

type Schema = { items: Schema; properties: Record<string, Schema> };
/** What a document of OpenAPI says of an answer. */
const described = ({ paths }: Document, method: string, path: string, status = '200') =>
	paths[path][method.toLowerCase()].responses[status].content['application/json'].schema;
type Described = {
	responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
};
type Document = { paths: Record<string, Record<string, Described>> };

const isTime = (text: string) => new Date(text).toISOString() === text;
const ajv = new Ajv({ keywords: ['x-assumed'], formats: { 'date-time': isTime } });

/** The answer to a request, which is what is described, and nothing else. */
async function answerTo(method: string, url: string, given?: unknown, status = '200') {
	const path = url.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);
	const { messageId } = ids;
	const answer =
		method === 'POST' ? await sandbox.post(path, given) : await sandbox.get(path, { messageId });
	expect([url, answer.status]).toEqual([url, status === '200' ? 200 : 400]);
	const schema = described(await sandbox.read('openapi.json'), method, url, status);
	ajv.validate(closed(schema) as object, answer.body);
	expect({ url, answer: answer.body, errors: ajv.errors }).toEqual({
		...{ url, answer: answer.body, errors: null },
	});
	return answer.body;
}

const all = Object.entries<{ operations: Operations }>(resources).flatMap(
	([resource, { operations }]) =>
		Object.entries(operations).flatMap(([name, one]) =>
			typeof one === 'function' ? [] : [[`${resource} ${name}`, one] as const],
		),
);

test.each(all)('the usual answer to %s fits its row', async (_name, operation) => {
	const { effect = 'change', answer: row = 'object-answer', inBatches = false } = operation;
	const { method } = operation.request;
	const url = operation.request.url.replace(/\{(email|viber)Path\}/, '/$1');
	const body = method === 'POST' ? bodies[url]() : undefined;
	const answer = await answerTo(method, url, body);
	const batch = inBatches ? (body as IDataObject[]) : [(body ?? {}) as IDataObject];
	const verdict = verdictOn(answer, { row, effect, batch });
	if (row === 'bulk-answer') return expect(verdict).toEqual({ each: answer });
	const { isList } = contract[row];
	return expect(verdict).toEqual({ whole: isList ? (answer.contacts ?? answer) : [answer] });
});

test('answers are what is described in other states too', async () => {
	await answerTo('GET', '/v1/sms/report');
	const scheduledAt = new Date(sandbox.clock.now() + 60_000).toISOString();
	await answerTo('POST', '/campaigns', { ...campaign, scheduledAt });
	await answerTo('POST', '/campaigns/{campaignId}/cancel');
	await answerTo('GET', '/campaigns/{campaignId}');
	await answerTo('POST', '/contacts/validate', { phoneNumber: 'none' });
	await answerTo('POST', '/suppression', { phoneNumber: '37060000001', reason: 'asked to stop' });
	await answerTo('POST', '/viber', {}, 'default');
});

/** The names in objects, each once. */
const namesIn = (...objects: object[]) => [...new Set(objects.flatMap(Object.keys))].sort();

const fieldsOf = (row: 'balance-answer' | 'send-answer' | 'report-answer' | 'bulk-answer') =>
	[...contract[row].fields].sort();
const inBulk = [...fieldsOf('bulk-answer'), 'to'].sort();

test('a report has all fields of its row, two of them only later', async () => {
	const assumptions = readFileSync(join(repositoryRoot, 'docs/assumptions.md'), 'utf8');
	const [, ...later] = /`report-fields`.* leaves out `(\w+)` and `(\w+)`/.exec(assumptions)!;
	const { messageId } = await answerTo('POST', '/v1/sms/single', sms({ to: '37060010002' }));
	const atOnce = await answerTo('POST', '/v1/sms/report', { messageId });
	const needed = fieldsOf('report-answer').filter((name) => !later.includes(name));
	expect(namesIn(...atOnce)).toEqual(needed);
	sandbox.clock.advance(60_000);
	const failed = await answerTo('POST', '/v1/sms/report', { messageId });
	const arrived = await answerTo('POST', '/v1/sms/report', { messageId: ids.messageId });
	expect(namesIn(...failed, ...arrived)).toEqual(fieldsOf('report-answer'));
});

test('reports are read, and tell what arrived and what failed, without settings', async () => {
	const { messageId: failing } = await answerTo(
		'POST',
		'/v1/sms/single',
		sms({ to: '37060010002' }),
	);
	const viber = (await answerTo('POST', '/viber', sms({ to: '37060000001' }))).messageId;
	const endsOf = async (messageId: string) => {
		const answer = await answerTo('POST', '/v1/sms/report', { messageId });
		const { entries, others } = readReport(answer, messageId);
		expect([entries, others]).toEqual([answer, []]);
		const states = { delivered: [], failed: [] };
		return entries.map((entry) => [hasArrived(entry, states), hasFailed(entry, states)]);
	};
	expect(await endsOf(failing)).toEqual([[false, false]]);
	sandbox.clock.advance(60_000);
	expect(await endsOf(failing)).toEqual([[false, true]]);
	expect(await endsOf(viber)).toEqual([[true, false]]);
	const reports = await answerTo('GET', '/campaigns/{campaignId}/reports');
	expect(readReport(reports)).toEqual({ entries: reports, others: [] });
	expect(reports).toHaveLength(recipients.length);
});

test('the suppression list is read without settings', async () => {
	const isSuppressed = async () => {
		const { body, status, headers } = await sandbox.get('/suppression');
		const head = { statusCode: status, headers: headers as IDataObject };
		return [phoneNumber, '37060000001'].map(suppressedBy(body, { ignored: [] }, head));
	};
	expect(await isSuppressed()).toEqual([true, false]);
	await sandbox.control('reset');
	expect(await isSuppressed()).toEqual([false, false]);
});

test('a refusal is one, in its words', async () => {
	const refused = await sandbox.post('/v1/sms/single', sms({ to: '' }));
	const problem = refusalOf({ statusCode: refused.status, headers: {} }, refused.text);
	expect(problem.message).toBe(refused.body.error.message);
	expect(problem.details.outcome).toBe('refused');
	const { status } = await sandbox.get('/v1/Common/balance', { 'X-ApiKey': 'wrong' });
	expect(isWrongKey(status)).toBe(true);
});

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

test('n8n shows the fields of the rows', () => {
	const shown = (place: string) =>
		namesIn(JSON.parse(read(`${outputFolder}/${place}.json`)).properties);
	expect(shown('account/getBalance')).toEqual(fieldsOf('balance-answer'));
	expect(shown('sms/getReport')).toEqual(fieldsOf('report-answer'));
	const ofNode = ['to', 'skipped', 'sendAfter'];
	expect(shown('sms/send')).toEqual([...fieldsOf('send-answer'), ...ofNode].sort());
});

test('openapi.yaml has the fields of the rows', () => {
	const document = parse(read(contractFile)) as Document;
	const fieldsIn = (method: string, path: string, inside = (schema: Schema) => schema) =>
		namesIn(inside(described(document, method, path)).properties);
	const ofList = ({ items }: Schema) => items;
	expect(fieldsIn('GET', '/v1/Common/balance', ofList)).toEqual(fieldsOf('balance-answer'));
	expect(fieldsIn('POST', '/v1/sms/single')).toEqual(fieldsOf('send-answer'));
	expect(fieldsIn('POST', '/v1/sms/bulk', ofList)).toEqual(inBulk);
	expect(contract['bulk-answer'].by).toContain('to');
	for (const method of ['GET', 'POST']) {
		expect(fieldsIn(method, '/v1/sms/report', ofList)).toEqual(fieldsOf('report-answer'));
	}
	expect(fieldsIn('GET', '/suppression', ofList)).toContain(contract['suppression-number'].field);
	const beside = fieldsIn('GET', '/contacts').filter((name) => name !== 'contacts');
	expect(contract['list-paging'].total).toEqual(expect.arrayContaining(beside));
});
