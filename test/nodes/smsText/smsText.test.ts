import { ucs2Characters } from '../../../nodes/MessagingService/smsText/smsText';
import { runNode } from '../../support/engine';
import { messages, send, sendBulk, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const text = '={{ $json.text }}';
const ways = [
	{ way: 'Send', parameters: { ...send, text } },
	{ way: 'Send Bulk', parameters: { ...sendBulk(100), text } },
];
const items = [
	{ to: '37060000001', text: 'Short' },
	{ to: '37060000011', text: `“${'x'.repeat(150)}”` },
];

describe.each(ways)('SMS: $way', ({ parameters }) => {
	it('refuses a text of more parts than Max Parts allows, before anything is sent', async () => {
		const options = group('limits', { maxParts: 2 });
		const { error } = await runNode(service.credential, { ...parameters, options }, items);
		expect(error?.message).toBe(
			"'Text' would take 3 SMS parts, but 'Max Parts' is 2 (item 2 of 2)",
		);
		expect(error?.description).toContain(
			"It has 152 characters in UCS-2. Shorten it, or allow more under Options → Limits. Preview shows which characters need UCS-2, whose parts hold fewer, and what 'Simplify Text' has for them.",
		);
		expect(await service.received()).toEqual([]);
	});

	it('sends a text of as many parts as Max Parts allows', async () => {
		const options = group('limits', { maxParts: 3 });
		const { output } = await runNode(service.credential, { ...parameters, options }, items);
		expect(output.map(({ json }) => (json.partIds as string[]).length)).toEqual([1, 3]);
	});

	it('sends simplified characters only if it is asked to, and then counts those', async () => {
		await runNode(service.credential, parameters, items);
		expect((await messages(service))[1].text).toBe(items[1].text);
		await service.reset();
		const options = { simplifyText: true, ...group('limits', { maxParts: 1 }) };
		const { output } = await runNode(service.credential, { ...parameters, options }, items);
		expect(output).toHaveLength(2);
		expect((await messages(service))[1].text).toBe(`"${'x'.repeat(150)}"`);
	});
});

describe('The characters of a text that make it UCS-2', () => {
	it('name half of a character by its number, since it cannot be stored', () => {
		expect(ucs2Characters('a\ud83d👍')).toEqual([
			{ character: '', codePoint: 'U+D83D', simplified: null },
			{ character: '👍', codePoint: 'U+1F44D', simplified: null },
		]);
	});
});
