import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import type { Question } from '../../../nodes/MessagingService/ask/question';
import { normalisePhoneNumber } from '../../../nodes/MessagingService/values/phoneNumbers';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { group, kept } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** As n8n makes it for a human review step. */
const review =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

/** The question that is sent when an agent calls its tool with these parameters. */
async function asked(
	toolParameters: unknown,
	message = review,
	options: INodeParameters = {},
): Promise<{ text: string; question: Question }> {
	const parameters = { resource: 'sms', operation: 'sendAndWait', to: '37060012345', from: 'Shop' };
	const item = { tool: 'Send an SMS', toolParameters: toolParameters as string };
	await service.control('DELETE', 'requests');
	const run = await runNode(service.credential, { ...parameters, message, options }, [item]);
	const [{ body }] = await service.received();
	const text = String(body.text).replace(/\nhttp.*$/, '');
	return { text, question: kept(run).question as unknown as Question };
}

const shown = async (toolParameters: unknown) =>
	(await asked(toolParameters)).text.split('Input:\n')[1];

const unseen =
	/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\u{e0100}-\u{e01ef}]/u;

describe("What an agent's tool is called with", () => {
	it('is shown as JSON, and a text as it is', async () => {
		const call = { to: '37060012345', text: 'Hi', list: [1, { a: null }] };
		expect(await shown(call)).toBe(JSON.stringify(call));
		expect(await shown('37060012345')).toBe('37060012345');
		expect((await asked(call)).question.text).toBe(
			`The agent wants to run this tool: Send an SMS\n\nInput:\n${JSON.stringify(call)}`,
		);
	});

	it.each([
		['\u202e54321006073\u202c', '\\u202e54321006073\\u202c'],
		['a\u2066b\u2069\u200f\u061c', 'a\\u2066b\\u2069\\u200f\\u061c'],
		['https://good.example\u200b.evil', 'https://good.example\\u200b.evil'],
		['exam\u200dple\ufe0f', 'exam\\u200dple\\ufe0f'],
		['tag\u{e0031}', 'tag\\u{e0031}'],
		['line\u2028line\u0085\u0000', 'line\\u2028line\\u0085\\u0000'],
		['a\nb', 'a\\nb'],
		['\\u202e', '\\\\u202e'],
		// They belong to what is before them.
		['❤\ufe0f\u200d🔥 می\u200cخواهم', '❤\ufe0f\u200d🔥 می\u200cخواهم'],
	])('shows what nobody sees as escapes: %j', async (text, expected) => {
		expect(await shown({ text })).toBe(`{"text":"${expected}"}`);
	});

	it('shows it so in the title and the text of the page too', async () => {
		const expression = '=To {{ $tool.parameters.to }}';
		const { question, text } = await asked({ to: '\u202e54\u200f' }, expression, {
			...group('answerPage', { title: expression, text: expression }),
		});
		const expected = 'To \\u202e54\\u200f';
		expect([text, question.title, question.titleAfter, question.text]).toEqual(
			Array(4).fill(expected),
		);
	});

	it('tells by what is shown what is sent, or is refused', async () => {
		const piece = fc.oneof(
			fc.stringMatching(/^\d{1,4}$/),
			fc.constantFrom('+', ' ', '-', '\u200b', '\u200d', '\u200f', '\u202a', '\u202c', '\u202d'),
			fc.constantFrom(
				'\u202e',
				'\u2066',
				'\u2069',
				'\u061c',
				'\u{e0031}',
				'\ufeff',
				'\n',
				'\u2028',
			),
		);
		const property = fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
			const to = pieces.join('');
			const seen = await shown({ to });
			expect(seen).not.toMatch(unseen);
			expect(JSON.parse(seen.replace(/\\u\{(\w+)\}/g, (_, code) => fromCode(code)))).toEqual({
				to,
			});
			let sent;
			try {
				sent = normalisePhoneNumber(to, "'To'");
			} catch {
				return;
			}
			const digits = seen.replace(/\\u\{\w+\}|\\u\w{4}|\D/g, '');
			expect(digits.replace(/^00/, '')).toBe(sent);
		});
		await fc.assert(property, tries(100));
	});

	const fromCode = (code: string) => String.fromCodePoint(parseInt(code, 16));
});

describe('Another question', () => {
	it("shows as escapes what turns its text around, and leaves alone the marks of people's languages", async () => {
		const message = '=Refund {{ $json.toolParameters }} 1.99 EUR?';
		const { text } = await asked('\u202eAda\u2067', message);
		expect(text).toBe('Refund \\u202eAda\\u2067 1.99 EUR?');
		expect((await asked('\u200fשלום\u200e\u200b', message)).text).toBe(
			'Refund \u200fשלום\u200e\u200b 1.99 EUR?',
		);
	});
});
