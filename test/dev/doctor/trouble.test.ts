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

import { Findings } from '../../../dev/doctor/findings';
import type { Finding } from '../../../dev/doctor/findings';
import { NO_SETTING } from '../../../dev/doctor/judge';
import { RIGHTS } from '../../../dev/doctor/questions/lists';
import { changesOf as toldChanges } from '../../../dev/doctor/results/report';
import { folderForTests } from '../../support/folder';
import { consult, consultTwice, NUMBER, openOther, runDoctor } from './consultation';
import { reading, sending } from './consultation';
import type { Other, Reply, Seen } from './consultation';

const folder = folderForTests();
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const busy: Reply = { status: 429, headers: { 'retry-after': '7' }, json: { error: 'busy' } };
const error = { error: { message: 'Sorry' } };
const always = (status: number): Other => ({ request: () => ({ status, json: error }) });

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

const single = '/v1/sms/single';
const paths = ['/v1/sms/bulk', '/campaigns', '/viber'];

it.each([
	...[400, 404, 405, 410, 413, 415, 422].map((status) => [single, status] as const),
	...paths.map((path) => [path, 422] as const),
])(
	'says that %s was answered with %i, and what comes next, as it was confirmed',
	async (path, status) => {
		const { whyNot, lines, changes } = await changesOf(path, { status, json: error });
		expect(whyNot).toBeUndefined();
		expect(lines).toContain(
			`POST ${path} wasn't accepted. It was answered ${status} “Sorry”. Next, as you confirmed: `,
		);
		// All that was listed and confirmed goes out, and nothing in its place.
		const planned = [single, ...paths, '/email'];
		expect(changes.filter((one) => planned.includes(one))).toEqual(expect.arrayContaining(planned));
		expect(changes.at(-1)).toBe('/email');
	},
);

const REFUSED = "wasn't accepted";
const UNKNOWN = "It isn't known";

it.each<readonly [path: string, status: number, json: unknown, says: string]>([
	...[401, 402, 403, 409, 429, 307].map((status) => [single, status, error, REFUSED] as const),
	...[500, 501, 503, 408, 303, 200].map((status) => [single, status, error, UNKNOWN] as const),
	[single, 200, { data: { rows: [{ error: 'Sorry' }] } }, UNKNOWN],
	[single, 200, '<p>Hello</p>', UNKNOWN],
	['/v1/sms/bulk', 200, [{ status: 'failed' }], UNKNOWN],
	...paths.map((path) => [path, 429, error, REFUSED] as const),
	...paths.map((path) => [path, 500, error, UNKNOWN] as const),
])(
	'after %s is answered with %i %j, it says so and sends nothing',
	async (path, status, json, says) => {
		const { whyNot, changes } = await changesOf(path, { status, json });
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
	const isScheduled = ({ json }: Seen) => 'scheduledAt' in ((json ?? {}) as object);
	const canceling = (reply: Reply): Other => ({
		request: (seen) => (seen.path.endsWith('/cancel') ? reply : seen),
	});
	const withoutId = { json: { ok: true } };

	it.each<[string, Other]>([
		['its canceling is answered with 400', canceling({ status: 400, json: error })],
		['its canceling is answered with 429', canceling(busy)],
		['its canceling is answered with 500', canceling({ status: 500, json: error })],
		['that is answered with a no', canceling({ status: 200, json: { success: false } })],
		[
			'its ID did not come',
			{ answer: (reply, seen) => ({ ...reply, ...(isScheduled(seen) && withoutId) }) },
		],
	])('is named if %s', async (_, other) => {
		expect((await consult(await openOther(other), campaign)).whyNot).toMatch(left);
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

	it.each<[string, Other]>([
		['is canceled', {}],
		[
			'was refused',
			{ request: (seen) => (isScheduled(seen) ? { status: 422, json: error } : seen) },
		],
	])('is not mentioned if it %s', async (_, other) => {
		expect((await consult(await openOther(other), campaign)).whyNot).toBeUndefined();
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
	const { different, notAccepted } = await consultTwice({ ...other, pause }, reading);
	expect([different, notAccepted]).toEqual([['request-limits'], []]);
	expect(new Set(waited)).toEqual(new Set([7000]));
});

it("sends nothing if the balance can't be read", async () => {
	const isBalance = ({ path }: Seen) => path.endsWith('/balance');
	const other: Other = {
		request: (seen) => (isBalance(seen) ? { status: 403, json: error } : seen),
	};
	const { whyNot, plans } = await consult(await openOther(other), sending);
	expect([whyNot, plans]).toEqual(["Nothing was sent: The balance couldn't be read.", []]);
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
	const report = read(out, 'doctor-report.md');
	const lines = read('docs/assumptions.md').split('\n');
	const place = lines.findIndex((one) => one.startsWith('| `address` |')) + 1;
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
	const found = (row: 'address' | 'one-key', change: string): Finding => ({
		...{ row, status: 'different', what: ['x'], change: [change] },
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
	it('goes into a new folder, and stays: it gets a number, and a run that could not ask writes nothing', async () => {
		const out = join(folder, 'new', 'one');
		const { address } = await openOther(always(404));
		const closed = await openOther(always(401));
		const texts: string[] = [];
		for (let turn = 0; turn < 3; turn++) {
			const { output } = await runDoctor(address, ['--out', out]);
			expect(output.includes('of an earlier run are now')).toBe(turn > 0);
			texts.push(read(out, 'recording.json'));
		}
		const recordings = ['recording-1.json', 'recording-2.json', 'recording.json'];
		const reports = ['doctor-report-1.md', 'doctor-report-2.md', 'doctor-report.md'];
		expect(readdirSync(out).sort()).toEqual([...reports, ...recordings]);
		for (const [key, where] of [
			['another', closed.address],
			['', address],
			['another', 'http://127.0.0.1:1'],
		]) {
			const { output, status } = await runDoctor(where, ['--out', out], key);
			expect([status, output]).toEqual([2, expect.stringContaining('an earlier run stay')]);
		}
		expect(readdirSync(out).sort()).toEqual([...reports, ...recordings]);
		expect(recordings.map((name) => read(out, name))).toEqual(texts);
		expect(read(out, 'doctor-report.md')).toContain('# Doctor');
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
		const files = ['doctor-report.md', 'recording.json'].map((name) => join(out, name));
		mkdirSync(out);
		for (const file of files) symlinkSync(elsewhere, file);
		const { address } = await openOther(always(404));
		await runDoctor(address, ['--out', out]);
		expect(existsSync(elsewhere)).toBe(false);
		for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
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
