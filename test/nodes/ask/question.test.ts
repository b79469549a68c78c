import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import type { Question } from '../../../nodes/MessagingService/ask/question';
import { normalizePhoneNumber } from '../../../nodes/MessagingService/values/phoneNumbers';
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
	more: INodeParameters = {},
): Promise<{ text: string; question: Question }> {
	const parameters = { resource: 'sms', operation: 'sendAndWait', to: '37060012345', from: 'Shop' };
	const item = { tool: 'Send an SMS', toolParameters: toolParameters as string };
	await service.control('DELETE', 'requests');
	const run = await runNode(service.credential, { ...parameters, message, options, ...more }, [
		item,
	]);
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
		['exam\u200dple\ufe0f', 'exam\\u200dple\\ufe0f'],
		['tag\u{e0031}', 'tag\\u{e0031}'],
		['a\nb', 'a\\nb'],
		['\\u202e', '\\\\u202e'],
		// They belong to what is before them.
		['❤\ufe0f\u200d🔥 می\u200cخواهم', '❤\ufe0f\u200d🔥 می\u200cخواهم'],
	])('shows what nobody sees as escapes: %j', async (text, expected) => {
		expect(await shown({ text })).toBe(`{"text":"${expected}"}`);
	});

	it('shows it so in all that the page says', async () => {
		const expression = '=To {{ $tool.parameters.to }}';
		const { question, text } = await asked({ to: '\u202e54\u200f' }, expression, {
			...group('answerPage', {
				title: expression,
				text: expression,
				confirmationText: expression,
			}),
		});
		const { title, text: pageText, confirmation } = question;
		const expected = 'To \\u202e54\\u200f';
		expect([text, title, pageText, confirmation]).toEqual(Array(4).fill(expected));
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
				sent = normalizePhoneNumber(to, "'To'");
			} catch {
				return;
			}
			const digits = seen.replace(/\\u\{\w+\}|\\u\w{4}|\D/g, '');
			expect(digits.replace(/^00/, '')).toBe(sent);
		});
		await fc.assert(property, tries(40));
	});

	const fromCode = (code: string) => String.fromCodePoint(parseInt(code, 16));
});

/** The characters that turn text around, and the marks of languages written from right to left. */
const TURNING = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const MARKS = [...'\u200e\u200f\u061c\u200b'];
const escapeOf = (character: string) =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const labelsIn = ({ answers }: Question) =>
	'buttons' in answers ? answers.buttons.map(({ label }) => label) : [answers.submit];

describe('A label', () => {
	const label = '={{ $json.toolParameters }}';
	const values = { approveLabel: label, disapproveLabel: label };
	const labelsBy: Array<[string, INodeParameters, INodeParameters]> = [
		['approval', { approvalOptions: { values } }, {}],
		['freeText', {}, group('answerPage', { buttonLabel: label })],
	];

	it.each(labelsBy)(
		'shows as escapes what turns its text around: %s',
		async (responseType, more, options) => {
			const given = [...TURNING, ...MARKS].join(' 1 ');
			const { question } = await asked(given, 'Refund?', options, { responseType, ...more });
			const shownAs = [...TURNING.map(escapeOf), ...MARKS].join(' 1 ');
			const count = responseType === 'approval' ? 2 : 1;
			expect(labelsIn(question)).toEqual(Array(count).fill(shownAs));
		},
	);

	const page = (field: string) => group('answerPage', { [field]: label });
	const approval = (field: string) => ({ approvalOptions: { values: { [field]: label } } });

	it.each<[string, INodeParameters]>([
		["'Approve Button Label'", approval('approveLabel')],
		["'Button Label' of 'Answer Page'", { responseType: 'freeText', options: page('buttonLabel') }],
		["'Confirmation Text' of 'Answer Page'", { options: page('confirmationText') }],
	])('that is no text is refused before anything is sent: %s', async (name, more) => {
		const parameters = { resource: 'sms', operation: 'sendAndWait', to: '37060012345' };
		const { error } = await runNode(
			service.credential,
			{ ...parameters, from: 'Shop', message: 'Refund?', ...more },
			[{ toolParameters: { a: 1 } }],
		);
		expect(error?.message).toContain(`${name} must be text, but it's an object`);
		expect(await service.received()).toEqual([]);
	});

	it('shows as escapes in a question about a call all that nobody sees', async () => {
		const { question } = await asked(
			'1\u200b2',
			review,
			{},
			{
				approvalOptions: { values: { approveLabel: '={{ $tool.parameters }}' } },
			},
		);
		expect(labelsIn(question)[0]).toBe('1\\u200b2');
	});

	it('of a choice is refused then, because it is the answer too', async () => {
		const choices = { values: [{ choice: label }, { choice: 'No' }] };
		const parameters = {
			resource: 'sms',
			operation: 'sendAndWait',
			to: '37060012345',
			from: 'Shop',
		};
		const run = async (message: string, toolParameters: string) =>
			await runNode(
				service.credential,
				{ ...parameters, message, responseType: 'choices', choices },
				[{ tool: 'x', toolParameters }],
			);
		for (const [message, characters] of [
			['Refund?', TURNING.slice(0, 1)],
			[review, [TURNING[0], MARKS[0]]],
		] as const) {
			for (const character of characters) {
				const { error } = await run(message, `1${character}2`);
				expect(error?.message).toContain(
					`Choice 1 has an invisible character that changes how the label is shown: 1${escapeOf(character)}2`,
				);
			}
		}
		expect(await service.received()).toEqual([]);
		expect((await run('Refund?', `1${MARKS[0]}2`)).error).toBeUndefined();
	});
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
