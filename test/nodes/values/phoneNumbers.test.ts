import fc from 'fast-check';
import examples from 'libphonenumber-js/mobile/examples';
import {
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/max';

import {
	isPossible,
	whyNobodys,
} from '../../../nodes/MessagingService/values/countries/nationalNumber';
import { listedEndings } from '../../../nodes/MessagingService/answers/suppressionList';
import {
	usersNumber,
	normalizePhoneNumber,
	servicesNumber,
} from '../../../nodes/MessagingService/values/phoneNumbers';
import { tries } from '../../support/properties';

/** How a text is shown, as Unicode has it (UAX #9); the package brings no types. */
const bidi = jest.requireActual<
	() => {
		getEmbeddingLevels: (text: string, base: 'ltr' | 'auto') => object;
		getReorderedString: (text: string, levels: object) => string;
	}
>('bidi-js');

/** What a number is read as, or why not. */
const reading = (given: unknown, country?: string) => {
	try {
		return { read: normalizePhoneNumber(given, "'To'", country) };
	} catch (error) {
		const { message, description } = error as Error & { description: string };
		return { message, description };
	}
};

describe('Phone numbers', () => {
	it.each<unknown>([
		...['37060012345', '+37060012345', '0037060012345', '+ 370 600 12345', ' 370 600 12 345 '],
		...['+370\u00a0600\u202f12345', '\t+37060012345\r\n', '370-600-12345', '370.600.12345'],
		...['370\u2011600\u201312345', '+370 (600) 12345', '[370] 60012345', '370\u200b60012345'],
		...['\u202a+370 600 12345\u202c', '\u202d+370 600 12345\u202c', '370\u206060012345'],
		// As spreadsheets give them.
		...[37060012345, 3.7060012345e10, '3.7060012345E+10', '3,7060012345E+10', '3.7060012345e10'],
		...['3.706001234500E+10', '37060012345.0', '+37060012345.00', ' 37060012345.0\n'],
		' 3.7060012345E+10\t',
	])('are normalised: %j', (given) => {
		expect(normalizePhoneNumber(given, "'To'")).toBe('37060012345');
	});

	it.each([
		['+370.6001234.000', '3706001234000'],
		['3706001.05.00', '37060010500'],
		['+3706001.005', '3706001005'],
		['+2904512', '2904512'],
		['496456789012345', '496456789012345'],
	])('have 7 to 15 digits, of which dots end none: %s', (given, digits) => {
		expect(normalizePhoneNumber(given, "'To'")).toBe(digits);
	});

	it.each<[message: string, given: unknown[]]>([
		[
			"'To' isn't a phone number: ",
			[
				...['123456', '1234567890123456', '37060O12345', '37060012345 ext 7', '=37060012345'],
				...['37060012345, 37060012346', '370+60012345', '00+37060012345', '٣٧٠٦٠٠١٢٣٤٥'],
				...['0151/23456789', '0011 370 600 12345', '001 370 600 12345', '2904512\n2904513'],
				...['+1 201 555 01234', '+1 201 555 012', '13.7060012345E+10', 'x3.7060012345E+10'],
				...['3.7060012345E+100', '3.70600123455E+10', '3.7060012345E-10', 37060012345.5, 0],
				...[0.1 + 0.2, 3.7e-10, 3.7060012345e20, -37060012345, Number.POSITIVE_INFINITY],
			],
		],
		["'To' has no country code: ", ['060012345', '0600 12 345', '+0060012345']],
		[
			"'To' isn't an international phone number: ",
			['+49 (0) 170 1234567', '+49(0)1701234567', '+370 8 600 12345'],
		],
		["'To' was rounded by a spreadsheet: ", ['3.706E+10', '3.706001234E+10', 1e21]],
		["'To' has an invisible character that changes", ['\u202e54321006073\u202c']],
		["'To' is empty", [Number.NaN, '', '  ', null, undefined]],
		["'To' must be one phone number, but it's an object", [{ number: '37060012345' }]],
		["'To' must be one phone number, but it's a list", [['37060012345']]],
		["'To' must be one phone number, but it's true", [true]],
	])('are refused: %s', (message, all) => {
		for (const given of all) {
			const shown = message.endsWith(': ') ? String(given).replace('\n', ' ') : '';
			expect(reading(given).message).toContain(message + shown);
		}
	});

	it.each([
		['1 '.repeat(30), '1 '.repeat(30).trim()],
		['x'.repeat(60), 'x'.repeat(60)],
		['x'.repeat(61), `${'x'.repeat(60)}…`],
	])('are shown in part only when they are long: %s', (given, shown) => {
		expect(reading(given).message).toBe(`'To' isn't a phone number: ${shown}`);
	});

	it.each([
		['12', 'for example +370 600 12345. It can have 7 to 15 digits'],
		['3.706E+10', 'Format the column as text'],
		...Object.entries({
			...{ '0151/23456789': '/', "'+37060012345": "'", '="37060012345"': '="' },
			...{ 'tel:+37060012345': 'tel:', '37060012345 ext. 5': 'ext', '３７060012345': '３７' },
			...{ '37060012345,37060012346': ',', '37060012345 or 37060012346': 'or' },
			'37060012345+37060012346': '+',
		}).map(([given, sign]) => [given, `It has "${sign}" in it. Enter one number`]),
		['37060012345\n37060012346', 'It has a line break in it.'],
		['37060012345 37060012346', 'more than one number. Enter one number'],
		...['2026-11-22', '20261122', '37060012345.5', '0 0370 600 12345', '+370 600 12345 (7)'].map(
			(given) => [given, 'Enter one number, for example'],
		),
		['060012345', 'Options → Default Country'],
		[
			'+370 8 600 12345',
			'The 8 behind the country code is dialed only within the country. Leave it',
		],
		['0011 370 600 12345', 'write + and its country code in front'],
		['\u202e54321006073\u202c', 'Type the number instead of pasting it.'],
		['+49 (0) 170 1234567', 'Leave it out'],
	])('say what to do when they are refused: %s', (given, advice) => {
		expect(reading(given).description).toContain(advice);
	});

	it('are told of Default Country only where they look national', () => {
		expect(reading('+060012345').description).not.toContain('Default Country');
	});
});

describe('What only looks like a number without its separators', () => {
	const isRefused = (given: string | number) => {
		for (const country of [undefined, 'DE', 'FR', 'CH', 'US', 'LT', 'AU']) {
			const { message } = reading(given, country);
			expect(message).toMatch(/^'To' /);
			expect(message).toContain(`: ${String(given).trim()}`);
		}
	};
	const separator = fc.constantFrom(' ', '-', '.', '\u00a0', '\u2011', ') ', '] -');
	const digits = fc.stringMatching(/^\d{5,13}$/);

	it('is refused if two zeros are apart', () => {
		const given = fc
			.tuple(fc.constantFrom('', '(', '['), separator, digits)
			.map(([open, apart, rest]) => `${open}0${apart}0${rest}`);
		fc.assert(fc.property(given, isRefused), tries(300));
	});

	it('is refused if its last digits are in brackets behind others, and only then', () => {
		const mark = fc.constantFrom('', ' ', '-', '(', ')', '[', ']', ') (');
		fc.assert(
			fc.property(fc.tuple(mark, mark, mark, mark), ([front, one, other, behind]) => {
				const given = `${front}+370${one}600${other}12345${behind}`;
				const last = [...(one + other)].findLast((character) => '()[]'.includes(character));
				if (last && '(['.includes(last)) isRefused(given);
				else expect(reading(given)).toEqual({ read: '37060012345' });
			}),
			tries(500),
		);
	});

	it('is refused if it is a date', () => {
		const given = fc
			.tuple(
				fc.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }),
				fc.constantFrom('-', '.', '\u2011'),
				fc.constantFrom(0, 1, 2, 3),
			)
			.map(([date, apart, form]) => {
				const [year, month, day] = date.toISOString().slice(0, 10).split('-');
				const [shortMonth, shortDay] = [month, day].map((text) => String(Number(text)));
				const forms = [
					...[`${year}-${month}-${day}`, `${year}-${shortMonth}-${shortDay}`],
					...[`${day}-${month}-${year}`, `${shortMonth}-${shortDay}-${year}`],
				];
				return forms[form].replaceAll('-', apart);
			});
		fc.assert(fc.property(given, isRefused), tries(300));
		isRefused('2026-11-22 10');
	});

	it('is refused if it is a fraction', () => {
		const whole = fc.integer({ min: 1_000_000, max: 99_999_999_999 });
		const text = fc.stringMatching(/^[+ ]?[1-9]\d{6,10}\.([1-9]|\d[1-9])$/);
		const fraction = fc.oneof(
			fc.tuple(whole, fc.integer({ min: 1, max: 999 })).map(([one, more]) => one + more / 1_000),
			text,
			fc.constant('+370 600 12345.0'),
		);
		fc.assert(fc.property(fraction, isRefused), tries(300));
	});

	it('is refused if it has a (0) behind its country code, whatever its country dials', () => {
		const code = fc.constantFrom('+1', '+34', '+39', '+49', '370', '00420');
		fc.assert(
			fc.property(code, fc.constantFrom('', ' '), digits, (front, apart, rest) => {
				const given = `${front}${apart}(${apart}0${apart})${apart}${rest}`;
				isRefused(given);
				expect(reading(given).description).toMatch(/^The \(0\) is dialed only within/);
				expect(listedEndings(given)).toBeUndefined();
			}),
			tries(300),
		);
	});

	it('is refused without a country if its digits are a date', () => {
		for (const given of ['20261122', 20261122, '20261122235511', '2026 1122'])
			expect(reading(given).message).toContain("'To' isn't a phone number: 2026");
	});

	it.each([
		['20261122', 'DK', '4520261122'],
		['20 26 11 22', 'DK', '4520261122'],
		['06.12.34.56.78', 'FR', '33612345678'],
		['(0151) 23456789', 'DE', '4915123456789'],
		['00 49 151 23456789', 'DE', '4915123456789'],
		['(00)49 151 23456789', 'DE', '4915123456789'],
		['\u200e0049 151 23456789', undefined, '4915123456789'],
		['(37060012345)', undefined, '37060012345'],
		['+20 10-12-31-5678', undefined, '201012315678'],
		['+2010-12-31-5678', undefined, '201012315678'],
	])('is none of %s in %s', (given, country, number) => {
		expect(normalizePhoneNumber(given, "'To'", country)).toBe(number);
	});
});

