import { sharedHost } from '../support';
import { PlayedExample } from '../support/playing';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const [viber, report, sms] = ['/viber', '/v1/sms/report', '/v1/sms/single'];
const [reached, unreached] = ['+370 600 12345', '+370 600 10004'];
const text = 'Your table is reserved';
const part = { partId: 'p', state: 2, delivered: '2026-11-23T10:00:00.000Z' };
const trigger = 'When another workflow calls';

/** Calls it for one message, after something has gone wrong. */
async function call(to: string, fault?: object) {
	if (fault) await host.sandbox.fail({ kind: 'status', ...fault });
	const example = await PlayedExample.of(host, 'viber-then-sms');
	const run = await example.run(trigger, [{ to, text }]);
	return { example, run, paths: (await host.sandbox.requests()).map(({ path }) => path) };
}
const sent = async () =>
	(
		await host.sandbox.call<{ messages: Array<{ to: string; text: string; channel: string }> }>(
			'GET',
			'state',
		)
	).messages.filter(({ channel }) => channel === 'sms');
const asSms = (to: string) => [{ to: to.replace(/\D/g, ''), text }];

test('Viber that was delivered is followed by no SMS, and the same call again sends neither', async () => {
	const { example, run, paths } = await call(reached);
	expect(run.itemsOf('Was it delivered?')).toMatchObject([{ delivery: 'delivered' }]);
	expect(new Set(paths)).toEqual(new Set([viber, report]));
	const before = paths.length;
	const again = await example.run(trigger, [{ to: '37060012345', text }]);
	expect(again.lastNode).toBe('Only what was not sent before');
	expect(await host.sandbox.requests()).toHaveLength(before);
	const later = await example.run(trigger, [{ to: reached, text: 'Your table is free again' }]);
	expect(later.itemsOf('Was it delivered?')).toMatchObject([{ delivery: 'delivered' }]);
});

test.each<[string, object, boolean]>([
	['OK', { errorCode: 'OK' }, false],
	['27', { errorCode: '27', delivered: null }, true],
	['27 beside a time of delivery', { errorCode: '27' }, false],
	['a time that never comes', { delivered: '9999-12-31T00:00:00Z' }, true],
])('What its report says counts as the node counts it: %s', async (_, more, sendsSms) => {
	// Of two parts, without a message ID.
	const body = [1, 2].map((partId) => ({ ...part, partId, ...more }));
	const { run, paths } = await call(reached, { status: 200, body, path: report, count: 9 });
	expect([run.error, paths.filter((path) => path === sms)]).toEqual([
		undefined,
		sendsSms ? [sms] : [],
	]);
});

test.each([
	['has not arrived in time', unreached],
	['has failed', '+370 600 10002'],
])('Viber that %s is followed by the same text as an SMS, once', async (_, to) => {
	const { paths } = await call(to);
	expect(new Set(paths)).toEqual(new Set([viber, report, sms]));
	expect(await sent()).toMatchObject(asSms(to));
});

test('Viber that the service refuses is followed by the SMS at once, and by one alone if it is called again', async () => {
	const { example, paths } = await call(reached, { status: 400, path: viber, count: 2 });
	expect(paths).toEqual([viber, sms]);
	await example.run(trigger, [{ to: reached, text }]);
	expect(await sent()).toMatchObject(asSms(reached));
});

test.each([
	[
		'the answer of Viber got lost',
		{ kind: 'drop', accepted: true, path: viber },
		'The connection was closed before the service answered',
	],
	[
		'the answer of Viber holds no messageId',
		{ status: 200, body: { accepted: true }, path: viber },
		"'Message ID' is empty",
	],
	[
		'the report cannot be had',
		{ status: 404, body: { message: 'No such SMS' }, path: report },
		'No such SMS',
	],
	['the report is empty', { status: 200, body: [], path: report, count: 9 }, ''],
	[
		'the report is of another message',
		{ status: 200, body: [{ ...part, messageId: 'zzz' }], path: report, count: 9 },
		'',
	],
])('No SMS goes out, and an error says why, when %s', async (_, fault, reason) => {
	const { run, paths } = await call(unreached, fault);
	expect(run.lastNode).toBe('Nobody knows');
	expect(run.error).toContain(
		'It is not known whether Viber has delivered the message to +370 600 10004. No SMS was sent',
	);
	expect(run.error).toContain(reason);
	expect(paths).not.toContain(sms);
});
