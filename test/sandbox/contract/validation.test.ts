import { counts } from '../../../sandbox/verdict.ts';
import { situations } from '../../../sandbox/traffic/situations.ts';
import { json, sandboxForTests, sms } from '../openSandbox.ts';

const sandbox = sandboxForTests();

type Wrong = [path: string, body: unknown, ...words: string[]];
/** Bodies that are right but for a field or two. */
const besides = (path: string, right: object, rows: Array<[object, ...string[]]>) =>
	rows.map(([fields, ...words]): Wrong => [path, { ...right, ...fields }, ...words]);

const phoneNumber = '37060000001';
const mail = { to: 'ruta@example.com', from: 'shop@example.com', subject: 'Hi', text: 'Hello' };
const message = {
	...{ messageId: 'm1', channel: 'sms', to: phoneNumber, from: 'Shop' },
	...{ parts: ['Hello'], partIds: ['p1'], sentAt: 0, fields: {} },
};
const saved = {
	...{ campaignId: 'c1', name: 'n', from: 'f', text: 't', createdAt: 0 },
	recipients: [phoneNumber],
};
const campaign = { ...sms(), name: 'Spring', recipients: [phoneNumber] };

const ofService: Wrong[] = [
	...besides('/v1/sms/single', sms(), [
		[{ to: undefined }, 'The field to must be', 'it is missing'],
		[{ to: 37060012345 }, 'to must be', 'got the number 37060012345'],
		[{ to: '+37060012345' }, 'to must be', 'got "+37060012345"'],
		[{ to: '370600' }, 'to must be', 'got "370600"'],
		[{ to: '3706001234567890' }, 'to must be', '7 to 15 digits'],
		[{ to: '٣٧٠٦٠٠١٢٣٤٥' }, 'to must be', '7 to 15 digits'],
		[{ from: undefined }, 'from must be', 'it is missing'],
		[{ from: ' ' }, 'from must be', 'got " "'],
		[{ text: '' }, 'text must be', 'got an empty string'],
		[{ text: null }, 'text must be', 'got null'],
		[{ text: 'a'.repeat(39_016) }, 'text has 39016 characters; 39015 are possible'],
	]),
	['/v1/sms/single', '[]', 'The body must be a JSON object; got an empty array'],
	['/v1/sms/single', '', 'The body must be a JSON object; it is missing'],
	['/v1/sms/single', '{"to":', 'The body is not valid JSON'],
	['/v1/sms/bulk', {}, 'The body must be a JSON array'],
	['/v1/sms/bulk', [], 'at least one entry'],
	['/v1/sms/bulk', ['x'], 'The entry [0] must be a JSON object'],
	['/v1/sms/bulk', [sms(), sms({ to: '12' }), sms({ from: '' })], '[1].to must be'],
	['/v1/sms/report', { messageId: 'abc' }, 'messageId must be a UUID'],
	...besides('/campaigns', campaign, [
		[{ name: undefined }, 'name must be'],
		[{ from: 5 }, 'from must be'],
		[{ text: '' }, 'text must be'],
		[{ recipients: [] }, 'recipients must be an array'],
		[{ recipients: [phoneNumber, '+1'] }, 'The entry recipients[1] must be'],
		[{ scheduledAt: 'soon' }, 'scheduledAt must be an ISO 8601 time'],
	]),
	['/contacts/validate', {}, 'phoneNumber must be'],
	['/contacts/import', [{ phoneNumber }, { phoneNumber: 37060000012 }], '[1].phoneNumber must be'],
	...besides('/contacts/any/consent', { channel: 'sms' }, [
		[{ channel: 'fax', status: 'granted' }, 'channel must be one of sms, email, viber; got "fax"'],
		[{}, 'The field status must be one of granted, revoked; it is missing'],
	]),
	['/suppression', { phoneNumber: 'x' }, 'phoneNumber must be'],
	...besides('/email', mail, [
		[{ to: 'ruta' }, 'to must be an email address'],
		[{ from: undefined }, 'from must be an email address'],
		[{ subject: '' }, 'subject must be'],
		[{ text: undefined }, 'The field text or html must be'],
	]),
	...besides('/viber', sms(), [
		[{ to: '+1' }, 'to must be'],
		[{ imageUrl: 'javascript:alert(1)' }, 'imageUrl must be a web address'],
		[{ buttonUrl: 'example' }, 'buttonUrl must be a web address'],
		[{ buttonText: 5 }, 'buttonText must be a string'],
	]),
];

const names = situations.map(({ name }) => name);
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const ofControls: Wrong[] = [
	['faults', {}, 'kind must be one of'],
	...besides('faults', { kind: 'status' }, [
		[{ status: 99 }, 'status must be a whole number from 200 to 599'],
		[{ count: 0 }, 'count must be a whole number from 1 to 1000000, or null for all'],
		[{ after: 1.5 }, 'after must be'],
		[{ accepted: 'yes' }, 'accepted must be true or false'],
		[{ retryAfter: {} }, 'retryAfter must be'],
	]),
	['faults', `{"kind":"status","body":${deep}}`, 'The JSON has more than 100 levels'],
	...['-1', '1e300', '1e400', '1e12', '"1"', 'null'].map(
		(ms): Wrong => ['clock', `{"advanceMs":${ms}}`, 'advanceMs must be a number from 0 to 3153600'],
	),
	['rate-limit', { requestsPerSecond: 0 }, 'requestsPerSecond must be a number from 1'],
	['balance', { EUR: '5' }, 'EUR must be a number from 0'],
	['dialect', { lists: 'odd' }, 'lists must be one of bare, wrapped, paged, phone; got "odd"'],
	['dialect', { color: 'red' }, 'The field color is none of lists, objects, ids, errors'],
	['dialect', { fields: 'extra' }, 'The field fields is none of'],
	['situation', { name: 'hail' }, `name must be one of ${names.join(', ')}; got "hail"`],
];

