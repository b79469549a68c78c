import type { Failure, IDataObject } from 'n8n-workflow';

/** What more is known of a problem than its words. */
type Details = {
	/** `input`: found before anything was sent; `service`: what came back, or did not. */
	origin: 'input' | 'service';
	/** `refused`: the service certainly did not carry the request out; `unknown`: it may have. */
	outcome: 'refused' | 'unknown';
	/** Which requests it helps to send again: any, only those that read, or none. */
	repeat: 'any' | 'reads' | 'none';
	/** How long the service asked to wait, in ms. */
	retryAfterMs?: number;
	httpCode?: string;
	/** The value itself is wrong, whatever the options say: for a phone number, nobody can have it. */
	isInvalidValue?: boolean;
	failure?: Failure;
	/** What n8n is to show and hand on with the error, e.g. the ids of the other items. */
	data?: IDataObject;
};

/**
 * Something that went wrong, in the user's words: `message` says what happened, `description` what
 * to do about it. `asNodeError` makes n8n's own error of it, with the item's number.
 */
export class Problem extends Error {
	readonly description: string;

	readonly details: Readonly<Details>;

	constructor(message: string, description: string, details: Partial<Details> = {}) {
		super(message);
		this.description = description;
		this.details = { origin: 'input', outcome: 'refused', repeat: 'none', ...details };
	}

	/** The same problem with other details, or another description. */
	with(details: Partial<Details>, description = this.description): Problem {
		return new Problem(this.message, description, { ...this.details, ...details });
	}
}
