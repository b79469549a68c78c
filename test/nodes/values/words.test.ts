import fc from 'fast-check';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { readSendWindow } from '../../../nodes/MessagingService/skipping/sendWindow';
import { readAccountDefaults } from '../../../nodes/MessagingService/parameters/accountDefaults';
import {
	emailAddress,
	emailAddresses,
} from '../../../nodes/MessagingService/values/emailAddresses';
import { isOn, oneOf, wholeNumber } from '../../../nodes/MessagingService/parameters/optionReaders';
import { normalizePhoneNumber } from '../../../nodes/MessagingService/values/phoneNumbers';
import {
	optionalText,
	optionalTime,
	phoneNumberList,
	requiredText,
} from '../../../nodes/MessagingService/values/readers';
import { readPrices } from '../../../nodes/MessagingService/parameters/price';
import { isGiven } from '../../../nodes/MessagingService/values/given';
import { isNot } from '../../../nodes/MessagingService/values/words';
import { tries } from '../../support/properties';

const UTC = 'UTC';

const readers: Record<string, (given: never) => unknown> = {
	isOn: (given) => isOn({ emitAll: given }, 'emitAll'),
	oneOf: (given) => oneOf(given, "'Watch'", ['messages', 'campaign']),
	wholeNumber: (given) => wholeNumber(given, "'Concurrency'", 100),
	phoneNumber: (given) => normalizePhoneNumber(given, "'To'", undefined),
	defaultCountry: (given) => normalizePhoneNumber('860012345', "'To'", given),
	requiredText: (given) => requiredText(given, "'Text'"),
	optionalText: (given) => optionalText(given, "'Text'"),
	emailAddress: (given) => emailAddress(given, "'To'"),
	emailAddresses: (given) => emailAddresses(given, "'To'"),
	optionalTime: (given) => optionalTime(given, "'Scheduled At'", { timeZone: UTC, options: {} }),
	phoneNumberList: (given) =>
		phoneNumberList(given, "'Recipients'", { timeZone: UTC, options: {} }),
	states: (given) => readAccountDefaults({ accountDefaults: true, deliveredStates: given }),
	senderId: (given) => readAccountDefaults({ accountDefaults: true, senderId: given }),
	prices: (given) => readPrices(given, "'Price per Part'"),
	sendWindowOpens: (given) => readSendWindow({ opens: given }, UTC),
	sendWindowCloses: (given) => readSendWindow({ closes: given }, UTC),
	sendWindowDays: (given) => readSendWindow({ weekdays: given }, UTC),
	sendWindowZone: (given) => readSendWindow({ timeZone: given }, UTC),
};

/** What an expression may give that a field was not made for. */
const nothing = fc.constantFrom<unknown>(undefined, null, NaN, '', ' ');
const given = fc.oneof(
	nothing,
	fc.boolean(),
	fc.double(),
	fc.integer(),
	fc.string({ unit: fc.constantFrom('a', '7', '+', ' ', ',') }),
	fc.array(nothing, { maxLength: 3 }),
	fc.array(fc.constantFrom<unknown>('x', 7, undefined, NaN, { a: 1 }, ['y']), { maxLength: 3 }),
	fc.constantFrom<unknown>({}, { a: 1 }, { a: { b: 'c' } }, [{ a: 1 }], new Date(NaN)),
);

describe('A value is given if something of it can be seen', () => {
	const INVISIBLE = [...'\u200b\u2060\ufeff\u00ad\u061c\u180e\u202e\u3164\ufe0f \u00a0\t\r\n\0'];
	const invisible = fc.string({ unit: fc.constantFrom(...INVISIBLE) });
	const visible = fc.constantFrom('a', '0', '.', 'ą', '🎉', '日', '\ue000');

	it('not if it is blank, or of characters that nobody sees', () => {
		fc.assert(
			fc.property(invisible, visible, invisible, (before, seen, after) => {
				expect(isGiven(before + after)).toBe(false);
				expect(isGiven(before + seen + after)).toBe(true);
			}),
			tries(300),
		);
	});
});

const NOTHING_IN_WORDS = /undefined|\bnull\b|\bNaN\b|\[object/;

describe('What JavaScript writes for nothing', () => {
	it.each(Object.keys(readers))('stands in no error, whatever was given: %s', (name) => {
		fc.assert(
			fc.property(given, (value) => {
				try {
					readers[name](value as never);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					const { message, description } = error as Problem;
					expect(`${message} ${description}`).not.toMatch(NOTHING_IN_WORDS);
					expect(message).not.toMatch(/:\s*$/);
					// Each says what to do.
					expect(description).toMatch(/^[A-Z+'].+\.$/s);
				}
			}),
			tries(300),
		);
	});
});

it.each<[unknown, string]>([
	['[x]', 'is wrong: [x]'],
	['{{ x }}', 'is wrong: {{ x }}'],
	[['x'], 'is wrong: a list'],
	[{ x: 1 }, 'is wrong: an object'],
	[new Date(0), 'is wrong: "1970-01-01T00:00:00.000Z"'],
	[' ', 'is empty'],
])('What %j is not', (given, said) => {
	expect(isNot("'To'", 'is wrong', given)).toBe(`'To' ${said}`);
});