describe('A number that is sent', () => {
	const { getEmbeddingLevels, getReorderedString } = bidi();
	const shownAs = (text: string, base: 'ltr' | 'auto') =>
		getReorderedString(text, getEmbeddingLevels(text, base));
	const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^00/, '');
	const invisible = [
		...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f'],
		...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2061', '\u2066', '\u2067'],
		...['\u2068', '\u2069', '\ufe0f', '\ufeff', '\u{e0031}', '\0', '\b', '\u0085', '\u2028'],
	];
	const visible = ['+', ' ', '-', '.', '(', ')', '[', ']', '\u2011', '\u00a0', 'א', 'ب', '٣'];
	const piece = fc.oneof(
		{ weight: 5, arbitrary: fc.stringMatching(/^\d{1,4}$/) },
		{ weight: 3, arbitrary: fc.constantFrom(...invisible) },
		{ weight: 1, arbitrary: fc.constantFrom(...visible) },
	);

	it('is shown with its digits in the order in which they are sent', () => {
		let sent = 0;
		fc.assert(
			fc.property(fc.array(piece, { minLength: 2, maxLength: 12 }), (pieces) => {
				const given = pieces.join('');
				const { read } = reading(given);
				if (read === undefined) return;
				sent++;
				expect(digitsOf(shownAs(given, 'ltr'))).toBe(read);
				expect(digitsOf(shownAs(given, 'auto'))).toBe(read);
			}),
			tries(2_000),
		);
		expect(sent).toBeGreaterThan(20);
	});
});

