import { parse as parseCsv } from 'csv-parse/sync';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

import type { Workflow } from '../../../dev/n8n/types';
import { type FormPage, readFiles, readPage } from '../../n8n/form';
import { filledIn } from './asking';
import {
	type Execution,
	type Host,
	importWorkflow,
	itemsOf,
	otherCredential,
	readExample,
	type SavedWorkflow,
} from './index';

/** What came of one run of an example. */
interface ExampleRun {
	/** The last page that a form's visitor got. */
	page?: FormPage;
	/** What the pages on the way showed. */
	asked: string[];
	error?: string;
	/** The node in which it ended, or which waits. */
	lastNode?: string;
	/** When it goes on, if nobody has answered. */
	waitsUntil?: string;
	timesOf(node: string): number;
	itemsOf(node: string, output?: number): Array<Record<string, unknown>>;
}

type RunData = Record<string, Array<{ metadata?: { resumeFormUrl?: string } }>>;

const pollMs = 50;
/** How much of the sandbox's time passes with each report that is asked for. */
const passMs = 60_000;
/** For what hangs, not for what is slow. */
const patienceMs = 300_000;

function shorten({ nodes }: Workflow): void {
	for (const { type, parameters } of nodes) {
		const isShort = type.endsWith('.wait') && parameters.amount !== undefined;
		if (isShort && parameters.resume === undefined)
			Object.assign(parameters, { amount: 0.1, unit: 'seconds' });
	}
}

/** A workflow in a real n8n, run by hand: a trigger and other nodes give the items that are pinned to them. */
export class PlayedExample {
	private constructor(
		private readonly host: Host,
		private readonly workflow: SavedWorkflow,
	) {}

	/** An example, changed as a text, with waits of minutes cut short. */
	static async of(host: Host, ...example: Parameters<typeof readExample>) {
		const workflow = await readExample(...example);
		shorten(workflow);
		return await PlayedExample.from(host, workflow);
	}

	static async from(host: Host, workflow: Workflow): Promise<PlayedExample> {
		return new PlayedExample(host, await importWorkflow(host, workflow));
	}

	/**
	 * Runs it to its end, or until it waits for somebody; what is pinned to a node are items, or the JSON of items.
	 *
	 * @param enter what is entered into the pages on the way, by the places of their fields
	 */
	async run(
		trigger: string,
		items?: object[],
		pins: Record<string, object[]> = {},
		...enter: string[][]
	): Promise<ExampleRun> {
		const { client } = this.host;
		const given = items ? { ...pins, [trigger]: items } : pins;
		const pinData = Object.fromEntries(
			Object.entries(given).map(([node, pinned]) => [
				node,
				pinned.map((one) => ('json' in one ? one : { json: one })),
			]),
		);
		await client.updateWorkflow(this.workflow.id, { ...this.workflow, pinData } as object);
		await this.host.sandbox.call('POST', 'clock', { eachReportMs: passMs });
		const id = await client.startWorkflow(this.workflow.id, trigger);
		return await this.#follow(id, enter);
	}

	async #follow(id: string, enter: string[][]): Promise<ExampleRun> {
		const asked: string[] = [];
		let page: FormPage | undefined;
		let answered = '';
		const deadline = Date.now() + patienceMs;
		for (;;) {
			const execution = await this.host.client.execution(id).catch(() => undefined);
			const { runData = {}, lastNodeExecuted = '' } = execution?.data?.resultData ?? {};
			const runs = (runData as RunData)[lastNodeExecuted] ?? [];
			const place = `${lastNodeExecuted} ${runs.length}`;
			if (execution?.status === 'waiting' && place !== answered) {
				answered = place;
				await this.host.sandbox.moveClock(passMs);
				const node = this.workflow.nodes.find(({ name }) => name === lastNodeExecuted);
				const url = this.#here(runs.at(-1)?.metadata?.resumeFormUrl);
				const isLast = node?.parameters.operation === 'completion';
				const filled = isLast ? [] : enter.shift();
				if (!url || !filled) return await this.#stopped(execution, asked);
				const html = await (await request(url)).body.text();
				if (isLast) page = { ...readPage(html), files: readFiles(html) };
				else asked.push(html);
				const body = isLast ? null : filledIn(...filled);
				await (await request(url, { method: 'POST', body })).body.dump();
			}
			const isOver = execution && !['new', 'running', 'waiting'].includes(execution.status);
			if (isOver) return { ...told(execution), page, asked };
			if (Date.now() > deadline) throw new Error(`Execution ${id} has no end: ${place}`);
			await sleep(pollMs);
		}
	}

	/** n8n names the address it has for browsers; it listens on the one it was called at. */
	#here(url?: string): string | undefined {
		if (!url) return undefined;
		const { pathname, search } = new URL(url);
		return this.host.n8nAddress + pathname + search;
	}

	async #stopped(execution: Execution, asked: string[]): Promise<ExampleRun> {
		await this.host.client.call('POST', `/executions/${execution.id}/stop`);
		const { waitTill } = execution as Execution & { waitTill?: string };
		return { ...told(execution), asked, waitsUntil: waitTill };
	}
}

function told(execution: Execution): Omit<ExampleRun, 'asked'> {
	const { runData, error, lastNodeExecuted } = execution.data.resultData;
	return {
		error: error?.message,
		lastNode: lastNodeExecuted,
		timesOf: (node) => runData[node]?.length ?? 0,
		itemsOf: (node, output) => itemsOf(execution, node, output),
	};
}

/** Uploads a file; gives the last page, and the rows of the file that it hands out. */
export async function upload(example: PlayedExample, file: string | Buffer, mailing = 'November') {
	const json = { 'Name of the mailing': mailing, Message: 'Your invoice is due.' };
	// As n8n's form hands it on.
	const data = Buffer.from(file).toString('base64');
	const binary = { File: { data, mimeType: 'text/csv', fileName: 'rows.csv' } };
	const { page } = await example.run('On form submission', [{ json, binary }]);
	const content = page?.files?.[0]?.content.toString() ?? '';
	const delimiter = content.split('\n')[0].includes(';') ? ';' : ',';
	const rows: Array<Record<string, string>> = parseCsv(content, {
		columns: true,
		delimiter,
		bom: true,
	});
	const { title = '', text = '' } = page ?? {};
	return { title, text, content, rows, counts: /^Sent: \d.+ Not known: \d+/.exec(text)?.[0] };
}

/** A host whose workflows get a credential of their own, with more fields than the sandbox's. */
export async function withCredential(host: Host, fields: object = {}): Promise<Host> {
	const { messagingServiceApi } = await otherCredential(host, fields);
	return { ...host, credentialId: messagingServiceApi.id };
}
