import {
	countriesOf,
	nationalEndings,
} from '../../../../nodes/MessagingService/values/countries/country';

describe('The countries of a number', () => {
	it.each([
		['37060012345', ['LT']],
		['447400123456', ['GB', 'GG', 'IM', 'JE']],
		['999000', []],
		['', []],
	])('are those with its calling code: %s', (number, codes) => {
		expect(countriesOf(number).map(({ code }) => code)).toEqual(codes);
	});
});

describe('The endings that a number may mean', () => {
	it.each([
		['with a prefix in front', '0600123456', '600123456'],
		['with a prefix behind the country code', '370860012345', '37060012345'],
		['with one of two digits', '360620123456', '3620123456'],
		['with a code to dial out in front', '01137060012345', '37060012345'],
	])('have the number without what is dialed besides: %s', (_, dialed, meant) => {
		expect(nationalEndings(dialed)).toContain(meant);
	});

	it('are no shorter than ten digits, if only the length speaks for them', () => {
		expect(nationalEndings('99912345678').every((ending) => ending.length >= 10)).toBe(true);
	});
});
