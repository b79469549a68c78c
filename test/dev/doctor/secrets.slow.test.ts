import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';

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

const files = ['doctor-report.md', 'recording.json'];
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const removeFiles = () => files.forEach((name) => rmSync(join(folder, name), { force: true }));

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
		const { status, output } = await runDoctor(address, ['--out', folder], key);
		expect([status, output]).toEqual([2, expect.stringContaining(says)]);
		expect(read('doctor-report.md')).toContain(says);
	}
});

const send = ['--send-to', '37060012345', '--from', 'Shop'];

it('sends only if what is typed is yes', async () => {
	const typed = async (line: string) => {
		const stdin = jest.spyOn(process, 'stdin', 'get');
		stdin.mockReturnValue(Readable.from([line]) as typeof process.stdin);
		try {
			return await confirmSending(['1 SMS'], () => undefined, new AbortController().signal);
		} finally {
			stdin.mockRestore();
		}
	};
	expect(await typed('yes\n')).toBe(true);
	const near = ['', '\n', 'y\n', 'Yes\n', 'YES\n', 'no\n', 'yes please\n', 'ye\ns\n', 'n\nyes\n'];
	await fc.assert(
		fc.asyncProperty(fc.oneof(fc.string(), fc.constantFrom(...near)), async (text) => {
			fc.pre(text.split(/[\r\n]/, 1)[0].trim() !== 'yes');
			expect(await typed(text)).toBe(false);
		}),
		tries(60),
	);
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
