import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
} from 'n8n-workflow';

import { Problem } from './problems';
import { requestHash } from './requestHash';

type Call = Pick<DeclarativeRestApiSettings.HttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>;

/** What went wrong with a call, by the content of its request. */
type Calls = Record<string, { message: string; description: string; httpCode?: string }>;

/** Whether n8n runs the node as a tool of an AI agent. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

const TELL_THE_USER =
	'Do not call the tool again for this. Tell the user that it may have been carried out, and to look it up.';

/** What the model is told: n8n gives it the message of an error only, not its description. */
export function toldToModel(said: string, { description, details }: Problem): string {
	const status = details.httpCode ? `HTTP status ${details.httpCode}.` : '';
	const order = details.outcome === 'unknown' ? TELL_THE_USER : '';
	const sentence = /[.!?…]$/.test(said) ? said : `${said}.`;
	return [sentence, status, description, order].filter(Boolean).join(' ');
}

/**
 * What a tool was called for and may have done, although it failed. A model that hears of a failure
 * likes to try again; the same call is then not made, unless On Unknown Outcome is Send Again. n8n keeps
 * it with the execution.
 */
export class UnknownCalls {
	private readonly memory?: IDataObject;

	constructor(context: IExecuteFunctions | IExecuteSingleFunctions, resendsUnknown: boolean) {
		if (isTool(context.getNode()) && !resendsUnknown) this.memory = context.getContext('node');
	}

	/** @throws Problem that the same call met before, if it may have been carried out */
	refuse(call: Call): void {
		const { message, description, httpCode } = this.calls[requestHash(call)] ?? {};
		if (message === undefined) return;
		throw new Problem(message, description, { origin: 'service', outcome: 'unknown', httpCode });
	}

	/** Keeps a call that failed, if it may have been carried out. */
	keep(call: Call, { message, description, details }: Problem): void {
		if (!this.memory || details.outcome !== 'unknown') return;
		const { httpCode } = details;
		this.memory.unknown = {
			...this.calls,
			[requestHash(call)]: { message, description, httpCode },
		};
	}

	private get calls(): Calls {
		return (this.memory?.unknown ?? {}) as Calls;
	}
}
