import fc from 'fast-check';

import {
	emailAddress,
	emailAddresses,
	splitAddresses,
} from '../../../nodes/MessagingService/values/emailAddresses';
import * as contract from '../../../sandbox/contract/values';
import { tries } from '../../support/properties';

const reading = (read: typeof emailAddress, value: unknown) => read(value, 'Given');
const isRead = (read: typeof emailAddress, value: unknown) => {
	try {
		reading(read, value);
		return true;
	} catch {
		return false;
	}
};

const looksLike =
	'Enter it like ada@example.com, or with a name in front and the address in angle brackets. A name with a comma needs double quotes.';
const thrown = (message: string, description = looksLike) =>
	expect.objectContaining({ message, description });

const addresses = [
	...['ada@example.com', 'Ada Lovelace <ada@example.com>', 'Ada<ada@example.com>'],
	...['<ada@example.com>', '"Lovelace, Ada" <ada@example.com>', '"" <ada@example.com>'],
	...['"Ada \\"Countess\\" L., \\\\" <ada@example.com>', '"a@b <c@d>, e"<ada@example.com>'],
	'ąžuolas@pavyzdys.lt',
];

const notAddresses = [
	...['ada', 'ada@', '@example.com', 'ada@example.com bob@example.com', 'ada@@example.com'],
	...['Ada ada@example.com', 'Ada <ada@example.com', 'Ada <ada>', '"Ada <ada@example.com>'],
	...['"Ada\\" <ada@example.com>', '"Ada" L <ada@example.com>', '"Ada" ada@example.com'],
	...['ada@example.com;bob@example.com', '<<ada@example.com>>'],
];

describe('An email address', () => {
	it.each(addresses)('is one: %s', (address) => {
		expect(reading(emailAddress, ` ${address}\n`)).toBe(address);
		expect(reading(emailAddresses, address)).toBe(address);
		expect(() => reading(emailAddress, `${address},${address}`)).toThrow(
			thrown(`Given isn't an email address: ${address},${address}`),
		);
	});

	it.each(notAddresses)('is none: %s', (text) => {
		const refusal = thrown(`Given isn't an email address: ${text}`);
		expect(() => reading(emailAddress, text)).toThrow(refusal);
		if (!text.includes(';')) expect(() => reading(emailAddresses, text)).toThrow(refusal);
	});

	it.each([
		[
			['a@b.co', 'c@d.co'],
			"it's a list",
			"Join it with commas, as in {{ $json.emails.join(', ') }}.",
		],
		['a@b.co; c@d.co', 'a@b.co; c@d.co', 'Separate addresses with commas in place of semicolons.'],
	])('is one of several only between commas: %j', (given, message, description) => {
		expect(() => reading(emailAddresses, given)).toThrow(
			expect.objectContaining({ message: expect.stringContaining(message), description }),
		);
	});

	it.each(['"Ada\nBcc: x@y" <a@b.co>', 'Ada\x1bL <a@b.co>', 'a\u2028@b.co'])(
		'is on one line, as its name is: %j',
		(text) => {
			const refusal = 'Given has a line break or another control character';
			expect(() => reading(emailAddress, text)).toThrow(
				thrown(refusal, 'Put Given on one line, without tabs.'),
			);
			expect(() => reading(emailAddresses, `a@b.co, ${text}`)).toThrow(`Address 2 of ${refusal}`);
		},
	);
});

describe('Several email addresses', () => {
	it.each([
		['a@b.co,c@d.co', 'a@b.co, c@d.co'],
		['a@b.co ,\n c@d.co', 'a@b.co, c@d.co'],
		['a@b.co,', 'a@b.co'],
		[' Ada <a@b.co> , "D, C" <c@d.co> ,\n', 'Ada <a@b.co>, "D, C" <c@d.co>'],
	])('are separated by commas, and one may be behind the last: %j', (text, sent) => {
		expect(reading(emailAddresses, text)).toBe(sent);
	});

	it.each([
		['a@b.co,,c@d.co', 'Address 2 of Given is empty'],
		[',a@b.co', 'Address 1 of Given is empty'],
		['a@b.co,,', 'Address 2 of Given is empty'],
		[',', 'Given is empty'],
		['a@b.co, c', "Address 2 of Given isn't an email address: c"],
		['Ada, L. <a@b.co>', "Address 1 of Given isn't an email address: Ada"],
		[
			'a@b.co, "c <c@d.co>, e@f.co',
			`Address 2 of Given isn't an email address: "c <c@d.co>, e@f.co`,
		],
	])('are each told when wrong: %j', (text, message) => {
		expect(() => reading(emailAddresses, text)).toThrow(message);
	});

	it('are what they were, however many and however they are separated', () => {
		const separator = fc.constantFrom(',', ', ', ' ,', ',\n', ' , ');
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...addresses), { minLength: 1, maxLength: 200 }),
				separator,
				fc.constantFrom('', ',', ' , \n'),
				(list, between, end) => {
					expect(splitAddresses(list.join(between) + end)).toEqual(list);
					expect(reading(emailAddresses, list.join(between) + end)).toBe(list.join(', '));
				},
			),
			tries(100),
		);
	});

	/** Texts of what matters in a list of addresses. */
	const texts = fc
		.array(fc.constantFrom(...'a@<>," \\', ...addresses, ...notAddresses, ', '), { maxLength: 12 })
		.map((parts) => parts.join(''));

	it('are those that the sandbox takes, and each of them is one alone', () => {
		const one = new RegExp(contract.emailAddress.pattern, 'u');
		const several = new RegExp(contract.emailAddresses.pattern, 'u');
		fc.assert(
			fc.property(texts, (text) => {
				expect(isRead(emailAddress, text)).toBe(one.test(text));
				const entries = splitAddresses(text);
				expect(isRead(emailAddresses, text)).toBe(several.test(entries.join(',')));
				expect(isRead(emailAddresses, text)).toBe(entries.every((entry) => one.test(entry)));
			}),
			tries(1_000),
		);
	});
});
