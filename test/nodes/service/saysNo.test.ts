import type { IDataObject } from 'n8n-workflow';

import { refusalIn } from '../../../nodes/MessagingService/run/refusedSend';
import { hasMessageId, saysNo } from '../../../nodes/MessagingService/service/saysNo';
import { runNode } from '../../support/engine';
import {
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	single,
	bulk,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const SAYS = "It isn't known whether the service carried it out";

const noes: Array<[string, IDataObject, string]> = [
	['error', { error: 'No credit' }, 'No credit'],
	['status', { status: 'FAILED', description: 'No credit' }, 'No credit'],
	[
		'an envelope',
		{ data: { success: false, message: 'No credit' } },
		'{"data":{"success":false,"message":"No credit"}}',
	],
	[
		'an envelope with something beside it',
		{ result: { success: false }, requestId: '9' },
		'{"result":{"success":false},"requestId":"9"}',
	],
	[
		'a status with a name',
		{ messages: [{ status: { groupName: 'REJECTED', id: 6 } }] },
		'{"status":{"groupName":"REJECTED","id":6}}',
	],
	['a code of its own', { code: 1007, message: 'No credit' }, 'No credit'],
	['a code of its own in words', { code: 'INVALID_TO', message: 'No credit' }, 'No credit'],
	['a code of its own below 0', { resultCode: '-3' }, '{"resultCode":"-3"}'],
	[
		'a code of its own in an envelope',
		{ response: { return_code: 12, message: 'Message not sent' } },
		'{"response":{"return_code":12,"message":"Message not sent"}}',
	],
	[
		'two levels of envelopes',
		{ a: { b: { success: false, message: 'No' } } },
		'{"b":{"success":false,"message":"No"}}',
	],
	['lists within lists', { a: [{ b: [{ error: 'No credit' }] }] }, 'No credit'],
	['no id where one belongs', { messageId: null, message: 'No credit' }, 'No credit'],
	[
		'one list of several',
		{ accepted: [], rejected: [{ to: '1', error: 'No credit' }] },
		'No credit',
	],
];

const yeses: IDataObject[] = [
	{ messageId: 'a', error: 'ignored' },
	{ messageId: 'a', history: [{ status: 'failed' }] },
	{ data: { messageId: 'a', status: 'failed' }, meta: {} },
	{ messages: [{ messageId: 'a', status: { name: 'Rejected for now' } }] },
	{ messageId: 7, errorCode: '27' },
	{ id: 'a', code: 1007, message: 'No credit' },
	{ code: 1007, data: { uuid: 'a' } },
	{ code: 0, message: 'No charge' },
	{ code: '000', message: 'No charge' },
	{ code: 1 },
	{ code: 202 },
	{ code: 'OK' },
	{ code: '1000', message: 'Success' },
	{ code: 1000, result: { message: 'Message accepted' } },
	{ code: null, errorCode: 0 },
	{ countryCode: 370 },
	{ data: { deep: { messageId: 'a', status: 'failed' } } },
	{ id: 'a', error: null, errors: [], errorCode: '0', success: true },
	{ id: 'a', errorCode: '000', error: '', status: 'queued' },
	{},
];

const answerWith = async (path: { path: string }, body: unknown, count = 1) =>
	await service.fail({ ...path, kind: 'status', status: 200, body, accepted: true, count });

describe('A sign that something was not done', () => {
	it.each<IDataObject>([
		{ error: 'x' },
		{ Errors: ['x'] },
		{ error_code: '027' },
		{ 'error-message': 'x' },
		{ failure: true },
		{ fault: { a: 1 } },
		{ success: false },
		{ successful: 'NO' },
		{ statusCode: '599' },
		{ http_status: 'Not delivered' },
		{ result: 'nok' },
		{ code: 'INVALID number' },
		{ data: { error: 'x' } },
		{ ok: '0' },
		{ rejected: true },
		{ code: 400 },
		{ result: 'not sent' },
		{ data: { status: 'denied' } },
		{ ErrorCode: '27', ErrorMessage: 'OK' },
		{ ErrorCode: '000', ErrorMessage: 'Not OK' },
		{ error: 'No route' },
		{ error: 'none of the recipients is valid' },
		{ error: 'false number' },
		{ error: 'successful: 0' },
		{ error: true },
		{ error: { code: 27, text: 'No error' } },
		{ error: { code: 0, text: 'No route' } },
		{ error: { code: 0, details: [{ to: 'x' }] } },
		{ error: { text: 'No' } },
		{ errors: [0] },
		{ errors: ['none'] },
		{ errors: [{ code: 0, text: 'OK' }, { code: 27 }] },
		{ errors: [{}] },
	])('is %j', (answer) => {
		expect(saysNo(answer)).toBe(true);
	});

	it.each<IDataObject>([
		{ error: null },
		{ errorCode: '000' },
		{ success: true },
		{ rejected: false },
		{ rejected: 'x' },
		{ status: 399 },
		{ status: 600 },
		{ status: 'all failed' },
		{ myerror: 'x' },
		{ errorless: 'x' },
		{ data: { data: { error: 'x' } } },
		{ accepted: 10 },
		{ accepted: 'no later than 10:00' },
		{ error: false, errors: {}, exception: ' ', failure: '0' },
		{ statusText: 'failed' },
		{ status: 'notified' },
		{ status: 'sent after a failed try' },
		{ status: { status: { status: { status: 'failed' } } } },
		{ ErrorCode: '000', ErrorMessage: 'OK' },
		{ ErrorCode: '0', ErrorMessage: 'Success' },
		{ error: 'None' },
		{ error: 'false' },
		{ error: ' NULL ' },
		{ error: 'successful' },
		{ error_text: 'No error', 'error-code': 'NO_ERROR', errors: 'no errors' },
		{ error: { code: 0, text: 'No error' } },
		{ error: { errorCode: '000', message: '', details: null, more: [] } },
		{ errors: [{ code: 0, text: 'OK' }] },
	])('is not %j', (answer) => {
		expect(saysNo(answer)).toBe(false);
	});

	it.each([[[{ error: 'x' }]], 'error', null, undefined].map((answer) => ({ answer })))(
		'is sought in an object only: $answer',
		({ answer }) => {
			expect(saysNo(answer)).toBe(false);
		},
	);

	it.each([
		[{ messageId: 'a' }, true],
		[{ messageId: 0 }, true],
		[{ messageId: '' }, false],
		[{ messageId: null }, false],
		[{}, false],
	])('names a message: %j', (answer, has) => {
		expect(hasMessageId(answer)).toBe(has);
	});
});

it.each(['status', 'code', 'result', 'error', 'errors', 'success', 'rejected', 'x'])(
	'is sought without writing out what is within at each depth: %s',
	(field) => {
		const toJSON = jest.fn(() => 'y');
		let answer: object = { toJSON };
		for (let depth = 0; depth < 100; depth++) answer = { [field]: answer };
		refusalIn(answer);
		// Words of the service are sought in one place at most, and the answer is shown.
		expect(toJSON.mock.calls.length).toBeLessThanOrEqual(2);
	},
);

describe('A 2xx answer that says no', () => {
	it.each(noes)('fails the message, in the words of the service: %s', async (_, body, words) => {
		await answerWith(single, body);
		const { error } = await runNode(service.credential, send, recipients(1), retry);
		expect(error?.message).toBe(words);
		expect(error?.description).toContain('without a messageId');
		expect(error?.description).toContain(SAYS);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	});

	it.each(yeses)('is not this: %j', async (body) => {
		await answerWith(single, body);
		const { output, error } = await runNode(service.credential, send, recipients(1));
		expect(error).toBeUndefined();
		const [{ to }] = recipients(1);
		expect(output.map(({ json }) => json)).toEqual([{ to, ...body }]);
	});

	it('leaves the others accepted, and sends no part of the batch again', async () => {
		await answerWith(bulk, [{ messageId: 'a' }, { error: 'No route' }, { messageId: 'c' }]);
		const { error } = await runNode(service.credential, sendBulk(3), recipients(6), retry);
		expect(error?.message).toBe('No route');
		expect(error?.description).toContain('This was item 2 of 6.');
		expect(error?.description).toContain('5 were accepted, 1 failed, 0 not attempted');
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(6).fill(1));
	});

	it('keeps what it named in the data of the error, if nobody can tell whose it is', async () => {
		const body = [{ messageId: 'a' }, { error: 'No route' }];
		await answerWith(bulk, body);
		const { error } = await runNode(service.credential, sendBulk(10), recipients(3));
		expect(error?.message).toBe('No route');
		expect(error?.context.data).toEqual({ item: 1, answer: body });
	});

	it('fails the whole batch if it speaks of none of its items', async () => {
		await answerWith(bulk, { error: 'Down for maintenance' });
		const { error } = await runNode(service.credential, sendBulk(10), recipients(3));
		expect(error?.message).toBe('Down for maintenance');
		expect(error?.description).toContain('0 were accepted, 3 failed');
	});
});

describe('An answer to a bulk of one', () => {
	it('that looks like the one to Send belongs to its item', async () => {
		const body = { messageId: 'a', sent: '2026-11-22T10:00:00.000Z', partIds: ['a-1', 'a-2'] };
		await answerWith(bulk, body);
		const [{ to }] = recipients(1);
		const { output } = await runNode(service.credential, sendBulk(10), [{ to }]);
		expect(output).toEqual([{ json: { to, ...body }, pairedItem: { item: 0 } }]);
	});
});
