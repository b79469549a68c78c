import type {
	Failure,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

/**
 * Something that went wrong, in the user's words: `message` says what happened, `description` what
 * to do about it. `transport` makes n8n's own error of it, with the item's number.
 */
export class Problem extends Error {
	readonly description: string;

	/** `input`: found before anything was sent; `service`: what came back, or did not. */
	readonly origin: 'input' | 'service';

	readonly httpCode?: string;

	readonly failure?: Failure;

	constructor(
		message: string,
		description: string,
		more: { origin?: 'input' | 'service'; httpCode?: string; failure?: Failure } = {},
	) {
		super(message);
		this.description = description;
		this.origin = more.origin ?? 'input';
		this.httpCode = more.httpCode;
		this.failure = more.failure;
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
