import { readable } from '../../../nodes/MessagingService/service/serviceWords';
import { runNode } from '../../support/engine';
import { getCampaign, getReport } from '../../support/failing';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe("Errors: the service's own words", () => {
	const wordsFor = async (body: unknown, contentType?: string) => {
		await service.fail({ kind: 'status', status: 400, body, contentType });
		const { error } = await runNode(service.credential, getCampaign, [{ id: '7' }]);
		return error?.message;
	};

	it.each<[string, unknown, string]>([
		['message', { message: 'to is wrong' }, 'to is wrong'],
		['Message', { Message: 'to is wrong', Code: 7 }, 'to is wrong'],
		['error', { error: 'to is wrong' }, 'to is wrong'],
		['error beside message', { error: 'Bad Request', message: 'to is wrong' }, 'to is wrong'],
		['error.message', { error: { code: 'x', message: 'to is wrong' } }, 'to is wrong'],
		['error.errors', { error: { errors: [{ message: 'to is wrong' }] } }, 'to is wrong'],
		['detail', { type: 'about:blank', title: 'Bad', detail: 'to is wrong' }, 'to is wrong'],
		['title alone', { type: 'about:blank', title: 'Bad Request', status: 400 }, 'Bad Request'],
		['error_description', { error_description: 'to is wrong' }, 'to is wrong'],
		['errors of texts', { errors: ['to is wrong', 'from is wrong'] }, 'to is wrong; from is wrong'],
		[
			'errors of objects',
			{ errors: [{ field: 'to', message: 'is wrong' }, { detail: 'from is wrong' }] },
			'to: is wrong; from is wrong',
		],
		[
			'errors as an object of lists',
			{ errors: { to: ['is wrong', 'is short'], from: ['is blank'] } },
			'to: is wrong; is short; from: is blank',
		],
		[
			'errors that a message announces',
			{ message: 'Validation failed.', errors: { to: ['is wrong'] } },
			'Validation failed: to: is wrong',
		],
		['a message beside no errors', { message: 'to is wrong', errors: null }, 'to is wrong'],
		['errors as a text', { errors: 'to is wrong' }, 'to is wrong'],
		['errors as a code within another', { error: { errors: 27 } }, '27'],
		[
			'errors that a message with a version announces',
			{ message: 'API v1.2: invalid:', errors: ['to is wrong'] },
			'API v1.2: invalid: to is wrong',
		],
		[
			'errors as codes and texts by field within another',
			{ error: { errors: { to: 27, from: { code: 'x', message: '{"a":1}' } } } },
			'to: 27; from: {"a":1}',
		],
		['errors with none among them', { errors: [null, 'to is wrong'] }, 'to is wrong'],
		['errors as a list of codes within another', { error: { errors: [27] } }, '27'],
		['a list of codes', { message: [27, 28] }, '27; 28'],
		['an error without words', { error: { code: 7 } }, '{"error":{"code":7}}'],
		['a list of errors', [{ message: 'to is wrong' }, 'and more'], 'to is wrong; and more'],
		['a JSON text', '"to is wrong"', 'to is wrong'],
		['other keys', { code: 17, status: 'NOK' }, '{"code":17,"status":"NOK"}'],
		['an empty object', {}, 'The service answered 400 Bad Request without an explanation'],
		['a number', '27', 'The service answered 400 Bad Request without an explanation'],
		['an empty list', [], 'The service answered 400 Bad Request without an explanation'],
		['null', 'null', 'The service answered 400 Bad Request without an explanation'],
		['a blank message', { message: ' ', error: 'to is wrong' }, 'to is wrong'],
		['no message', { message: null, title: true, error: 'to is wrong' }, 'to is wrong'],
		['several lines', { message: 'to is wrong\n  really' }, 'to is wrong really'],
		[
			'placeholders',
			{ message: 'to must be <digits>, see <docs>' },
			'to must be <digits>, see <docs>',
		],
		['signs', { message: '5 < 7 & 7 > 5 “ąč” 🎉' }, '5 < 7 & 7 > 5 “ąč” 🎉'],
	])('are found under %s', async (_, body, words) => {
		expect(await wordsFor(body)).toBe(words);
	});

	it('are found in plain text', async () => {
		expect(await wordsFor('to is wrong\r\nreally', 'text/plain')).toBe('to is wrong really');
	});

	it('are found in broken JSON', async () => {
		expect(await wordsFor('{"message": "to is wr', 'application/json')).toBe(
			'{"message": "to is wr',
		);
	});

	it('are found in an HTML page, without its code, and its characters as they are read', async () => {
		const page = `<!DOCTYPE html><html><head><title>502 &amp; down</title><style>p{color:red}</style>
			</head><body><script>var a = "<b>";</script><h1>502 &amp; down</h1>
			<p>We&#39;ll be&nbsp;back &lt;soon&gt;</p></body></html>`;
		expect(await wordsFor(page, 'text/html')).toBe("502 & down: 502 & down We'll be back <soon>");
	});

	it('are found in an XML answer', async () => {
		const body = '<?xml version="1.0"?><error><code>7</code><message>to is wrong</message></error>';
		expect(await wordsFor(body, 'application/xml')).toBe('7 to is wrong');
	});

	it.each([
		['text', 'x'.repeat(5_000)],
		['JSON', { message: 'x'.repeat(5_000) }],
		['HTML', `<p>${'x'.repeat(5_000)}</p>`],
	])('are cut short when they are long, in %s', async (_, body) => {
		const words = await wordsFor(body);
		expect(words).toBe(`${'x'.repeat(299)}…`);
	});

	it.each([
		'connect ECONNREFUSED 10.0.0.1:5432',
		'Campaign already EEXISTs, ENOTFOUND elsewhere',
		'ETIMEDOUT while asking the operator, socket hang up ECONNRESET',
		'401 Unauthorized EACCES EPERM',
		'getaddrinfo EAI_AGAIN operator',
		'SELF_SIGNED_CERT_IN_CHAIN at the operator',
		'{{ $json.secret }} =1+1',
	])('come through unmangled: %s', async (message) => {
		for (const status of [400, 429, 500]) {
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				await service.fail({ kind: 'status', status, body: { message } });
				const run = await runNode(service.credential, getReport, [{ id: '7' }], { onError });
				expect(run.error?.message ?? run.errorOutput[0].json.error).toBe(message);
			}
		}
	});
});

describe('What a person reads of a page', () => {
	it.each<[string, string[]]>([
		['Use <digits> & more', ['Use <digits> & more']],
		['<p>a &amp; b</p>', ['', ' a & b ']],
		['<!DOCTYPE html>a', ['', ' a']],
		[
			'<html><head><title lang="en">Oh\n no</title><style>p{}</style></head><body>a<br>b</body>',
			['Oh no', ' a b '],
		],
		['<SCRIPT>x</script>a<script src="b">y</SCRIPT >b</script>c', ['', ' a c']],
		['<header>a</header><p>b</p>', ['', ' a b ']],
		['<script>x</p>', ['', ' x ']],
		['</p>&#65;&lt;&GT;&quot;&nbsp;&apos;&#x41;&#1234567;', ['', ' A<>" &apos;&#x41;&#1234567;']],
	])('of %j is %j', (text, shown) => {
		expect(readable(text)).toEqual(shown);
	});
});
