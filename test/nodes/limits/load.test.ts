import fc from 'fast-check';

import { loadOf } from '../../../nodes/MessagingService/limits/sentSoFar';
import { runNode } from '../../support/engine';
import { growthOf, LINEAR } from '../../support/growth';
import { tries } from '../../support/properties';
import { group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const email = {
	resource: 'email',
	operation: 'send',
	to: '={{ $json.to }}',
	from: 'shop@example.com',
	subject: 'Order',
	text: 'Hello',
};

describe('The messages of an email', () => {
	it.each([
		['ada@example.com, "Doe, Bob" <bob@example.com>,', 2],
		['"ada@example.com, bob@example.com" <eve@example.com>, Zoe <zoe@example.com>', 2],
		['a@b.co,c@d.co , e@f.co', 3],
	])('are as many as its addresses: %s', async (to, count) => {
		const upTo = (maxMessages: number) =>
			runNode(service.credential, { ...email, options: group('limits', { maxMessages }) }, [
				{ to },
			]);
		const { error } = await upTo(count - 1);
		expect(error?.message).toContain(`would send ${count} messages`);
		expect(await service.received()).toEqual([]);
		expect((await upTo(count)).error).toBeUndefined();
	});

	it('are counted whatever stands in their names', () => {
		const name = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/["\\]/g, '\\$&'));
		fc.assert(
			fc.property(fc.array(name, { minLength: 1, maxLength: 20 }), (names) => {
				const to = names.map((one) => `"${one}" <a@b.co>`).join(',');
				expect(loadOf({ to }).messages).toBe(names.length);
			}),
			tries(200),
		);
	});

	it.each(['a', '"', 'a@', '@', ',', 'a ', '\\"'])(
		'are counted in time that grows with the text: %j',
		(part) => {
			const textOf = (length: number) => `${part.repeat(length / part.length)} <a@b.co>`;
			expect(growthOf((to) => loadOf({ to }), textOf)).toBeLessThan(LINEAR);
		},
	);
});
