import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import {
	messagesPerRecipient,
	recipients,
	retry,
	send,
	single,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
beforeEach(() => processedData.clear());
afterEach(() => jest.restoreAllMocks());

const withKey = (values: INodeParameters = {}, others: INodeParameters = {}): INodeParameters => ({
	...send,
	options: { ...group('onceKey', { key: '={{ $json.order }}', ...values }), ...others },
});
const [one, two, three] = recipients(3);
const orders = [
	{ ...one, order: 'A-1' },
	{ ...two, order: 'A-2' },
];
const keysKept = () => [...processedData.rows.values()].flat().length;

describe('Once Key', () => {
	it.each([
		[{}, true],
		[{ to: 'eve@example.com' }, false],
		[{ subject: 'Your invoice' }, false],
		[{ text: 'Bye' }, false],
		[{ html: '<p>Bye</p>' }, false],
		[{ html: '' }, false],
	])('says whether an email is the one that went out, with %j', async (other, sameMessage) => {
		const email = { to: 'ada@example.com', subject: 'Order', text: 'Hello', html: '<p>Hello</p>' };
		const fields = Object.keys(email).map((name) => [name, `={{ $json.${name} }}`]);
		const parameters = {
			...{ ...Object.fromEntries(fields), resource: 'email', operation: 'send' },
			...{ from: 'shop@example.com', options: group('onceKey', { key: 'A-1' }) },
		};
		const { output } = await runNode(service.credential, parameters, [
			email,
			{ ...email, ...other },
		]);
		expect(output[1].json).toMatchObject({ skipped: 'alreadySent', sameMessage });
	});

	it('sends an item if the one with the same key before it was refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const items = [one, two, three].map((item) => ({ ...item, order: 'A-1' }));
		const { output, errorOutput } = await runNode(service.credential, withKey(), items, {
			onError: 'continueErrorOutput',
		});
		expect(errorOutput.map(({ json }) => json.to)).toEqual([one.to]);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'alreadySent']);
		expect(await messagesPerRecipient(service)).toEqual({ [two.to]: 1 });
	});

	it('keeps the key when it is not known whether the message went out', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		const { output } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(output[0].json).toMatchObject({ skipped: 'alreadySent' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('sends again within the run what may have been sent, if the user says so', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, count: 1 });
		const { output } = await runNode(
			service.credential,
			withKey({}, group('requests', { onUnknownOutcome: 'resend' })),
			[orders[0]],
			retry,
		);
		expect(output[0].json.messageId).toEqual(expect.any(String));
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
	});

	it('keeps the key of what may have gone out, also if it is sent again and then refused', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		await service.fail({ ...single, kind: 'status', status: 400, count: 9 });
		const parameters = withKey({}, group('requests', { onUnknownOutcome: 'resend' }));
		const { error } = await runNode(service.credential, parameters, [orders[0]], retry);
		expect(error?.description).toContain('An earlier try may have carried it out.');
		await service.control('DELETE', 'faults');
		const { output } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent']);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('gives back the key of a message that was refused, and claims none for what was not attempted', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(
			service.credential,
			withKey({}, group('requests', { concurrency: 1 })),
			orders,
		);
		expect(error?.description).toContain('1 failed, 1 not attempted');
		expect(keysKept()).toBe(0);
		const { output } = await runNode(service.credential, withKey(), orders);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, undefined]);
	});

	it('goes out once when several executions of the workflow race for the same keys', async () => {
		const items = recipients(30).map((item, index) => ({ ...item, order: `A-${index}` }));
		const runs = await Promise.all(
			[1, 2, 3, 4].map(async () => await runNode(service.credential, withKey(), items)),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(30).fill(1));
		const skipped = runs.flatMap(({ output }) => output).filter(({ json }) => json.skipped);
		expect(skipped).toHaveLength(90);
	});

	describe('on a full list', () => {
		const MOST_MARKS = 40_000;
		const fill = (own: string[]) =>
			processedData.rows.set('1 node', [
				...own,
				...Array.from({ length: MOST_MARKS - own.length }, (_, n) => `other ${n}`),
			]);
		const marks = () => [...processedData.rows.values()].flat();

		it('forgets the oldest, of 20,000 keys', async () => {
			await runNode(service.credential, withKey(), [orders[0]]);
			const oldest = marks();
			fill(oldest);
			await runNode(service.credential, withKey(), [orders[1]]);
			expect(marks().length).toBeGreaterThanOrEqual(MOST_MARKS);
			expect(marks().length).toBeLessThan(MOST_MARKS + 10);
			const { output } = await runNode(service.credential, withKey(), orders);
			expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'alreadySent']);
		});

		it('forgets none because keys are claimed that were used', async () => {
			await runNode(service.credential, withKey(), orders);
			fill(marks());
			const before = marks();
			for (const text of ['Hello', 'Bye', 'Hello again']) {
				const { output } = await runNode(service.credential, { ...withKey(), text }, orders);
				expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent', 'alreadySent']);
			}
			expect(marks()).toEqual(before);
		});
	});

	it('asks n8n for two marks of each key, and keeps no others', async () => {
		const recorded = jest.spyOn(processedData, 'checkProcessedAndRecord');
		await runNode(service.credential, withKey(), orders);
		expect(recorded.mock.calls.map(([marks]) => marks.length)).toEqual([4]);
		expect(keysKept()).toBe(4);
	});

	it.each([
		['A-1', 'A-1 '],
		[' A-1\n', 'A-1'],
		[1042, '1042'],
		[1042, '1042\t'],
	])('takes %j and %j for the same key', async (first, second) => {
		await runNode(service.credential, withKey(), [{ ...one, order: first }]);
		const { output } = await runNode(service.credential, withKey(), [{ ...one, order: second }]);
		expect(output[0].json).toMatchObject({ skipped: 'alreadySent', sameMessage: true });
	});

	it.each<[INodeParameters, string]>([
		...[
			["={{ 'order-' + $json.missing }}", 'order-undefined'],
			["={{ 'order-' + null }}", 'order-null'],
			["={{ 'order-' + Number('x') }}", 'order-NaN'],
			["={{ 'order-' + ({}) }}", 'order-[object Object]'],
			['={{ $json.order !== undefined }}', 'true'],
		].map(([key, shown]): [INodeParameters, string] => [
			{ key },
			`'Key' of 'Once Key' isn't a value of this item: ${shown} (item 1 of 2)`,
		]),
		...[
			['=order-{{ $json.missing }}', '{{ $json.missing }}'],
			["={{ $json['no'].a }}/{{ $json.order }}", "{{ $json['no'].a }}"],
			['={{ $json.blank }}-', '{{ $json.blank }}'],
			['={{ String($json.order) }}-{{ $json.blank }}', '{{ $json.blank }}'],
		].map(([key, shown]): [INodeParameters, string] => [
			{ key },
			`'Key' of 'Once Key' has a blank part: ${shown} (item 1 of 2)`,
		]),
		[{ key: '' }, "'Key' of 'Once Key' is empty (item 1 of 2)"],
		[{ key: ' ' }, "'Key' of 'Once Key' is empty (item 1 of 2)"],
		[{ key: '={{ $json }}' }, "'Key' of 'Once Key' must be text, but it's an object"],
	])('refuses %j, and sends nothing', async (values, message) => {
		const items = orders.map((item) => ({ ...item, blank: '', no: null }));
		const { error } = await runNode(service.credential, withKey(values), items);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});

	it.each(['=order-{{ $json.order }}', '={{ $json.order }} {{ $json.n }}{{ $json.b }}'])(
		'takes %s for what every item has',
		async (key) => {
			const items = orders.map((item) => ({ ...item, n: 0, b: false }));
			expect((await runNode(service.credential, withKey({ key }), items)).error).toBeUndefined();
			expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1, [two.to]: 1 });
		},
	);

	it('belongs to its node', async () => {
		await runNode(service.credential, withKey(), [orders[0]]);
		await runNode(service.credential, withKey(), [orders[0]], { id: 'another' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
	});

	it('refuses more items than it remembers keys', async () => {
		const items = Array.from({ length: 20_001 }, (_, order) => ({ ...one, order }));
		const { error } = await runNode(service.credential, withKey(), items);
		expect(error?.message).toBe(
			"'Once Key' remembers 20,000 messages, but there are 20,001 input items",
		);
		expect(await service.received()).toEqual([]);
	});

	it('takes as many items as it remembers keys', async () => {
		const items = Array.from({ length: 20_000 }, (_, order) => ({ ...one, order }));
		await service.fail({ ...single, kind: 'status', status: 400, body: 'nope' });
		const oneByOne = withKey({}, group('requests', { concurrency: 1 }));
		const { error } = await runNode(service.credential, oneByOne, items);
		expect(error?.message).toBe('nope');
		expect(await service.received()).toHaveLength(1);
	});

	it('sends nothing when n8n cannot remember the key', async () => {
		processedData.failure = { in: 'record', error: new Error('database is locked') };
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.message).toBe('database is locked');
		expect(await service.received()).toEqual([]);
	});

	it('says that a message counts as sent when n8n cannot forget its key', async () => {
		processedData.failure = { in: 'remove', error: new Error('database is locked') };
		await service.fail({ ...single, kind: 'status', status: 400 });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain(
			"n8n couldn't forget the 'Once Key' A-1, so this message counts as sent. Send it without the key.",
		);
	});
});
