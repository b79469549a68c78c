import { fillPath, requestAddress } from '../../../nodes/MessagingService/service/address';

describe('The address of a request', () => {
	const address = (more: object, path = '/campaigns') =>
		requestAddress({ environment: 'sandbox', sandboxUrl: 'http://a', ...more }, path);

	it.each<[object, string, string]>([
		[{}, 'campaigns/', 'http://a/campaigns'],
		[{ sandboxUrl: ' http://a:1/b// ' }, '/campaigns', 'http://a:1/b/campaigns'],
		[{ sandboxUrl: 'http://a/b//c/' }, '/campaigns', 'http://a/b//c/campaigns'],
		[{ sandboxUrl: 'https://a/?x#y' }, '/campaigns', 'https://a/campaigns'],
		[{ customPaths: true, pathPrefix: ' /v2//' }, '/campaigns', 'http://a/v2/campaigns'],
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

	const inProduction = (productionUrl?: string) => ({ environment: 'production', productionUrl });
	it.each<[object, string, string]>([
		...[undefined, null, '', 'Production', ' production', 'PRODUCTION'].map(
			(environment): [object, string, string] => [
				{ ...inProduction('https://p'), environment },
				"'Environment' isn't chosen",
				'Choose Sandbox or Production in',
			],
		),
		...[undefined, ' ', ''].map((sandboxUrl): [object, string, string] => [
			{ sandboxUrl },
			"'Sandbox URL' is empty",
			"Fill in 'Sandbox URL' in",
		]),
		[inProduction(), "'Production URL' is empty", "Fill in 'Production URL' in"],
		...['a', 'http://', 'a:1', 'ftp://a'].map((sandboxUrl): [object, string, string] => [
			{ sandboxUrl },
			`'Sandbox URL' isn't a web address: ${sandboxUrl}`,
			'It must begin',
		]),
		[inProduction('p.com'), "'Production URL' isn't a web address: p.com", 'It must begin'],
		[inProduction('http://p'), "'Production URL' must begin with https://", 'Any other address'],
	])('is refused: %j', (credentials, message, advice) => {
		const description: unknown = expect.stringMatching(
			new RegExp(`^${advice} .*the Messaging Service credential`),
		);
		expect(() => address(credentials)).toThrow(expect.objectContaining({ message, description }));
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

	it.each([{}, { customPaths: false, emailPath: '' }, { customPaths: true }])(
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