it('A number that is found in an answer is one that could be sent to', () => {
	const value = fc.oneof(
		fc.string(),
		fc.constantFrom('+370 600 12345', '3.706E+10', '3.7060012345E+10', '8 (0) 600', 37060012345),
		fc.double(),
		fc.jsonValue(),
	);
	fc.assert(
		fc.property(value, (given) => {
			expect(servicesNumber(given)).toBe(reading(given).read);
		}),
		tries(500),
	);
});

describe('A number that nobody has', () => {
	it.each([
		['8 600 12345', '+86 has no number 0012345.'],
		['210 1234567', 'No country code begins with 210.'],
	])('is refused without a country code, and goes out with + or 00: %s', (given, why) => {
		const { message, description } = reading(given);
		expect(message).toBe(`'To' isn't an international phone number: ${given}`);
		expect(description).toContain(`${why} Enter the number with its country code`);
		expect(description).toContain('Default Country');
		const digits = given.replace(/ /g, '');
		for (const front of ['+', '00']) expect(reading(front + given)).toEqual({ read: digits });
		// The service may repeat it.
		expect(servicesNumber(digits)).toBe(digits);
		expect(usersNumber(digits)).toBeUndefined();
	});

	it('is never one that the library knows as a mobile or landline number', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[2-9]\d{6,14}$/), (digits) => {
				const known = parse(`+${digits}`);
				const type = known?.number === `+${digits}` && known.isValid() && known.getType();
				const isOne = type === 'MOBILE' || type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE';
				if (isOne) expect([digits, whyNobodys(digits)]).toEqual([digits, undefined]);
				if (whyNobodys(digits)) expect(reading(digits).read).toBeUndefined();
			}),
			tries(5_000),
		);
	});

	it('is one of the library for each country', () => {
		for (const country of getCountries()) {
			const example = getExampleNumber(country, examples);
			if (example) expect(whyNobodys(example.number.slice(1))).toBeUndefined();
		}
	});

	it('has more than 15 digits, of any country', () => {
		const long = fc.stringMatching(/^[2-9]\d{15,18}$/);
		fc.assert(
			fc.property(long, fc.constantFrom('', '+', '00'), (digits, front) => {
				expect(reading(front + digits).read).toBeUndefined();
				expect(servicesNumber(front + digits)).toBeUndefined();
			}),
			tries(300),
		);
		expect(servicesNumber('+370600123456789')).toBe('370600123456789');
	});
});

