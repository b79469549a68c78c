import {
	adviceForStatus,
	againAfter,
	BY_FIELD,
} from '../../../nodes/MessagingService/errors/advice';
import { refusalOf, retryAfter } from '../../../nodes/MessagingService/answers/status';

const refusal = (statusCode: number, headers = {}, text = '{"message":"No"}') =>
	refusalOf({ statusCode, statusMessage: 'Words', headers }, text);

describe('A status', () => {
	it.each<[number, object, string, string, string | undefined]>([
		[301, {}, 'unknown', 'none', undefined],
		[303, {}, 'unknown', 'none', undefined],
		[307, {}, 'refused', 'none', undefined],
		[308, {}, 'refused', 'none', undefined],
		[399, {}, 'unknown', 'none', undefined],
		[400, {}, 'refused', 'none', undefined],
		[401, {}, 'refused', 'none', 'credential-invalid'],
		[402, {}, 'refused', 'none', 'quota-exhausted'],
		[403, {}, 'refused', 'none', 'credential-invalid'],
		[408, {}, 'unknown', 'none', undefined],
		[429, {}, 'refused', 'any', 'rate-limited'],
		[429, { 'retry-after': '7' }, 'refused', 'any', 'rate-limited'],
		[499, { 'retry-after': '7' }, 'refused', 'none', undefined],
		[500, {}, 'unknown', 'none', undefined],
		[502, {}, 'unknown', 'reads', undefined],
		[503, {}, 'unknown', 'reads', 'temporarily-unavailable'],
		[503, { 'retry-after': '7' }, 'refused', 'any', 'temporarily-unavailable'],
		[599, {}, 'unknown', 'none', undefined],
		[504, { 'retry-after': '7' }, 'unknown', 'reads', undefined],
	])('of %i with %j means: %s, repeat %s', (status, headers, outcome, repeat, cause) => {
		const retryAfterMs = 'retry-after' in headers ? 7_000 : undefined;
		const { message, details } = refusal(status, headers);
		expect(message).toBe('No');
		expect(details).toEqual({
			origin: 'service',
			httpCode: String(status),
			outcome,
			repeat,
			more: [],
			retryAfterMs,
			again: againAfter(status),
			byField: BY_FIELD[status],
			failure: cause && { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
		});
	});

	it('is said if nothing else is', () => {
		const { message } = refusalOf({ statusCode: 418, headers: {} }, '');
		expect([refusal(418, {}, '').message, message]).toEqual([
			'The service answered 418 Words without an explanation',
			'The service answered 418 without an explanation',
		]);
	});

	it('of a redirect says where it leads, without what is asked there', () => {
		const location = 'https://other.example.com/login?key=secret';
		expect(refusal(302, { location })).toMatchObject({
			message: 'The address redirects to https://other.example.com/login',
			description: adviceForStatus(302),
		});
		expect(refusal(302)).toMatchObject({
			message: 'No',
			description: 'Check the address in the credential.',
		});
		expect(refusal(302, { location: [location] }).message).toBe('No');
		expect(refusal(400, { location }).message).toBe('No');
		expect(refusal(199).description).toBe('Check the address in the credential.');
	});
});

describe('Retry-After', () => {
	afterEach(() => jest.useRealTimers());

	it.each([
		['0', 0],
		['120', 120_000],
		[' 7 ', 7_000],
		['1.5', 1_500],
		[3, 3_000],
		['Sun, 06 Nov 1994 08:49:37 GMT', 0],
		['soon', undefined],
		['in 5 minutes', undefined],
		['-1', undefined],
		['', undefined],
		[undefined, undefined],
		[['5', '6'], undefined],
	])('%p is %p ms', (header, ms) => {
		expect(retryAfter(header)).toBe(ms);
	});

	it('as a date is the time until then', () => {
		jest.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z') });
		expect(retryAfter('Wed, 25 Nov 2026 10:01:00 GMT')).toBe(60_000);
	});
});
