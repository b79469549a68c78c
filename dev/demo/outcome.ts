import type { DataTableRow } from '../n8n/types.ts';

/** A line of examples/form-submissions.csv: what goes into the form and how it has to end. */
export interface FormSubmission {
	name: string;
	phone: string;
	message: string;
	expected: 'delivered' | 'failed' | 'refused';
}

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
	{ phone, message: text, expected }: FormSubmission,
	{ page, rows, messages }: Evidence,
): Outcome {
	const recipient = digitsOf(phone);
	const row = rows.find((one) => String(one.to) === recipient && one.text === text);
	if (expected === 'refused') {
		const sent = row !== undefined || messages.some(({ to }) => to === recipient);
		const problem = firstOf(
			sent && 'it was sent, though its number is wrong',
			!/number/i.test(page) && `the form's page does not speak of the number: "${page}"`,
		);
		return { recipient: phone, state: sent ? 'sent' : 'refused', error: page, problem };
	}
	if (!row) {
		const problem = `n8n's table has no row for it; the form's page said "${page}"`;
		return { recipient, state: 'not sent', error: page, problem };
	}
	const parts = messages.find(({ messageId }) => messageId === row.messageId)?.parts;
	if (!parts) {
		const problem = `the sandbox knows no message ${row.messageId}`;
		return { recipient, state: 'unknown', error: '', problem };
	}
	const state = distinct(parts.map(({ stateName }) => stateName));
	const error = distinct(parts.flatMap(({ errorCode }) => errorCode ?? []));
	const ending = state === 'delivered' ? 'delivered' : 'failed';
	const told = { state: row.state, error: String(row.errorCode ?? '') };
	const problem = firstOf(
		!isOver(row) && 'the workflow still waits for its delivery report',
		ending !== expected && `it should be ${expected}, the sandbox says ${ending}`,
		Number(row.parts) !== parts.length &&
			`n8n's table has ${row.parts} parts, the sandbox ${parts.length}`,
		told.state !== ending && `n8n's table has the state "${told.state}", the sandbox "${ending}"`,
		told.error !== error && `n8n's table has the error "${told.error}", the sandbox "${error}"`,
	);
	return { recipient, parts: parts.length, state, error, problem };
}

/** The first of what is wrong. */
function firstOf(...problems: Array<string | false>): string | undefined {
	return problems.find((problem) => problem !== false);
}
