/** Something a user can put right: what happened, and what to do about it. Shown without a stack trace. */
export class Failure extends Error {
	readonly whatToDo: string;

	constructor(whatHappened: string, whatToDo: string) {
		super(whatHappened);
		this.name = 'Failure';
		this.whatToDo = whatToDo;
	}
}

/** The text for an error: two plain lines for an expected one, the whole stack for a bug of ours. */
export function explain(error: unknown): string {
	if (error instanceof Failure) return `${error.message}\n${error.whatToDo}`;
	if (error instanceof Error) return error.stack ?? error.message;
	return String(error);
}
