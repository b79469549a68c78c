import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceRequest } from '../service/request';
import type { AccountDefaults } from '../values/accountDefaults';
import type { Fields, GetParameter } from '../values/body';
import type { EnteredOptions } from '../values/enteredOptions';
import type { OnceGuard, Run, Step } from './run';
import type { Effect } from './settings';

/** What an operation asks of the service, as data; the engine does the rest. */
export type Operation = {
	/**
	 * The operation's route, as its option has it. `{campaignId}` in the path is the parameter of that name,
	 * `{emailPath}` the credential's field.
	 */
	request: { method: 'GET' | 'POST'; url: string };
	/** Which parameters make up the body, and how each is read. */
	body?: Fields;
	/** Completes a request, and throws a Problem if its fields don't go together. */
	complete?: (request: FieldsRequest, getParameter: GetParameter) => ServiceRequest;
	effect?: Effect;
	/** Whether many items go out in one request. */
	inBatches?: boolean;
	/** Whether the answer is a list: each entry comes out, as many as Return All and Limit say. */
	isList?: boolean;
	/** Whether the specification has a list as the answer, which may be empty and then gives no item. */
	mayBeNone?: boolean;
	/** The steps before the first request, one after the other: they mark the items to skip. */
	before?: Array<Prepare<Step>>;
	/** Keeps messages from going out twice. */
	once?: Prepare<(run: Run) => OnceGuard>;
	/** The step for the items that the service has accepted. */
	after?: Prepare<Step>;
};

/** A request whose body the user filled in as fields. */
export type FieldsRequest = ServiceRequest & { body?: IDataObject };

/**
 * Prepares something by the options of the first item, before anything is sent; undefined if they don't ask for it.
 *
 * @throws Problem if one of them is wrong
 */
export type Prepare<T> = (
	options: IDataObject,
	entered: EnteredOptions,
	account: AccountDefaults,
) => T | undefined;

/** Prepares something only where the user has added an option. */
export function forOption<T>(option: string, prepare: Prepare<T>): Prepare<T> {
	return (options, ...others) =>
		options[option] === undefined ? undefined : prepare(options, ...others);
}

/** The operations of a resource, by name; a function for one that is more than a request for each item. */
export type Operations = Record<
	string,
	Operation | ((this: IExecuteFunctions) => Promise<INodeExecutionData[][]>)
>;

/** All resources, by name. */
export type Resources = Record<string, { operations: Operations }>;
