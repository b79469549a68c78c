import type { IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { readJsonBody, readPairs } from '../../../nodes/MessagingService/parameters/body';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { email, group, linesOf, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('An expression that yields nothing', () => {
	const viber = { ...send, resource: 'viber', to: '37060012345' };
	const mail = { ...email, to: 'a@b.co' };

	it.each<[string, INodeParameters]>([
		['Text', { ...mail, html: 'Hi', text: '={{ $json.no }}' }],
		['HTML', { ...mail, html: '={{ $json.blank }}' }],
		['HTML', { ...mail, html: '={{ $json.no || $json.none }}' }],
		['Image URL', { ...viber, imageUrl: '={{ $json.no?.url }}' }],
		['Button Text', { ...viber, buttonText: '={{ $json.no }}', buttonUrl: 'https://a.co' }],
	])('is no field left blank: %s', async (field, parameters) => {
		const item = { blank: ' ', none: null };
		const { error } = await runNode(service.credential, parameters, [item]);
		expect(error?.message).toMatch(new RegExp(`'${field}' (is empty|returned nothing)`));
		expect(await service.received()).toEqual([]);
	});

	it.each([
		{ ...mail, html: "={{ $json.no || '' }}" },
		{ ...viber, imageUrl: "={{ $json.no ? $json.no : '' }}" },
		{ ...viber, imageUrl: '' },
	])('may say so with a default: %j', async (parameters) => {
		const { output } = await runNode(service.credential, parameters);
		expect(output).toHaveLength(1);
	});

	it('is no number of a list', async () => {
		const recipients = "={{ ['37060012345', $json.no] }}";
		const campaign = { resource: 'campaign', operation: 'create', name: 'A', from: 'A', text: 'A' };
		const { error } = await runNode(service.credential, { ...campaign, recipients });
		expect(error?.message).toContain("Number 2 of 'Recipients' is empty");
		expect(await service.received()).toEqual([]);
	});
});

describe('Body Fields', () => {
	/** What went wrong, and what to do about it. */
	const said = (message: string, description: string) =>
		expect.objectContaining({ message, description });

	describe('Name and value pairs', () => {
		const read = (...field: object[]) => readPairs({ field }, 'field', "'Body Fields'", ['to']);

		it.each([undefined, null, {}, { field: undefined }, { other: [{ name: 'a', value: 1 }] }])(
			'may be missing: %j',
			(given) => {
				expect(readPairs(given, 'field', "'Body Fields'", [])).toEqual({});
			},
		);

		it('are taken as they are given, their names without the spaces around them', () => {
			const given = [
				{ name: ' a ', value: ' a ' },
				{ name: 'b', value: 0 },
				{ name: 7, value: false },
			];
			expect(read(...given)).toEqual({ a: ' a ', b: 0, 7: false });
		});

		it('may have names that are no texts', () => {
			expect(read({ name: { toString: 'x' }, value: 1 })).toEqual({ '{"toString":"x"}': 1 });
		});

		it.each([undefined, null, ''])('without a value are left out: %j', (value) => {
			const blank = [{ name: '', value }, { value }, { name: ' ', value }, { name: 'a', value }];
			expect(read(...blank)).toEqual({});
			// Nor is a name then given twice.
			expect(read({ name: 'a', value: 1 }, ...blank)).toEqual({ a: 1 });
		});

		it.each([{ name: '' }, { name: ' ' }, { name: null }, {}])(
			'with a value need a name: %j',
			(given) => {
				expect(() => read({ ...given, value: 'x' })).toThrow(
					said("'Body Fields' has a value without a name", 'Give it a name, or remove it.'),
				);
			},
		);

		it.each(['x', ''])(
			'may not have the name of what is sent already, with the value "%s"',
			(value) => {
				expect(() => read({ name: 'to', value })).toThrow(
					said(
						'\'Body Fields\' has "to", which is already sent',
						"Remove it there, or fill in 'To' instead.",
					),
				);
			},
		);

		it('may not have the name of another', () => {
			expect(() => read({ name: 'a', value: 1 }, { name: ' a', value: 2 })).toThrow(
				said('\'Body Fields\' has "a" twice', 'Remove one of the two.'),
			);
		});
	});

	describe('JSON Body', () => {
		it.each([
			['{"a" : 1}', '{"a" : 1}'],
			['\ufeff[ ]', '[ ]'],
			// Only at the beginning is it a mark.
			['["\ufeff"]', '["\ufeff"]'],
			[{ a: [1] }, '{"a":[1]}'],
			[[], '[]'],
		])('%j goes out as %s', (given, body) => {
			expect(readJsonBody(given)).toBe(body);
		});

		it('goes out as it is written, whatever it is', () => {
			const json = fc.json({ maxDepth: 3 }).filter((text) => /^[{[]/.test(text));
			fc.assert(
				fc.property(json, (body) => {
					expect(readJsonBody(body)).toBe(body);
				}),
				tries(200),
			);
		});

		it.each(['7', 'null', '"{}"', 7, null, undefined, true])('is no %j', (given) => {
			expect(() => readJsonBody(given)).toThrow(
				said("'JSON Body' is neither an object nor a list", 'Begin it with { or [.'),
			);
		});

		it.each(['', '{', "{'a': 1}", '{} {}', '{{ $json }}'])('is not valid: %s', (given) => {
			expect(() => readJsonBody(given)).toThrow(
				said(
					expect.stringMatching(/^'JSON Body' isn't valid JSON: ./),
					'Put names and texts in double quotes. To insert values, switch the field to an expression, for example {{ JSON.stringify($json) }}.',
				),
			);
		});
	});
});

describe('To the letter', () => {
	let server: AnsweringServer;
	let received: string[] = [];
	beforeAll(async () => {
		server = await AnsweringServer.start((request: IncomingMessage, response) => {
			void textOf(request).then((body) => {
				received.push(body);
				response.end('{"messageId":"a"}');
			});
		});
	});
	afterAll(async () => await server.stop());

	/** The bodies of the requests that a run made, to the letter. */
	async function bodiesOf(parameters: INodeParameters): Promise<string[]> {
		received = [];
		const credential = { ...service.credential, sandboxUrl: server.address };
		const { error } = await runNode(credential, parameters);
		expect(error).toBeUndefined();
		return received;
	}

	it.each([
		'{"id":12345678901234567890,"amount":1.10,"a" : 1e400}',
		'{"__proto__":{"x":1},"constructor":{"prototype":2},"prototype":3}',
	])('a JSON Body goes out as it is written: %s', async (jsonBody) => {
		const json = { specifyBody: 'json', jsonBody };
		for (const operation of [
			{ resource: 'campaign', operation: 'create' },
			{ resource: 'sms', operation: 'sendBulk' },
		])
			expect(await bodiesOf({ ...operation, ...json })).toEqual([jsonBody]);
	});

	it.each(['constructor', '__proto__', 'ąž "x"'])('a body field may be called %s', async (name) => {
		const options = { bodyFields: { field: [{ name, value: 'x' }] } };
		const [body] = await bodiesOf({ ...send, to: '37060012345', options });
		expect(body).toContain(`${JSON.stringify(name)}:"x"`);
	});
});

describe('A text of the form', () => {
	const to = '37060012345';
	const campaign = { resource: 'campaign', operation: 'create', name: 'A', recipients: to };
	const suppression = { resource: 'suppression', operation: 'add', phoneNumber: to };
	const page = { ...send, operation: 'sendAndWait', message: 'Right?' };
	const choices = (choice: string) => ({ values: [{ choice: 'Yes' }, { choice }] });
	const title = (title: string) => ({ ...page, options: group('answerPage', { title }) });
	const added = (...field: INodeParameters[]) => ({ options: { bodyFields: { field } } });
	const contact = (...field: INodeParameters[]) => ({
		...{ resource: 'contact', operation: 'import', phoneNumber: to, contactFields: { field } },
	});
	it.each<[string, (text: string) => INodeParameters, string?]>([
		["'Text'", (text) => ({ operation: 'sendBulk', text })],
		["'Text'", (text) => ({ resource: 'viber', text })],
		["'From'", (from) => ({ from })],
		["'Image URL'", (imageUrl) => ({ resource: 'viber', imageUrl })],
		[
			"'Button Text'",
			(buttonText) => ({ resource: 'viber', buttonText, buttonUrl: 'https://a.co' }),
		],
		["'Button URL'", (buttonUrl) => ({ resource: 'viber', buttonText: 'Open', buttonUrl })],
		["'Name'", (name) => ({ ...campaign, name })],
		["'Subject'", (subject) => ({ ...email, to: 'a@b.co', subject })],
		["'HTML'", (html) => ({ ...email, to: 'a@b.co', html })],
		["'Body Fields'", (value) => added({ name: 'tag', value })],
		[
			"'Recipients'",
			(more) => ({ ...campaign, recipients: `=${to}, ${more.slice(1)}` }),
			'{{ $json.no }}',
		],
		["'To'", (more) => ({ ...email, to: `=a@b.co, ${more.slice(1)}` }), '{{ $json.no }}'],
		// Left out: the number is suppressed, the page has other words, and the contact fewer fields.
		["'Reason'", (reason) => ({ ...suppression, reason }), '{{ $json.no }}'],
		["'Title' of 'Answer Page'", title, '{{ $json.no }}'],
		["'Contact Fields'", (value) => contact({ name: 'firstName', value }), '{{ $json.no }}'],
		["'Body Fields'", (name) => added({ name, value: 'a' })],
		["'Body Fields'", (value) => added({ name: "={{ 'tag' }}", value })],
		["'Message'", (message) => ({ ...page, message })],
		["'Choice'", (choice) => ({ ...page, responseType: 'choices', choices: choices(choice) })],
		[
			"'Approve Button Label'",
			(approveLabel) => ({ ...page, approvalOptions: { values: { approveLabel } } }),
		],
	])('%s is looked at', async (field, parametersOf, piece = "{{ 'Nr' + $json.no }}") => {
		const parameters = parametersOf(
			field.includes('URL') ? `=https://a.co/?${piece}` : `=${piece}`,
		);
		const result = await runNode(service.credential, { ...send, ...parameters }, [{ to }]);
		expect(linesOf(result)).toContain(`1 text has a gap: ${piece} in ${field} (item 1).`);
	});
});
