import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '../../sandbox/flightCheck.ts';
import { verdictOf } from '../../sandbox/page/words.js';
import { explain, Failure } from '../failure.ts';
import type { Workflow } from '../n8n/types.ts';
import { runToEnd } from '../processes/shutdown.ts';
import { showProgress } from '../progress.ts';
import type { Item } from './copy/sampleItems.ts';
import { asMarkdown } from './report.ts';
import { checkWorkflow, type CheckOptions } from './checkWorkflow.ts';
import { playable } from './copy/replaced.ts';
import { startCheckHost } from './play/host.ts';
import { wholeOf } from './copy/whole.ts';

const usage = 'Use it as npm run check -- WORKFLOW.json … [--items FILE] [--json FILE]';

/** What the exit status says. */
const FINE = 0;
const FOUND = 1;
const NOT_PLAYED = 2;

async function readJson<Content>(file: string): Promise<Content> {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch (error) {
		throw new Failure(`${file} can't be read: ${(error as Error).message}`, usage);
	}
}

function readArguments() {
	const text = { type: 'string' } as const;
	const options = { items: text, json: text } as const;
	try {
		const { values, positionals } = parseArgs({ options, allowPositionals: true });
		if (positionals.length === 0) throw new Error('No workflow is named.');
		return { ...values, files: positionals };
	} catch (error) {
		throw new Failure((error as Error).message, usage);
	}
}

/** Items as n8n pins them; a list of plain objects is taken too. */
const asItems = (given: unknown[]) =>
	given.map((one) => ('json' in (one as object) ? one : { json: one }) as Item);

/** The workflows in the folders of files. */
async function besides(files: string[]): Promise<Workflow[]> {
	const all: Array<Workflow | undefined> = [];
	for (const folder of new Set(files.map((file) => dirname(file)))) {
		for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json')))
			all.push(await readJson<Workflow>(join(folder, name)).catch(() => undefined));
	}
	return all.filter((one): one is Workflow => Array.isArray(one?.nodes));
}

/** Checks the workflows, and gives the exit status. */
async function check(): Promise<number> {
	const { files, items, json } = readArguments();
	const workflows = await Promise.all(files.map(async (file) => await readJson<Workflow>(file)));
	// What a workflow calls may be named too, or stand in the same folder.
	const others = [...workflows, ...(await besides(files))];
	const given = items === undefined ? undefined : asItems(await readJson<unknown[]>(items));
	const reports: Array<Report | { workflow: string; reason: string }> = [];
	let status = FINE;
	function refuse(workflow: string, error: unknown): void {
		status = NOT_PLAYED;
		const reason = explain(error);
		reports.push({ workflow, reason });
		process.stdout.write(`# ${workflow}\n\nIt was not played. ${reason}\n\n`);
	}
	const ready = workflows.filter((workflow) => {
		try {
			return playable(wholeOf(workflow, others).workflow, '', { items: given });
		} catch (error) {
			return refuse(workflow.name, error);
		}
	});
	// The report is what comes out: progress goes to the terminal.
	const progress = showProgress(process.stderr);
	const host = ready.length > 0 ? await startCheckHost(progress) : undefined;
	for (const workflow of host ? ready : []) {
		progress.step(`Playing "${workflow.name}".`);
		try {
			const onProgress: CheckOptions['onProgress'] = ({ done, of, situation }) =>
				progress.detail(`(${done} of ${of}: ${situation})`);
			const report = await checkWorkflow(host!, workflow, { items: given, others, onProgress });
			reports.push(report);
			if (!verdictOf(report.rows).isFine) status = Math.max(status, FOUND);
			process.stdout.write(`${asMarkdown(report)}\n`);
		} catch (error) {
			refuse(workflow.name, error);
		}
	}
	progress.done();
	if (json !== undefined) await writeFile(json, JSON.stringify(reports, null, '\t'));
	return status;
}

await runToEnd(async () => {
	try {
		return await check();
	} catch (error) {
		process.stderr.write(`${explain(error)}\n`);
		return NOT_PLAYED;
	}
});
