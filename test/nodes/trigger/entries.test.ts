import { knowing, reportRequests, watching } from '../../support/poll';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('Trigger: Fetch Test Event', () => {
	it('shows current entries, also while a poll is under way, and leaves memory alone', async () => {
		const messageId = await service.send('37060000001');
		for (const firstPoll of ['emit', 'startFromNow']) {
			const credential = knowing(service, { deliveredStates: '0' });
			const trigger = watching(credential, messageId, { firstPoll });
			expect(await trigger.poll('manual')).toHaveLength(1);
			expect(trigger.staticData).toEqual({});
			const [first, shown] = await Promise.all([trigger.poll(), trigger.poll('manual')]);
			expect([first?.length, shown?.length]).toEqual([firstPoll === 'emit' ? 1 : undefined, 1]);
			const before = JSON.stringify(trigger.staticData);
			expect(await trigger.poll('manual')).toHaveLength(1);
			expect(JSON.stringify(trigger.staticData)).toBe(before);
		}
	});

	it('shows each message as it is, also one that has not ended, and none without an entry', async () => {
		const messageId = await service.send('37060000001', 'x'.repeat(200));
		const trigger = watching(service, messageId, {}, 'messageCompleted');
		expect(await trigger.poll('manual')).toEqual([
			expect.objectContaining({ messageId, parts: 2, pending: 2, delivery: 'pending' }),
		]);
		await service.fail({ path: '/v1/sms/report', kind: 'status', status: 200, body: [] });
		expect(await trigger.poll('manual')).toBeNull();
	});

	it('shows a message that the polls ask about no more', async () => {
		const trigger = watching(service, await service.send('37060000001'), {}, 'messageCompleted');
		await service.advance(24 * 3600_000);
		for (let n = 0; n < 3; n++) await trigger.poll();
		expect(await reportRequests(service)).toHaveLength(2);
		expect(await trigger.poll('manual')).toHaveLength(1);
	});

	it('says that there is nothing to watch', async () => {
		await expect(watching(service, []).poll('manual')).rejects.toMatchObject({
			message: expect.stringContaining('There are no message IDs to watch'),
			description: "Fill in 'Message IDs'.",
		});
	});
});
