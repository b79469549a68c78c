import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { recipients, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const phoneNumber = '37060012345';
const [recipient] = recipients(1);
/** JSON that is a text has quotes; the sandbox sends a text as it is. */
const said = (answer: unknown) => (typeof answer === 'string' ? JSON.stringify(answer) : answer);
const changes: Array<[name: string, parameters: INodeParameters, times: number]> = [
	['contact import', { phoneNumber }, 1],
	['suppression add', { phoneNumber }, 3],
	['contact updateConsent', { contactId: '7', channel: 'sms', status: 'revoked' }, 3],
	['campaign create', { name: 'Spring', from: 'Shop', text: 'Sale!', recipients: phoneNumber }, 1],
	['campaign cancel', { campaignId: '7' }, 1],
];

describe.each(changes)('An answer that says no to %s with status 200', (name, given, times) => {
	const [resource, operation] = name.split(' ');
	const parameters = { resource, operation, ...given };

	it.each([
		{ success: false, error: 'No more today' },
		{ error: 'No more today' },
		{ status: 'error', message: 'No more today' },
		{ ok: false, message: 'No more today', id: '7' },
		{ data: { success: false, message: 'No more today' } },
		{ data: { status: 'error', message: 'No more today' } },
		{ error: { code: 500, message: 'No more today' } },
		{ statusCode: 422, message: 'No more today' },
		{ errorCode: 12, message: 'No more today', imported: 0 },
		{ a: { b: { ok: 'no', reason: 'No more today' } }, requestId: '9' },
		{ id: '7', result: { success: false, message: 'No more today' } },
	])('is an error in its words: %j', async (answer) => {
		await service.answer(answer);
		const { error, output } = await runNode(service.credential, parameters, [{}], retry);
		expect(error?.message).toContain('No more today');
		// It may name what was changed all the same.
		expect(error?.context.data).toMatchObject({ answer });
		expect(output).toEqual([]);
		// Once more does no harm, or may do something twice.
		expect(await service.received()).toHaveLength(times);
	});

	it.each([
		{ id: '7', status: 'failed', errors: 0 },
		{ campaignId: '7', phoneNumber, errorCode: 0 },
		{ success: true, accepted: 1, rejected: 0 },
		{ data: { id: '7', status: 'failed' }, errors: [] },
		{ contactId: '7', consent: { status: 'rejected', sms: { accepted: false } } },
	])('is none: %j', async (answer) => {
		await service.answer(answer);
		const { output } = await runNode(service.credential, parameters);
		expect(output.map(({ json }) => json)).toEqual([answer]);
	});
});

describe.each(changes)('An answer to %s that is a lone value', (name, given, times) => {
	const [resource, operation] = name.split(' ');
	const parameters = { resource, operation, ...given };

	it.each([false, 'ERROR', 'failed', 'not allowed', 'Invalid request'])(
		'%j is an error in its words',
		async (answer) => {
			await service.answer(said(answer));
			const { error, output } = await runNode(service.credential, parameters, [{}], retry);
			expect(error?.message).toContain(String(answer));
			expect(output).toEqual([]);
			expect(await service.received()).toHaveLength(times);
		},
	);

	it.each([true, 'OK', '7', 7, 'Saved'])('%j is none', async (answer) => {
		await service.answer(said(answer));
		const { output } = await runNode(service.credential, parameters);
		expect(output.map(({ json }) => json)).toEqual([{ value: answer }]);
	});
});

it('A number may be how many contacts were imported, and is a status of any other change', async () => {
	for (const [name, given] of changes) {
		const [resource, operation] = name.split(' ');
		await service.reset();
		await service.answer(450);
		const { output, error } = await runNode(service.credential, { resource, operation, ...given });
		if (operation === 'import') expect(output.map(({ json }) => json)).toEqual([{ value: 450 }]);
		else expect(error?.message).toContain('450');
	}
});

describe('A send that is answered with a lone value', () => {
	const doubtful = [false, 'ERROR', 'Hello', -1, 42, 404, 'Invalid sender', 'not sent', 'no OK'];

	it.each(doubtful.flatMap((answer) => [[answer], [[answer]]]))(
		'%j: nobody knows whether it went out, and it does not go out again',
		async (answer) => {
			await service.answer(said(answer));
			const { error } = await runNode(service.credential, send, [recipient], retry);
			expect(error?.message).toContain(String(answer));
			expect(error?.description).toContain("It isn't known");
			expect(await service.received()).toHaveLength(1);
		},
	);

	it.each([
		true,
		'OK',
		'queued',
		'Accepted: 1',
		'9b2f7c1e-1111-4222-8333-444455556666',
		7000001,
		0,
		200,
	])('%j is as good as any other answer', async (answer) => {
		await service.answer(said(answer));
		const { output } = await runNode(service.credential, send, [recipient]);
		expect(output.map(({ json }) => json)).toEqual([{ value: answer, to: recipient.to }]);
	});
});

it('What Import and Validate Number answer of a number or a row is their answer', async () => {
	for (const [operation, answer] of [
		['validate', { valid: false, error: 'Too short' }],
		['validate', { status: 'invalid', reason: 'Too short' }],
		['import', { imported: 0, errors: [{ row: 1, error: 'Too short' }] }],
		['import', { data: { rows: [{ row: 1, success: false }] }, success: 0, errors: 1 }],
		['import', { imported: 1, code: 200, errorCode: 0, error: { code: 0, message: '' } }],
		['import', { imported: 450, failed: 500, errors: 2, result: 404, error: 1 }],
		['import', { imported: 1, errors: { 2: { error: 'Too short' } }, error: '' }],
	] as const) {
		await service.reset();
		await service.answer(answer);
		const parameters = { resource: 'contact', operation, phoneNumber };
		const { output } = await runNode(service.credential, parameters);
		expect(output.map(({ json }) => json)).toEqual([answer]);
	}
});
