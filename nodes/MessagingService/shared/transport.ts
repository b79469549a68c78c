import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Outcome } from './acceptedItems';
import { attempt } from './attempt';
import { errorItem } from './errorItem';
import { asNodeError, asProblem } from './nodeErrors';
import type { NodeRun } from './nodeRun';
import { nodeRunOf } from './nodeRun';
import { withOtherItems, withOutcome } from './otherItems';
import type { Problem } from './problems';
import { heldProblem } from './problems';
import { requestHash } from './requestHash';
import { apiKeyFor, isRead } from './requests';

/**
 * The one road of a declarative operation to the service: n8n calls it for every input item in place
 * of the request (`requestOperations.pagination`), and for all of them at once. It sends some at a
 * time, stops at the first failure, repeats what can safely be repeated, and remembers what was
 * accepted for the next try.
 *
 * @returns the items of the answer, each paired with its input item
 */
export async function transport(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const { options } = requestData;
	const run = nodeRunOf(this);
	if (run.afterEarlierTry) await run.afterEarlierTry;
	const item = run.isPartOfAgent ? requestHash(options) : String(this.getItemIndex());
	const recalled = run.accepted.recall(item);
	const refusal = recalled ? undefined : (run.wrongOptions ?? heldProblem(options));
	if (refusal || (recalled && 'problem' in recalled)) run.isBoundToFail = true;

	if (!(await run.arrivals.arrive(this.getItemIndex()))) return [];
	let outcome = recalled;
	if (refusal) outcome = { problem: asProblem(refusal) };
	if (outcome) run.outcomes.set(item, outcome);
	else if (run.goesOn || !run.isBoundToFail) {
		outcome = await attempt.call(this, requestData, run, item);
	}
	// Not attempted: the error of another item ends the run, or the user does.
	if (!outcome) return [];

	return await settle.call(this, run, outcome, isRead(options));
}

/**
 * What n8n gets for an item.
 *
 * @throws NodeApiError or NodeOperationError that says what became of the other items
 */
async function settle(
	this: IExecutePaginationFunctions,
	run: NodeRun,
	outcome: Outcome,
	reads: boolean,
): Promise<INodeExecutionData[]> {
	const itemIndex = this.getItemIndex();
	const nodeError = async (problem: Problem) =>
		asNodeError(
			this.getNode(),
			problem,
			{ itemIndex, itemCount: run.itemCount },
			await apiKeyFor(this),
		);

	if ('problem' in outcome && !run.goesOn) {
		run.gate.shut();
		await run.gate.idle();
		// At once: if the expression of a later item fails, n8n never says that everybody is here.
		run.accepted.keep(run.outcomes);
		await run.arrivals.everybody();
		throw await nodeError(withOtherItems(outcome.problem, run.outcomes, run.itemCount, reads));
	}
	if (run.gate.isShut) run.accepted.keep(run.outcomes);
	else if (run.outcomes.size >= run.arrivals.count) {
		if (run.arrivals.isComplete) run.accepted.finish(run.outcomes);
		else run.accepted.keep(run.outcomes);
	}
	if ('items' in outcome) return outcome.items;
	return [errorItem(await nodeError(withOutcome(outcome.problem)), itemIndex)];
}
