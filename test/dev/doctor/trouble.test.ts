import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { HELP, readArguments } from '../../../dev/doctor/arguments';
import { Findings } from '../../../dev/doctor/findings';
import type { Finding } from '../../../dev/doctor/findings';
import { NO_SETTING } from '../../../dev/doctor/judge';
import { RIGHTS } from '../../../dev/doctor/questions/lists';
import { changesOf as toldChanges } from '../../../dev/doctor/results/report';
import { folderForTests } from '../../support/folder';
import { consult, NUMBER, openLike, openOther, reading, runDoctor, sending } from './consultation';
import type { Reply, Seen } from './consultation';

const folder = folderForTests();
const busy: Reply = { status: 429, headers: { 'retry-after': '7' }, json: { error: 'busy' } };

it.each([
	['/v1/sms/single', 1],
	['/v1/sms/bulk', 2],
	['/campaigns', 3],
	['/viber', 6],
	['/email', 7],
])('says that the outcome of %s is not known, and sends nothing after it', async (path, count) => {
	// A length that never comes: the connection ends in the middle of the answer.
	const headers = { 'content-length': '1', 'transfer-encoding': 'chunked' };
	const { whyNot, changes } = await changesOf(path, (reply) => ({ ...reply, headers }));
	expect(whyNot).toContain(`It isn't known whether POST ${path} was carried out.`);
	expect(changes).toHaveLength(count);
	expect(changes.at(-1)).toBe(path);
});

/** What a service takes that answers one of its paths so, at once or when it is done; its changes in their order. */
async function changesOf(path: string, how: Reply | ((reply: Reply) => Reply)) {
	const changes: string[] = [];
	const isIt = (seen: Seen) => seen.method === 'POST' && seen.path === path;
	const other = await openOther({
		request: (seen) => {
			if (seen.method === 'POST' && !/report$|validate$/.test(seen.path)) changes.push(seen.path);
			return isIt(seen) && typeof how === 'object' ? how : seen;
		},
		answer: (reply, seen) => (isIt(seen) && typeof how === 'function' ? how(reply) : reply),
	});
	const { whyNot, lines } = await consult(other, [...sending, '--wait', '3']);
	return { whyNot, lines: lines.join('\n'), changes };
}

const error = { error: { message: 'Sorry' } };

const paths = ['/v1/sms/bulk', '/campaigns', '/viber'];

it.each([
	...[400, 404, 405, 410, 413, 415, 422].map((status) => ['/v1/sms/single', status] as const),
	...paths.map((path) => [path, 422] as const),
])(
	'says that %s was answered with %i, and what comes next, as it was confirmed',
	async (path, status) => {
		const { whyNot, lines, changes } = await changesOf(path, { status, headers: {}, json: error });
		expect(whyNot).toBeUndefined();
		expect(lines).toContain(
			`POST ${path} wasn't accepted. It was answered ${status} “Sorry”. Next, as you confirmed: `,
		);
		// All that was listed and confirmed goes out, and nothing in its place.
		const planned = ['/v1/sms/single', '/v1/sms/bulk', '/campaigns', '/viber', '/email'];
		expect(changes.filter((one) => planned.includes(one))).toEqual(expect.arrayContaining(planned));
		expect(changes.at(-1)).toBe('/email');
	},
);

it.each<[path: string, status: number, json: unknown, says: string]>([
	...[401, 402, 403, 409, 429, 307].map((status): [string, number, unknown, string] => [
		'/v1/sms/single',
		status,
		error,
		"wasn't accepted",
	]),
	...[500, 501, 503, 408, 303, 200].map((status): [string, number, unknown, string] => [
		'/v1/sms/single',
		status,
		error,
		"It isn't known",
	]),
	['/v1/sms/single', 200, { data: { rows: [{ error: 'Sorry' }] } }, "It isn't known"],
	['/v1/sms/single', 200, '<p>Hello</p>', "It isn't known"],
	['/v1/sms/bulk', 200, [{ status: 'failed' }], "It isn't known"],
	...paths.map((path): [string, number, unknown, string] => [path, 429, error, "wasn't accepted"]),
	...paths.map((path): [string, number, unknown, string] => [path, 500, error, "It isn't known"]),
])(
	'after %s is answered with %i %j, it says so and sends nothing',
	async (path, status, json, says) => {
		const { whyNot, changes } = await changesOf(path, { status, headers: {}, json });
		expect(whyNot).toContain(says);
		expect(whyNot).toContain(`POST ${path}`);
		expect(whyNot).toContain('The doctor sent nothing else after it.');
		expect(changes.at(-1)).toBe(path);
	},
);

