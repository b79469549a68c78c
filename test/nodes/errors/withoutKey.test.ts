import fc from 'fast-check';

import { jsonWithoutKey, withoutKey } from '../../../nodes/MessagingService/errors/withoutKey';
import { cpuTimeOf } from '../../support/cpuTime';
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
	'in an address within an address': (text) => encodeURIComponent(encodeURIComponent(text)),
	'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON with escaped slashes': (text) =>
		JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'in JSON within JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
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
	'in base64': (text) => Buffer.from(text).toString('base64'),
	'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
};

describe('A text without the key', () => {
	it.each(Object.entries(writings))('has none that is written %s', (_, write) => {
		fc.assert(
			fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
				const written = write(secret);
				const said = withoutKey(`${before} ${written} ${after}`, secret);
				expect(said).toContain('***');
				expect(said.toLowerCase()).not.toContain(written.toLowerCase());
				expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
			}),
			tries(200),
		);
	});

	it('has none in any of these within each other', () => {
		const within = Object.keys(writings).filter((name) => !name.startsWith('in base64'));
		const ways = fc.array(fc.constantFrom(...within), { minLength: 2, maxLength: 4 });
		fc.assert(
			fc.property(key, ways, (secret, names) => {
				const written = names.reduce((text, name) => writings[name](text), secret);
				const said = withoutKey(`before ${written} after`, secret);
				expect(said).toContain('***');
				expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
				expect(said).not.toContain(written);
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

	it('is made in time that grows with the text, whatever is in it', () => {
		const awkward = 'k\\/&<%7"';
		for (const part of ['k', '\\', '<', '%25', '&amp;', '&#0', 'k\\/&<%7', 'a']) {
			const millisecondsFor = (length: number) => {
				const text = part.repeat(length / part.length);
				return cpuTimeOf(() => withoutKey(text, awkward), 15) + 0.1;
			};
			// Ten times the text takes about ten times as long; a quadratic search takes a hundred times.
			expect(millisecondsFor(100_000) / millisecondsFor(10_000)).toBeLessThan(35);
		}
	});
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
				expect(JSON.stringify(jsonWithoutKey(planted, secret))).not.toContain(
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

	it('keeps a key that is as short as an ordinary word', () => {
		expect(jsonWithoutKey({ message: 'message' }, 'message')).toEqual({ message: 'message' });
	});
});
