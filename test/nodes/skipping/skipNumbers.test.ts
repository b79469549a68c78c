import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import {
	kept,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const [one, two, three] = recipients(3);
const suppress = async ({ to }: { to: string }) =>
	await service.post('/suppression', { phoneNumber: to });
/** How often the list was read. */
const reads = async () =>
	(await service.received()).filter(({ method }) => method === 'GET').length;
/** A recipient that Body Fields add. */
const others = { bodyFields: { field: [{ name: 'recipients', value: '={{ $json.other }}' }] } };

describe.each([
	['Send', (options: INodeParameters) => ({ ...send, options })],
	['Send Bulk', (options: INodeParameters) => sendBulk(100, options)],
])('Skip Suppressed: %s', (_, sending) => {
	const skipping = sending(skip('skipSuppressed'));

	it('reads the list once, sends to the others, and marks those on it', async () => {
		await suppress(two);
		const { output, error } = await runNode(service.credential, skipping, [
			one,
			{ to: `+${two.to}` },
			three,
		]);
		expect(error).toBeUndefined();
		const json = { skipped: 'suppressed', to: two.to };
		expect(output[1]).toEqual({ json, pairedItem: { item: 1 } });
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'suppressed', undefined]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1, [three.to]: 1 });
		expect(await reads()).toBe(1);
	});

	it('makes no request for messages that all go to numbers on the list', async () => {
		await suppress(one);
		const { output } = await runNode(service.credential, skipping, [one]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['suppressed']);
		expect(await service.received()).toHaveLength(2);
	});

	it.each([403, 404])(
		'sends nothing if the list cannot be read, and says so, of every item if the user continues: %i',
		async (status) => {
			await service.fail({ path: '/suppression', kind: 'status', status, count: 10 });
			const { error } = await runNode(service.credential, skipping, [one, two]);
			expect(error?.message).toMatch(/^The suppression list couldn't be read: /);
			expect(error?.description).toContain("Nothing was sent, because 'Skip Suppressed' is on.");
			const onError = { onError: 'continueErrorOutput' } as const;
			const continued = await runNode(service.credential, skipping, [one, two], onError);
			expect([continued.output.length, continued.errorOutput.length]).toEqual([0, 2]);
			expect(await messagesPerRecipient(service)).toEqual({});
		},
	);

	it('marks nothing if one cannot be compared, so that the next try looks again', async () => {
		await suppress(two);
		const parameters = sending({ ...skip('skipSuppressed'), ...others });
		const items = [two, { ...one, other: '0600 00001' }];
		const failed = await runNode(service.credential, parameters, items);
		expect(failed.error?.message).toContain("can't compare this recipient");
		expect(JSON.stringify(kept(failed))).not.toContain('suppressed');
		const onError = { onError: 'continueRegularOutput' } as const;
		const doubtful = [{ ...two, other: '0600 00001' }];
		const { output } = await runNode(service.credential, parameters, doubtful, onError);
		expect(output[0].json.error).toContain("can't compare this recipient");
	});

	it('sends to nobody on the list whom Body Fields add, however it is written', async () => {
		const parameters = sending({ ...skip('skipSuppressed'), ...others });
		const sendingTo = async (other: IDataObject[string]) => {
			await service.reset();
			await suppress(two);
			return await runNode(service.credential, parameters, [{ ...one, other }]);
		};
		for (const other of [`+${two.to}`, [`00${two.to}`], `${three.to}; +${two.to}`, [[two.to]]]) {
			const { output, error } = await sendingTo(other as string);
			expect(error).toBeUndefined();
			expect(output.map(({ json }) => json)).toEqual([{ skipped: 'suppressed', to: one.to }]);
			expect(await messagesPerRecipient(service)).toEqual({});
		}
		for (const other of ['0600 00001', { phone: two.to }]) {
			const { error } = await sendingTo(other);
			expect(error?.message).toContain("can't compare this recipient in 'Body Fields'");
			expect(await messagesPerRecipient(service)).toEqual({});
		}
		expect((await sendingTo('ada@example.com, Room 12')).error).toBeUndefined();
	});

	it('does not read the list unless it is asked to', async () => {
		await runNode(service.credential, sending({}), [two]);
		expect(await reads()).toBe(0);
	});
});

describe('Skip Duplicates', () => {
	const skipping = (size: number) => sendBulk(size, skip('skipDuplicates'));
	const items: IDataObject[] = [one, two, { to: `+${one.to}` }, three, { to: `00${one.to}` }];
	const marks = [undefined, undefined, 'duplicate', undefined, 'duplicate'];

	it.each([100, 2])('sends to each number once, in batches of %i', async (size) => {
		const { output, error } = await runNode(service.credential, skipping(size), items);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.skipped)).toEqual(marks);
		const json = { skipped: 'duplicate', to: one.to };
		expect(output[2]).toEqual({ json, pairedItem: { item: 2 } });
		const sent = { [one.to]: 1, [two.to]: 1, [three.to]: 1 };
		expect(await messagesPerRecipient(service)).toEqual(sent);
	});

	it('sends each number once also when the run is tried again', async () => {
		await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, count: 1 });
		const { output } = await runNode(service.credential, skipping(2), items, retry);
		expect(output.map(({ json }) => json.skipped)).toEqual(marks);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1]);
	});

	it('does not count what was skipped among what was accepted', async () => {
		await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(service.credential, skipping(100), items);
		expect(error?.description).toContain(
			'Of the 5 items, 0 were accepted, 3 failed, 0 not attempted, 2 skipped.',
		);
	});

	it('sends to a number as often as it comes unless it is asked not to', async () => {
		await runNode(service.credential, sendBulk(100), items);
		expect((await messagesPerRecipient(service))[one.to]).toBe(3);
	});
});
