import type { Failure, IDataObject } from 'n8n-workflow';

type Details = {
	/** `input`: found before anything was sent; `service`: the answer, or that there was no answer. */
	origin: 'input' | 'service';
	/** `refused`: the service certainly did not carry the request out; `unknown`: it may have. */
	outcome: 'refused' | 'unknown';
	/** Requests that may be sent again: any, only those that read, or no request. */
	repeat: 'any' | 'reads' | 'none';
	/** Sentences that others have added, behind the description. */
	more: string[];
	/** The order to do it once more, which is left out of the advice where it may have been carried out. */
	again?: string;
	/** Whether the advice is to say that nothing was sent. */
	isUnsent?: boolean;
	/** Advice that names a field which only some forms have. */
	byField?: Partial<Record<FormField, string>>;
	/** How long the service asked to wait, in ms. */
	retryAfterMs?: number;
	httpCode?: string;
	/** Whom a connection that was never made was to reach: a proxy, perhaps. */
	peer?: { [field in 'hostname' | 'address' | 'port']?: unknown };
	/** It keeps back a whole run, such as a limit: no item has failed by itself. */
	isOfRun?: true;
	failure?: Failure;
	/** The items it's about, by index, where that isn't one alone: those of one request, or an empty list. */
	items?: number[];
	/** The field of the form that is empty, as errors call it. */
	empty?: string;
	/** Data that n8n shows and hands on with the error, e.g. the ids of the other items. */
	data?: IDataObject;
};

/** Of a form: a field with an ID, fields of Options → Requests, or the Request Options of n8n's Settings. */
export type FormField = 'id' | 'batchSize' | 'maxWait' | 'settings';

/** Control characters, and those that turn a text around: in a log or an error they would hide what is there. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** A text without control characters, as it may stand in a log or an error. */
export const visible = (text: string) => text.replace(CONTROLS, ' ');

/** Something that went wrong, in the user's words: `message` says what happened, `description` what to do about it. */
export class Problem extends Error {
	readonly description: string;
	readonly details: Readonly<Details>;

	constructor(message: string, description: string, details: Partial<Details> = {}) {
		super(visible(message));
		this.description = visible(description);
		this.details = { origin: 'input', outcome: 'refused', repeat: 'none', more: [], ...details };
	}

	/** The description as the user of a node reads it. */
	get advice(): string {
		const { isUnsent, more, again, outcome } = this.details;
		const order = outcome !== 'unknown' && again;
		const unsent = isUnsent && 'Nothing was sent.';
		return [unsent, this.description, ...more, order].filter(Boolean).join(' ');
	}

	/** The problem with other details, and with more sentences behind its description. */
	with(details: Partial<Details>, ...sentences: string[]): Problem {
		const more = [...this.details.more, ...sentences.map(visible)];
		return new Problem(this.message, this.description, { ...this.details, ...details, more });
	}

	worded(change: (text: string) => string): Problem {
		const { message, description, details } = this;
		const more = details.more.map(change);
		return new Problem(change(message), change(description), { ...details, more });
	}
}
