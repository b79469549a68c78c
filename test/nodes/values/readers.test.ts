import type { ReadValue } from '../../../nodes/MessagingService/values/readers';
import {
	lineOfText,
	optionalText,
	phoneNumberList,
	requiredText,
	senderId,
} from '../../../nodes/MessagingService/values/readers';

/** What was read for a parameter called Given, in a workflow in Vilnius. */
const reading = (read: ReadValue, value: unknown) =>
	read(value, 'Given', { timeZone: 'Europe/Vilnius', options: {} });

const thrown = (message: unknown, description: string) =>
	expect.objectContaining({ message, description });

describe('A text', () => {
	it.each([undefined, null, '', ' \n'])(
		'is left out if it is blank, or has to be there: %j',
		(value) => {
			expect(reading(optionalText, value)).toBeUndefined();
			expect(() => reading(requiredText, value)).toThrow(
				thrown('Given is empty', 'Fill in Given.'),
			);
		},
	);

	it.each([
		[' a ', ' a '],
		[0, '0'],
		[false, 'false'],
	])('is taken as it is, and what else an expression gives becomes text: %j', (value, text) => {
		expect(reading(optionalText, value)).toBe(text);
		expect(reading(requiredText, value)).toBe(text);
	});

	it.each([
		[['a'], 'a list'],
		[{ a: 'a' }, 'an object'],
	])('is no %j', (value, kind) => {
		expect(() => reading(optionalText, value)).toThrow(
			thrown(`Given must be text, but it's ${kind}`, 'Choose one of its fields for Given.'),
		);
	});
});

describe('A list of phone numbers', () => {
	it.each([
		['37060000001', ['37060000001']],
		['37060000001,+370 600 00002;0037060000003\n', ['37060000001', '37060000002', '37060000003']],
		[
			['37060000001', 37060000002],
			['37060000001', '37060000002'],
		],
		[37060000001, ['37060000001']],
		['+370 600 00001, 0037060000002, 37060000001', ['37060000001', '37060000002']],
	])('may be text or a list, with blanks in it: %j', (value, numbers) => {
		expect(reading(phoneNumberList, value)).toEqual(numbers);
	});

	it.each([[['37060000001', null]], [['37060000001', ' ']], [['37060000001', [undefined]]]])(
		'from an expression has no entry without a number: %j',
		(value) => {
			expect(() => reading(phoneNumberList, value)).toThrow('Number 2 of Given is empty');
		},
	);

	it.each([undefined, null, '', ' ,;\n', [], [null, undefined, '']])(
		'has one at least: %j',
		(value) => {
			expect(() => reading(phoneNumberList, value)).toThrow(
				thrown('Given is empty', 'Enter at least one phone number.'),
			);
		},
	);

	it('names the number that is wrong', () => {
		expect(() => reading(phoneNumberList, '37060000001, 12')).toThrow(
			"Number 2 of Given isn't a phone number: 12",
		);
	});
});

/** Signs that end a line or a text, and a tab: a service may put the text into a header of an email. */
it.each(['\r\n', '\n', '\r', '\0', '\u0085', '\u2028', '\u2029', '\t', '\x1b', '\x7f'])(
	'A line of text has no %j anywhere',
	(control) => {
		for (const text of [`Hi${control}Bcc: x`, `Hi${control}`, `${control}Hi`]) {
			expect(() => reading(lineOfText, text)).toThrow(
				thrown(
					'Given has a line break or another control character',
					'Put Given on one line, without tabs.',
				),
			);
		}
	},
);

it.each([' Hi ', 'Žinutė 🎉', 'a\u00a0b', '7'])('A line of text is taken as it is: %j', (text) => {
	expect(reading(lineOfText, text)).toBe(text);
});

it("A sender in From comes before the account's", () => {
	const by = { timeZone: '', options: { senderId: 'Account' } };
	expect([senderId('Shop', 'From', by), senderId('', 'From', by)]).toEqual(['Shop', 'Account']);
	// As a cell of a spreadsheet may hold it.
	expect(senderId(' Shop\n', 'From', by)).toBe('Shop');
	expect(() => senderId('Shop\nTo: all', 'From', by)).toThrow('From has a line break');
	expect(() => reading(senderId, ' ')).toThrow(
		thrown(
			'Given is empty',
			expect.stringMatching(/^Fill in Given.+'Sender ID' under 'Account Defaults'/) as string,
		),
	);
});
