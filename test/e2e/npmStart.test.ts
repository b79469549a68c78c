import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';

import { cacheFolder, repositoryRoot } from '../../dev/places';
import { anyFreePorts } from '../../dev/ports';
import { ownerPassword } from '../../dev/privateFiles';
import { examplesFolder, messagesTable, readExamples } from '../../dev/provisioning';
import { TestClient } from '../n8n/client';
import { eventually } from '../support/eventually';
import { type SavedWorkflow, submitForm } from './support';
import { open } from './support/asking';
import { SandboxControls } from './support/sandboxControls';

type Row = { name: string; phone: string; topic: string; sms: string; expected: string };
const file = readFileSync(join(examplesFolder, 'form-submissions.csv'));
const rows = parseCsv(file, { columns: true, bom: true }) as Row[];
let examples: Awaited<ReturnType<typeof readExamples>>;

/** A folder of its own for what `npm start` keeps, with the n8n that is installed already. */
const cache = mkdtempSync(join(tmpdir(), 'npm-start-'));
let child: ChildProcess | undefined;
let said = '';
let n8nAddress: string;
let sandbox: SandboxControls;

beforeAll(async () => {
	examples = await readExamples();
	const own = cacheFolder({ XDG_CACHE_HOME: cache });
	mkdirSync(own);
	for (const name of readdirSync(cacheFolder()).filter((one) => /^n8n-\d[\d.]*$/.test(one))) {
		symlinkSync(join(cacheFolder(), name), join(own, name));
	}
	const ports = await anyFreePorts();
	const env = {
		...{ ...process.env, XDG_CACHE_HOME: cache, SANDBOX_PORT: String(ports.sandbox) },
		...{ N8N_PORT: String(ports.n8n), N8N_RUNNERS_BROKER_PORT: String(ports.broker) },
	};
	child = execFile(process.execPath, [join(repositoryRoot, 'dev/start.ts')], { env });
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (text: string) => (said += text));
	}
	n8nAddress = `http://localhost:${ports.n8n}`;
	sandbox = new SandboxControls(`http://127.0.0.1:${ports.sandbox}`);
	await eventually(
		'everything is running',
		() => said.includes('Ctrl-C') || child?.exitCode !== null,
		40_000,
	);
});
afterAll(async () => {
	if (child && child.exitCode === null) {
		child.kill('SIGINT');
		await once(child, 'exit');
	}
	rmSync(cache, { recursive: true, force: true, maxRetries: 3 });
});

test('npm start runs n8n with the form of the examples, and what is sent with it arrives in the sandbox', async () => {
	expect(said).toContain(`${n8nAddress}/form/send-sms`);
	const form = examples.find(({ name }) => name === 'form-to-sms')!.workflow;
	for (const { name, phone, topic, expected } of rows) {
		const values = { Name: name, 'Phone number': phone, Topic: topic };
		const { page } = await submitForm(n8nAddress, form, values);
		const isRefused = expected === 'refused';
		expect([phone, /number/i.test(`${page.title} ${page.text}`)]).toEqual([phone, isRefused]);
	}
	const texts = (await sandbox.sentSms()).map(({ text }) => text);
	const accepted = rows.filter(({ expected }) => expected !== 'refused');
	expect(texts.sort()).toEqual(accepted.map(({ sms }) => sms).sort());
});

test('its workflow that polls delivery reports writes what became of each message', async () => {
	const client = new TestClient(n8nAddress);
	const dataFolder = join(cacheFolder({ XDG_CACHE_HOME: cache }), 'data');
	await client.signIn(await ownerPassword(dataFolder));
	const all = await client.call<SavedWorkflow[]>('GET', '/workflows');
	const { workflow } = examples.find(({ name }) => name === 'delivery-report-polling')!;
	const { id } = all.find(({ name }) => name === workflow.name)!;
	const schedule = workflow.nodes.find(({ type }) => type.endsWith('.scheduleTrigger'))!;
	const outcomes = async () => {
		await sandbox.call('POST', 'clock', { advanceMs: 60_000 });
		await client.runWorkflow(id, schedule.name);
		const table = (await client.dataTable(messagesTable))!;
		return (await client.dataTableRows(table)).map(({ to, state }) => [to, state]);
	};
	const expected = rows
		.filter((row) => row.expected !== 'refused')
		.map(({ phone, expected }) => [phone.replace(/\D/g, '').replace(/^00/, ''), expected]);
	let told = await outcomes();
	for (let polls = 0; polls < 20 && told.some(([, state]) => /wait/.test(`${state}`)); polls++) {
		told = await outcomes();
	}
	expect(told.sort()).toEqual(expected.sort());
});

test('its example to opt out by a link has its secret and its address with nothing set up', async () => {
	const { workflow } = examples.find(({ name }) => name === 'opt-out-by-link')!;
	const consent =
		'Example may send me offers by SMS. I can stop them at any time by the link in each SMS.';
	const values = { 'Phone number': '+370 600 77777', 'Your consent': consent };
	const { page } = await submitForm(n8nAddress, workflow, values);
	expect(page.title).toBe('You will get SMS from us');
	const welcome = (await sandbox.sentSms()).find(({ to }) => to === '37060077777')!;
	const [link] = /http\S+$/.exec(welcome.text)!;
	expect(link.startsWith(`${n8nAddress}/webhook/stop?t=`)).toBe(true);
	expect((await open(link)).page).toContain('number ending in 7777?</h1>');
});

test('Ctrl-C ends all of it', async () => {
	child?.kill('SIGINT');
	await once(child!, 'exit');
	await expect(fetch(n8nAddress)).rejects.toThrow();
	await expect(fetch(sandbox.address)).rejects.toThrow();
});
