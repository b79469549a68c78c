// First: it counts what is loaded after it.
import { growthOf, LINEAR } from '../../support/steps';

import fc from 'fast-check';

import { jsonWithoutKey, withoutKey } from '../../../nodes/MessagingService/errors/withoutKey';
import { tries } from '../../support/properties';

/** Every key that a header can carry, long enough to be told from an ordinary word. */
const key = fc
	.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
	.map((text) => `k${text}9`)
	.filter((text) => text.length >= 8 && new Set(text).size > 4);

const entities = (text: string, one: (code: number) => string) =>
	[...text].map((character) => one(character.codePointAt(0)!)).join('');

/** Ways in which a key may be written. */
const writings: Record<string, (key: string) => string> = {
	'as it is': (text) => text,
	'in lower case': (text) => text.toLowerCase(),
	'in upper case': (text) => text.toUpperCase(),
	'in an address': encodeURIComponent,
	'in an address, in small letters': (text) =>
		encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	'in an address, each character by code': (text) =>
		[...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
	'in an address that keeps what it may': encodeURI,
	'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON with escaped slashes': (text) =>
		JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'in JSON by code': (text) => entities(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
	'in HTML': (text) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;')
			.replaceAll("'", '&#39;'),
	'in HTML by number': (text) => entities(text, (code) => `&#${code};`),
	'in HTML by hexadecimal number': (text) => entities(text, (code) => `&#x${code.toString(16)};`),
	'in HTML by number with a zero': (text) => entities(text, (code) => `&#0${code};`),
	'in HTML with apostrophes by name': (text) =>
		text.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('>', '&gt;'),
};

describe('A text without the key', () => {
	it.each(Object.entries(writings))('has none that is written %s', (_, write) => {
		fc.assert(
			fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
				const written = write(secret);
				const said = withoutKey(`${before} ${written} ${after}`, ` ${secret}\n`);
				expect(said).toContain('***');
				expect(said.toLowerCase()).not.toContain(written.toLowerCase());
				expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
			}),
			tries(200),
		);
	});

	it('has none however many there are, each written in its own way', () => {
		const ways = fc.array(fc.constantFrom(...Object.keys(writings)), {
			minLength: 2,
			maxLength: 8,
		});
		fc.assert(
			fc.property(key, ways, fc.constantFrom('', ' ', '"', ',', 'x'), (secret, names, between) => {
				const written = names.map((name) => writings[name](secret));
				const said = withoutKey(written.join(between), secret);
				for (const one of written) expect(said).not.toContain(one);
				expect(said.replaceAll('***', '').length).toBeLessThan(
					names.length * (between.length + 1) + secret.length,
				);
			}),
			tries(400),
		);
	});

	it('is the same text if the key is not in it', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				expect(withoutKey(text, 'key-7f3a-91cc')).toBe(text);
			}),
			tries(500),
		);
	});

	it.each(['k\\/&<%7"', '\\'.repeat(40), '&amp;%25'.repeat(5), 'a'.repeat(40), '"\\'.repeat(20)])(
		'is made in steps that grow with the text, whatever is in it: %s',
		(awkward) => {
			const parts = [
				...['k', '\\', '<', '%', '%25', '&', '&amp;', '&#0', '&#92;', '\\u005c', ' ', 'a'],
				awkward.slice(0, -1),
				...Object.values(writings).map((write) => `${write(awkward).slice(0, -1)}!`),
			];
			expect(growthOf((text) => withoutKey(text, awkward), ...parts)).toBeLessThan(LINEAR);
		},
	);
});

describe('JSON without the key', () => {
	it('has it in no text, name or number, and is the same otherwise', () => {
		fc.assert(
			fc.property(fc.jsonValue(), key, (json, secret) => {
				const clean = JSON.stringify(json);
				if (!JSON.stringify(jsonWithoutKey(json, secret)).includes('***')) {
					expect(JSON.stringify(jsonWithoutKey(json, secret))).toBe(clean);
				}
				const planted = { [`a${secret}b`]: [{ text: `x ${secret}` }], json };
				expect(JSON.stringify(jsonWithoutKey(planted, ` ${secret}\n`))).not.toContain(
					JSON.stringify(secret).slice(1, -1),
				);
			}),
			tries(200),
		);
		expect(jsonWithoutKey({ id: 123456789012 }, '123456789012')).toEqual({ id: '***' });
		expect(jsonWithoutKey(JSON.parse('{"__proto__":"k-12345678"}'), 'k-12345678')).toEqual(
			JSON.parse('{"__proto__":"***"}'),
		);
	});

	const short = fc.stringMatching(/^[a-z\d]{1,7}$/);

	it('has a key of 4 to 7 characters in no text or number of its own, and keeps longer words and names', () => {
		fc.assert(
			fc.property(
				short.filter(({ length }) => length >= 4),
				fc.constantFrom(' ', '=', '"', ': ', '/', '?k='),
				fc.constantFrom(' ', '&', '"', '.', ''),
				(secret, before, after) => {
					const json = {
						[secret]: `${before}${secret}${after}`,
						ids: [`x${secret}`, `${secret}-1`, `a-${secret}`, `${secret}_`],
					};
					expect(jsonWithoutKey(json, secret)).toEqual({
						...json,
						[secret]: `${before}***${after}`,
					});
				},
			),
			tries(200),
		);
		expect(jsonWithoutKey({ message: 'message' }, 'message')).toEqual({ message: '***' });
		expect(jsonWithoutKey([1234567, 12345678], '1234567')).toEqual(['***', 12345678]);
	});

	it('keeps a key of less than 4 characters, which may be any word', () => {
		expect(jsonWithoutKey({ text: 'a 1 a', n: 1 }, 'a')).toEqual({ text: 'a 1 a', n: 1 });
		expect(jsonWithoutKey({ text: 'a 1 a', n: 1 }, '1')).toEqual({ text: 'a 1 a', n: 1 });
	});
});

describe('An error without a short key', () => {
	it.each([
		[
			'a',
			'Key a of an account was rejected: X-ApiKey=a',
			'Key *** of an account was rejected: X-ApiKey=***',
		],
		['abc', 'abc, abcd', '***, abcd'],
		['abcd', 'abcd, abcde', '***, ***e'],
	])('has no %s that stands alone, and can still be read', (key, said, expected) => {
		expect(withoutKey(said, key)).toBe(expected);
	});
});
