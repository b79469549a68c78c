import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Outcomes } from './acceptedItems';
import { AcceptedItems } from './acceptedItems';
import { Arrivals } from './arrivals';
import { Gate } from './gate';
import { asProblem } from './nodeErrors';
import { PerRun } from './perRun';
import type { Problem } from './problems';
import type { RunOptions } from './runOptions';
import { readRunOptions } from './runOptions';
import { UnknownCalls } from './toolCalls';

/** One try of one run of a declarative node: all its items, which n8n starts at once. */
export class NodeRun {
	readonly gate: Gate;

	readonly accepted: AcceptedItems;

	readonly options: RunOptions;

	readonly itemCount: number;

	/** Whether an AI agent runs the node itself, as part of its own run. */
	readonly isPartOfAgent: boolean;

	readonly unknownCalls: UnknownCalls;

	/** Whether the user continues on fail. */
	readonly goesOn: boolean;

	readonly outcomes: Outcomes = new Map();

	/** Whether something is known to be wrong before anything was sent. */
	isBoundToFail = false;

	/** What is wrong with the options, for all items. */
	readonly wrongOptions?: Problem;

	readonly arrivals: Arrivals;

	/** Ends once nothing of an earlier try is under way, where there is such a one. */
	afterEarlierTry?: Promise<void>;

	constructor(context: IExecuteSingleFunctions) {
		const { data, node } = context.getExecuteData();
		this.goesOn = context.continueOnFail();
		// Then the data are those of the agent.
		this.isPartOfAgent = node.name !== context.getNode().name;
		const items = (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
		this.itemCount = this.isPartOfAgent || context.getNode().executeOnce ? 1 : items;
		this.arrivals = new Arrivals(context, this.itemCount);
		try {
			this.options = readRunOptions(context.getNodeParameter('options', {}) as IDataObject);
		} catch (error) {
			this.wrongOptions = asProblem(error);
			this.options = readRunOptions({});
		}
		this.gate = new Gate(this.options.concurrency, context.getExecutionCancelSignal());
		const runIndex = this.isPartOfAgent
			? 'tool'
			: String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.accepted = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		this.unknownCalls = new UnknownCalls(context, this.options.resendUnknown);
	}

	/** Sends nothing more, and keeps what became of the requests that are out. */
	async end(): Promise<void> {
		this.gate.shut();
		await this.afterEarlierTry;
		if (!this.gate.isBusy) return;
		await this.gate.idle();
		this.accepted.keep(this.outcomes);
	}
}

const runs = new PerRun<NodeRun>();

/** The run that an item belongs to; a new one when item 0 comes round again, in another try. */
export function nodeRunOf(context: IExecuteSingleFunctions): NodeRun {
	const known = runs.get(context);
	if (known && context.getItemIndex() !== 0) return known;
	const run = new NodeRun(context);
	// n8n gives up a try when an expression fails, and does not wait for what it has started. Calls of an
	// AI agent are no tries of each other.
	if (known && !run.isPartOfAgent) run.afterEarlierTry = known.end();
	runs.set(context, run);
	return run;
}