describe('A campaign for tomorrow', () => {
	const campaign = ['--send-to', NUMBER, '--from', 'Shop', '--campaign', '--wait', '3'];
	const left =
		/The campaign for tomorrow may not be canceled: cancel Doctor [\da-f]{8} in your account/;

	it.each<[string, Reply]>([
		['400', { status: 400, headers: {}, json: error }],
		['429', busy],
		['500', { status: 500, headers: {}, json: error }],
		['a no with status 200', { status: 200, headers: {}, json: { success: false } }],
	])('is named if its canceling is answered with %s', async (_, reply) => {
		const other = await openOther({
			request: (seen) => (seen.path.endsWith('/cancel') ? reply : seen),
		});
		expect((await consult(other, campaign)).whyNot).toMatch(left);
	});

	it('is named if its ID did not come', async () => {
		const other = await openOther({
			answer: (reply, { json }) =>
				(json as { scheduledAt?: string } | undefined)?.scheduledAt
					? { ...reply, json: { ok: true } }
					: reply,
		});
		expect((await consult(other, campaign)).whyNot).toMatch(left);
	});

	it('is named if somebody stops the doctor before it is canceled', async () => {
		const stopping = new AbortController();
		const other = await openOther({
			request: (seen) => {
				if (seen.path.endsWith('/cancel')) stopping.abort();
				return seen;
			},
		});
		const { signal: stopped } = stopping;
		const { whyNot } = await consult(other, campaign, { stopped });
		expect(whyNot).toContain('Stopped before the end');
		expect(whyNot).toMatch(left);
		expect(whyNot).toContain("It isn't known whether POST /campaigns/{id}/cancel was carried out.");
	});

	it('is not mentioned if it is canceled, or was refused', async () => {
		expect((await consult(await openOther(), campaign)).whyNot).toBeUndefined();
		const other = await openOther({
			request: (seen) => {
				const { scheduledAt } = (seen.json ?? {}) as { scheduledAt?: string };
				return scheduledAt ? { status: 422, headers: {}, json: error } : seen;
			},
		});
		expect((await consult(other, campaign)).whyNot).toBeUndefined();
	});
});

it('waits for a service that is too busy for each third request, and names only the limit', async () => {
	let count = 0;
	const other = await openOther({ request: (seen) => (++count % 3 ? seen : busy) });
	const waited: number[] = [];
	const pause = async (ms: number) => {
		waited.push(ms);
		await other.pause(ms);
	};
	const first = await consult({ ...other, pause }, reading);
	expect(first.different).toEqual(['request-limits']);
	expect(new Set(waited)).toEqual(new Set([7000]));
	expect((await consult(await openLike(first.recording), reading)).table).toEqual(first.table);
});

it.each([302, 200])('a sign-in page with status %i shows nothing of the key', async (status) => {
	const page: Reply = { status, headers: { location: '/login' }, json: '<title>Sign in</title>' };
	const { table } = await consult(await openOther({ request: () => page }), []);
	expect(table['key-place']).toBe('not tried');
});

it('an address with /v1 at its end is told once, and first what to do about it', async () => {
	const { address } = await openOther();
	const out = join(folder, 'address');
	const { status, output } = await runDoctor(`${address}/v1/`, ['--out', out]);
	const report = readFileSync(join(out, 'doctor-report.md'), 'utf8');
	const line = readFileSync('docs/assumptions.md', 'utf8').split('\n');
	const place = line.findIndex((one) => one.startsWith('| `address` |')) + 1;
	const change = `Credential: remove /v1 from the end of Sandbox URL or Production URL, and run the doctor again. (address, docs/assumptions.md:${place})`;
	expect(output).toContain(`What to change in n8n:\n  ${change}\n\nDifferent (1)\n  address `);
	expect(output).toMatch(/^As assumed \(\d+\): see doctor-report\.md$/m);
	expect(output).not.toContain('Path Prefix');
	expect(status).toBe(1);
	expect(report).toContain(`What to change in n8n:\n\n- ${change}\n`);
	expect(report).toContain(`| [address](docs/assumptions.md#L${place}) | different |`);
	expect(report.indexOf('What to change')).toBeLessThan(report.indexOf('| Row |'));
});