const ofFiles: Array<[unknown, string]> = [
	['{"messages":[', 'The body is not valid JSON'],
	[[], 'The body must be a JSON object'],
	[null, 'The body must be a JSON object'],
	[{}, 'The body must be a JSON object with at least one of clockAheadMs, balance'],
	[{ name: 'A workflow', nodes: [] }, 'name is none of clockAheadMs, balance'],
	[{ balance: { EUR: '5' } }, 'balance.EUR must be a number'],
	[{ messages: [{ ...message, to: 5 }] }, 'messages[0].to must be a string'],
	[{ messages: [{ ...message, parts: [] }] }, 'messages[0].parts must be a JSON array with at'],
	[{ messages: [{ ...message, sentAt: 1e20 }] }, 'messages[0].sentAt must be a whole number'],
	[{ messages: [{ ...message, channel: 'fax' }] }, 'messages[0].channel must be one of sms'],
	[{ messages: [{ ...message, partIds: ['a', 'b'] }] }, 'messages[0] has 1 parts and 2 partIds'],
	[{ messages: [message, message] }, 'messages[1].messageId is there twice: m1'],
	[{ campaigns: [saved, saved] }, 'campaigns[1].campaignId is there twice: c1'],
	[{ contacts: [{ phoneNumber: '1' }] }, 'contacts[0].phoneNumber must be a string of 7'],
	[{ contacts: [{ phoneNumber }, { phoneNumber }] }, 'contacts[1].phoneNumber is there twice'],
	[{ dialect: { lists: 'odd' } }, 'dialect.lists must be one of bare'],
	[{ faults: [{ kind: 'odd' }] }, 'faults[0].kind must be one of status'],
	[{ clockAheadMs: 1e15 }, 'clockAheadMs must be a number from 0'],
	[{ requestsPerSecond: 0 }, 'requestsPerSecond must be a number from 1'],
];

const control = (path: string) => `/_sandbox/${path}`;
const doors = ['import', 'import?check=true'];

const all = [
	...ofService,
	...ofControls.map(([path, ...rest]): Wrong => [control(path), ...rest]),
	...doors.flatMap((door) => ofFiles.map((wrong): Wrong => [control(door), ...wrong])),
].map(([path, body, ...words]) => ({ path, body, words }));

it.each(all)('$path refuses what is wrong, and changes nothing: $words', async (wrong) => {
	const { path, body, words } = wrong;
	await sandbox.send();
	await sandbox.control('faults', { kind: 'html', path: '/nowhere' });
	const before = await sandbox.read('export');
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const { status, body: answer } = await sandbox.postText(path, text);
	expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
	for (const word of words) expect(answer.error.message).toContain(word);
	expect(await sandbox.read('export')).toEqual(before);
});

const report = '/v1/sms/report?X-ApiKey=sandbox-key';
const latest = control('messages/latest?');
const verdict = control('verdict?');
const expected = [...counts, 'account'].join(', ');

it.each<readonly [path: string, words: string]>([
	[report, 'The field messageId must be a UUID; it is missing'],
	[`${report}&messageId=abc`, 'The field messageId must be a UUID; got "abc"'],
	[`${report}&messageId=a&messageId=b`, 'The field messageId must be a UUID; got an array'],
	[`${latest}to=`, 'to must be a string'],
	[`${latest}to=1&to=2`, 'to must be a string'],
	[`${latest}channel=fax`, 'channel must be one of'],
	[`${latest}number=1`, 'The field number is none of to, channel, after, wait, account'],
	...['61', '-1', '1.5', '1e9', 'long', ''].map(
		(wait) => [`${latest}wait=${wait}`, 'wait must be a whole number of seconds, at'] as const,
	),
	...['1', 'yesterday', '2030', '2030-01-01T25:00Z', 'none', ''].map(
		(after) => [`${latest}after=${after}`, 'The field after must be'] as const,
	),
	[`${verdict}person=3`, `The field person is none of ${expected}`],
	[`${verdict}__proto__=3`, `The field __proto__ is none of ${expected}`],
	[`${verdict}people=many`, 'The field people must be a whole number; got "many"'],
	[`${verdict}people=`, 'The field people must be a whole number; got an empty string'],
	[`${verdict}people=-1`, 'The field people must be a whole number; got "-1"'],
	[`${verdict}people=1&people=2`, 'The field people must be a whole number; got an array'],
])('%s is refused: %s', async (path, words) => {
	const { status, body } = await sandbox.call('GET', path, { headers: json });
	expect([status, body.error.code]).toEqual([400, 'invalid_request']);
	expect(body.error.message).toContain(words);
});
