import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readState } from '../../sandbox/keep.ts';
import { readRecording } from '../../sandbox/like/recording.ts';
import { counts } from '../../sandbox/verdict.ts';
import { createPageEvents } from '../../sandbox/pageEvents.ts';
import { safeHeaders } from '../../sandbox/account/visitors.ts';
import { folderForTests } from '../support/folder.ts';
import { json, openSandbox, sandboxForTests, sms } from './openSandbox.ts';

const folder = folderForTests();
const sandbox = sandboxForTests();
const other = sandboxForTests();

const fileOf = (text: string) => {
	const file = join(folder, 'file.json');
	// To write over a file waits for the disk.
	rmSync(file, { force: true });
	writeFileSync(file, text);
	return file;
};

/** What a stranger writes, as JSON. */
const odd: Record<string, string> = {
	'too many levels': `${'['.repeat(111)}${']'.repeat(111)}`,
	'far too many levels': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
	'no text': '{"toString":1,"toJSON":1,"length":1e9}',
	'a list': '[[["a"]]]',
	'a number': '-1e300',
	nothing: 'null',
	'an empty text': '""',
	'control characters': String.raw`"\u001b[2J\u001b]0;x\u0007\u009b\u202e\u0000\r\nset-cookie: a=b"`,
	'half a character': String.raw`"\ud800"`,
	'the way to elsewhere': '"../../v1/Common/balance?X-ApiKey=sandbox-key&"',
	'a name of every object': '"__proto__"',
	'a long text': JSON.stringify('[{"'.repeat(10_000)),
};

/** Puts JSON in the place of X. */
const filled = (whole: object, value: string) => JSON.stringify(whole).replace(/"X"/g, () => value);

const message = {
	...{ messageId: 'm', channel: 'email', to: 'a@b.co', from: 'c@d.co' },
	...{ parts: ['a'], partIds: ['p'], sentAt: 1, fields: { html: 'b' } },
};
const campaign = { campaignId: 'c', name: 'n', from: 'f', text: 't', createdAt: 1 };
const contact = { phoneNumber: '37060000001' };
const each = <Fields extends object>(list: string, fields: Fields, names: string[]) =>
	names.map((name) => ({ [list]: [{ ...fields, [name]: 'X' }] }));
const states: object[] = [
	{ accounts: 'X' },
	{ accounts: { ada: 'X' } },
	{ accounts: { X: { balance: {} } } },
	...each('messages', message, [...Object.keys(message), 'campaignId', 'refusedWith']),
	...['sms', 'viber', 'email'].flatMap((channel) =>
		['text', 'html', 'subject', 'imageUrl', 'buttonText', 'buttonUrl', 'ref', 'X'].map((name) => ({
			messages: [{ ...message, channel, to: '37060000001', fields: { html: 'b', [name]: 'X' } }],
		})),
	),
	{ messages: [{ ...message, parts: ['X'], partIds: ['X'] }] },
	...each('campaigns', { ...campaign, recipients: ['37060000001'] }, [
		...[...Object.keys(campaign), 'recipients', 'scheduledAt', 'cancelledAt', 'parts', 'messages'],
	]),
	...each('contacts', contact, ['phoneNumber', 'contactId', 'created', 'updated', 'id', 'about']),
	...['sms', 'fax', 'toString'].map((name) => ({
		contacts: [{ ...contact, consent: { [name]: 'X' } }],
	})),
	...each('suppression', contact, ['phoneNumber', 'reason', 'added', 'id']),
	...each('faults', { kind: 'status', count: null, after: 9 }, [
		...['kind', 'count', 'after', 'status', 'retryAfter', 'body', 'contentType', 'method'],
		...['path', 'id'],
	]),
	...['clockAheadMs', 'balance', 'dialect', 'latencyMs', 'requestsPerSecond', 'X'].map((name) => ({
		[name]: 'X',
	})),
];
const bodies: Array<[string, object]> = [
	...['to', 'from', 'text', 'extra', 'subject'].flatMap(
		(name): Array<[string, object]> => [
			['/v1/sms/single', sms({ [name]: 'X' })],
			['/v1/sms/bulk', [sms({ [name]: 'X' })]],
			['/viber', sms({ [name]: 'X' })],
			['/email', { ...sms(), to: 'a@b.co', from: 'c@d.co', subject: 's', [name]: 'X' }],
		],
	),
	['/campaigns', { ...campaign, recipients: ['X'] }],
	['/campaigns', { ...campaign, recipients: ['37060000001'], name: 'X' }],
	['/contacts/import', [{ ...contact, consent: 'X', contactId: 'X', about: 'X', name: 'X' }]],
	['/contacts/X/consent', { channel: 'X', status: 'X' }],
	['/suppression', { ...contact, reason: 'X' }],
	['/v1/sms/report', { messageId: 'X' }],
];

/** Whatever an address may say to a control. */
const ofAccount = ['state', 'export', 'verdict', 'requests', 'messages/latest', 'clock', 'faults'];
const ofLatest = ['to=', 'channel=', 'after=', 'wait=', ''];
const ofVerdict = [...counts, 'since', 'situation', 'sentence'].map((name) => `${name}=`);
const parameters: Array<['GET' | 'POST', string]> = [
	...['reset', 'counting'].map((path): ['POST', string] => ['POST', `${path}?account=`]),
	...[
		...ofAccount.map((path) => `${path}?account=`),
		...ofLatest.map((name) => `messages/latest?${name}`),
		...[...ofVerdict, ''].map((name) => `verdict?${name}`),
	].map((path): ['GET', string] => ['GET', path]),
];

