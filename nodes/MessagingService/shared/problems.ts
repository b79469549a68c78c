import type {
	Failure,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

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
	failure?: Failure;
};

/**
 * Something that went wrong, in the user's words: `message` says what happened, `description` what
 * to do about it. `transport` makes n8n's own error of it, with the item's number.
 */
export class Problem extends Error {
	readonly description: string;

	readonly details: Readonly<Details>;

	constructor(message: string, description: string, details: Partial<Details> = {}) {
		super(message);
		this.description = description;
		this.details = { origin: 'input', outcome: 'refused', repeat: 'none', ...details };
	}
}

const held = new WeakMap<object, unknown>();

/**
 * A preSend hook whose error is kept for `transport` to throw: n8n gives an error thrown in a
 * preSend hook no link to its input item.
 */
export function beforeSending(
	hook: (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => Promise<void>,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options) {
		try {
			await hook.call(this, options);
		} catch (error) {
			if (!held.has(options)) held.set(options, error);
		}
		return options;
	};
}

/** The error that a `beforeSending` hook of this request met, if one did. */
export function heldProblem(options: object): unknown {
	return held.get(options);
}
