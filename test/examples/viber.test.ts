import { serviceForTests } from '../support/service';
import { arrivalsAt, Example } from './support/example';

const service = serviceForTests();
const { sent } = arrivalsAt(service);

const paths = async () => (await service.received()).map(({ path }) => path);

describe('Viber first, and an SMS if it does not arrive', () => {
	const message = { to: '+370 600 10004', text: 'Your table is reserved' };
	const [viber, report, sms] = ['/viber', '/v1/sms/report', '/v1/sms/single'];
	const part = { partId: 'p', state: 2, delivered: '2026-11-23T10:00:00.000Z' };
	const tryIt = async (to: string) =>
		await new Example(service, 'viber-then-sms').run('When another workflow calls', [
			{ ...message, to },
		]);

	test('sends no SMS when Viber has delivered', async () => {
		const run = await tryIt('+370 600 12345');
		expect([run.lastNode, run.itemsOf('Was it delivered?')]).toEqual([
			'Was it delivered?',
			[expect.objectContaining({ delivery: 'delivered' })],
		]);
		expect(await paths()).toEqual([viber, report]);
	});

	test.each<[string, object, boolean]>([
		['OK', { errorCode: 'OK' }, false],
		['none', { errorCode: 'none' }, false],
		['27', { errorCode: '27' }, true],
		['a time that never comes', { delivered: '9999-12-31T00:00:00Z' }, true],
		["a time of year 1, as .NET's empty one", { delivered: '0001-01-01T00:00:00' }, true],
	])('counts what its report says as the node does: %s', async (_, more, sendsSms) => {
		const body = [{ ...part, ...more }];
		await service.fail({ kind: 'status', status: 200, body, path: report, count: 9 });
		await tryIt('+370 600 12345');
		expect((await paths()).includes(sms)).toBe(sendsSms);
	});

	test.each([
		['has not arrived in time', '+370 600 10004'],
		['has failed', '+370 600 10002'],
	])('sends the same text as an SMS, once, when the Viber message %s', async (_, to) => {
		await tryIt(to);
		expect(new Set(await paths())).toEqual(new Set([viber, report, sms]));
		expect(await sent()).toEqual([[to.replace(/\D/g, ''), message.text]]);
	});

	test('sends the SMS at once when the service refuses the Viber message', async () => {
		await service.fail({ kind: 'status', status: 400, path: viber });
		await tryIt('+370 600 12345');
		expect(await paths()).toEqual([viber, sms]);
		expect(await sent()).toEqual([['37060012345', message.text]]);
	});

	test.each([
		[
			'the answer of Viber got lost',
			{ kind: 'drop', accepted: true, path: viber },
			'The connection was closed before the service answered',
		],
		[
			'the answer of Viber holds no messageId',
			{ kind: 'status', status: 200, body: { accepted: true }, path: viber },
			"'Message ID' is empty",
		],
		[
			'the report cannot be had',
			{ kind: 'status', status: 404, body: { message: 'No such SMS' }, path: report },
			'No such SMS',
		],
		['the report is empty', { kind: 'status', status: 200, body: [], path: report, count: 9 }, ''],
		[
			'the report is of another message',
			{
				kind: 'status',
				status: 200,
				body: [{ ...part, messageId: 'zzz' }],
				path: report,
				count: 9,
			},
			'',
		],
	])('sends no SMS and fails, saying why, when %s', async (_, fault, reason) => {
		await service.fail(fault);
		const run = await tryIt('+370 600 10004');
		expect(run.lastNode).toBe('Nobody knows');
		expect(run.error).toContain(
			'It is not known whether Viber has delivered the message to +370 600 10004. No SMS was sent',
		);
		expect(run.error).toContain(reason);
		expect(await paths()).not.toContain(sms);
	});
});
