import { runNode } from '../../support/engine';
import { get, pairs, post, requests } from '../../support/requests';
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

	it('sends additional fields, or the JSON of the user', async () => {
		const bodyFields = pairs('field', { days: '={{ 30 }}' });
		await service.answer({});
		await runNode(service.credential, { ...add, options: { bodyFields } }, [
			{ phone: '37060012345' },
		]);
		const json = { specifyBody: 'json', jsonBody: '={{ $json }}' };
		await runNode(service.credential, { ...add, ...json }, [{ numbers: [1, 2] }]);
		expect(await requests(service)).toEqual([
			post('/suppression', { phoneNumber: '37060012345', days: 30 }),
			post('/suppression', { numbers: [1, 2] }),
		]);
	});

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

	it('gives no more than Limit, and sends additional query parameters', async () => {
		await suppress();
		await service.control('DELETE', 'requests');
		const queryParameters = pairs('parameter', { since: '2030-01-01' });
		const { output } = await runNode(service.credential, {
			...getAll,
			limit: 2,
			options: { queryParameters },
		});
		expect(output).toHaveLength(2);
		expect(await requests(service)).toEqual([get('/suppression', { since: '2030-01-01' })]);
	});

	it('takes Return All as text, as an expression may give it, and refuses what is neither', async () => {
		await service.answer(Array.from({ length: 60 }, (_, id) => ({ id })));
		const count = async (returnAll: string) =>
			(await runNode(service.credential, { ...getAll, returnAll })).output.length;
		expect(await count('={{ "true" }}')).toBe(60);
		expect(await count('={{ "false" }}')).toBe(50);
		const { error } = await runNode(service.credential, { ...getAll, returnAll: '={{ "all" }}' });
		expect(error?.message).toBe("'Return All' is neither true nor false: all (item 1 of 1)");
	});

	it('stops with the words of the service', async () => {
		await service.fail({ kind: 'status', status: 500, body: { detail: 'List is being rebuilt' } });
		const { error } = await runNode(service.credential, getAll);
		expect(error).toMatchObject({ message: 'List is being rebuilt', httpCode: '500' });
	});
});
