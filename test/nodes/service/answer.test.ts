import {
	asItems,
	isEmptyAnswer,
	listIn,
	onlyList,
	parseAnswer,
} from '../../../nodes/MessagingService/service/answer';

describe('A list in an answer', () => {
	const list = [{ id: 1 }, { id: 2 }];

	it.each([
		{ items: list },
		{ items: list, total: 2, page: 1, has_more: false },
		{
			items: list,
			next: null,
			links: { self: '/a', next: '/b' },
			pagination: { page: { size: 1 } },
		},
		list,
		{ list: [] },
		{ errorCodes: list },
		{ bounceErrors: list },
	])('is found: %j', (answer) => {
		expect(listIn(answer)).toEqual(Array.isArray(answer) ? answer : Object.values(answer)[0]);
	});

	it.each([
		{ items: list, others: list },
		{ items: list, message: 'x' },
		{ items: list, paging: { page: 1, message: 'x' } },
		{ items: [1, 2] },
		{ items: [{}, [1]] },
		{ errors: list },
		{ Error: list },
		{ items: list, errors: list },
		{},
		null,
		'text',
		undefined,
	])('is not found: %j', (answer) => {
		expect(listIn(answer)).toBeUndefined();
	});

	it('has beside it all that is not the list', () => {
		expect(onlyList({ a: 1, items: list, errors: [] })).toEqual({
			list,
			beside: { a: 1, errors: [] },
		});
	});

	it('comes out as items, and what holds nothing as a success', () => {
		const success = [{ json: { success: true } }];
		expect([undefined, []].map(asItems)).toEqual([success, success]);
		expect(asItems([{ a: 1 }, 2, null])).toEqual([
			{ json: { a: 1 } },
			{ json: { value: 2 } },
			{ json: { value: null } },
		]);
		expect(asItems({ a: [] })).toEqual([{ json: { a: [] } }]);
		expect(asItems(null)).toEqual([{ json: { value: null } }]);
	});
});

describe('An answer', () => {
	const key = 'a-long-enough-key';

	it('holds nothing only if nothing stands beside its success', () => {
		expect(asItems(undefined).map(({ json }) => isEmptyAnswer(json))).toEqual([true]);
		expect(isEmptyAnswer({ to: '37060012345', success: true })).toBe(true);
		expect(isEmptyAnswer({ to: '37060012345', success: true, messageId: 'a' })).toBe(false);
		expect(isEmptyAnswer({ success: true, state: 2 })).toBe(false);
		expect(isEmptyAnswer({ success: false })).toBe(false);
	});

	it('may be empty, and is JSON otherwise, the key not in it', () => {
		expect(parseAnswer(' \n', 200, key)).toBeUndefined();
		expect(parseAnswer('{"a":[1]}', 200, key)).toEqual({ a: [1] });
		expect(parseAnswer(`{"a":"${key}","b":12345678901234567890}`, 200, key)).toEqual({
			a: '***',
			b: '12345678901234567890',
		});
		// As some services write HTML in JSON.
		expect(parseAnswer('{"a":"k\\u0026amp;12345678"}', 200, 'k&12345678')).toEqual({ a: '***' });
		expect(() => parseAnswer(`<p>${key}</p>`, 203, key)).toThrow(
			expect.objectContaining({
				message: "The service's answer isn't JSON: ***",
				description: expect.stringContaining('Check the address'),
				details: expect.objectContaining({
					origin: 'service',
					httpCode: '203',
					outcome: 'unknown',
				}),
			}),
		);
	});
});
