import type { IDataObject } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import {
	group,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const clock = clockForTests();

const dialects: object[] = [
	{},
	{ lists: 'wrapped' },
	{ lists: 'paged', fields: 'extra' },
	{ objects: 'envelope' },
	{ ids: 'number' },
	{ ids: 'number', lists: 'paged', objects: 'envelope', fields: 'extra' },
	{ charset: 'utf-8-bom', fields: 'extra' },
	{ errors: 'inside200' },
	{ errors: 'inside200', objects: 'envelope' },
];

const suppressing = (phoneNumber: string) => ({
	resource: 'suppression',
	operation: 'add',
	phoneNumber,
});

describe.each(dialects)('With a service that speaks %j', (dialect) => {
	beforeEach(async () => void (await service.control('POST', 'dialect', dialect)));
	const { objects, ids } = dialect as { objects?: string; ids?: string };
	const items = recipients(3);
	const idsIn = async () =>
		((await service.control('GET', 'state')).messages as IDataObject[]).map(
			({ messageId }) => messageId,
		);

	it.each([
		['Send', send],
		['Send Bulk', sendBulk(10)],
	])('%s sends once, and gives every id that the service gave', async (_, parameters) => {
		const { output, error } = await runNode(service.credential, parameters, items, retry);
		expect(error).toBeUndefined();
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1]);
		const given = JSON.stringify(output.map(({ json }) => json));
		for (const id of await idsIn()) expect(given).toContain(String(id));
	});

	it('a refusal is an error in the words of the service, and Retry On Fail sends nobody anything twice', async () => {
		const all = [items[0], { to: '37060000400' }, items[1]];
		const { error } = await clock.run(service.credential, send, all, retry);
		expect(error?.message).toContain('to is not a number the service can reach');
		const counts = Object.values(await messagesPerRecipient(service));
		expect(counts.every((count) => count === 1)).toBe(true);
		expect(counts.length).toBeGreaterThan(0);
	});

	it('Wait for Delivery ends with the delivery, or says that there is no id', async () => {
		const options = group('waitForDelivery', { timeout: 30 });
		const run = runNode(service.credential, { ...send, options }, [items[0]]);
		await clock.untilTrue(async () => (await idsIn()).length > 0);
		await service.advance(3_600_000);
		const { output } = await clock.until(run);
		expect(output).toHaveLength(1);
		const isWrapped = objects === 'envelope';
		expect(output[0].json).toMatchObject(
			isWrapped ? { delivery: 'unknown' } : { delivery: 'complete', isDelivered: true },
		);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	});

	it('Get Many gives one item for each entry', async () => {
		for (const { to: phoneNumber } of items) {
			expect((await runNode(service.credential, suppressing(phoneNumber))).error).toBeUndefined();
		}
		const parameters = { resource: 'suppression', operation: 'getAll', returnAll: true };
		const { output } = await runNode(service.credential, parameters);
		expect(output.map(({ json }) => json.phoneNumber)).toEqual(items.map(({ to }) => to));
	});

	it('Skip Suppressed sends to nobody on the list', async () => {
		await runNode(service.credential, suppressing(items[1].to));
		const options = skip('skipSuppressed');
		const { output, error } = await runNode(service.credential, { ...send, options }, items);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'suppressed', undefined]);
		expect(await messagesPerRecipient(service)).toEqual({ [items[0].to]: 1, [items[2].to]: 1 });
	});

	it('an id is one, as text and as a number', async () => {
		const { output } = await runNode(service.credential, send, [items[0]]);
		const message = (objects === 'envelope' ? output[0].json.data : output[0].json) as IDataObject;
		expect(typeof message.messageId).toBe(ids === 'number' ? 'number' : 'string');
		const report = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.id }}' };
		const given = await runNode(service.credential, report, [{ id: message.messageId }]);
		expect(given.error).toBeUndefined();
		expect(JSON.stringify(given.output)).toContain(String(message.messageId));
	});
});

test.each(['303', '307'])(
	'With a service that answers %s, nobody gets anything twice',
	async (redirects) => {
		await service.control('POST', 'dialect', { redirects });
		const { error } = await clock.run(service.credential, send, recipients(1), retry);
		expect(error?.message).toContain('The address redirects to');
		const isUnknown = redirects === '303';
		expect(error?.description?.includes("It isn't known whether")).toBe(isUnknown);
		if (isUnknown) expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	},
);
