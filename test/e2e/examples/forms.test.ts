import { sharedHost } from '../support';
import { textsOn } from '../support/asking';
import { dropTable, tableRows } from '../support/exampleData';
import { PlayedExample, withCredential } from '../support/playing';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('An SMS from a form', () => {
	const submission = { Name: 'Jūratė', 'Phone number': '+370 600 12345', Topic: 'Address' };
	const rows = async () => await tableRows(host, 'SMS messages');
	/** Submits the form of one workflow. */
	const submitter = async (own = host) => {
		const example = await PlayedExample.of(own, 'form-to-sms');
		return async (values = {}) =>
			await example.run('On form submission', [{ ...submission, ...values }]);
	};
	const counts = async () => [(await host.sandbox.sentSms()).length, (await rows()).length];
	beforeEach(async () => await dropTable(host, 'SMS messages'));

	test('goes out once if somebody submits the form twice, with one row, and the visitor is told', async () => {
		const submit = await submitter();
		await submit();
		for (const phone of ['37060012345', '00370 (600) 12345']) {
			const { page } = await submit({ 'Phone number': phone });
			expect(page).toMatchObject({ title: 'You have this SMS already' });
		}
		expect(await counts()).toEqual([1, 1]);
		expect((await submit({ Topic: 'A joke' })).page?.title).toBe('Your message is on its way');
		expect(await host.sandbox.sentSms()).toHaveLength(2);
	});

	const wasNotSent = 'Your message was not sent';
	test.each([
		[
			'asks for another number in words for the visitor',
			'+370 600',
			'Please check the phone number. It has to begin with a country code of ours, for example +370 600 12345.',
			undefined,
		],
		[
			"keeps the service's refusal from the visitor, and tells the owner",
			'+370 600 10400',
			'Something went wrong. Please check the phone number, or try again later.',
			"The SMS to +370 600 10400: The service can't reach this number (recipient ending in 0400)",
		],
	])('that is not sent %s', async (_, phone, text, error) => {
		const run = await (await submitter())({ 'Phone number': phone });
		expect([run.page, run.error]).toMatchObject([{ title: wasNotSent, text }, error]);
		expect(await counts()).toEqual([0, 0]);
	});

	test('goes to a number three times a day, and into our countries only', async () => {
		const submit = await submitter();
		const titles: Array<string | undefined> = [];
		for (const post of [
			...['Address', 'A joke', 'Opening hours', 'Something else'].map((Topic) => ({ Topic })),
			{ 'Phone number': '+44 7700 900123' },
		]) {
			const { page, error } = await submit(post);
			expect(error).toBeUndefined();
			titles.push(page?.title);
		}
		const sent = 'Your message is on its way';
		expect(titles).toEqual([sent, sent, sent, 'That was enough for today', wasNotSent]);
		expect(await counts()).toEqual([3, 3]);
	});

	test('is not asked for again when it may be on its way', async () => {
		await host.sandbox.fail({ kind: 'drop', accepted: true, path: '/v1/sms/single' });
		const run = await (await submitter())();
		expect(run.page).toMatchObject({ title: 'Your message may be on its way' });
		expect(run.error).toBe(
			'The SMS to +370 600 12345: The connection was closed before the service answered',
		);
		expect(await counts()).toEqual([1, 0]);
	});

	test('is not called on its way when the credential has been deleted', async () => {
		const own = await withCredential(host);
		const submit = await submitter(own);
		await host.client.call('DELETE', `/credentials/${own.credentialId}`);
		const run = await submit();
		expect([run.page?.title, await rows()]).toEqual([wasNotSent, []]);
	});
});

describe('A phone number', () => {
	const trigger = 'When a number is entered';
	const confirmed = 'Do what needs a confirmed number';
	const pins = { 'Make six digits of them': [{ code: '012345' }] };
	const enter = async (phone: string, ...codes: string[][]) => {
		const example = await PlayedExample.of(host, 'number-confirmed-by-code');
		return await example.run(trigger, [{ 'Phone number': phone }], pins, ...codes);
	};

	test('is confirmed by its code, also at the third try and with a space in it', async () => {
		const run = await enter('8 600 99999', ['012346'], ['hello'], ['012 345 ']);
		expect(run.page).toMatchObject({
			title: 'Confirmed',
			text: 'Your number 37060099999 is confirmed.',
		});
		expect(run.asked[0]).toContain('An SMS with six digits is on its way to you.');
		for (const page of run.asked.slice(1)) expect(page).toContain('That is not the code.');
		expect(run.timesOf(confirmed)).toBe(1);
		expect(await textsOn(host, '37060099999')).toEqual(['Your code is 012345. Tell it to nobody.']);
	});

	test('is not confirmed after three wrong codes', async () => {
		const run = await enter('+370 600 11102', ['012346'], ['1'], ['0123450'], ['012345']);
		expect([run.page?.title, run.timesOf(confirmed)]).toEqual(['Not confirmed', 0]);
		expect(run.page?.text).not.toContain('012345');
	});

	test('is not confirmed when nobody enters the code in time', async () => {
		const example = await PlayedExample.of(host, 'number-confirmed-by-code');
		const late = { ...pins, 'Ask for the code': [{}] };
		const run = await example.run(trigger, [{ 'Phone number': '+370 600 11106' }], late);
		expect([run.timesOf('Nobody came back'), run.timesOf(confirmed)]).toEqual([1, 0]);
	});

	test('gets one code in ten minutes, however it is written, and none abroad', async () => {
		const example = await PlayedExample.of(host, 'number-confirmed-by-code', (text) =>
			text.replace('$now.toMillis()', '1800000000000'),
		);
		const titles: Array<string | undefined> = [];
		const all = ['8 600 11105', '+370 600 11105', '0037060011105', '+44 20 7946 0958', '12'];
		for (const phone of all) {
			const run = await example.run(trigger, [{ 'Phone number': phone }]);
			titles.push(run.page?.title);
		}
		const [has, none] = ['You have a code already', 'No code was sent'];
		expect(titles).toEqual([undefined, has, has, none, none]);
		expect(await host.sandbox.sentSms()).toHaveLength(1);
	});
});

test('An order that was refused can be confirmed later; one that did not arrive is not sent again', async () => {
	const example = await PlayedExample.of(host, 'order-confirmation');
	const titleOf = async (order: string, phone: string) => {
		const item = { 'Order number': order, 'Phone number': phone };
		return (await example.run('When an order is entered', [item])).page?.title;
	};
	expect(await titleOf('A-1043', '+370 601 10002')).toBe('Not delivered');
	expect(await titleOf('A-1043', '+370 601 10002')).toBe('Already confirmed');
	expect(await titleOf('A-1044', '+370 600')).toBe('No SMS was sent');
	expect(await titleOf('A-1045', '+370 600 10400')).toBe('No SMS was sent');
	expect(await titleOf('A-1044', '+370 600 12345')).toBe('Confirmed');
	expect(await titleOf('A-1045', '+370 600 12345')).toBe('Confirmed');
	expect(await host.sandbox.sentSms()).toHaveLength(3);
});