describe('The endings of a listed number', () => {
	it('are the number alone behind + or 00, if its country has one as long', () => {
		const given = fc.tuple(fc.constantFrom('+', '00', ' + '), fc.stringMatching(/^[1-9]\d{4,16}$/));
		fc.assert(
			fc.property(given, ([front, digits]) => {
				const { read } = reading(front + digits);
				const isOne = read !== undefined && isPossible(read);
				expect(listedEndings(front + digits)).toEqual(isOne ? [digits] : undefined);
			}),
			tries(1_000),
		);
	});

	it.each([
		['8 600 00000', '60000000'],
		['370 600 00000', '37060000000'],
		['011 370 600 00000', '37060000000'],
		['1234567', '1234567'],
		['123456789012345', '123456789012345'],
		[60000000, '60000000'],
	])('are those that it may mean otherwise: %s', (given, ending) => {
		const endings = listedEndings(given);
		expect(endings).toContain(ending);
		expect(endings).toContain(String(given).replace(/ /g, ''));
	});

	it.each<unknown>([
		...['20270131', '123456', '1234567890123456', '=37060012345', '3706001234x', true],
		...['STOP 37060012345', '37060012345 x', '3706000-----', '37060000(...)', '+370'],
		...['+0370 600 12345', ['37060012345']],
	])('are none: %j', (given) => {
		expect(listedEndings(given)).toBeUndefined();
	});
});

it('An empty number is to be filled in where a default country says how to write it', () => {
	expect(reading('', 'DE').description).toBe("Fill in 'To'.");
	expect(reading('').description).toMatch(/^Enter the number with its country code/);
	expect(reading('+1 2345', 'DE').description).toMatch(/^Enter the number with its country code/);
});
