import { parse } from 'flatted';
import type { Execution } from '../../n8n/types.ts';
import type { Form } from './form.ts';
import { type QueueHost, until } from './index.ts';

/** What became of a form's executions, as n8n's database and REST interface tell it. */
export class FormExecutions {
	readonly #host: QueueHost;
	readonly #workflowId: string;

	constructor(host: QueueHost, { workflow }: Pick<Form<never>, 'workflow'>) {
		this.#host = host;
		this.#workflowId = workflow.id;
	}

	get #own(): string {
		return `execution_entity WHERE "workflowId" = '${this.#workflowId}'`;
	}

	get #started(): string {
		return `${this.#own} AND mode = 'webhook'`;
	}

	/** How many are in each state. */
	async count(): Promise<Record<string, number>> {
		const rows = await this.#host.query<{ status: string; count: number }>(
			`SELECT status, count(*) FROM ${this.#started} GROUP BY status`,
		);
		return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	}

	/** Waits until so many have ended, and no other one is there. */
	async untilEnded(expected: number): Promise<void> {
		await until('all executions have ended', async () => {
			const { new: waiting = 0, running = 0, ...ended } = await this.count();
			const count = Object.values(ended).reduce((sum, one) => sum + one, 0);
			return waiting + running === 0 && count === expected;
		});
	}

	/** Whom each one that has not ended is about; n8n forgets it when a worker dies. */
	async recipientsUnderway(): Promise<Map<string, string>> {
		const rows = await this.#host.query<{ id: string; data: string }>(
			`SELECT "executionId"::text AS id, data FROM execution_data WHERE "executionId" IN
			 (SELECT id FROM ${this.#started} AND status IN ('new', 'running'))`,
		);
		return new Map(
			rows.map(({ id, data }) => {
				const [first] = parse(data).executionData.nodeExecutionStack;
				return [id, first.data.main[0][0].json.body.to];
			}),
		);
	}

	async failed(): Promise<Execution[]> {
		const rows = await this.#host.query<{ id: string }>(
			`SELECT id::text FROM ${this.#started} AND status <> 'success'`,
		);
		return await Promise.all(rows.map(async ({ id }) => await this.#host.client.execution(id)));
	}

	/** The ids of those that the workflow's Error Trigger was told of. */
	async reportedFailures(): Promise<string[]> {
		const rows = await this.#host.query<{ data: string }>(
			`SELECT data FROM execution_data WHERE "executionId" IN
			 (SELECT id FROM ${this.#own} AND mode = 'error' AND status = 'success')`,
		);
		return rows.map(({ data }) => {
			const [run] = parse(data).resultData.runData.Failure;
			return run.data.main[0][0].json.execution.id;
		});
	}

	/** How long those took that succeeded, from the first one's arrival to the last one's end, in s. */
	async seconds(): Promise<number> {
		const [{ seconds }] = await this.#host.query<{ seconds: number }>(
			`SELECT extract(epoch FROM max("stoppedAt") - min("createdAt")) AS seconds
			 FROM ${this.#started} AND status = 'success'`,
		);
		return seconds;
	}
}
