import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSubmissions } from '../../dev/demo/demo';
import { compareRow } from '../../dev/demo/outcome';
import type { DataTableRow } from '../../dev/n8n/types';
import {
	type Execution,
	importExample,
	itemsOf,
	type SavedWorkflow,
	sandboxCredential,
	sharedHost,
	submitForm,
} from './support';
import {
	dropTable,
	importChanged,
	publisherForTests,
	requestsTo,
	tableRows,
} from './support/exampleData';

const reports = '/v1/sms/report';
const schedule = 'Every minute';

const host = sharedHost();
const publish = publisherForTests(host);
/** Published for the whole file: n8n takes a moment to let go of a form's address. */
let form: SavedWorkflow;

beforeAll(async () => {
	form = await host.client.activateWorkflow(await importExample(host, 'form-to-sms'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, 'SMS messages');
});

const rows = async (): Promise<DataTableRow[]> => await tableRows(host, 'SMS messages');

async function rowOf(messageId: unknown): Promise<DataTableRow | undefined> {
	return (await rows()).find((row) => row.messageId === messageId);
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

	/** Submits the form for a number, and gives the page and how n8n lists the execution. */
	async function submit(number: string) {
		const { page, executionId } = await submitForm(host.n8nAddress, form, {
			...submission,
			'Phone number': number,
		});
		const { status, data } = await host.client.waitForExecution(executionId);
		expect(await rows()).toEqual([]);
		return { page, status, error: data.resultData.error?.message };
	}

	test('asks for another number in words for the visitor, and sends nothing', async () => {
		expect(await submit('+370 600')).toEqual({
			page: {
				title: 'Your message was not sent',
				text: 'Please check the phone number. It has to begin with its country code, for example +370 600 12345.',
			},
			status: 'success',
			error: undefined,
		});
		expect(await requestsTo(host, '/v1/sms/single')).toEqual([]);
	});

	test("keeps the service's refusal from the visitor, and tells the owner", async () => {
		expect(await submit('+370 600 10400')).toEqual({
			page: {
				title: 'Your message was not sent',
				text: 'Something went wrong. Please check the phone number, or try again later.',
			},
			status: 'error',
			error:
				'The SMS to +370 600 10400: to is not a number the service can reach (recipient ending in 0400)',
		});
	});

	test('asks not to send it again when it may be on its way', async () => {
		const fault = { kind: 'drop', accepted: true, path: '/v1/sms/single' };
		await host.sandbox.call('POST', 'faults', fault);
		expect(await submit('+370 600 12345')).toEqual({
			page: {
				title: 'Your message may be on its way',
				text: 'We do not know yet whether it was sent. Please do not send it again: we look into it.',
			},
			status: 'error',
			error: 'The SMS to +370 600 12345: The connection was closed before the service answered',
		});
		expect(await host.sandbox.messages()).toHaveLength(1);
	});

	test('says nothing of an SMS on its way when the credential has been deleted', async () => {
		const id = await host.client.saveCredential({
			name: 'Soon deleted',
			type: 'messagingServiceApi',
			data: sandboxCredential(host.sandboxAddress),
		});
		const deleted = { messagingServiceApi: { id, name: 'Soon deleted' } };
		const workflow = await publish(
			await importChanged(host, 'form-to-sms', {
				'Send the SMS': { credentials: deleted },
				'On form submission': { options: { path: 'without-credential' } },
			}),
		);
		await host.client.call('DELETE', `/credentials/${id}`);

		const { page } = await submitForm(host.n8nAddress, workflow, submission);
		expect(page.title).toBe('Your message was not sent');
		expect(await rows()).toEqual([]);
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

	test('asks until the report is final, and no more then', async () => {
		// In the sandbox this one is delivered after ten minutes.
		const workflow = await importChanged(host, 'delivery-report-polling', {
			'Send one SMS': { to: '+370 600 10003' },
		});
		const messageId = await sendOne(workflow);
		const askedFor = async () =>
			(await requestsTo(host, reports)).filter(
				({ body }) => (body as { messageId: string }).messageId === messageId,
			).length;

		await host.sandbox.moveClock(1_500);
		await runRound(workflow);
		expect(await rowOf(messageId)).toMatchObject({ state: '1', final: false });

		await host.sandbox.moveClock(600_000);
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
