import type { Workflow } from '../../n8n/types.ts';
import { answer } from './answering.ts';
import { isAtWork, read, type Execution } from './execution.ts';
import { passagesIn, rowsShown, type Stage } from './round.ts';

/** What one of them did in a play. */
interface Inside {
	id: string;
	nodes: Workflow['nodes'];
	execution: Execution;
}

/** The IDs of a workflow's executions, the oldest first. */
async function idsOf({ client }: Stage, workflowId: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/executions?limit=100&filter=${filter}`;
	const { results } = await client.call<{ results: Array<{ id: string }> }>('GET', path);
	return results.map(({ id }) => id).reverse();
}

/** Follows what called workflows do in a play, whether or not the one that calls them waits for it. */
export async function followCalled(stage: Stage) {
	const before = await Promise.all(stage.called.map(async ({ id }) => await idsOf(stage, id)));
	const inside = new Map<string, Inside>();
	const answered = new Set<string>();

	const atWork = () => [...inside.values()].filter(({ execution }) => isAtWork(execution));

	async function look(): Promise<void> {
		for (const [place, { id: workflowId, workflow }] of stage.called.entries()) {
			for (const id of await idsOf(stage, workflowId)) {
				if (before[place].includes(id) || inside.has(id)) continue;
				inside.set(id, { id, nodes: workflow.nodes, execution: { status: 'new', runData: {} } });
			}
		}
		for (const one of atWork())
			inside.set(one.id, { ...one, execution: await read(stage, one.id) });
	}

	return {
		/**
		 * Answers what they ask.
		 * @param onQuestion is done before each answer
		 * @returns whether any has not ended
		 */
		async goOn(onQuestion: () => Promise<unknown>): Promise<boolean> {
			await look();
			for (const { id, nodes, execution } of atWork()) {
				const { status, last = '', runData } = execution;
				const runs = runData[last] ?? [];
				const node = nodes.find(({ name }) => name === last);
				const place = `${id} ${last} ${runs.length}`;
				if (status !== 'waiting' || !node || runs.length === 0 || answered.has(place)) continue;
				answered.add(place);
				await onQuestion();
				await answer(stage, node, runs.at(-1)!, id);
			}
			return atWork().length > 0;
		},
		/** The IDs of those that haven't ended. */
		idsAtWork: () => atWork().map(({ id }) => id),
		/** What they show to somebody: rows, and that they have failed. */
		shown: () =>
			[...inside.values()].flatMap(({ nodes, execution: { status, error, runData } }) => {
				const failure = status === 'success' ? [] : [`${status}: ${error}`];
				return [...rowsShown(nodes, passagesIn(runData)), ...failure];
			}),
	};
}
