import { Failure } from '../failure.ts';

/** n8n refused a request; the message is n8n's own. */
export class N8nRefusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.name = 'N8nRefusal';
		this.status = status;
	}
}

export const wrongPassword = (email: string) =>
	new Failure(
		`n8n does not let ${email} in with the password that its data folder keeps; it was changed since.`,
		'Write the new password into the file owner-password there, or remove the folder to begin anew.',
	);

export const stillWriting = (path: string, seconds: number) =>
	new Failure(
		`n8n did not give ${path} within ${seconds} seconds.`,
		'On a busy machine, run the command again.',
	);

/** Of an n8n that somebody has named after --n8n. */
export const ofOwnN8n = {
	noAnswer: (address: string, error: Error) =>
		new Failure(
			`n8n did not answer at ${address}: ${error.message}`,
			'Check the address after --n8n, and that n8n runs there.',
		),
	wrongKey: (request: string) =>
		new Failure(
			`n8n does not accept the API key for ${request}.`,
			'Create an API key in n8n under Settings > n8n API, with all scopes for credentials and workflows, and give it in N8N_API_KEY.',
		),
	noPublicApi: (url: string) =>
		new Failure(
			`${url} answers, but not as n8n's public API does.`,
			'Check the address after --n8n. N8N_PUBLIC_API_DISABLED must not be set there.',
		),
};
