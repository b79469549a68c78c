import fc from 'fast-check';

import { parseExactJson } from '../../../nodes/MessagingService/values/parsing';
import { tries } from '../../support/properties';

const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n });
const text = fc.oneof(
	large.map(String),
	large.map((number) => `"${number}" \\`),
	fc.string({ unit: 'binary' }),
);

describe('The JSON of an answer', () => {
	it('keeps each digit of a number that JavaScript would round, and leaves texts alone', () => {
		fc.assert(
			fc.property(text, large, fc.boolean(), fc.maxSafeInteger(), (said, id, isMinus, safe) => {
				const number = isMinus ? -id : id;
				const json = `{${JSON.stringify(said)}: [${number}, ${JSON.stringify(said)}], "n": ${safe},"m":${number}}`;
				expect(parseExactJson(json)).toStrictEqual({
					json: { ...{ [said]: [String(number), said] }, n: safe, m: String(number) },
				});
			}),
			tries(500),
		);
	});
});
