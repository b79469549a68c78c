import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { group, recipients, send, sendBulk, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const importing = (batchSize: number): INodeParameters => ({
	resource: 'contact',
	operation: 'import',
	phoneNumber: '={{ $json.to }}',
	options: group('requests', { batchSize }),
});

const ONE = /\bitem \d/;
const WHICH = 'any of them may be the cause';

/** What a run says of each item, or of the one that it stopped for. */
async function told(parameters: INodeParameters, onError?: string, count = 4): Promise<string[]> {
	const settings = onError ? { onError: onError as 'continueErrorOutput' } : {};
	const given = recipients(count);
	const { error, output, errorOutput } = await runNode(
		service.credential,
		parameters,
		given,
		settings,
	);
	const said = ({ message, description, error: words, details }: IDataObject) =>
		`${message ?? words} | ${description ?? details}`;
	return error
		? [said({ message: error.message, description: error.description })]
		: [...output, ...errorOutput].flatMap(({ json }) => (json.error ? [said(json)] : []));
}

const ways = [undefined, 'continueRegularOutput', 'continueErrorOutput'];
const table = ways.flatMap((way) => [
	['Send Bulk', sendBulk, way] as const,
	['Import', importing, way] as const,
]);

describe.each(table)('A batch that is refused as a whole: %s, %#', (_name, batch, onError) => {
	const times = onError ? 4 : 1;

	it.each([400, 403, 409, 418, 422])('%i: any of its items may be the cause', async (status) => {
		await service.fail({ kind: 'status', status, body: { message: 'No' } });
		const said = await told(batch(10), onError);
		expect(said).toHaveLength(times);
		for (const one of said) {
			expect(one).toContain(
				`HTTP status ${status}. The service refused items 1 to 4 together; ${WHICH}. To find it, set 'Batch Size' to 1 (Options → Requests). The others go through then, so leave them out of the next run. `,
			);
			expect(one).not.toMatch(ONE);
		}
	});

	it.each([401, 402, 404, 405, 408, 413, 415, 500])(
		'%i: none of them is blamed',
		async (status) => {
			await service.fail({ kind: 'status', status, body: { message: 'No' }, count: 9 });
			const said = await told(batch(10), onError);
			expect(said).toHaveLength(times);
			for (const one of said) {
				expect(one).toContain(`HTTP status ${status}. These were items 1 to 4 of 4. `);
				expect(one).not.toContain(WHICH);
				if (status !== 408 && status < 500) expect(one).not.toMatch(ONE);
			}
		},
	);

	it('none is blamed for a broken connection, or an answer that says no', async () => {
		for (const fault of [
			{ kind: 'drop', count: 9 },
			{ kind: 'status', status: 200, body: { error: 'No route' } },
		]) {
			await service.reset();
			await service.fail(fault);
			const said = await told(batch(10), onError);
			expect(said).toHaveLength(times);
			for (const one of said) {
				expect(one).toContain('These were items 1 to 4 of 4. ');
				expect(one).not.toContain(WHICH);
			}
		}
	});

	it('of one item is that item', async () => {
		await service.fail({ kind: 'status', status: 400, body: { message: 'No' }, after: 1 });
		const [said] = await told(batch(1), onError);
		expect(said).toContain('HTTP status 400. This was item 2 of 4. ');
		expect(said).not.toContain('together');
	});
});

describe('What no item is to blame for', () => {
	it.each([
		[6, [3], 'items 1 to 3 and 5 to 6'],
		[6, [1, 3, 5], 'items 1, 3 and 5'],
		[60, Array.from({ length: 30 }, (_, n) => 2 * n + 1), '30 items from 1 to 59'],
	])('names those of %i that go out, in words that stay short', async (count, left, named) => {
		const given = recipients(count);
		for (const place of left) await service.post('/suppression', { phoneNumber: given[place].to });
		await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, body: 'No' });
		const parameters = sendBulk(100, skip('skipSuppressed'));
		const said = await told(parameters, 'continueErrorOutput', count);
		expect(said).toHaveLength(count - left.length);
		for (const one of said)
			expect(one).toContain(`The service refused ${named} together; ${WHICH}.`);
	});

	it.each(ways)('is the suppression list, for all items: %s', async (onError) => {
		await service.fail({ path: '/suppression', kind: 'status', status: 400, body: 'No' });
		for (const batch of [{ ...send, options: {} }, sendBulk(10)]) {
			const options = { ...(batch.options as object), ...skip('skipSuppressed') };
			const said = await told({ ...batch, options }, onError);
			for (const one of said) expect(one).not.toMatch(/\bitems? \d|together/);
		}
	});

	it('is the same JSON of the user for several items', async () => {
		await service.fail({ kind: 'status', status: 400, body: { message: 'No' } });
		const jsonBody = '[{ "to": "37060012345" }]';
		const [said] = await told({ ...sendBulk(10), specifyBody: 'json', jsonBody });
		expect(said).toMatch(/^No \| HTTP status 400\. The service couldn't use the request\./);
	});
});
