import { runNode } from '../../support/engine';
import { get, post, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const add = { resource: 'suppression', operation: 'add', phoneNumber: '={{ $json.phone }}' };
const getAll = { resource: 'suppression', operation: 'getAll' };

describe('Suppression: Add', () => {
	it('posts number and reason, and gives the entry', async () => {
		const { output } = await runNode(
			service.credential,
			{ ...add, reason: 'Asked to be removed' },
			[{ phone: '+370 600 12345' }],
		);
		const entry = { phoneNumber: '37060012345', reason: 'Asked to be removed' };
		expect(output).toEqual([
			{ json: { ...entry, added: expect.any(String) }, pairedItem: { item: 0 } },
		]);
		expect(await requests(service)).toEqual([post('/suppression', entry)]);
	});

	it.each(['', '  ', '={{ null }}', '={{ $json.none }}'])(
		'does not send a Reason that is "%s"',
		async (reason) => {
			await runNode(service.credential, { ...add, reason }, [{ phone: '37060012345' }]);
			expect(await requests(service)).toEqual([
				post('/suppression', { phoneNumber: '37060012345' }),
			]);
		},
	);

	it('lets a failed item leave by the error output, and the others pass', async () => {
		const { output, errorOutput } = await runNode(
			service.credential,
			add,
			[{ phone: '12' }, { phone: '37060012345' }],
			{ onError: 'continueErrorOutput' },
		);
		expect(output).toEqual([
			{ json: expect.objectContaining({ phoneNumber: '37060012345' }), pairedItem: { item: 1 } },
		]);
		expect(errorOutput).toEqual([
			{
				json: {
					phone: '12',
					error: "'Phone Number' isn't a phone number: 12 (item 1 of 2)",
					details: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('Suppression: Get Many', () => {
	const suppress = async () =>
		await runNode(service.credential, add, [
			{ phone: '37060012345' },
			{ phone: '37060012346' },
			{ phone: '37060012347' },
		]);

	it('gives one item for each entry', async () => {
		await suppress();
		await service.control('DELETE', 'requests');
		const { output } = await runNode(service.credential, { ...getAll, returnAll: true });
		expect(output.map(({ json, pairedItem }) => [json.phoneNumber, pairedItem]).sort()).toEqual([
			['37060012345', { item: 0 }],
			['37060012346', { item: 0 }],
			['37060012347', { item: 0 }],
		]);
		expect(await requests(service)).toEqual([get('/suppression')]);
	});
});
