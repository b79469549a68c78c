import type { FormSubmission } from './demo.ts';
import type { DataTableRow } from '../n8n/types.ts';

/** A message as the sandbox's control `/_sandbox/state` shows it. */
export interface SandboxMessage {
	messageId: string;
	to: string;
	parts: Array<{ text?: string; state: number; stateName: string; errorCode?: string }>;
}

/** How one row of the demo ended. */
export interface Outcome {
	recipient: string;
	parts?: number;
	state: string;
	error: string;
	/** What is not as it should be. */
	problem?: string;
}

export interface Evidence {
	/** What the form's last page said. */
	page: string;
	/** n8n's data table. */
	rows: DataTableRow[];
	/** What the sandbox was asked to send. */
	messages: SandboxMessage[];
}

/** Whether the polling workflow asks about a row no more; data tables give booleans as such or as numbers. */
export function isOver(row: DataTableRow): boolean {
	return row.final === true || row.final === 1;
}

/** A phone number as the service has it: digits only, no `00` before them. */
function digitsOf(phone: string): string {
	return phone.replace(/\D/g, '').replace(/^00/, '');
}

const distinct = (values: string[]) => [...new Set(values)].join(', ');

/** Compares a submitted row with what n8n's table and the sandbox say of it. */
export function compareRow(
	submission: FormSubmission,
	{ page, rows, messages }: Evidence,
): Outcome {
	const digits = digitsOf(submission.phone);
	const row = rows.find(({ to, text }) => String(to) === digits && text === submission.message);
	const message = messages.find(({ messageId }) => messageId === row?.messageId);
	if (submission.expected === 'refused')
		return compareRefused(submission, digits, page, { row, messages });

	const recipient = digits;
	if (!row) {
		const problem = `n8n's table has no row for it; the form's page said "${page}"`;
		return { recipient, state: 'not sent', error: page, problem };
	}
	if (!message) {
		const problem = `the sandbox knows no message ${row.messageId}`;
		return { recipient, state: 'unknown', error: '', problem };
	}
	const errorCodes = distinct(message.parts.flatMap(({ errorCode }) => errorCode ?? []));
	const state = distinct(message.parts.map(({ stateName }) => stateName));
	return {
		recipient,
		parts: message.parts.length,
		state,
		error: errorCodes,
		problem: findProblem(submission, row, message, errorCodes),
	};
}

function compareRefused(
	{ phone }: FormSubmission,
	digits: string,
	page: string,
	{ row, messages }: { row?: DataTableRow; messages: SandboxMessage[] },
): Outcome {
	const sent = row !== undefined || messages.some(({ to }) => to === digits);
	let problem: string | undefined;
	if (sent) problem = 'it was sent, though its number is wrong';
	else if (!/number/i.test(page))
		problem = `the form's page does not speak of the number: "${page}"`;
	return { recipient: phone, state: sent ? 'sent' : 'refused', error: page, problem };
}

function findProblem(
	{ expected }: FormSubmission,
	row: DataTableRow,
	{ parts }: SandboxMessage,
	errorCodes: string,
): string | undefined {
	const ending = parts.every(({ stateName }) => stateName === 'delivered') ? 'delivered' : 'failed';
	if (!isOver(row)) return 'the workflow still waits for its delivery report';
	if (ending !== expected) return `it should be ${expected}, the sandbox says ${ending}`;
	if (Number(row.parts) !== parts.length) {
		return `n8n's table has ${row.parts} parts, the sandbox ${parts.length}`;
	}
	const states = distinct(parts.map(({ state }) => String(state)));
	if (row.state !== states) {
		return `n8n's table has the state "${row.state}", the sandbox "${states}"`;
	}
	if (String(row.errorCode ?? '') !== errorCodes) {
		return `n8n's table has the error "${row.errorCode ?? ''}", the sandbox "${errorCodes}"`;
	}
	return undefined;
}
