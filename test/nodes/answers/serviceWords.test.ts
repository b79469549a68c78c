import {
	serviceWords,
	shapeOf,
	wordsOf,
} from '../../../nodes/MessagingService/answers/serviceWords';
import { expectFewLooks } from '../../support/counted';
import { runNode } from '../../support/engine';
import { getCampaign, getReport } from '../../support/failing';
import { serviceForTests } from '../../support/service';

describe('The words of an error', () => {
	it.each<[string, unknown, string]>([
		['message', { message: 'to is wrong' }, 'to is wrong'],
		['error beside message', { error: 'Bad', message: 'to is wrong' }, 'to is wrong'],
		['error.message', { error: { code: 'x', message: 'to is wrong' } }, 'to is wrong'],
		['error.errors', { error: { errors: [{ message: 'to is wrong' }] } }, 'to is wrong'],
		['detail', { type: 'about:blank', title: 'Bad', detail: 'to is wrong' }, 'to is wrong'],
		['title alone', { type: 'about:blank', title: 'Bad Request', status: 400 }, 'Bad Request'],
		['errors of texts', { errors: ['to is wrong', 'from is wrong'] }, 'to is wrong; from is wrong'],
		['errors of objects', { errors: [{ field: 'to', message: 'is wrong' }] }, 'to: is wrong'],
		[
			'errors as an object of lists',
			{ message: 'Not valid.', errors: { to: ['is wrong', 'is short'], from: ['is blank'] } },
			'Not valid: to: is wrong; is short; from: is blank',
		],
		['a message beside no errors', { message: 'to is wrong', errors: null }, 'to is wrong'],
		['errors that say the same', { message: 'No', errors: ['No'] }, 'No'],
		['errors with codes', { error: { errors: { to: 27, from: [28, null] } } }, 'to: 27; from: 28'],
		["FastAPI's detail", { detail: [{ loc: ['body', 'to'], msg: 'blank' }] }, 'body.to: blank'],
		["Spring's errors", { errors: [{ field: 'to', defaultMessage: 'is blank' }] }, 'to: is blank'],
		['problem+json', { 'invalid-params': [{ name: 'to', reason: 'is wrong' }] }, 'to: is wrong'],
		['violations', { violations: [{ propertyPath: 'to', message: 'is wrong' }] }, 'to: is wrong'],
		['a list of errors', [{ message: 'to is wrong' }, 'and more'], 'to is wrong; and more'],
		['JSON as text', '{"message":"to is wrong"}', 'to is wrong'],
		['a blank message', { message: ' ', error: 'to is wrong' }, 'to is wrong'],
		['no message', { message: null, title: true, error: 'to is wrong' }, 'to is wrong'],
		['an error code', { errorCode: 27 }, '27'],
		['signs', { message: '5 < 7 & 7 > 5 “ąč” 🎉 <to>' }, '5 < 7 & 7 > 5 “ąč” 🎉 <to>'],
		['plain text', 'to is wrong', 'to is wrong'],
		['broken JSON', '{"message": "to is wr', '{"message": "to is wr'],
		['a page', '<!DOCTYPE html><title>502: down</title><p>Sorry</p>', '502: down'],
		['a page without a title', '<html><body>Sorry</body></html>', 'a web page'],
		['XML', '<error><code>7</code>to is wrong</error>', '<error><code>7</code>to is wrong</error>'],
		['nothing', {}, ''],
		['other fields', { code: 17, status: 'NOK' }, ''],
		['a number', 27, ''],
		['nothing at all', undefined, ''],
	])('are found under %s', (_, body, words) => {
		expect(serviceWords(body)).toBe(words);
	});

	it('are the answer as it came if it says nothing in words, cut', () => {
		expect(wordsOf({ error: { code: 7 } })).toBe('{"error":{"code":7}}');
		expect(wordsOf({ a: 'x'.repeat(400) })).toBe(`{"a":"${'x'.repeat(294)}…`);
		expect([null, undefined, [], {}].map(shapeOf)).toEqual(['', '', '[]', '{}']);
	});

	it('are those of the first twenty entries, and of the first 20,000 characters', () => {
		const errors = Array.from({ length: 30 }, (_, index) => `no. ${index}`);
		expect(serviceWords({ errors }).split('; ')).toEqual(errors.slice(0, 20));
		expect(serviceWords('x'.repeat(30_000))).toHaveLength(20_000);
	});

	it('are looked for with few looks at each value', () => {
		expectFewLooks(wordsOf);
		expectFewLooks((answer) => wordsOf({ errors: answer, message: answer }), 20);
	});
});

describe('In an error of n8n', () => {
	const service = serviceForTests();
	const wordsFor = async (body: unknown) => {
		await service.fail({ kind: 'status', status: 400, body });
		const { error } = await runNode(service.credential, getCampaign, [{ id: '7' }]);
		return error?.message;
	};

	it.each<[string, unknown, string]>([
		['on one line', { message: 'to is wrong\n  really' }, 'to is wrong really'],
		['as they are', { message: 'to must be <digits>' }, 'to must be <digits>'],
		['cut when they are long', { message: 'x'.repeat(5_000) }, `${'x'.repeat(299)}…`],
		['cut in a text, too', 'x'.repeat(5_000), `${'x'.repeat(299)}…`],
		['or the status', 'null', 'The service answered 400 Bad Request without an explanation'],
	])('they stand %s', async (_, body, words) => {
		expect(await wordsFor(body)).toBe(words);
	});

	it.each(['connect ECONNREFUSED 10.0.0.1:5432', '{{ $json.secret }} =1+1'])(
		'they come through unmangled: %s',
		async (message) => {
			for (const [status, onError] of [
				[429, 'continueErrorOutput'],
				[500, 'stopWorkflow'],
			] as const) {
				await service.fail({ kind: 'status', status, body: { message } });
				const run = await runNode(service.credential, getReport, [{ id: '7' }], { onError });
				expect(run.error?.message ?? run.errorOutput[0].json.error).toBe(message);
			}
		},
	);
});
