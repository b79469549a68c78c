import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { kept, retry, single, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const to = '37060012345';
const ask: INodeParameters = {
	resource: 'sms',
	operation: 'sendAndWait',
	to: '={{ $json.to }}',
	from: 'Shop',
	message: '=Refund order {{ $json.order }}?',
};
const item: IDataObject = { to, order: 7 };

const run = async (parameters: INodeParameters = {}, items = [item], settings = {}) =>
	await runNode(service.credential, { ...ask, ...parameters }, items, settings);

/** What the service was asked to send. */
const bodies = async () => (await service.received()).map(({ body }) => body);

const LINK = 'http://localhost:5678/1/node?q=1&signature=';

describe('SMS: Send and Wait', () => {
	it('sends the question with a signed link behind it, and waits', async () => {
		const result = await run();
		expect(await bodies()).toEqual([
			{ to, from: 'Shop', text: expect.stringContaining(`Refund order 7?\n${LINK}`) },
		]);
		expect((await bodies())[0].text).toMatch(/signature=[0-9a-f]{64}$/);
		expect(result.run.status).toBe('waiting');
		expect(result.run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	it('keeps the question with the execution, as it was asked', async () => {
		const result = await run({
			approvalOptions: { values: { approveLabel: 'Yes', disapproveLabel: '' } },
			options: group('answerPage', {
				title: '=Order {{ $json.order }}',
				confirmationText: 'Thanks',
			}),
		});
		expect(kept(result)).toEqual({
			question: {
				number: 1,
				from: 'Shop',
				message: 'Refund order 7?',
				title: 'Order 7',
				text: 'Refund order 7?',
				answers: {
					buttons: [
						{ label: 'Yes', field: 'approved', value: 'true', answer: { approved: true } },
						{ label: '', field: 'approved', value: 'false', answer: { approved: false } },
					],
				},
				confirmation: 'Thanks',
				until: WAIT_INDEFINITELY.getTime(),
			},
		});
	});

	it('sends additional body fields, and no other options', async () => {
		const bodyFields = { field: [{ name: 'validity', value: '60' }] };
		await run({ options: { bodyFields, ...group('answerPage', { title: 'x' }) } });
		expect(await bodies()).toEqual([
			{ to, from: 'Shop', text: expect.any(String), validity: '60' },
		]);
	});

	it('counts the parts with the link, and simplifies characters, as Send does', async () => {
		const { error } = await run({ options: group('limits', { maxParts: 1 }) });
		// The link of this test is short.
		expect(error).toBeUndefined();
		const long = { message: 'x'.repeat(60) };
		expect((await run({ ...long, options: group('limits', { maxParts: 1 }) })).error?.message).toBe(
			"'Message' with its link would take 2 SMS parts, but 'Max Parts' is 1 (item 1 of 1)",
		);
		await run({ message: '“Refund?”', options: { simplifyText: true } });
		expect((await bodies()).map(({ text }) => String(text).split('\n')[0])).toEqual([
			'Refund order 7?',
			'"Refund?"',
		]);
	});

	it('refuses several items before anything is sent', async () => {
		const { error, run: stopped } = await run({}, [item, item, item]);
		expect(error?.message).toContain('one question at a time, but there are 3 input items');
		expect(error?.description).toContain('Loop Over Items');
		expect(stopped.status).toBe('error');
		expect(await service.received()).toEqual([]);
	});

	it('does not wait for an SMS that was refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 402 });
		const { error, run: stopped } = await run();
		expect(error?.httpCode).toBe('402');
		expect([stopped.status, stopped.waitTill]).toEqual(['error', undefined]);
	});

	it('does not wait for an SMS that left by the error output', async () => {
		await service.fail({ ...single, kind: 'status', status: 402 });
		const result = await run({}, [item], { onError: 'continueErrorOutput' });
		expect([result.run.status, result.run.waitTill]).toEqual(['success', undefined]);
		expect(result.output).toEqual([]);
		expect(result.errorOutput).toMatchObject([{ json: { ...item, error: expect.any(String) } }]);
		expect(kept(result)).toEqual({});
	});

	it('sends once with Retry On Fail, and keeps nothing but the question', async () => {
		await service.fail({ ...single, kind: 'status', status: 400 });
		const result = await run({}, [item], retry);
		expect(result.run.status).toBe('waiting');
		expect(await bodies()).toHaveLength(2);
		expect(Object.keys(kept(result))).toEqual(['question']);
	});

	it('refuses each of several items by the error output, and with Execute Once asks for the first', async () => {
		const refused = await run({}, [item, item], { onError: 'continueErrorOutput' });
		expect(refused.output).toEqual([]);
		const error = expect.stringContaining('one question at a time');
		expect(refused.errorOutput).toMatchObject([{ json: { error } }, { json: { error } }]);
		expect(await bodies()).toEqual([]);
		const once = await run({}, [item, item], { executeOnce: true });
		expect([once.run.status, await bodies()]).toEqual(['waiting', [expect.anything()]]);
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
