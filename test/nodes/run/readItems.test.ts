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
	// Nothing is sent: only the reading gives the others a turn.
	const items = [...recipients(40), { to: 'nobody' }];
	let turns = 0;
	const ticking = setInterval(() => turns++, 1);
	try {
		const { error } = await runNode(
			service.credential,
			{ ...send, to: '={{ $json.to }}', text: slowly },
			items,
		);
		expect(error?.message).toContain('nobody');
	} finally {
		clearInterval(ticking);
	}
	// One for each 100 ms of at least 41 times 30 ms, but for the first and the last.
	expect(turns).toBeGreaterThan(5);
});
