import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { distinct, inBatches, Item } from '../../../nodes/MessagingService/run/item';
import { tries } from '../../support/properties';

const item = (index: number, body: unknown) =>
	new Item(index, () => ({ method: 'POST', path: '/', body: body as IDataObject }));

it('Items go out in batches, each of them once and in their order', () => {
	fc.assert(
		fc.property(fc.nat(20), fc.integer({ min: 1, max: 8 }), (count, size) => {
			const items = Array.from({ length: count }, (_, n) => item(n, { n }));
			const batches = inBatches(items, size);
			expect(batches).toHaveLength(Math.ceil(count / size));
			for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(size);
			expect(batches.flat()).toEqual(items);
		}),
		tries(100),
	);
});

it('Items that are the same go out once, for all of them', () => {
	const items = [item(0, '[1]'), item(1, '[2]'), item(2, '[1]'), item(3, '[1]')];
	expect(distinct(items).map((same) => same.map(({ index }) => index))).toEqual([[0, 2, 3], [1]]);
});
