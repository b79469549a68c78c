import { fillPath, requestAddress } from '../../../nodes/MessagingService/service/address';
import { limitedTo } from '../../../nodes/MessagingService/service/deadline';

describe('The address of a request', () => {
	const address = (more: object, path = '/campaigns') =>
		requestAddress({ environment: 'sandbox', sandboxUrl: 'http://a', ...more }, path);

	it.each<[object, string, string]>([
		[{}, 'campaigns/', 'http://a/campaigns'],
		[{ sandboxUrl: ' http://a:1/b// ' }, '/campaigns', 'http://a:1/b/campaigns'],
		[{ sandboxUrl: 'http://a/b//c/' }, '/campaigns', 'http://a/b//c/campaigns'],
		[{ sandboxUrl: 'https://a/?x#y' }, '/campaigns', 'https://a/campaigns'],
		[{ customPaths: true, pathPrefix: ' /v2//' }, '/campaigns', 'http://a/v2/campaigns'],
		[{ customPaths: false, pathPrefix: ' /v2//' }, '/campaigns', 'http://a/campaigns'],
		[{ customPaths: 'false', pathPrefix: ' /v2//' }, '/campaigns', 'http://a/campaigns'],
		[{ customPaths: true, pathPrefix: 'a//b/' }, '/campaigns', 'http://a/a//b/campaigns'],
		[{ customPaths: true }, '/campaigns', 'http://a/campaigns'],
		[{ customPaths: true, pathPrefix: 'v2' }, '/v1/sms/single', 'http://a/v1/sms/single'],
		[{ customPaths: true, pathPrefix: 'v2' }, '/v1/Common/balance', 'http://a/v1/Common/balance'],
		[{ customPaths: true, pathPrefix: 'v2' }, '/x/v1/sms/single', 'http://a/v2/x/v1/sms/single'],
		[{ environment: 'production', productionUrl: 'https://p' }, '/a', 'https://p/a'],
	])('of %j for %s is %s', (credentials, path, whole) => {
		expect(address(credentials, path)).toBe(whole);
	});

	it.each<[object, string, RegExp]>([
		[{ sandboxUrl: undefined }, "'Sandbox URL' is empty", /^Fill in 'Sandbox URL'/],
		...[undefined, null, '', 'Production', ' production', 'PRODUCTION'].map(
			(environment): [object, string, RegExp] => [
				{ environment, productionUrl: 'https://p' },
				"'Environment' isn't chosen",
				/^Choose Sandbox or Production/,
			],
		),
		[{ sandboxUrl: ' ' }, "'Sandbox URL' is empty", /^Fill in 'Sandbox URL'/],
		[{ sandboxUrl: '' }, "'Sandbox URL' is empty", /^Fill in 'Sandbox URL'/],
		[{ environment: 'production' }, "'Production URL' is empty", /^Fill in 'Production URL'/],
		[{ sandboxUrl: 'a' }, "'Sandbox URL' isn't a web address: a", /^It must begin/],
		[{ sandboxUrl: 'http://' }, "'Sandbox URL' isn't a web address: http://", /^It must begin/],
		[{ sandboxUrl: 'a:1' }, "'Sandbox URL' isn't a web address: a:1", /^It must begin/],
		[
			{ environment: 'production', productionUrl: 'p.example.com' },
			"'Production URL' isn't a web address: p.example.com",
			/^It must begin/,
		],
		[{ sandboxUrl: 'ftp://a' }, "'Sandbox URL' isn't a web address: ftp://a", /^It must begin/],
		[
			{ environment: 'production', productionUrl: 'http://p' },
			"'Production URL' must begin with https://",
			/API key unencrypted/,
		],
	])('is refused: %j', (credentials, message, advice) => {
		expect(() => address(credentials)).toThrow(
			expect.objectContaining({
				message,
				description: expect.stringMatching(advice),
			}),
		);
		expect(() => address(credentials)).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('the Messaging Service credential'),
			}),
		);
	});
});

describe('The time that a request may take', () => {
	it('ends when there is no more, but is a second at least', () => {
		const settings = { timeout: 5_000, skipSslCertificateValidation: true };
		expect(limitedTo(undefined, settings)).toBe(settings);
		const now = performance.now();
		const { wholeMs = 0, ...others } = limitedTo(now + 60_000, settings);
		expect(others).toEqual(settings);
		expect(wholeMs).toBeGreaterThan(5_000);
		expect(wholeMs).toBeLessThanOrEqual(60_000);
		const least = { timeout: 1_000, wholeMs: 1_000 };
		expect(limitedTo(now - 1, settings)).toEqual({ ...settings, ...least });
	});
});

describe('A path', () => {
	const thrown = (message: string, description: string) =>
		expect.objectContaining({ message, description });
	const filled = (url: string, given: unknown, credentials = {}) =>
		fillPath(url, () => given, credentials);

	it('has the parameter in it that it names, percent-encoded', () => {
		expect(filled('/v1/campaigns', 'x')).toBe('/v1/campaigns');
		expect(filled('/v1/campaigns/{campaignId}/cancel', ' a/b ')).toBe('/v1/campaigns/a%2Fb/cancel');
		expect(filled('/v1/campaigns/{campaignId}', 7)).toBe('/v1/campaigns/7');
		expect(filled('/v1/campaigns/{campaignId}', '...')).toBe('/v1/campaigns/...');
	});

	it.each(['.', '..', ' .. ', '\ud83d', 'a\ud83d'])('has no %j in it', (given) => {
		expect(() => filled('/v1/campaigns/{campaignId}', given)).toThrow(
			thrown(
				`'Campaign ID' isn't an ID: ${given.trim()}`,
				'Use the ID from the output of an earlier node.',
			),
		);
	});

	it('is a field of the credential', () => {
		expect(filled('{emailPath}', 'x', { customPaths: true, emailPath: ' /mail ' })).toBe('/mail');
	});

	it.each([
		{},
		{ emailPath: '/mail' },
		{ customPaths: false, emailPath: '' },
		{ customPaths: true },
	])(
		'is the assumed one while Custom Paths is off, or nothing is said of it: %j',
		(credentials) => {
			expect(filled('{emailPath}', 'x', credentials)).toBe('/email');
			expect(filled('{viberPath}', 'x', credentials)).toBe('/viber');
		},
	);

	it.each(['', ' '])('of the credential is not %j', (emailPath) => {
		expect(() => filled('{emailPath}', 'x', { customPaths: true, emailPath })).toThrow(
			thrown("'Email Path' is empty", "Fill in 'Email Path' in the Messaging Service credential."),
		);
	});
});
