import type { IRunData } from 'n8n-workflow';
import { parse as parseExecution } from 'flatted';
import type { Stage } from './round.ts';

export interface Execution {
	status: string;
	waitTill?: string | null;
	runData: IRunData;
	error?: string;
	last?: string;
}

/** Whether it has not ended. */
export const isAtWork = ({ status }: Pick<Execution, 'status'>) =>
	['new', 'running', 'waiting'].includes(status);

/** An execution as it stands. */
export async function read({ client }: Pick<Stage, 'client'>, id: string): Promise<Execution> {
	const { status, waitTill, data } = await client.call<{
		status: string;
		waitTill?: string;
		data?: string;
	}>('GET', `/executions/${id}`);
	// One that has just begun, or was ended with n8n, has nothing yet.
	const {
		runData = {},
		error,
		lastNodeExecuted,
	} = (data && parseExecution(data)?.resultData) || {};
	return { status, waitTill, runData, error: error?.message, last: lastNodeExecuted };
}
