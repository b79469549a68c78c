import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { PARAMETERS } from '../../support/nodeTypes';
import { bulk, recipients, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';

describe('The options of an item', () => {
	it.each([
		['={{ $json.phone }}', ['37060012345', undefined]],
		['x', ['x', 'x']],
	])('are evaluated once, however often they are asked for: %s', async (a, read) => {
		const parameters = { options: { a } };
		const { output } = await runNode({}, parameters, [{ phone: '37060012345' }, {}], {
			type: PARAMETERS,
			credentials: {},
		});
		expect(output.map(({ json }) => (json.options as IDataObject).a)).toEqual(read);
		expect(output.map(({ json }) => json.isReadOnce)).toEqual([true, true]);
	});
});

describe('The parameters of a batch', () => {
	const service = serviceForTests();

	it('are each read for its own item, whichever way they are given', async () => {
		const people = recipients(4).map((item, n) => ({
			...item,
			who: { name: `N${n}` },
			shop: n % 2 ? 'Shop' : undefined,
		}));
		await service.fail({ ...bulk, kind: 'status', status: 200, body: '[]' });
		await runNode(
			service.credential,
			{
				...sendBulk(100, {
					bodyFields: { field: [{ name: 'ref', value: '={{ $json.who.name }}' }] },
				}),
				from: '={{ $json.shop ?? "Other" }}',
				text: '={{ $json["who"].name }}',
			},
			people as IDataObject[],
		);
		const [{ body }] = await service.received();
		expect(body).toEqual(
			people.map(({ to, who, shop }) => ({
				to,
				from: shop ?? 'Other',
				text: who.name,
				ref: who.name,
			})),
		);
	});
});