/** Each way in: what it says if it refuses. */
const importing = async (text: string) => {
	const { status, body } = await sandbox.postText('/_sandbox/import', text);
	return status < 400 ? undefined : [status, body.error.message];
};
const reading = (files: (file: string) => object) => async (text: string) => {
	try {
		return void readState(sandbox.app, files(fileOf(text)));
	} catch (error) {
		return [400, (error as Error).message];
	}
};
const doors: Array<[string, (text: string) => Promise<unknown[] | undefined>]> = [
	['an import', importing],
	['a seed', reading((seed) => ({ seed }))],
	['a kept state', reading((keep) => ({ keep }))],
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it reads what the page reads
type Told = Record<string, any>;
const eventsOf = () => createPageEvents(sandbox.app.accounts.main, () => [])() as Iterable<Told>;

/** Nothing that is told to the page is more than the page can draw, and an address can hold each ID. */
function expectPage(): void {
	for (const event of eventsOf()) {
		const { messages = [], contacts = [], requests = [], beside } = event;
		const { campaigns = [], suppressed = [] } = beside ?? {};
		const rows = [...messages, ...contacts, ...requests, ...campaigns, ...suppressed];
		for (const { parts = [], consent = {}, course = [], tags = [], ...row } of rows) {
			const texts = parts.map(({ text }: { text: unknown }) => text);
			const values = [row, consent].flatMap((one) => Object.values(one));
			const objects = [...values, ...texts, ...course, ...tags].filter(
				(value) => Object(value) === value,
			);
			expect(objects).toEqual([]);
		}
		for (const { id } of messages) expect(() => encodeURIComponent(id)).not.toThrow();
	}
}

/** All that shows or keeps it goes on, and what is exported can be imported. */
async function expectNoHarm(): Promise<void> {
	for (const path of ['state', 'export', 'requests', 'verdict', 'faults', 'messages/latest']) {
		const { status } = await sandbox.look(path);
		expect([path, status === 404 ? 200 : status]).toEqual([path, 200]);
	}
	for (const path of ['/contacts', '/suppression', '/v1/Common/balance']) {
		expect([path, (await sandbox.get(path)).status < 500]).toEqual([path, true]);
	}
	expectPage();
	const { text } = await sandbox.look('export');
	expect(() => readState(other.app, { seed: fileOf(text) })).not.toThrow();
}

describe.each(Object.entries(odd))('%s', (_, value) => {
	it.each(doors)('in any place of %s is refused in words, or harmless', async (_door, enter) => {
		let taken = 0;
		for (const state of states) {
			const refused = await enter(filled(state, value));
			if (refused) expect(refused).toEqual([400, expect.stringMatching(/\w{3}/)]);
			else {
				taken += 1;
				// What a state does is the same by whichever door it has come in.
				if (enter === importing) await expectNoHarm();
				else expectPage();
			}
		}
		if (value.length > 10_000 && value.includes('a')) expect(taken).toBe(0);
	});

	it('in any place of a request is refused in words, or harmless', async () => {
		for (const [path, body] of bodies) {
			const answer = await sandbox.postText(path, filled(body, value));
			if (answer.status >= 400) {
				expect(answer.status).toBeLessThan(500);
				expect(answer.body.error.message).toMatch(/\w{3}/);
			}
		}
		await expectNoHarm();
	});

	it('in any parameter of a control, or as a key, is refused in words, or harmless', async () => {
		// More than that, no server reads.
		const text = encodeURIComponent(value).slice(0, 6_000);
		const asked = parameters.map(([method, path]) => [method, `/_sandbox/${path}`] as const);
		const key = '/v1/Common/balance?X-ApiKey=sandbox-key';
		for (const [method, path] of [...asked, ['GET', key], ['GET', `${key}-`]] as const) {
			const answer = await sandbox.call(method, path + text, { headers: json });
			if (answer.status < 400) continue;
			expect([path, [400, 401, 404, 417].includes(answer.status)]).toEqual([path, true]);
			expect(answer.body.error.message).toMatch(/\w{3}/);
		}
		for (const [name] of sandbox.app.accounts.used()) expect(name).toMatch(/^[\w-]{1,40}$/);
		await expectNoHarm();
	});

	it('in any place of a recording is refused in words, or harmless', async () => {
		const headers = { 'content-type': 'application/json' };
		const answer = { status: 200, headers, json: { a: [1] } };
		const exchange = { method: 'GET', path: '/x', isUnknown: true, answer };
		const answers = [
			...['status', 'headers', 'json', 'text', 'cut', 'hasLargeNumbers'].map((name) => ({
				[name]: 'X',
			})),
			...['content-type', 'link', 'location', 'x-total', 'set-cookie', 'X'].map((name) => ({
				headers: { [name]: 'X' },
			})),
			{ cut: [{ at: ['X'], length: 'X' }] },
			{ cut: [{ at: ['a', 'X', 'X'], length: 9 }] },
			{ json: undefined, text: 'X' },
		];
		const exchanges = [
			...['method', 'path', 'id', 'query', 'body', 'isUnknown', 'hasWrongKey', 'answer'].map(
				(name) => ({ ...exchange, [name]: 'X' }),
			),
			...answers.map((one) => ({ ...exchange, answer: { ...answer, ...one } })),
		];
		for (const one of exchanges) {
			const file = { format: 'messaging-service-recording', version: 1, exchanges: [one] };
			let like;
			try {
				like = readRecording(fileOf(filled(file, value)));
			} catch (error) {
				expect((error as Error).message).toMatch(/is no recording: \w+/);
				continue;
			}
			const account = await openSandbox({ like });
			const got = await account.get('/x');
			expect(got.status).toBeLessThan(500);
			expect(got.headers).toMatchObject(safeHeaders);
			expect(got.headers).not.toHaveProperty('set-cookie');
			await account.close();
		}
	});
});
