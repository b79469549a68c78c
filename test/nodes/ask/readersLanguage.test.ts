import fc from 'fast-check';

import { LONGEST_ANSWER } from '../../../nodes/MessagingService/ask/answer';
import { readersLanguage } from '../../../nodes/MessagingService/ask/readersLanguage';
import { tries } from '../../support/properties';

const CODES = ['en', 'lt', 'lv', 'et', 'pl', 'de', 'ru', 'uk', 'fr', 'es', 'it', 'ar', 'he'];
const SENTENCES = ['choose', 'write', 'shorten', 'reason', 'saved'] as const;
const TITLES = ['closed', 'approvalNeeded', 'answerNeeded', 'thanks'] as const;
const TEXTS = [...SENTENCES, ...TITLES, 'approve', 'decline', 'send', 'answered'] as const;

const SCRIPTS: Record<string, RegExp> = {
	...{ ru: /\p{Script=Cyrillic}/u, uk: /\p{Script=Cyrillic}/u },
	...{ ar: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u },
};
const latin = /\p{Script=Latin}/u;

// docs/developers/page-texts.md has the sources of the texts.
describe.each(CODES)("The page's own texts in %s", (code) => {
	const { say } = readersLanguage(code);
	const texts = TEXTS.map(say);

	it('are there, each different, and need no escape in HTML', () => {
		expect(new Set(texts).size).toBe(TEXTS.length);
		for (const text of texts) expect(text).toMatch(/^[^&<>"'|]{3,}$/);
	});

	it('are sentences, or titles and labels, which are no sentences', () => {
		expect(TEXTS.filter((name) => say(name).endsWith('.'))).toEqual(SENTENCES);
		expect(say('answered')).toMatch(/:$/);
		expect(say('shorten')).toContain(String(LONGEST_ANSWER));
	});

	it('are written in the letters of the language', () => {
		const { [code]: own = latin } = SCRIPTS;
		for (const text of texts) {
			expect(text).toMatch(own);
			if (own !== latin) expect(text).not.toMatch(latin);
		}
	});

	it('are those of English in no other language', () => {
		const english = TEXTS.map(readersLanguage('en').say);
		const same = texts.filter((text) => english.includes(text));
		expect(same).toHaveLength(code === 'en' ? TEXTS.length : 0);
	});
});

describe('The language of the page', () => {
	it.each([
		...[
			undefined,
			null,
			'',
			'*',
			'fi',
			'et;q=0',
			'zh-Hant-TW',
			'constructor',
			'__proto__',
			'toString',
		],
		...[1, true, {}, [], ['lt'], Number.NaN],
	])('is English where the page has no wanted one: %j', (header) => {
		expect(readersLanguage(header).code).toBe('en');
	});

	it.each([
		...['lt;q=2', 'lt;q=-1', 'lt;q=', 'lt;q=0.1234', 'lt;q=1.001', 'lt;q=x', 'lt_LT', 'lt-', '-lt'],
	])('is not asked for by what is no range: %j', (range) => {
		expect(readersLanguage(`${range},de;q=0.1`).code).toBe('de');
	});

	it('is the most wanted one that the page has, and of two equal ones the first', () => {
		const tag = fc.constantFrom(...CODES, 'fi', 'zh', 'sr');
		const quality = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined });
		const region = fc.constantFrom('', '-AT', '-Latn', '-Latn-419');
		const blank = fc.constantFrom('', ' ', '\t');
		const wish = fc.record({ tag, quality, region, blank, isUpper: fc.boolean() });
		fc.assert(
			fc.property(fc.array(wish, { maxLength: 12 }), (wishes) => {
				const header = wishes
					.map((one) => {
						const name = one.isUpper ? one.tag.toUpperCase() : one.tag;
						const q = one.quality === undefined ? '' : `;${one.blank}q=${one.quality / 1000}`;
						return `${one.blank}${name}${one.region}${one.blank}${q}`;
					})
					.join(',');
				const best = wishes
					.map(({ tag: code, quality: q = 1000 }) => ({ code, q }))
					.filter(({ code, q }) => q > 0 && CODES.includes(code))
					.sort((one, other) => other.q - one.q)[0];
				expect(readersLanguage(header).code).toBe(best?.code ?? 'en');
			}),
			tries(200),
		);
	});

	it('is one of the page for any header, which is read once, however long and odd it is', () => {
		const read = jest.spyOn(RegExp.prototype, 'exec');
		const piece = fc.constantFrom(...'-; q=1,*\u0000İ\ud800', 'lt', '0.');
		const odd = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
		const header = fc.oneof(fc.string({ unit: 'binary' }), odd);
		fc.assert(
			fc.property(header, fc.integer({ min: 1, max: 2_000 }), (text, times) => {
				const given = text.repeat(times);
				read.mockClear();
				expect(CODES).toContain(readersLanguage(given).code);
				// No pattern takes longer than in proportion to what it reads: lint refuses it.
				const length = read.mock.calls.reduce((sum, [range]) => sum + range.length, 0);
				expect(length).toBeLessThanOrEqual(given.toLowerCase().length);
			}),
			tries(100),
		);
		read.mockRestore();
	});
});
