import { knowing, watching } from '../../support/poll';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('Trigger: Fetch Test Event', () => {
	it('shows current entries and leaves memory alone', async () => {
		const trigger = watching(
			knowing(service, { deliveredStates: '0' }),
			await service.send('37060000001'),
		);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('shows the parts that the options ask for', async () => {
		const ids = [await service.send('37060000001'), await service.send('37060000002')];
		await service.advance(24 * 3600_000);
		expect(await watching(service, ids, { onlyErrors: true }).poll('manual')).toEqual([
			expect.objectContaining({ messageId: ids[1], state: 3 }),
		]);
	});

	it('shows them also while a poll is under way', async () => {
		const trigger = watching(service, await service.send('37060000001'));
		const polls = await Promise.all([trigger.poll(), trigger.poll('manual')]);
		expect(polls).toEqual([[expect.anything()], [expect.anything()]]);
	});

	it('names an ID of which the service knows nothing, beside others that are good', async () => {
		const ids = [await service.send('37060000001'), await service.send('37060000002'), 'nonsense'];
		for (const triggerOn of ['messageCompleted', 'entryAddedOrUpdated']) {
			const trigger = watching(service, ids, {}, triggerOn);
			await expect(trigger.poll('manual')).rejects.toMatchObject({
				description: expect.stringContaining('This was message nonsense.'),
			});
		}
		expect(await watching(service, ids).poll()).toHaveLength(2);
	});

	it('says that there is nothing to watch', async () => {
		await expect(watching(service, []).poll('manual')).rejects.toMatchObject({
			message: expect.stringContaining('There are no message IDs to watch'),
			description: "Fill in 'Message IDs'.",
		});
	});
});
