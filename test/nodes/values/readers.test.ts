import { fillPath } from '../../../nodes/MessagingService/values/path';
import {
	optionalText,
	optionalTime,
	phoneNumberList,
	requiredText,
} from '../../../nodes/MessagingService/values/readers';

/** What was read for a parameter called Given, in a workflow in Vilnius. */
const reading = (read: typeof optionalText, value: unknown) =>
	read(value, 'Given', 'Europe/Vilnius', {});

const thrown = (message: string, description: string) =>
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

describe('A time', () => {
	it.each([undefined, null, ''])('is left out if it is blank: %j', (value) => {
		expect(reading(optionalTime, value)).toBeUndefined();
	});

	it.each([
		['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
		['2027-01-31T09:00:00+05:00', '2027-01-31T04:00:00.000Z'],
		// In Vilnius, in winter and in summer.
		['2027-01-31T09:00:00', '2027-01-31T07:00:00.000Z'],
		['2027-07-31T09:00:00', '2027-07-31T06:00:00.000Z'],
		[1_800_000_000_000, '2027-01-15T08:00:00.000Z'],
		[new Date(1_800_000_000_000), '2027-01-15T08:00:00.000Z'],
	])('is sent in UTC: %j', (value, time) => {
		expect(reading(optionalTime, value)).toBe(time);
	});

	it.each(['soon', ' ', true])('is none: %j', (value) => {
		expect(() => reading(optionalTime, value)).toThrow(
			thrown(
				String(value).trim() ? `Given isn't a date: ${value}` : 'Given is empty',
				'Enter it like 2027-01-31T09:00:00Z.',
			),
		);
	});
});

describe('A list of phone numbers', () => {
	it.each([
		['37060000001', ['37060000001']],
		['37060000001,+370 600 00002;0037060000003\n', ['37060000001', '37060000002', '37060000003']],
		[
			['37060000001', null, 37060000002, ' ', undefined],
			['37060000001', '37060000002'],
		],
	])('may be text or a list, with blanks in it: %j', (value, numbers) => {
		expect(reading(phoneNumberList, value)).toEqual(numbers);
	});

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

describe('A path', () => {
	const filled = (url: string, given: unknown, credentials = {}) =>
		fillPath(url, () => given, credentials);

	it('has the parameter in it that it names, percent-encoded', () => {
		expect(filled('/v1/campaigns', 'x')).toBe('/v1/campaigns');
		expect(filled('/v1/campaigns/{campaignId}/cancel', ' a/b ')).toBe('/v1/campaigns/a%2Fb/cancel');
		expect(filled('/v1/campaigns/{campaignId}', 7)).toBe('/v1/campaigns/7');
		expect(filled('/v1/campaigns/{campaignId}', '...')).toBe('/v1/campaigns/...');
	});

	it.each(['.', '..', ' .. ', '\ud83d', 'a\ud83d'])('has no %j in it', (given) => {
		expect(() => filled('/v1/campaigns/{campaignId}', given)).toThrow(
			thrown(
				`'Campaign ID' isn't an ID: ${given.trim()}`,
				'Use the ID from the output of an earlier node.',
			),
		);
	});

	it('is a field of the credential', () => {
		expect(filled('{emailPath}', 'x', { customPaths: true, emailPath: ' /mail ' })).toBe('/mail');
	});

	it.each([
		{},
		{ emailPath: '/mail' },
		{ customPaths: false, emailPath: '' },
		{ customPaths: true },
	])(
		'is the assumed one while Custom Paths is off, or nothing is said of it: %j',
		(credentials) => {
			expect(filled('{emailPath}', 'x', credentials)).toBe('/email');
			expect(filled('{viberPath}', 'x', credentials)).toBe('/viber');
		},
	);

	it.each(['', ' '])('of the credential is not %j', (emailPath) => {
		expect(() => filled('{emailPath}', 'x', { customPaths: true, emailPath })).toThrow(
			thrown("'Email Path' is empty", "Fill in 'Email Path' in the Messaging Service credential."),
		);
	});
});
