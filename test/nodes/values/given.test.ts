import fc from 'fast-check';

import {
	asObject,
	asText,
	groupedBy,
	isGiven,
	isObject,
	listOf,
	parseJson,
	visibleIn,
} from '../../../nodes/MessagingService/values/given';
import { tries } from '../../support/properties';

const INVISIBLE = [...'\u200b\u2060\ufeff\u00ad\u061c\u180e\u202e\u3164\ufe0f \u00a0\t\r\n\0'];
const unseen = fc.string({ unit: fc.constantFrom(...INVISIBLE) });
const visible = fc.constantFrom(...'a0ß€+-.ą🎉日\ue000');

it.each([undefined, null, NaN, new Date(NaN)])('%p is no text, and nothing given', (value) => {
	expect(asText(value)).toBe('');
	expect(isGiven(value)).toBe(false);
});

it('What nobody can see is nothing given; one character that somebody sees is', () => {
	fc.assert(
		fc.property(unseen, visible, unseen, (before, seen, after) => {
			expect(isGiven(before + after)).toBe(false);
			expect(isGiven(before + seen + after)).toBe(true);
			expect(visibleIn(before + seen + after)).toBe(seen);
		}),
		tries(200),
	);
});

it('A list is the same as text or as a list, without its blank entries', () => {
	const entry = fc.stringMatching(/^[\w+ ]{0,9}$/);
	fc.assert(
		fc.property(
			fc.array(entry, { minLength: 1 }),
			fc.constantFrom(',', ';', '\n'),
			(entries, sign) => {
				const given = entries.filter((one) => one.trim());
				expect(listOf(entries)).toEqual(given);
				expect(listOf(entries.join(sign))).toEqual(given);
			},
		),
		tries(200),
	);
});

it('Any JSON is read as JavaScript reads it; of anything else, what JavaScript says', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = JSON.stringify(value);
			expect(parseJson(text)).toEqual({ json: JSON.parse(text) });
			expect(parseJson(`${text}]`)).toEqual({ reason: expect.stringMatching(/JSON/) });
		}),
		tries(200),
	);
});

it('An entry of an answer is an object, or stands under value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(asObject(value)).toEqual(isObject(value) ? value : { value });
			expect(isObject(value)).toBe(asText(value).startsWith('{') && typeof value !== 'string');
		}),
		tries(200),
	);
});

it('Groups have all values, in their order', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(99)), (values) => {
			const groups = groupedBy(values, (value) => String(value % 7));
			for (const [key, group] of groups)
				expect(group).toEqual(values.filter((value) => String(value % 7) === key));
			expect([...groups.values()].flat()).toHaveLength(values.length);
		}),
		tries(100),
	);
});
