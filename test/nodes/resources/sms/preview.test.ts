import type { IDataObject, INode } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { linesOf } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();

const parameters = {
	...{ resource: 'sms', operation: 'preview', to: '={{ $json.to }}', text: '={{ $json.text }}' },
};
const preview = async (items: IDataObject[], more: object = {}, settings: Partial<INode> = {}) =>
	await runNode(service.credential, { ...parameters, ...more }, items, settings);

describe('SMS: Preview', () => {
	it('shows what would be sent, and sends nothing', async () => {
		const { output, error } = await preview([
			{ to: '+370 (600) 12-345', text: 'Hello {€}' },
			{ to: '37060012346', text: `“${'x'.repeat(70)}”\u00a0ė` },
		]);
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{
				json: {
					...{ to: '37060012345', from: null, text: 'Hello {€}', encoding: 'GSM-7', length: 12 },
					...{ parts: 1, charactersLeft: 148, ucs2Characters: [], problem: null },
					...{ cost: null, currency: null, gaps: [], isDuplicate: false },
				},
				pairedItem: { item: 0 },
			},
			{
				json: expect.objectContaining({
					...{ encoding: 'UCS-2', length: 74, parts: 2, charactersLeft: 60 },
					ucs2Characters: [
						{ character: '“', codePoint: 'U+201C', simplified: '"' },
						{ character: '”', codePoint: 'U+201D', simplified: '"' },
						{ character: '\u00a0', codePoint: 'U+00A0', simplified: ' ' },
						{ character: 'ė', codePoint: 'U+0117', simplified: null },
					],
				}),
				pairedItem: { item: 1 },
			},
		]);
		expect(await service.received()).toEqual([]);
	});

	it('needs no credential', async () => {
		const items = [{ text: 'Hello' }];
		const { output, error } = await preview(items, { to: '' }, { credentials: undefined });
		expect(error).toBeUndefined();
		expect(output[0].json).toMatchObject({ to: null, parts: 1, problem: null });
	});

	it('says what would keep a message back, and goes on with the others', async () => {
		const { output } = await preview([
			{ to: '860012', text: 'x'.repeat(161) },
			{ to: '8', text: ' ' },
			{ to: '37060012345', text: 'Hello' },
			{ to: null, text: null },
		]);
		expect(output.map(({ json }) => json.problem)).toEqual([
			expect.stringMatching(/^'To' isn't a phone number/),
			expect.stringMatching(/^'To' isn't a phone number.*'Text' is empty/),
			null,
			expect.stringMatching(/^'To' is empty.*'Text' is empty/),
		]);
		expect(output[3].json).toMatchObject({ to: null, text: '' });
	});

	it.each([
		['', null],
		['={{ $json.phone }}', "'To' is empty"],
		["={{ $json.phone || '' }}", "'To' is empty"],
	])('takes no number for %j, and says so where a field is blank', async (to, problem) => {
		const { output } = await preview([{ text: 'Hello', phone: '' }], { to });
		expect(output[0].json.to).toBeNull();
		expect(output[0].json.problem).toEqual(problem && expect.stringContaining(problem));
	});

	it('shows the text as Simplify Text would send it', async () => {
		const items = [{ to: '37060012345', text: '“Hello” …' }];
		const { output } = await preview(items, { options: { simplifyText: true } });
		expect(output[0].json).toMatchObject({ text: '"Hello" ...', encoding: 'GSM-7' });
	});

	it('sums up what it found, on a line above the output', async () => {
		const items = [
			{ to: '+37060012345', text: 'x'.repeat(161) },
			{ to: '+37060012345', text: 'Hi' },
			{ to: '8', text: 'Hi' },
			{ to: '+3706001234', text: 'Hi' },
		];
		expect(linesOf(await preview(items))).toEqual([
			"4 messages (5 parts): 1 with a problem, 1 duplicate, 1 number that its country doesn't have: item 4.",
		]);
		const priced = { ...service.credential, accountDefaults: true, pricePerPart: '0.04 EUR' };
		const own = { ...parameters, useAccountDefaults: true };
		const gap = { ...own, text: '=Hi {{ $json.name }}!' };
		expect(linesOf(await runNode(priced, own, items.slice(0, 1)))).toEqual([
			'1 message (2 parts, about 0.08 EUR).',
		]);
		expect(linesOf(await runNode(priced, gap, items.slice(0, 1)))).toEqual([
			'1 message (1 part, about 0.04 EUR): 1 with a gap.',
		]);
	});

	it('marks a number that has come before', async () => {
		const numbers = ['+37060012345', '37060012346', '00370 600 12345', '', '', '8', '8'];
		const items = numbers.map((to) => ({ to, text: 'Hi' }));
		const { output } = await preview(items);
		const duplicates = numbers.map((_, place) => place === 2);
		expect(output.map(({ json }) => json.isDuplicate)).toEqual(duplicates);
	});

	it('with Continue, gives an error for an item with a wrong option, and previews the others', async () => {
		const options = { defaultCountry: '={{ $json.country }}' };
		const items = [{ text: 'Hi', country: 'LT' }, { text: 'Hi' }];
		const message = "The expression in 'Default Country' returned nothing (item 2 of 2)";
		expect((await preview(items, { options })).error?.message).toBe(message);
		const onError = { onError: 'continueErrorOutput' } as const;
		const { output, errorOutput } = await preview(items, { options }, onError);
		expect(output).toMatchObject([{ json: { text: 'Hi', parts: 1 }, pairedItem: { item: 0 } }]);
		expect(errorOutput).toMatchObject([{ json: { error: message }, pairedItem: { item: 1 } }]);
	});
});
