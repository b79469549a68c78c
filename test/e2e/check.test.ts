import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CheckHost, checkWorkflow, startCheckHost } from '../../dev/check/checkWorkflow';
import type { Workflow } from '../../dev/n8n/types';
import { repositoryRoot } from '../../dev/places';
import { quiet } from '../../dev/progress';
import type { Report } from '../../sandbox/flightCheck';
import { adviceOf } from '../../sandbox/page/words.js';
import { chain, type Step } from '../n8n/workflow';
import { folderForTests } from '../support/folder';
import { readExample } from './support';
import { SandboxControls } from './support/sandboxControls';

const sets = join(repositoryRoot, 'test/check/sets');
const folder = folderForTests();
let host: CheckHost;

beforeAll(async () => {
	host = await startCheckHost(quiet);
});
afterAll(async () => await host.stop());

const check = async (workflow: Workflow, only?: string[]) =>
	await checkWorkflow(host, workflow, { only });
const rowsOf = ({ rows }: Report) => Object.fromEntries(rows.map((row) => [row.situation, row]));
const toChange = ({ rows }: Report) => adviceOf(rows).filter(({ level }) => level === 'change');

/** What was tried to reach: the check's n8n has reached none of it. */
const refusedHosts = () =>
	existsSync(host.refusedFile)
		? readFileSync(host.refusedFile, 'utf8').split('\n').filter(Boolean)
		: [];

test('an example is played in each situation, and nothing is to change', async () => {
	const report = await check(await readExample('order-confirmation'));
	expect(toChange(report)).toEqual([]);
	expect(report.replaced.slice(0, 2)).toEqual([
		{ what: 'The credential', by: "the sandbox's" },
		expect.objectContaining({ what: 'When an order is entered' }),
	]);
	const well = { arrived: 1, twice: 0, refused: 0, unknown: 0, told: null };
	expect(rowsOf(report)).toMatchObject({
		'all well': well,
		'one is refused': { ...well, arrived: 0, refused: 1, told: true },
		'an answer is lost': { ...well, unknown: 1, told: true },
		'no money': { ...well, arrived: 0, refused: 1, told: true },
		'n8n is restarted': { ...well, unknown: 1, told: true },
	});
});

test('without a Once Key, the same order that comes twice goes out twice, and the key that is advised was played', async () => {
	const workflow = await readExample('order-confirmation');
	const node = workflow.nodes.find(({ name }) => name === 'Confirm by SMS')!;
	delete (node.parameters.options as Record<string, unknown>).onceKey;
	// n8n's editor saves no value that the form begins with.
	delete node.parameters.resource;
	delete node.parameters.operation;
	// The sender may be the credential's.
	delete node.parameters.from;
	const report = await check(workflow, ['one is refused']);
	expect(rowsOf(report)['all well']).toMatchObject({ arrived: 2, twice: 1 });
	// A form may be meant to be filled in again.
	expect(toChange(report)).toEqual([]);
	const [{ advice, where }] = adviceOf(report.rows);
	expect(where).toBe('Confirm by SMS: Options → Once Key → Key');
	const [, key] = /with the Key (.*)/.exec(advice!)!;
	expect(key).toContain('Order number');
	Object.assign(node.parameters.options as object, { onceKey: { values: { key: `=${key}` } } });
	expect(toChange(await check(workflow, ['one is refused']))).toEqual([]);
});

test('a Once Key that holds when a form was submitted is another one the second time', async () => {
	const workflow = await readExample('form-to-sms');
	const node = workflow.nodes.find(({ name }) => name === 'Send the SMS')!;
	node.parameters.options = {
		onceKey: { values: { key: "={{ $('On form submission').item.json.submittedAt }}" } },
	};
	const { rows } = await check(workflow, ['one is refused']);
	// Whoever fills it in again may mean it.
	const [{ level, advice }] = adviceOf(rows);
	expect(level).toBe('know');
	expect(advice).toContain('Set the Key to ');
});