it('only what is different has something to change, and what a click mends comes first', () => {
	const what = ['x'];
	const found = (row: 'address' | 'one-key', change: string): Finding => ({
		row,
		status: 'different',
		what,
		change: [change],
	});
	const lines = toldChanges([found('address', NO_SETTING), found('one-key', RIGHTS)]).split('\n');
	expect(lines.map((line) => line.split(/[.:] /)[0].trim()).slice(3)).toEqual([
		'Ask what your key may do',
		NO_SETTING,
	]);
	const findings = new Findings();
	findings.asAssumed('part-states', 'seen: 2');
	expect(toldChanges(findings.all())).toBe('');
});

describe('What is written', () => {
	it('goes into a folder that was not there', async () => {
		const { address } = await openOther({ request: () => ({ ...busy, status: 404 }) });
		const out = join(folder, 'new', 'one');
		await runDoctor(address, ['--out', out]);
		expect(readFileSync(join(out, 'doctor-report.md'), 'utf8')).toContain('# Doctor');
	});

	it('leaves what an earlier run wrote: it gets a number, and a run that could not ask writes nothing', async () => {
		const out = join(folder, 'twice');
		const files = () => readdirSync(out).sort();
		const { address } = await openOther({ request: () => ({ ...busy, status: 404 }) });
		const closed = await openOther({ request: () => ({ ...busy, status: 401 }) });
		const texts: string[] = [];
		for (let turn = 0; turn < 3; turn++) {
			const { output } = await runDoctor(address, ['--out', out]);
			expect(output.includes('of an earlier run are now')).toBe(turn > 0);
			texts.push(readFileSync(join(out, 'recording.json'), 'utf8'));
		}
		const all = ['doctor-report-1.md', 'doctor-report-2.md', 'doctor-report.md'];
		const names = [...all, 'recording-1.json', 'recording-2.json', 'recording.json'];
		expect(files()).toEqual(names);
		for (const [key, where] of [
			['another', closed.address],
			['', address],
			['another', 'http://127.0.0.1:1'],
		]) {
			const { output, status } = await runDoctor(where, ['--out', out], key);
			expect([status, output]).toEqual([2, expect.stringContaining('an earlier run stay')]);
		}
		expect(files()).toEqual(names);
		const now = ['recording-1.json', 'recording-2.json', 'recording.json'];
		expect(now.map((name) => readFileSync(join(out, name), 'utf8'))).toEqual(texts);
	});

	it('says that it cannot be written, with status 2, if that is so at the end only', async () => {
		const out = join(folder, 'gone');
		const other = await openOther({
			request: (seen) => {
				rmSync(out, { recursive: true, force: true });
				return seen;
			},
		});
		const { status, output } = await runDoctor(other.address, ['--out', out]);
		expect([status, output]).toEqual([2, expect.stringContaining("can't be written")]);
		expect(output).toContain('As assumed');
	});

	it('goes through no link, and is for its owner alone', async () => {
		const out = join(folder, 'links');
		const elsewhere = join(folder, 'elsewhere');
		mkdirSync(out);
		for (const name of ['doctor-report.md', 'recording.json']) {
			symlinkSync(elsewhere, join(out, name));
		}
		const { address } = await openOther({ request: () => ({ ...busy, status: 404 }) });
		await runDoctor(address, ['--out', out]);
		expect(existsSync(elsewhere)).toBe(false);
		for (const name of ['doctor-report.md', 'recording.json']) {
			expect(statSync(join(out, name)).mode & 0o777).toBe(0o600);
		}
		expect(readdirSync(out)).toHaveLength(4);
	});

	it('nothing is asked if it has no place', async () => {
		const { address, received } = await openOther();
		const file = join(folder, 'file');
		writeFileSync(file, '');
		await expect(runDoctor(address, ['--out', file])).rejects.toThrow("can't be written");
		expect(received).toEqual([]);
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
	const { credential, ...options } = readArguments(['--url', 'https://a.io']);
	expect(credential.sandboxUrl).toBe('https://a.io');
	const known = Object.keys(options);
	const named = Object.keys(values);
	expect(known.filter((name) => !named.includes(name))).toEqual([]);
	const docs = readFileSync(join(__dirname, '../../../docs/doctor.md'), 'utf8');
	expect(named.filter((name) => !docs.includes(`--${name}`))).toEqual([]);
});
