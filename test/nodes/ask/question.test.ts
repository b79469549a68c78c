import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { normalizePhoneNumber } from '../../../nodes/MessagingService/values/phoneNumbers';
import { ask, labelsIn, questionOf } from '../../support/asking';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** As n8n makes it for a human review step. */
const review =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

/** Asks a question when an agent calls its tool with these parameters. */
const run = async (toolParameters: unknown, parameters: INodeParameters) =>
	await runNode(service.credential, { ...ask, ...parameters }, [
		{ tool: 'Send an SMS', toolParameters: toolParameters as string },
	]);

/** The question that is sent then, without its link. */
async function asked(toolParameters: unknown, message = review, more: INodeParameters = {}) {
	await service.control('DELETE', 'requests');
	const question = questionOf(await run(toolParameters, { message, ...more }));
	const [{ body }] = await service.received();
	return { text: String(body.text).replace(/\nhttp.*$/, ''), question };
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
		const page = { title: expression, text: expression, confirmationText: expression };
		const options = group('answerPage', page);
		const { question, text } = await asked({ to: '\u202e54\u200f' }, expression, { options });
		const { title, text: pageText, confirmation } = question;
		const expected = 'To \\u202e54\\u200f';
		expect([text, title, pageText, confirmation]).toEqual(Array(4).fill(expected));
	});

	it('tells by what is shown what is sent, or is refused', async () => {
		const piece = fc.oneof(
			fc.stringMatching(/^\d{1,4}$/),
			fc.constantFrom(...'+ -\n\u200b\u200d\u200f\u202a\u202c\u202d\u202e'),
			fc.constantFrom(...'\u2066\u2069\u061c\u{e0031}\ufeff\u2028'),
		);
		const property = fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
			const to = pieces.join('');
			const seen = await shown({ to });
			expect(seen).not.toMatch(unseen);
			const plain = seen.replace(/\\u\{(\w+)\}/g, (_, code) => fromCode(code));
			expect(JSON.parse(plain)).toEqual({ to });
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

describe('A label', () => {
	const label = '={{ $json.toolParameters }}';
	const values = { approveLabel: label, disapproveLabel: label };
	const page = (field: string) => ({ options: group('answerPage', { [field]: label }) });

	it.each<[string, number, INodeParameters]>([
		['approval', 2, { approvalOptions: { values } }],
		['freeText', 1, page('buttonLabel')],
	])('shows as escapes what turns its text around: %s', async (responseType, count, more) => {
		const given = [...TURNING, ...MARKS].join(' 1 ');
		const { question } = await asked(given, 'Refund?', { responseType, ...more });
		const shownAs = [...TURNING.map(escapeOf), ...MARKS].join(' 1 ');
		expect(labelsIn(question)).toEqual(Array(count).fill(shownAs));
	});

	it.each<[string, INodeParameters]>([
		["'Approve Button Label'", { approvalOptions: { values: { approveLabel: label } } }],
		["'Button Label' of 'Answer Page'", { responseType: 'freeText', ...page('buttonLabel') }],
		["'Confirmation Text' of 'Answer Page'", page('confirmationText')],
	])('that is no text is refused before anything is sent: %s', async (name, more) => {
		const { error } = await run({ a: 1 }, { message: 'Refund?', ...more });
		expect(error?.message).toContain(`${name} must be text, but it's an object`);
		expect(await service.received()).toEqual([]);
	});

	it('shows as escapes in a question about a call all that nobody sees', async () => {
		const approvalOptions = { values: { approveLabel: '={{ $tool.parameters }}' } };
		const { question } = await asked('1\u200b2', review, { approvalOptions });
		expect(labelsIn(question)[0]).toBe('1\\u200b2');
	});

	it('of a choice is refused then, because it is the answer too', async () => {
		const choices = { values: [{ choice: label }, { choice: 'No' }] };
		const errorOf = async (message: string, character: string) =>
			(await run(`1${character}2`, { message, responseType: 'choices', choices })).error?.message;
		for (const [message, character] of [
			['Refund?', TURNING[0]],
			[review, TURNING[0]],
			[review, MARKS[0]],
		]) {
			expect(await errorOf(message, character)).toContain(
				`Choice 1 has an invisible character that changes how the label is shown: 1${escapeOf(character)}2`,
			);
		}
		expect(await service.received()).toEqual([]);
		expect(await errorOf('Refund?', MARKS[0])).toBeUndefined();
	});
});

it.each([
	['\u202eAda\u2067', '\\u202eAda\\u2067'],
	['\u200fשלום\u200e\u200b', '\u200fשלום\u200e\u200b'],
])('Another question shows as escapes only what turns its text around: %j', async (name, seen) => {
	const { text } = await asked(name, '=Refund {{ $json.toolParameters }} 1.99 EUR?');
	expect(text).toBe(`Refund ${seen} 1.99 EUR?`);
});
