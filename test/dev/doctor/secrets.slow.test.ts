import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';

import { readArguments } from '../../../dev/doctor/arguments';
import { confirmSending } from '../../../dev/doctor/prompts';
import { freshEnvironment } from '../../../dev/processes/environment';
import { repositoryRoot } from '../../../dev/places';
import { AnsweringServer } from '../../support/answeringServer';
import { eventually } from '../../support/eventually';
import { folderForTests } from '../../support/folder';
import { tries } from '../../support/properties';
import { API_KEY } from '../../support/service';
import { openOther, runDoctor } from './consultation';

const folder = folderForTests();

/** A process on a busy machine takes what it takes to start. */
const PATIENT_LOOKS = 40_000;

/** The doctor as people run it. */
function start(address: string, flags: string[]) {
	const args = ['dev/doctor/doctor.ts', '--url', address, '--out', folder, ...flags];
	const env = { ...freshEnvironment(), MESSAGING_API_KEY: API_KEY };
	const child = spawn(process.execPath, args, { cwd: repositoryRoot, env });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => (output += chunk));
	const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
	return { child, ended, output: () => output };
}

const runHere = async (address: string, flags: string[], apiKey: string) =>
	await runDoctor(address, ['--out', folder, ...flags], apiKey);

const files = ['doctor-report.md', 'recording.json'];
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const removeFiles = () => files.forEach((name) => rmSync(join(folder, name), { force: true }));

/** All the spellings in which somebody could read a key. */
const spellings = (key: string) => [
	key,
	encodeURIComponent(key),
	encodeURI(key),
	JSON.stringify(key).slice(1, -1),
	key.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;'),
];

it.each(['live-key-0815/+==', 'Abc "d\\e" <f>&g%20h', '12345678901'])(
	'The key %s is nowhere, though the service repeats it everywhere',
	async (key) => {
		const server = await AnsweringServer.start((request, response) => {
			const isMissing = request.method === 'GET' && request.url?.startsWith('/path');
			const [as, url] = [key, encodeURIComponent(key)];
			const inText = `Hello Adalovelace 37060012345, ${as}, ${url}, ${url.toLowerCase()}, ${JSON.stringify(as)} from ${request.url}`;
			const asNumber = /^\d+$/.test(key) ? Number(key) : 0;
			const entry = { amount: 1, currency: 'EUR', note: inText, [key]: url, number: asNumber };
			const headers = {
				'content-type': 'application/json',
				'x-total-count': url,
				link: `</contacts?X-ApiKey=${url}>; rel="next"`,
				location: `/elsewhere/${url}?X-ApiKey=${url}`,
			};
			const body = isMissing
				? { error: { message: inText, [key]: [as] } }
				: request.method === 'GET'
					? [entry]
					: { error: inText };
			response.writeHead(isMissing ? 404 : 200, headers).end(JSON.stringify(body));
		});
		const { status, output } = await runHere(server.address, ['--number', '37060012345'], key);
		await server.stop();
		const [report, recording] = files.map(read);
		expect(status).toBe(1);
		expect(output).toContain('What to change in n8n');
		expect(recording).toContain('***');
		for (const file of [report, recording])
			expect(file).not.toMatch(/Adalovelace|37060012345|600[ -]?12345/);
		for (const text of [output, report, recording]) {
			const found = spellings(key).filter((one) => text.toLowerCase().includes(one.toLowerCase()));
			expect(found).toEqual([]);
		}
	},
);

it('says that it could not ask, with status 2', async () => {
	const service = await openOther();
	const cases: Array<[address: string, key: string, says: string]> = [
		[service.address, 'another-key', "The service doesn't accept the API key"],
		[service.address, 'another-key', 'Check API Key and Environment'],
		['http://127.0.0.1:1', API_KEY, "The service can't be reached"],
		['http://127.0.0.1:1', API_KEY, 'Check the address'],
		[service.address, '', 'The API key is empty'],
	];
	for (const [address, key, says] of cases) {
		removeFiles();
		const { status, output } = await runHere(address, [], key);
		expect([status, output]).toEqual([2, expect.stringContaining(says)]);
		expect(read('doctor-report.md')).toContain(says);
	}
});

const url = ['--url', 'https://example.com'];
const toAda = [...url, '--send-to', '37060012345'];
const send = ['--send-to', '37060012345', '--from', 'Shop'];

