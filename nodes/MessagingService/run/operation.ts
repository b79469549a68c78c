import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { AnswerRow } from '../answers/contract';
import type { Effect } from '../answers/effects';
import type { ServiceRequest } from '../service/request';
import type { AccountDefaults } from '../parameters/accountDefaults';
import type { Fields, GetParameter } from '../parameters/body';
import type { OnceGuard, Run, Step } from './run';

/** An operation's request to the service, as data; the engine does the rest. */
export type Operation = Route & {
	body?: Fields;
	/** Completes a request, and throws a Problem if its fields don't go together. */
	complete?: (request: FieldsRequest, getParameter: GetParameter) => ServiceRequest;
	inBatches?: boolean;
	/** The row of the contract that the answer belongs to; by default an object's. */
	answer?: AnswerRow;
	/** The steps before the first request, in this order: they mark the items to skip. */
	before?: Array<Prepare<Step>>;
	/** Keeps messages from going out twice. */
	once?: (options: IDataObject, run: Run) => OnceGuard | undefined;
	/** The step for the items that the service has accepted. */
	after?: Prepare<Step>;
};

/** A request and its effect. In its path, `{campaignId}` is a parameter, and `{emailPath}` the credential's field. */
type Route =
	| { request: { method: 'GET'; url: string }; effect?: 'read' }
	| { request: { method: 'POST'; url: string }; effect: Effect };

/** A request whose body the user filled in as fields. */
export type FieldsRequest = ServiceRequest & { body?: IDataObject };

/** Prepares a step by the first item's options, if they ask for it. @throws Problem if one of them is wrong */
export type Prepare<T> = (options: IDataObject, account: AccountDefaults) => T | undefined;

/** Prepares something only where the user has added an option. */
export function forOption<T, Given>(
	option: string,
	prepare: (options: IDataObject, given: Given) => T | undefined,
): typeof prepare {
	return (options, given) => (options[option] === undefined ? undefined : prepare(options, given));
}

/** The operations of a resource, by name: a declaration, or a function if that can't say all of it. */
export type Operations = Record<
	string,
	Operation | ((context: IExecuteFunctions) => Promise<INodeExecutionData[][]>)
>;

export type Resources = Record<string, { operations: Operations }>;
