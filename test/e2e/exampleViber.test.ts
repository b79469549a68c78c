import { type Execution, sharedHost } from './support';
import { viberExample } from './support/viber';

const viberPath = '/viber';
const smsPath = '/v1/sms/single';
const reportPath = '/v1/sms/report';
/** The sandbox delivers after three seconds. */
const longEnough = { amount: 4, unit: 'seconds' };

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

async function tryIt(to: string, wait: Record<string, unknown> = longEnough): Promise<Execution> {
	const workflow = await viberExample(host, wait, { to, text: 'Your table is reserved' });
	return await host.client.runWorkflow(workflow.id, 'To try it by hand');
}

const fail = async (fault: object) => await host.sandbox.call('POST', 'faults', fault);

/** The requests that were made, by their paths. */
async function asked(): Promise<string[]> {
	return (await host.sandbox.requests()).map(({ path }) => path);
}

describe('Example: Viber first, and an SMS if it does not arrive', () => {
	test('sends no SMS when Viber has delivered', async () => {
		const execution = await tryIt('+370 600 12345');
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, reportPath]);
		expect(execution.data.resultData.lastNodeExecuted).toBe('Delivered by Viber');
	});

	test.each([
		['has not arrived in time', '+370 600 10004'],
		['has failed', '+370 600 10002'],
	])('sends the same text as an SMS, once, when the Viber message %s', async (_what, to) => {
		const execution = await tryIt(to);
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, reportPath, smsPath]);
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: to.replace(/\D/g, ''), text: 'Your table is reserved' },
		]);
	});

	test('sends the SMS at once when the service refuses the Viber message', async () => {
		await fail({ kind: 'status', status: 400, path: viberPath });
		const execution = await tryIt('+370 600 12345', { amount: 5, unit: 'minutes' });
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, smsPath]);
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: '37060012345', text: 'Your table is reserved' },
		]);
	});

	test.each([
		[
			'the answer of Viber got lost',
			{ kind: 'drop', accepted: true, path: viberPath },
			'The connection was closed before the service answered',
		],
		[
			'the answer of Viber holds no messageId',
			{ kind: 'status', status: 200, body: { accepted: true }, path: viberPath },
			"'Message ID' is empty",
		],
		[
			'the report cannot be had',
			{ kind: 'status', status: 404, body: { message: 'No such SMS' }, path: reportPath },
			'No such SMS',
		],
		['the report is empty', { kind: 'status', status: 200, body: [], path: reportPath }, ''],
	])('sends no SMS and fails, saying why, when %s', async (_what, fault, reason) => {
		await fail(fault);
		const execution = await tryIt('+370 600 10004', { amount: 1, unit: 'seconds' });
		expect(execution.data.resultData).toMatchObject({
			lastNodeExecuted: 'Nobody knows',
			error: {
				message: expect.stringContaining(
					'It is not known whether Viber has delivered the message to +370 600 10004. No SMS was sent',
				),
			},
		});
		expect(execution.data.resultData.error?.message).toContain(reason);
		expect(await asked()).not.toContain(smsPath);
	});
});
