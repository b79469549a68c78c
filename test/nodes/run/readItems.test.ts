import { runNode } from '../../support/engine';
import { recipients, send, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

it.each([
	['a report', { resource: 'sms', operation: 'getReport', messageId: 'a' }],
	['the balance', { resource: 'account', operation: 'getBalance' }],
	['a campaign', { resource: 'campaign', operation: 'get', campaignId: 'a' }],
	['what was sent in bulk', { ...sendBulk(10), to: '37060012345' }],
])('Limit is of lists: of %s all entries come out', async (_, parameters) => {
	const entries = Array.from({ length: 120 }, (_entry, n) => ({ messageId: 'a', partId: `p${n}` }));
	await service.answer(entries);
	const { output } = await runNode(service.credential, parameters);
	expect(output).toHaveLength(120);
	expect(output.map(({ json }) => json)).toMatchObject(entries);
});

/** An expression that takes its time, as those of long lists do together. */
const slowly =
	'={{ (() => { const end = Date.now() + 30; while (Date.now() < end) {} return $json.to; })() }}';

it("lets n8n's process do something else while a long list is read", async () => {
	const items = recipients(40);
	const gaps: number[] = [];
	let last = performance.now();
	const ticking = setInterval(() => {
		gaps.push(performance.now() - last);
		last = performance.now();
	}, 1);
	try {
		await runNode(service.credential, { ...send, to: slowly }, items);
	} finally {
		clearInterval(ticking);
	}
	// Read without a pause, nearly all of the time would be one gap.
	const whole = gaps.reduce((sum, gap) => sum + gap, 0);
	expect(whole).toBeGreaterThan(40 * 30);
	expect(Math.max(...gaps)).toBeLessThan(whole / 3);
});
