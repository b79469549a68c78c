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
import { readPrices } from '../../../nodes/MessagingService/values/price';
import { isNot } from '../../../nodes/MessagingService/values/words';
import { tries } from '../../support/properties';

const by = { timeZone: 'UTC', options: {} };

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
	optionalTime: (given) => optionalTime(given, "'Scheduled At'", by),
	phoneNumberList: (given) => phoneNumberList(given, "'Recipients'", by),
	states: (given) => readAccountDefaults({ accountDefaults: true, deliveredStates: given }),
	senderId: (given) => readAccountDefaults({ accountDefaults: true, senderId: given }),
	prices: (given) => readPrices(given, "'Price per Part'"),
	sendWindowOpens: (given) => readSendWindow({ opens: given }, 'UTC'),
	sendWindowCloses: (given) => readSendWindow({ closes: given }, 'UTC'),
	sendWindowDays: (given) => readSendWindow({ weekdays: given }, 'UTC'),
	sendWindowZone: (given) => readSendWindow({ timeZone: given }, 'UTC'),
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

const NOTHING_IN_WORDS = /undefined|\bnull\b|\bNaN\b|\[object/;

it.each(Object.keys(readers))(
	'No error of %s has a word for nothing, and each says what to do',
	(name) => {
		fc.assert(
			fc.property(given, (value) => {
				try {
					readers[name](value as never);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					const { message, description } = error as Problem;
					expect(`${message} ${description}`).not.toMatch(NOTHING_IN_WORDS);
					expect(message).not.toMatch(/:\s*$/);
					expect(description).toMatch(/^[A-Z+'].+\.$/s);
				}
			}),
			tries(300),
		);
	},
);

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
