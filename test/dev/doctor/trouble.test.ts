import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { HELP, readArguments } from '../../../dev/doctor/arguments';
import { run } from '../../../dev/doctor/run';
import { AnsweringServer } from '../../support/answeringServer';
import { consult, NUMBER, openLike, openOther, reading, sending } from './consultation';
import type { Reply } from './consultation';

const busy: Reply = { status: 429, headers: { 'retry-after': '7' }, json: { error: 'busy' } };

it.each([
	['/v1/sms/single', 1],
	['/v1/sms/bulk', 2],
	['/campaigns', 3],
	['/viber', 6],
	['/email', 7],
])('says that the outcome of %s is not known, and sends nothing after it', async (path, count) => {
	const changes: string[] = [];
	const other = await openOther({
		request: (seen) => {
			const isRead = seen.method === 'GET' || /report$|validate$/.test(seen.path);
			if (!isRead) changes.push(seen.path);
			return seen;
		},
		answer: (reply, seen) =>
			// A length that never comes: the connection ends in the middle of the answer.
			seen.method === 'POST' && seen.path === path
				? { ...reply, headers: { 'content-length': '1', 'transfer-encoding': 'chunked' } }
				: reply,
	});
	const { whyNot } = await consult(other, [...sending, '--wait', '3']);
	expect(whyNot).toContain(`It isn't known whether POST ${path} was carried out.`);
	expect(changes).toHaveLength(count);
	expect(changes.at(-1)).toBe(path);
});

describe('Of a service that is too busy for each third request', () => {
	const opened = async () => {
		let count = 0;
		const asked: string[] = [];
		const other = await openOther({
			request: (seen) => {
				const isBusy = ++count % 3 === 0 && !/single|bulk/.test(seen.path);
				asked.push(`${seen.method} ${seen.path}`);
				return isBusy ? busy : seen;
			},
		});
		const waited: number[] = [];
		const pause = async (ms: number) => {
			waited.push(ms);
			await other.pause(ms);
		};
		return { ...other, pause, waited, asked };
	};

	it('the doctor waits, reads again, and names only the limit', async () => {
		const other = await opened();
		const first = await consult(other, reading);
		expect(first.different).toEqual(['request-limits']);
		expect(new Set(other.waited)).toEqual(new Set([7000]));
		expect((await consult(await openLike(first.recording), reading)).table).toEqual(first.table);
	});

	it('it sends nothing again', async () => {
		const changes: string[] = [];
		const other = await openOther({
			request: (seen) => {
				if (/single|bulk|campaigns$|viber|email/.test(seen.path) && seen.method === 'POST') {
					changes.push(seen.path);
					return busy;
				}
				return seen;
			},
		});
		await consult(other, sending);
		expect(new Set(changes).size).toBe(changes.length);
	});
});

it('asks for no word as a state', async () => {
	const other = await openOther({
		answer: (reply, { path }) =>
			path.endsWith('/report') && Array.isArray(reply.json)
				? { ...reply, json: reply.json.map((entry: object) => ({ ...entry, state: 'SENT' })) }
				: reply,
	});
	const { all } = await consult(other, ['--send-to', NUMBER, '--from', 'Shop']);
	const states = all.find(({ row }) => row === 'part-states');
	expect(states?.change).toEqual([expect.stringContaining('leave them empty')]);
});

it.each([302, 200])('a sign-in page with status %i shows nothing of the key', async (status) => {
	const page: Reply = { status, headers: { location: '/login' }, json: '<title>Sign in</title>' };
	const { table } = await consult(await openOther({ request: () => page }), []);
	expect(table['key-place']).toBe('not tried');
});

describe('What is written', () => {
	const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const ask = async (args: string[]) => {
		const shown = jest.spyOn(console, 'log').mockImplementation(() => undefined);
		process.env.MESSAGING_API_KEY = 'sk+live/9Zq7==xT';
		try {
			return await run(args, new AbortController().signal);
		} finally {
			delete process.env.MESSAGING_API_KEY;
			shown.mockRestore();
		}
	};

	it('goes into a folder that was not there', async () => {
		const { address } = await openOther({ request: () => ({ ...busy, status: 404 }) });
		const out = join(folder, 'new', 'one');
		await ask(['--url', address, '--out', out]);
		expect(readFileSync(join(out, 'doctor-report.md'), 'utf8')).toContain('# Doctor');
	});

	it('nothing is asked if it has no place', async () => {
		const { address, received } = await openOther();
		const file = join(folder, 'file');
		writeFileSync(file, '');
		await expect(ask(['--url', address, '--out', file])).rejects.toThrow("can't be written");
		expect(received).toEqual([]);
	});

	it('has no key in base64 or hex, be it a value, a name, or part of a longer text', async () => {
		const key = Buffer.from('sk+live/9Zq7==xT');
		const hidden = ['', 'u:', 'me:', 'user:'].flatMap((before) => {
			const all = Buffer.concat([Buffer.from(before), key, Buffer.from(before)]);
			return [all.toString('base64'), all.toString('base64url'), all.toString('hex')];
		});
		const json = [Object.fromEntries(hidden.map((text) => [text, `Is ${text}.`]))];
		const server = await AnsweringServer.start((_request, response) => {
			response.end(JSON.stringify(json));
		});
		const out = join(folder, 'encoded');
		await ask(['--url', server.address, '--out', out]);
		await server.stop();
		for (const name of ['recording.json', 'doctor-report.md']) {
			const text = readFileSync(join(out, name), 'utf8');
			for (const one of hidden) expect(text).not.toContain(one);
		}
		expect(readFileSync(join(out, 'recording.json'), 'utf8')).toContain('***');
	});
});

it.each(['https://me:secret-1@a.io', 'https://a.io/v1?X-ApiKey=secret-1', 'https://a.io#secret-1'])(
	'refuses %s: the key has no place in it',
	(url) => expect(() => readArguments(['--url', url])).toThrow('more than a host and a path'),
);

it('repeats no argument that may be the key', () => {
	expect(() => readArguments(['--url', 'https://a.io', 'secret-1'])).toThrow('Unexpected');
	expect(() => readArguments(['--url', 'https://a.io', 'secret-1'])).not.toThrow(/secret-1/);
});

it('--help names each option', () => {
	const { values } = parseArgs({ args: HELP.match(/--[a-z-]{2,}/g) ?? [], strict: false });
	const known = Object.keys(readArguments(['--url', 'https://a.io']));
	const named = Object.keys(values);
	expect(known.filter((name) => !named.includes(name))).toEqual([]);
	const docs = readFileSync(join(__dirname, '../../../docs/doctor.md'), 'utf8');
	expect(named.filter((name) => !docs.includes(`--${name}`))).toEqual([]);
});
