import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { ask, questionOf } from '../../support/asking';
import { runNode } from '../../support/engine';
import { kept, retry, single, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const { to } = ask;
const item: IDataObject = { to, order: 7 };
const error = expect.stringContaining('one question at a time, but there are');

const run = async (parameters: INodeParameters = {}, items = [item], settings = {}) =>
	await runNode(service.credential, { ...ask, ...parameters }, items, settings);

/** What the service was asked to send. */
const bodies = async () => (await service.received()).map(({ body }) => body);

describe('SMS: Send and Wait', () => {
	it('sends the question with a signed link behind it and additional body fields, and waits', async () => {
		const bodyFields = { field: [{ name: 'validity', value: '60' }] };
		const options = { bodyFields, ...group('answerPage', { title: 'x' }) };
		const { run: waiting } = await run({ to: '={{ $json.to }}', options });
		const text = expect.stringMatching(/^Refund order 7\?\n[^\n]+\?q=1&signature=[0-9a-f]{64}$/);
		expect(await bodies()).toEqual([{ to, from: 'Shop', text, validity: '60' }]);
		expect([waiting.status, waiting.waitTill]).toEqual(['waiting', WAIT_INDEFINITELY]);
	});

	it('keeps the question with the execution, as it was asked', async () => {
		const result = await run({
			approvalOptions: { values: { approveLabel: 'Yes', disapproveLabel: '' } },
			options: group('answerPage', {
				title: '=Order {{ $json.order }}',
				confirmationText: 'Thanks',
			}),
		});
		const message = 'Refund order 7?';
		expect(questionOf(result)).toEqual({
			...{ number: 1, from: 'Shop', message, title: 'Order 7', text: message },
			answers: {
				buttons: [
					{ label: 'Yes', field: 'approved', value: 'true', answer: { approved: true } },
					{ label: '', field: 'approved', value: 'false', answer: { approved: false } },
				],
			},
			...{ confirmation: 'Thanks', until: WAIT_INDEFINITELY.getTime() },
		});
	});

	it('counts the parts with the link, and simplifies characters, as Send does', async () => {
		const options = group('limits', { maxParts: 1 });
		// The link of this test is short.
		expect((await run({ options })).error).toBeUndefined();
		expect((await run({ message: 'x'.repeat(60), options })).error?.message).toBe(
			"'Message' with its link would take 2 SMS parts, but 'Max Parts' is 1 (item 1 of 1)",
		);
		await run({ message: '“Refund?”', options: { simplifyText: true } });
		const [, { text }] = await bodies();
		expect(text).toMatch(/^"Refund\?"\n/);
	});

	it('refuses several items before anything is sent, and with Execute Once asks for the first', async () => {
		const { error: refusal, run: stopped } = await run({}, [item, item, item]);
		expect(refusal).toMatchObject({ message: error, description: expect.stringContaining('Loop') });
		expect(stopped.status).toBe('error');
		const { output, errorOutput } = await run({}, [item, item], { onError: 'continueErrorOutput' });
		expect(output).toEqual([]);
		expect(errorOutput).toMatchObject([{ json: { error } }, { json: { error } }]);
		expect(await bodies()).toEqual([]);
		const once = await run({}, [item, item], { executeOnce: true });
		expect([once.run.status, await bodies()]).toEqual(['waiting', [expect.anything()]]);
	});

	it.each([
		['stopWorkflow', 'error', []],
		['continueErrorOutput', 'success', [{ json: { ...item, error: expect.any(String) } }]],
	])('does not wait for an SMS that was refused: %s', async (onError, status, errors) => {
		await service.fail({ ...single, kind: 'status', status: 402 });
		const result = await run({}, [item], { onError });
		expect(result.error?.httpCode).toBe(onError === 'stopWorkflow' ? '402' : undefined);
		expect([result.run.status, result.run.waitTill]).toEqual([status, undefined]);
		expect([result.output, result.errorOutput ?? []]).toMatchObject([[], errors]);
		expect(kept(result)).toEqual({});
	});

	it('sends once with Retry On Fail, and keeps nothing but the question', async () => {
		await service.fail({ ...single, kind: 'status', status: 400 });
		const result = await run({}, [item], retry);
		expect(result.run.status).toBe('waiting');
		expect(await bodies()).toHaveLength(2);
		expect(Object.keys(kept(result))).toEqual(['question']);
	});

	it.each([
		[{ message: '={{ "" }}' }, "'Message' is empty (item 1 of 1)"],
		[{ message: '={{ [1] }}' }, "'Message' must be text, but it's a list (item 1 of 1)"],
		[
			{ options: { bodyFields: { field: [{ name: 'text', value: 'Hi' }] } } },
			'\'Body Fields\' has "text", which is already sent',
		],
		[
			{ responseType: '={{ "vote" }}' },
			"'Response Type' is neither approval, choices nor freeText: vote",
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		expect((await run(parameters as INodeParameters)).error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});
});
