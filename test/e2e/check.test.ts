import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkWorkflow } from '../../dev/check/checkWorkflow';
import { repositoryRoot } from '../../dev/places';
import { adviceOf } from '../../sandbox/page/words.js';
import { chain, type Step } from '../n8n/workflow';
import { folderForTests } from '../support/folder';
import { readExample } from './support';
import { checkForTests, rowsOf, toChange } from './support/checking';
import { SandboxControls } from './support/sandboxControls';

const folder = folderForTests();
const { check, host } = checkForTests();

/** What was tried to reach: the check's n8n has reached none of it. */
const refusedHosts = () =>
	existsSync(host().refusedFile)
		? readFileSync(host().refusedFile, 'utf8').split('\n').filter(Boolean)
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
		const [sent] = await new SandboxControls(host().sandboxAddress).sentSms();
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
	const canceled = checkWorkflow(host(), await readExample('order-confirmation'), watched);
	await expect(canceled).rejects.toThrow('aborted');
	const filter = encodeURIComponent(JSON.stringify({ status: ['new', 'running', 'waiting'] }));
	const atWork = await host().client.call('GET', `/executions?filter=${filter}`);
	expect(atWork).toMatchObject({ results: [] });
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