const asked = [
	...['one more', 'all passed on', 'answered no', 'nobody answers', 'answered late'],
	'one is refused',
];
test.each([
	['planted/p02-class-reminder', 'Merge', 'class_id for Input 1 and class_id for Input 2'],
	['planted/p16-shift-plan', 'Send SMS', 'Turn off Execute Once.'],
	['eighth/planted/p16-physio-home-visits', 'Remind all of them', 'add Place to the inputs'],
	[
		'tenth/planted/p12-restaurant-groups',
		'What did they say?',
		'set Conditions to {{ $json.data?.choice }}.',
	],
	[
		'tenth/planted/p14-pickup-point',
		'Tell the customer',
		"{{ $('Orders of today').item.json.phone }}",
	],
	['fifteenth/planted/p04-auktion-vinnande-bud', 'Högsta bud först', 'sets Bud, as a number'],
	[
		'fifteenth/planted/p07-ramonage-rappel-veille',
		'Jour et heure',
		'DateTime.fromISO($json.debut)',
	],
	['sixteenth/planted/p11-bussi-vuoromuutos', 'Vain oma linja', 'Ask for the whole word'],
	// Its list is pinned behind a question.
	['fifth/planted/p16', 'Vorstand fragen', 'goes on only if {{ $json.data?.approved }} is true.'],
])('what is planted in %s is found at %s, and mended', async (file, node, words) => {
	const workflow = JSON.parse(readFileSync(join(sets, `${file}.json`), 'utf8'));
	const [found, ...others] = toChange(await check(workflow, asked));
	expect(others).toEqual([]);
	expect(found.where).toContain(node);
	expect(found.advice).toContain(words);
});

test('what a called workflow asks is answered, although nobody waits for it', async () => {
	const file = 'eighth/planted/p07-choir-concert.json';
	const report = await check(JSON.parse(readFileSync(join(sets, file), 'utf8')), ['answered no']);
	expect(rowsOf(report)).toMatchObject({ 'all well': { arrived: 8 } });
	const [{ where, happened }] = toChange(report);
	expect([where, happened]).toEqual([
		'Ask the singer',
		expect.stringContaining('answered with no'),
	]);
});

/** The same some weeks later, so that its days are still to come. */
function inDaysToCome(text: string): string {
	const weekMs = 7 * 86_400_000;
	const weeks = Math.max(0, Math.ceil((Date.now() - Date.parse('2026-12-01')) / weekMs));
	return text.replace(/2026-12-\d\d/g, (day) =>
		new Date(Date.parse(day) + weeks * weekMs).toISOString().slice(0, 10),
	);
}

test.each([
	[
		'what a Code node keeps is there the next time',
		'p04-pelety-dodacie-listy',
		['the next one at once', 'the next one'],
		'a row with the next number is new, and Dana gets nothing: “Len nové listy”',
	],
	[
		'it is the day that the rows are about, and those around a weekend',
		'p12-hoorzorg-herinnering',
		['earlier than the pause', 'before the pause', 'after the pause', 'at the end of the pause'],
		'dhr. Van Vliet and mw. Bakker-Smit get nothing',
	],
	[
		'a list is empty, and the change that is advised was played',
		'p11-purificadora-reparto',
		['one row to look at', 'nothing to look at'],
		'Lupita, Ramiro, Alma, and Beto get nothing',
	],
])('%s', async (_, file, situations, words) => {
	const text = readFileSync(join(sets, `fourteenth/planted/${file}.json`), 'utf8');
	const report = await check(JSON.parse(inDaysToCome(text)), situations);
	const [{ happened, advice = '' }, ...others] = toChange(report);
	expect(others).toEqual([]);
	expect(happened).toContain(words);
	expect(advice).toContain(file.startsWith('p11') ? 'Set Always Output Data' : '');
});

test('what code reads of another node is no list of its own: a yes that is turned there counts', async () => {
	const file = 'sixteenth/good/g06-farevarsel-drivhus.json';
	const report = await check(JSON.parse(readFileSync(join(sets, file), 'utf8')), ['a yes turned']);
	expect(rowsOf(report)).toMatchObject({
		'all well': { arrived: 3 },
		'a yes turned': { arrived: 2 },
	});
	expect(toChange(report)).toEqual([]);
});

test('a lookup is answered with an error, which is taken for consent', async () => {
	const file = 'thirteenth/planted/p12-garnbutikk-handlekurv.json';
	const workflow = JSON.parse(readFileSync(join(sets, file), 'utf8'));
	const found = toChange(await check(workflow, ['a lookup fails']));
	expect(found).toEqual([
		expect.objectContaining({
			happened: expect.stringContaining("what isn't for them"),
			where: 'Slå opp reservasjon: Settings → On Error',
		}),
	]);
});

test('expressions go by the clock of the situation: a key with the hour is another one the next day', async () => {
	const workflow = JSON.parse(readFileSync(join(sets, 'third/good/g03.json'), 'utf8'));
	const report = await check(workflow, ['the next day']);
	expect(rowsOf(report)).toMatchObject({ 'the next day': { arrived: 2 } });
	expect(adviceOf(report.rows)).toEqual([]);
});

