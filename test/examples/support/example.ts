import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { WorkflowExecute } from 'n8n-core';
import type { IConnections, IDataObject, INode, INodeExecutionData, IRun } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalData } from '../../support/additionalData';
import { Clock } from '../../support/clock';
import { nodeTypes } from '../../support/nodeTypes';
import { processedData } from '../../support/processedData';
import type { Service } from '../../support/service';
import { standIn } from './n8nNodes';
import type { Row, Surroundings } from './standIn';

const folder = join(__dirname, '../../../examples');

/** A file of the folder examples, or text as one, as n8n's form hands it on. */
export function uploaded(content: string | Buffer, fileName = 'rows.csv'): INodeExecutionData {
	const data = Buffer.from(content).toString('base64');
	return { json: {}, binary: { File: { fileName, data, mimeType: 'text/csv' } } };
}

export const exampleFile = (name: string) => readFileSync(join(folder, name));

/** The rows of a file that a page hands out. */
export function rowsIn(file = '', delimiter = ','): Array<Record<string, string>> {
	return parseCsv(file, { columns: true, delimiter });
}

/** What has come to the service. */
export function arrivalsAt(service: Service) {
	const messages = async (): Promise<Array<{ to: string; text: string }>> =>
		(await service.control('GET', 'state')).messages;
	return {
		messages,
		sent: async () => (await messages()).map(({ to, text }) => [to, text]),
		requestsTo: async (path: string) =>
			(await service.received()).filter((one) => one.path === path),
	};
}

/** What came of one run of an example. */
export interface ExampleRun {
	error?: string;
	lastNode?: string;
	/** When an execution goes on that waits. */
	waitsUntil?: Date;
	/** How often a node ran. */
	timesOf(node: string): number;
	/** What a node gave in its last run. */
	itemsOf(node: string, output?: number): IDataObject[];
	/** The last page that a form's visitor got. */
	page?: { title: string; text: string; file?: string };
}

/** An example in n8n's own engine, with our own nodes; n8n keeps its tables and what its nodes remember. */
export class Example {
	readonly tables = new Map<string, Row[]>();
	/** What visitors enter on the way, and answers to Send and Wait; see `Surroundings`. */
	readonly entered: IDataObject[] = [];
	onEnter: Surroundings['enter'] = async () => this.entered.shift();
	/** What pages said when something was entered into them. */
	readonly asked: string[] = [];
	readonly #pages: Surroundings['pages'] = [];
	readonly #nodes: INode[];
	readonly #connections: IConnections;

	constructor(
		readonly service: Service,
		name: string,
		change: (text: string) => string = (text) => text,
	) {
		processedData.clear();
		const example = JSON.parse(change(readFileSync(join(folder, `${name}.json`), 'utf8')));
		this.#nodes = example.nodes.filter(({ type }: INode) => !type.endsWith('.stickyNote'));
		this.#connections = example.connections;
	}

	/** Runs it from one of its triggers, which gives these items; what its nodes wait for passes at once. */
	async run(...given: Parameters<Example['runNow']>): Promise<ExampleRun> {
		const isClockOurs = 'clock' in setTimeout;
		if (isClockOurs) return await this.runNow(...given);
		const clock = new Clock();
		return await clock.during(async () => await clock.until(this.runNow(...given)));
	}

	private async runNow(
		trigger: string,
		items: Array<IDataObject | INodeExecutionData> = [{}],
		timezone = 'Europe/Vilnius',
	): Promise<ExampleRun> {
		const given = items.map((item) => ('binary' in item ? item : { json: item }));
		const workflow = this.#workflowFrom(trigger, given as INodeExecutionData[], timezone);
		const start = workflow.getNode(trigger) as INode;
		await workflow.expression.acquireIsolate?.();
		try {
			const execute = new WorkflowExecute(additionalData(this.service.credential), 'integrated');
			let run = await execute.run({ workflow, startNode: start });
			while (run.data.waitTill && this.entered.length > 0) run = await this.#answer(workflow, run);
			return this.#told(run);
		} finally {
			await workflow.expression.releaseIsolate?.();
		}
	}

	#workflowFrom(trigger: string, items: INodeExecutionData[], timezone: string): Workflow {
		const around: Surroundings = {
			tables: this.tables,
			pages: this.#pages,
			enter: async () => await this.onEnter(),
			asked: this.asked,
			wait: async (ms) => await this.service.advance(ms),
		};
		const known = new Map<string, ReturnType<typeof standIn>>();
		for (const { type } of this.#nodes.filter((node) => !nodeTypes.getByName(node.type))) {
			const same = this.#nodes.filter((node) => node.type === type);
			const names = new Set(same.flatMap(({ parameters }) => Object.keys(parameters)));
			known.set(type, standIn(type, [...names], around));
		}
		const typeOf = (type: string) => known.get(type) ?? nodeTypes.getByNameAndVersion(type);
		const start = standIn('example.trigger', [], around);
		start.execute = async () => [structuredClone(items)];
		known.set('example.trigger', start);
		return new Workflow({
			id: '1',
			nodes: structuredClone(this.#nodes).map((node) =>
				node.name === trigger ? { ...node, type: 'example.trigger', disabled: false } : node,
			),
			connections: this.#connections,
			active: false,
			nodeTypes: { ...nodeTypes, getByName: typeOf, getByNameAndVersion: typeOf },
			settings: { executionOrder: 'v1', timezone },
		});
	}

	/** Goes on with an execution that waits for a person's answer, past the node that asked, as n8n does. */
	async #answer(workflow: Workflow, { data }: IRun): Promise<IRun> {
		const stored = structuredClone(data);
		const [waiting] = stored.executionData!.nodeExecutionStack;
		const [[one]] = waiting.data.main as INodeExecutionData[][];
		waiting.node.disabled = true;
		waiting.data.main = [[{ ...one, json: { ...one.json, ...this.entered.shift() } }]];
		stored.waitTill = undefined;
		stored.resultData.runData[waiting.node.name].pop();
		const credential = additionalData(this.service.credential);
		const execute = new WorkflowExecute(credential, 'integrated', stored);
		return await execute.processRunExecutionData(workflow);
	}

	#told({ data }: IRun): ExampleRun {
		const { runData, error, lastNodeExecuted } = data.resultData;
		// What an example says itself when it fails is for its test to look at.
		const isSaid = this.#nodes.some(
			({ name, type }) => name === lastNodeExecuted && type.endsWith('.stopAndError'),
		);
		if (error && !isSaid) throw error;
		return {
			error: error?.message,
			lastNode: lastNodeExecuted,
			waitsUntil: data.waitTill ?? undefined,
			timesOf: (node) => runData[node]?.length ?? 0,
			itemsOf: (node, output = 0) =>
				(runData[node]?.at(-1)?.data?.main[output] ?? []).map(({ json }) => json),
			page: this.#pages.splice(0).at(-1),
		};
	}
}
