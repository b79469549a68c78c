import { parse as parseHtml } from 'node-html-parser';
import { FormData, request } from 'undici';
import { formPath, formTrigger } from '../../dev/n8n/formTrigger.ts';
import type { Workflow } from '../../dev/n8n/types.ts';
import { eventually } from '../support/eventually.ts';

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

/** Fills in and submits the form of an active workflow; gives the address of its next page, if it has one. */
export async function postForm(
	n8nAddress: string,
	workflow: Workflow,
	values: Record<string, string | File>,
): Promise<URL | undefined> {
	const { status, answer } = await post(
		`${n8nAddress}/form/${formPath(workflow)}`,
		formInputs(workflow, values),
	);
	if (status !== 200) {
		throw new Error(`The form answered with status ${status}: ${answer.slice(0, 200)}`);
	}
	const { formWaitingUrl } = JSON.parse(answer);
	if (!formWaitingUrl) return undefined;
	// n8n names the address it has for browsers; it listens on the one it was called at.
	const { pathname, search } = new URL(formWaitingUrl);
	return new URL(pathname + search, n8nAddress);
}

/**
 * Fills in and submits the form of an active workflow and reads the page it ends with, by the steps
 * that n8n's own page makes a browser do: post, ask for the status, open the last page, confirm it.
 *
 * @param enter what is entered into the pages on the way, by the places of their fields
 */
export async function submitForm(
	n8nAddress: string,
	workflow: Workflow,
	values: Record<string, string | File>,
	...enter: Array<() => Promise<string[]>>
): Promise<{ executionId: string; page: FormPage }> {
	const waiting = await postForm(n8nAddress, workflow, values);
	if (!waiting) throw new Error('The form has no page at its end');
	const executionId = waiting.pathname.split('/').at(-1) ?? '';
	for (const entered of enter) {
		await waitForPage(executionId, waiting);
		const fields = (await entered()).map((value, place) => [`field-${place}`, value]);
		await post(waiting, Object.fromEntries(fields));
	}
	await waitForPage(executionId, waiting);
	const shown = await request(waiting);
	const html = await shown.body.text();
	const confirmed = await request(waiting, { method: 'POST' });
	await confirmed.body.dump();
	const files = readFiles(html);
	return { executionId, page: { ...readPage(html), ...(files.length > 0 && { files }) } };
}

async function post(
	url: string | URL,
	inputs: Record<string, string | File>,
): Promise<{ status: number; answer: string }> {
	const body = new FormData();
	for (const [input, value] of Object.entries(inputs)) {
		if (typeof value === 'string') body.append(input, value);
		else body.append(input, value, value.name);
	}
	const { statusCode, body: answer } = await request(url, { method: 'POST', body });
	return { status: statusCode, answer: await answer.text() };
}

/** Title and text of n8n's completion page. */
export function readPage(html: string): FormPage {
	const header = parseHtml(html).querySelector('.header');
	const textOf = (tag: string) => header?.querySelector(tag)?.text.trim() ?? '';
	return { title: textOf('h1'), text: textOf('p') };
}

async function waitForPage(executionId: string, waiting: URL): Promise<void> {
	const statusAddress = new URL(waiting);
	statusAddress.pathname += '/n8n-execution-status';
	const isThere = async () => {
		const { body } = await request(statusAddress);
		const status = (await body.text()).trim();
		if (['form-waiting', 'new', 'running', 'waiting'].includes(status)) {
			return status === 'form-waiting';
		}
		throw new Error(`Execution ${executionId} ended as "${status}" without a last page`);
	};
	await eventually(`the next page of execution ${executionId}`, isThere, 300, 200);
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
