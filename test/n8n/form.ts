import { setTimeout as sleep } from 'node:timers/promises';
import { parse as parseHtml } from 'node-html-parser';
import { FormData, request } from 'undici';
import { formPath, formTrigger } from '../../dev/n8n/formTrigger.ts';
import type { Workflow } from '../../dev/n8n/types.ts';

export interface FormFile {
	name: string;
	content: Buffer;
}

/** The page that a form ends with. */
export interface FormPage {
	title: string;
	text: string;
	/** What the page makes the browser download, if it does. */
	files?: FormFile[];
}

const patienceMs = 60_000;

/** What a browser sends for a filled-in form: n8n numbers its inputs in the order of the fields. */
export function formInputs(
	workflow: Workflow,
	values: Record<string, string | File>,
): Record<string, string | File> {
	const { formFields } = formTrigger(workflow).parameters as {
		formFields: { values: Array<{ fieldLabel?: string; fieldName?: string; fieldType?: string }> };
	};
	const fields = formFields.values;
	const labels = fields.map(({ fieldLabel, fieldName }) => fieldLabel ?? fieldName ?? '');
	return Object.fromEntries(
		Object.entries(values).map(([label, value]) => {
			const index = labels.indexOf(label);
			if (index < 0)
				throw new Error(`The form has no field "${label}"; it has ${labels.join(', ')}`);
			// n8n's page sends what was chosen as a list, also where only one can be.
			const isChoice = ['radio', 'checkbox'].includes(fields[index].fieldType ?? '');
			return [`field-${index}`, isChoice ? JSON.stringify([value]) : value];
		}),
	);
}

/**
 * Fills in and submits the form of an active workflow and reads the page it ends with, by the steps
 * that n8n's own page makes a browser do: post, ask for the status, open the last page, confirm it.
 */
export async function submitForm(
	n8nAddress: string,
	workflow: Workflow,
	values: Record<string, string | File>,
): Promise<{ executionId: string; page: FormPage }> {
	const body = new FormData();
	for (const [input, value] of Object.entries(formInputs(workflow, values))) {
		if (typeof value === 'string') body.append(input, value);
		else body.append(input, value, value.name);
	}
	const posted = await request(`${n8nAddress}/form/${formPath(workflow)}`, {
		method: 'POST',
		body,
	});
	const answer = await posted.body.text();
	const waitingAddress = posted.statusCode === 200 ? waitingUrl(answer) : undefined;
	if (!waitingAddress) {
		throw new Error(`The form answered with status ${posted.statusCode}: ${answer.slice(0, 200)}`);
	}
	// n8n names the address it has for browsers; it listens on the one it was called at.
	const waiting = new URL(waitingAddress.pathname + waitingAddress.search, n8nAddress);
	const executionId = waiting.pathname.split('/').at(-1) ?? '';
	const status = await waitForPage(waiting);
	if (status !== 'form-waiting') {
		throw new Error(`Execution ${executionId} ended as "${status}" without a last page`);
	}
	const shown = await request(waiting);
	const html = await shown.body.text();
	const confirmed = await request(waiting, { method: 'POST' });
	await confirmed.body.dump();
	const files = readFiles(html);
	return { executionId, page: { ...readPage(html), ...(files.length > 0 && { files }) } };
}

/** Title and text of n8n's completion page. */
export function readPage(html: string): FormPage {
	const header = parseHtml(html).querySelector('.header');
	const textOf = (tag: string) => header?.querySelector(tag)?.text.trim() ?? '';
	return { title: textOf('h1'), text: textOf('p') };
}

function waitingUrl(answer: string): URL | undefined {
	try {
		return new URL(JSON.parse(answer).formWaitingUrl);
	} catch {
		return undefined;
	}
}

async function waitForPage(waiting: URL): Promise<string> {
	const statusAddress = new URL(waiting);
	statusAddress.pathname += '/n8n-execution-status';
	const deadline = Date.now() + patienceMs;
	for (;;) {
		const { body } = await request(statusAddress);
		const status = (await body.text()).trim();
		if (!['new', 'running', 'waiting'].includes(status)) return status;
		if (Date.now() > deadline) return status;
		await sleep(200);
	}
}

/** The page's script holds the files: as bytes, or as text with a character for each byte. */
export function readFiles(html: string): FormFile[] {
	const encoded = /JSON\.parse\(decodeURIComponent\("([^"]*)"\)\)/.exec(html)?.[1];
	if (!encoded) return [];
	const files: Array<{ fileName: string; data: string | { data: number[] } }> = JSON.parse(
		decodeURIComponent(encoded),
	);
	return files.map(({ fileName, data }) => ({
		name: fileName,
		content: typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data),
	}));
}
