import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

import { readSubmissions } from '../../dev/demo';
import { compareRow } from '../../dev/demoOutcome';
import type { DataTableRow } from '../../dev/n8nClient';
import {
	type Execution,
	type Host,
	importExample,
	itemsOf,
	openHost,
	type SavedWorkflow,
	sandboxKey,
	submitForm,
} from './support';

const reports = '/v1/sms/report';
const schedule = 'Every minute';
/** The shortest interval n8n has is a minute; a little more for the run itself. */
const aRound = 75_000;

let host: Host;
/** Published for the whole file: n8n takes a moment to let go of a form's address. */
let form: SavedWorkflow;
const published: SavedWorkflow[] = [];

beforeAll(async () => {
	host = await openHost();
	form = await host.client.activateWorkflow(await importExample(host, 'form-to-sms'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => {
	await host.sandbox.reset();
	// The examples make their table anew.
	const table = await host.client.dataTable('SMS messages');
	if (table) {
		await host.client.call('DELETE', `/projects/${table.projectId}/data-tables/${table.id}`);
	}
});
afterEach(async () => {
	for (const { id } of published.splice(0)) await host.client.deactivateWorkflow(id);
});

async function publish(workflow: SavedWorkflow): Promise<SavedWorkflow> {
	const active = await host.client.activateWorkflow(workflow);
	published.push(active);
	return active;
}

async function rows(): Promise<DataTableRow[]> {
	const table = await host.client.dataTable('SMS messages');
	return table ? await host.client.dataTableRows(table) : [];
}

async function rowOf(messageId: unknown): Promise<DataTableRow | undefined> {
	return (await rows()).find((row) => row.messageId === messageId);
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>, ms: number): Promise<void> {
	const deadline = Date.now() + ms;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error(`Not within ${ms} ms: ${what}`);
		await sleep(500);
	}
}

async function requestsTo(path: string) {
	return (await host.sandbox.requests()).filter((received) => received.path === path);
}

describe('Example: Send an SMS from a form', () => {
	const submission = { Name: 'Jūratė', 'Phone number': '+370 600 12345', Message: 'Ačiū 🎉' };

	test('sends what was filled in, writes a row and shows the message ID', async () => {
		const { page } = await submitForm(host.n8nAddress, form, submission);

		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([
			{ to: '37060012345', parts: [{ text: 'Ačiū 🎉' }], messageId: expect.any(String) },
		]);
		const [{ messageId }] = messages;
		expect(page).toEqual({
			title: 'Your message is on its way',
			text: `Thank you, Jūratė. The ID of your message is ${messageId}.`,
		});
		expect(await rowOf(messageId)).toMatchObject({
			to: '37060012345',
			text: 'Ačiū 🎉',
			state: 'waiting for the report',
			parts: 1,
			errorCode: '',
			final: false,
		});
	});

	test('shows what is wrong with a number, and sends nothing', async () => {
		const { page } = await submitForm(host.n8nAddress, form, {
			...submission,
			'Phone number': '+370 600',
		});
		expect(page).toEqual({
			title: 'Your message was not sent',
			text: expect.stringContaining('To is not a phone number: +370 600'),
		});
		expect(await requestsTo('/v1/sms/single')).toEqual([]);
		expect(await rows()).toEqual([]);
	});

	test("shows the service's own words when it refuses the message", async () => {
		const { page } = await submitForm(host.n8nAddress, form, {
			...submission,
			'Phone number': '+370 600 10400',
		});
		expect(page).toEqual({
			title: 'Your message was not sent',
			text: 'to is not a number the service can reach (recipient ending in 0400)',
		});
	});
});

describe('Example: Follow SMS until they are delivered', () => {
	/** Sends an SMS and records its ID, by the part of the example made for trying it. */
	async function sendOne(workflow: SavedWorkflow): Promise<string> {
		const execution = await host.client.runWorkflow(workflow.id, 'To try it by hand');
		expect(execution.status).toBe('success');
		return String(itemsOf(execution, 'Send one SMS')[0].messageId);
	}

	async function runRound(workflow: SavedWorkflow): Promise<Execution> {
		const execution = await host.client.runWorkflow(workflow.id, schedule);
		expect(execution.data.resultData.error).toBeUndefined();
		return execution;
	}

	test('fills in the rows by itself every minute', async () => {
		const workflow = await publish(await importExample(host, 'delivery-report-polling'));
		const messageId = await sendOne(workflow);
		expect(await rowOf(messageId)).toMatchObject({ final: false });

		await host.sandbox.moveClock(60_000);
		await waitUntil('final', async () => (await rowOf(messageId))?.final === true, aRound);
		expect(await rowOf(messageId)).toMatchObject({ state: '2', parts: 1, errorCode: '' });
	});

	test('asks until the report is final, and no more then', async () => {
		const workflow = await importExample(host, 'delivery-report-polling');
		const messageId = await sendOne(workflow);
		const askedFor = async () =>
			(await requestsTo(reports)).filter(
				({ body }) => (body as { messageId: string }).messageId === messageId,
			).length;

		await host.sandbox.moveClock(1_500);
		await runRound(workflow);
		expect(await rowOf(messageId)).toMatchObject({ state: '1', final: false });

		await host.sandbox.moveClock(60_000);
		await runRound(workflow);
		expect(await rowOf(messageId)).toMatchObject({ state: '2', final: true });
		expect(await askedFor()).toBe(2);

		await runRound(workflow);
		expect(await askedFor()).toBe(2);
	});

	test('goes on with the other rows when one report cannot be had, and asks for it again', async () => {
		const workflow = await importExample(host, 'delivery-report-polling');
		for (let count = 0; count < 3; count++) await sendOne(workflow);
		await host.sandbox.moveClock(60_000);
		await host.sandbox.call('POST', 'faults', { kind: 'status', status: 500, path: reports });

		const execution = await runRound(workflow);
		expect(itemsOf(execution, 'Ask again next time')).toMatchObject([
			{ final: false, error: expect.stringContaining('500') },
		]);
		expect((await rows()).filter((row) => row.final)).toHaveLength(2);

		await runRound(workflow);
		expect((await rows()).filter((row) => row.final)).toHaveLength(3);
	});

	test('ends every line of form-submissions.csv as the line says', async () => {
		const csv = readFileSync(join(__dirname, '../../examples/form-submissions.csv'), 'utf8');
		const submissions = readSubmissions(csv);
		const pages: string[] = [];
		for (const { name, phone, message } of submissions) {
			const values = { Name: name, 'Phone number': phone, Message: message };
			const { page } = await submitForm(host.n8nAddress, form, values);
			pages.push(`${page.title}: ${page.text}`);
		}
		await host.sandbox.moveClock(60_000);
		await runRound(await importExample(host, 'delivery-report-polling'));

		const evidence = { rows: await rows(), messages: await host.sandbox.messages() };
		const problems = submissions.map(
			(submission, index) => compareRow(submission, { page: pages[index], ...evidence }).problem,
		);
		expect(problems).toEqual(submissions.map(() => undefined));
		expect(new Set(submissions.map(({ expected }) => expected))).toEqual(
			new Set(['delivered', 'failed', 'refused']),
		);
	});
});

describe('Example: Suppress the numbers a campaign cannot reach', () => {
	const trigger = 'When a part has failed';
	const longText = 'Our spring sale has begun. '.repeat(10);

	async function suppressed(): Promise<unknown[]> {
		return (await host.sandbox.call<{ suppression: unknown[] }>('GET', 'state')).suppression;
	}

	async function createCampaign(recipients: string[], text: string): Promise<string> {
		const { body } = await request(`${host.sandboxAddress}/campaigns`, {
			method: 'POST',
			headers: {
				'x-apikey': sandboxKey,
				accept: 'application/json',
				'content-type': 'application/json',
			},
			body: JSON.stringify({ name: 'Spring', from: 'Example', text, recipients }),
		});
		return ((await body.json()) as { campaignId: string }).campaignId;
	}

	/** What the note on the canvas tells the user to do. */
	async function setUp(workflow: SavedWorkflow, campaignId: string): Promise<SavedWorkflow> {
		const nodes = workflow.nodes.map((node) =>
			node.name === trigger
				? { ...node, disabled: false, parameters: { ...node.parameters, campaignId } }
				: node,
		);
		return await host.client.updateWorkflow(workflow.id, {
			nodes,
			connections: workflow.connections,
			versionId: workflow.versionId,
		});
	}

	test('suppresses each number once, and only those with the chosen error code', async () => {
		// Fails whole, is delivered, fails in its last part with another code.
		const recipients = ['37060110002', '37060112345', '37060110005'];
		const campaignId = await createCampaign(recipients, longText);
		const imported = await importExample(host, 'campaign-failures-to-suppression');
		await publish(await setUp(imported, campaignId));
		expect(await suppressed()).toEqual([]);

		await host.sandbox.moveClock(60_000);
		await waitUntil('suppressed', async () => (await suppressed()).length > 0, aRound);
		await waitUntil(
			'ended',
			async () => (await host.client.executions(imported.id))[0]?.status === 'success',
			10_000,
		);
		expect(await suppressed()).toMatchObject([
			{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
		]);
		expect(await requestsTo('/suppression')).toHaveLength(1);
	});

	test('creates a campaign to try it with', async () => {
		const workflow = await importExample(host, 'campaign-failures-to-suppression');
		const execution = await host.client.runWorkflow(workflow.id, 'To try it by hand');
		expect(itemsOf(execution, 'Create a campaign')).toMatchObject([
			{ campaignId: expect.any(String), recipients: 2 },
		]);
		await host.sandbox.moveClock(60_000);
		const states = (await host.sandbox.messages()).map(({ parts }) => parts[0].stateName);
		expect(states).toEqual(['delivered', 'failed']);
	});
});

describe('Example: Tell the owner when the balance is low', () => {
	async function morning(balance: { EUR: number; USD: number }) {
		await host.sandbox.call('POST', 'balance', balance);
		const workflow = await publish(await importExample(host, 'low-balance-alert'));
		const execution = await host.client.runWorkflow(workflow.id, 'Every morning');
		expect(execution.status).toBe('success');
		return await host.sandbox.messages();
	}

	test('sends one SMS when there are less than 10 euros', async () => {
		expect(await morning({ EUR: 9.99, USD: 250 })).toMatchObject([
			{
				to: '37060012345',
				parts: [
					{ text: 'Your Messaging Service account has only 9.99 EUR left. Please top it up.' },
				],
			},
		]);
	});

	test('sends none when there are enough euros, however few dollars', async () => {
		expect(await morning({ EUR: 10, USD: 1 })).toEqual([]);
	});
});
