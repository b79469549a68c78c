import { explainNpmFailure } from '../../dev/npmFailure';

const explain = (...lines: string[]) => explainNpmFailure(lines, { code: 1 }, 'install.log');

test.each([
	['npm error code ENOSPC', /disk is full/],
	['npm error code EACCES', /may not write/],
	['npm error code ENOTFOUND', /could not be reached/],
	[
		'npm error network request to the registry failed, reason: connect ECONNREFUSED',
		/could not be reached/,
	],
	['npm error code SELF_SIGNED_CERT_IN_CHAIN', /certificate/],
	['npm error code E401', /refused/],
	['npm error code ETARGET', /could not be had/],
	['npm error code EINTEGRITY', /could not be had/],
])('"%s" is told as what it means', (line, told) => {
	const failure = explain(line);
	expect(failure.message).toMatch(told);
	expect(failure.message).toContain('install.log');
	expect(failure.whatToDo).toMatch(/run the command again/i);
});

test('an error of an unknown kind names the code npm ended with and its log', () => {
	expect(explain('npm error something else').message).toMatch(/ended with code 1.*install\.log/);
});

test('an npm that is not there is told as that', () => {
	const failure = explainNpmFailure([], { code: null, problem: 'spawn npm ENOENT' }, 'install.log');
	expect(failure.message).toMatch(/could not be started/);
});