test('what a Send Window keeps back over night goes out in the morning, by a wait', async () => {
	const file = 'thirteenth/good/g07-same-text-to-the-street.json';
	const report = await check(JSON.parse(readFileSync(join(sets, file), 'utf8')), ['night']);
	expect(rowsOf(report)).toMatchObject({ night: { arrived: 4 } });
	expect(toChange(report)).toEqual([]);
});

describe('Nothing leaves the machine', () => {
	const toTheWorld = 'https://api.example.com/orders';
	const outside = [
		['httpRequest', { url: toTheWorld }],
		['emailSend', { toEmail: 'a@example.com' }],
		['ssh', { command: 'ls' }],
		['slack', { text: 'Hello' }],
		['executeCommand', { command: 'curl example.com' }],
	] as const;
	const formFields = { values: [{ fieldLabel: 'Phone number' }] };
	const form: Step = {
		...{ name: 'Form', type: 'n8n-nodes-base.formTrigger', typeVersion: 2.6 },
		parameters: { formTitle: 'Order', formFields, options: {} },
	};
	const code: Step = {
		...{ name: 'Code', type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: {
			jsCode: `let said = 'reached';
				try { await this.helpers.httpRequest({ url: '${toTheWorld}' }); } catch (error) { said = error.message; }
				return [{ json: { said, ...$('Form').first().json } }];`,
		},
	};
	const send: Step = {
		name: 'Send',
		parameters: {
			...{ resource: 'sms', operation: 'send', from: 'Shop', text: '={{ $json.said }}' },
			...{ to: '={{ $json["Phone number"] }}', options: {} },
		},
	};
	const workflow = chain(
		form,
		...outside.map(([type, parameters]) => ({
			...{ name: type, type: `n8n-nodes-base.${type}`, parameters },
		})),
		code,
		send,
	);

	test('whatever nodes a workflow has: they return what is pinned, and code reaches nobody', async () => {
		const pinData = Object.fromEntries(outside.map(([name]) => [name, [{ json: { name } }]]));
		const before = refusedHosts().length;
		const report = await check({ ...workflow, pinData }, ['all well']);
		expect(rowsOf(report)['all well'].arrived).toBe(2);
		const [sent] = await new SandboxControls(host.sandboxAddress).sentSms();
		expect(sent.text).toContain('lets nothing out');
		// Code tried it in each play; nothing else was tried.
		expect([...new Set(refusedHosts().slice(before))]).toEqual(['api.example.com']);
		// Not n8n's own calls either.
		expect(refusedHosts().filter((name) => !/\.(n8n\.io|example\.com)$/.test(name))).toEqual([]);
	});
});

test('somebody cancels: it stops in the middle, and the next check can begin', async () => {
	const canceling = new AbortController();
	const onProgress = ({ done }: { done: number }) => done === 1 && canceling.abort();
	const watched = { signal: canceling.signal, onProgress };
	const canceled = checkWorkflow(host, await readExample('order-confirmation'), watched);
	await expect(canceled).rejects.toThrow('aborted');
	expect(await host.client.call('GET', '/workflows')).toEqual([]);
	expect(toChange(await check(await readExample('first-sms'), ['all well']))).toEqual([]);
});

describe('In a terminal', () => {
	const run = async (...args: string[]) =>
		await new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
			const command = [join(repositoryRoot, 'dev/check/check.ts'), ...args];
			execFile(process.execPath, command, (error, stdout, stderr) =>
				resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
			);
		});
	test('what cannot be played ends with 2, says what to pin, and starts no n8n', async () => {
		const world: Step = { name: 'Orders', type: 'n8n-nodes-base.httpRequest' };
		const workflow = chain({ name: 'Hook', type: 'n8n-nodes-base.webhook' }, world, {
			name: 'Send',
			parameters: { operation: 'send' },
		});
		const [file, json] = ['workflow.json', 'report.json'].map((name) => join(folder, name));
		writeFileSync(file, JSON.stringify(workflow));
		const { status, stdout } = await run(file, '--json', json);
		expect(status).toBe(2);
		expect(stdout).toMatch(/Pin data in “Hook” and “Orders” first: .*\n.*select Pin in its output/);
		const [report] = JSON.parse(readFileSync(json, 'utf8'));
		expect(report).toEqual({ workflow: workflow.name, reason: expect.stringContaining('Orders') });
	});

	test.each([
		[[], 'No workflow is named'],
		[['nowhere.json'], "nowhere.json can't be read"],
	])('%j is refused with 2', async (args, message) => {
		const { status, stderr } = await run(...args);
		expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
	});
});
