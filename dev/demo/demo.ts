import { parse as parseCsv } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	compareRow,
	type FormSubmission,
	isOver,
	type Outcome,
	type SandboxMessage,
} from './outcome.ts';
import { requestJson } from '../http.ts';
import { submitForm } from './form.ts';
import type { DataTableRow, SavedWorkflow } from '../n8n/types.ts';
import { cacheFolder, temporaryFolder } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { examplesFolder, importExamples, messagesTable } from '../provisioning.ts';
import { type Stack, startStack } from '../stack.ts';

const patienceMs = 60_000;
const advanceMs = 60_000;

/** Reads the rows to submit. */
export function readSubmissions(csv: string): FormSubmission[] {
	return parseCsv(csv, { columns: true, bom: true, skip_empty_lines: true, trim: false });
}

/** Submits the form for every row, waits for the delivery reports and shows how each row ended. */
export async function runDemo(ports: Ports, progress: Progress): Promise<number> {
	const csv = await readFile(join(examplesFolder, 'form-submissions.csv'), 'utf8');
	const dataFolder = temporaryFolder('demo');
	const logFolder = join(cacheFolder(), 'demo');
	const stack = await startStack({ dataFolder, logFolder, ports, progress });
	const workflows = await importExamples(stack.client, stack.credentialId, dataFolder);
	const outcomes = await demonstrate(stack, workflows, readSubmissions(csv), progress);
	console.log();
	print('Recipient', 'Parts', 'State', 'As expected', 'Error');
	for (const { recipient, parts = '', state, error, problem } of outcomes) {
		print(recipient, `${parts}`, state, problem ? 'no' : 'yes', error);
	}
	console.log();
	const wrong = outcomes.filter(({ problem }) => problem);
	for (const { recipient, problem } of wrong) console.log(`${recipient}: ${problem}`);
	console.log(`${outcomes.length - wrong.length} of ${outcomes.length} rows ended as expected.`);
	return wrong.length === 0 ? 0 : 1;
}

/** A line of a table. */
function print(...cells: string[]): void {
	console.log(
		cells
			.map((cell) => cell.padEnd(18))
			.join(' ')
			.trimEnd(),
	);
}

async function demonstrate(
	{ client, n8nAddress, sandboxAddress }: Stack,
	workflows: Record<string, SavedWorkflow>,
	submissions: FormSubmission[],
	{ step, done }: Progress,
): Promise<Outcome[]> {
	const { 'form-to-sms': form, 'delivery-report-polling': polling } = workflows;
	const schedule = polling.nodes.find(({ type }) => type === 'n8n-nodes-base.scheduleTrigger');
	if (!schedule) throw new Error(`${polling.name} has no Schedule Trigger`);

	step(`Submitting the form ${submissions.length} times.`);
	const pages: string[] = [];
	for (const { name, phone, message } of submissions) {
		const { page } = await submitForm(n8nAddress, form, {
			Name: name,
			'Phone number': phone,
			Message: message,
		});
		pages.push([page.title, page.text].filter(Boolean).join(': '));
	}

	step('Waiting for the delivery reports; the clock of the sandbox is moved on meanwhile.');
	let rows: DataTableRow[] = [];
	const deadline = Date.now() + patienceMs;
	while (!(rows.length > 0 && rows.every(isOver)) && Date.now() < deadline) {
		await requestJson('POST', `${sandboxAddress}/_sandbox/clock`, { body: { advanceMs } });
		// The schedule does this every minute by itself; by hand it need not be waited for.
		await client.startWorkflow(polling.id, schedule.name);
		await sleep(1_000);
		const table = await client.dataTable(messagesTable);
		rows = table ? await client.dataTableRows(table) : [];
	}
	done();
	const { answer } = await requestJson<{ messages: SandboxMessage[] }>(
		'GET',
		`${sandboxAddress}/_sandbox/state`,
	);
	const messages = answer?.messages ?? [];
	return submissions.map((submission, index) =>
		compareRow(submission, { page: pages[index], rows, messages }),
	);
}