it.each([
	[[], 'The address of the service is missing'],
	[['--url', 'ftp://example.com'], 'The address of the service is missing'],
	[['--url', 'http://example.com'], 'sent unencrypted'],
	[[...url, '--viber'], '--viber needs --send-to'],
	[toAda, '--send-to and --from go together'],
	[[...url, '--number', '060012345'], "isn't a phone number"],
	[[...url, ...send, '--from', ''], '--from is there twice'],
	[[...url, ...send, '--send-to', '37060012346'], '--send-to is there twice'],
	[[...toAda, '--from', ''], '--from is empty'],
	[[...toAda, '--from', 'a\u202eb'], 'nobody sees'],
	[[...toAda, '--from', 'a\nb'], 'nobody sees'],
	[[...url, '--send-to', '', '--from', 'a'], '--send-to is empty'],
	[[...url, '--send-to', '37060012345, 37060012346', '--from', 'a'], "isn't a phone"],
	[[...url, '--email-to', 'a@b.c,d@e.f', '--email-from', 'a@b.c'], "isn't one"],
	[[...url, '--email-to', 'a@b.c', '--email-from', 'Ada <a@b.c>'], "isn't one"],
	[[...url, '--wait', 'long'], "isn't a number of seconds"],
	[[...url, '--key', 'x'], 'Unknown option'],
	[[...url, '--email-to', 'a@b.com'], '--email-to and --email-from go together'],
])('refuses %j', (args, says) => {
	expect(() => readArguments(args)).toThrow(says);
});

it.each([
	'+370 600 12345',
	'00370-600-12345',
	'370.600.12.345',
	' 37060012345 ',
	'+370 (600) 12345',
])('%s is one number, sent to as digits', (number) => {
	const options = readArguments([...url, '--send-to', number, '--from', 'a']);
	expect([options['send-to'], options.number]).toEqual(['37060012345', '37060012345']);
});

describe('What is typed', () => {
	const typed = async (line: string) => {
		const stdin = jest.spyOn(process, 'stdin', 'get');
		stdin.mockReturnValue(Readable.from([line]) as typeof process.stdin);
		try {
			return await confirmSending(['1 SMS'], () => undefined, new AbortController().signal);
		} finally {
			stdin.mockRestore();
		}
	};

	it('sends only if it is yes', async () => {
		expect(await typed('yes\n')).toBe(true);
		const line = fc.oneof(
			fc.string(),
			fc.constantFrom(
				'',
				'\n',
				'y\n',
				'Yes\n',
				'YES\n',
				'no\n',
				'yes please\n',
				'ye\ns\n',
				'n\nyes\n',
			),
		);
		await fc.assert(
			fc.asyncProperty(line, async (text) => {
				fc.pre(text.split(/[\r\n]/, 1)[0].trim() !== 'yes');
				expect(await typed(text)).toBe(false);
			}),
			tries(60),
		);
	});
});

it('leaves a report though nobody reads on what it shows', async () => {
	const service = await openOther();
	const doctor = start(service.address, [...send, '--wait', '0']);
	await eventually('the question', () => doctor.output().includes('Type yes'), PATIENT_LOOKS);
	removeFiles();
	doctor.child.stdout.destroy();
	doctor.child.stdin.write('yes\n');
	expect([0, 1]).toContain(await doctor.ended);
	expect(read('doctor-report.md')).toMatch(/^\| \[send-answer\]\S+ \| as assumed \|/m);
});

describe('Ctrl-C leaves a report of what was found', () => {
	/** A service that answers so many requests, and none after. */
	const opened = async (count: number) => {
		let left = count;
		const balance = [{ amount: 1, currency: 'EUR' }];
		const server = await AnsweringServer.start((request, response) => {
			if (left-- > 0) response.end(JSON.stringify(request.url?.includes('balance') ? balance : []));
		});
		return { server, isSilent: () => left < 0 };
	};
	it.each<[string, number, string[], number, NodeJS.Signals]>([
		['before the first answer', 0, [], 2, 'SIGINT'],
		['between the reads', 4, [], 1, 'SIGINT'],
		['while it waits for a yes', 99, send, 1, 'SIGINT'],
		['while an SMS is on its way', 8, send, 1, 'SIGINT'],
		['while an SMS is on its way, and so does a terminal that is closed', 8, send, 1, 'SIGHUP'],
		['between the reads, and so does an end by another program', 4, [], 1, 'SIGTERM'],
	])('%s', async (when, count, flags, status, signal) => {
		const { server, isSilent } = await opened(count);
		removeFiles();
		const doctor = start(server.address, flags);
		if (flags.length) {
			await eventually('the question', () => doctor.output().includes('Type yes'), PATIENT_LOOKS);
			if (when.includes('way')) doctor.child.stdin.write('yes\n');
		}
		if (!when.includes('waits')) await eventually('the request', isSilent, PATIENT_LOOKS);
		doctor.child.kill(signal);
		expect(await doctor.ended).toBe(status);
		await server.stop();
		const report = read('doctor-report.md');
		expect(report).toContain('Stopped before the end');
		expect(report).toMatch(/^\| \[send-answer\]\S+ \| not tried \|/m);
		expect(report.includes("isn't known whether POST /v1/sms/single")).toBe(when.includes('way'));
		if (count > 0) expect(report).toMatch(/^\| \[balance-answer\]\S+ \| as assumed \|/m);
		expect(JSON.parse(read('recording.json'))).toMatchObject({ version: 1 });
	});
});
