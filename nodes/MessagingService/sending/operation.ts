import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceRequest } from '../service/request';
import type { AccountDefaults } from '../values/accountDefaults';
import type { Fields, GetParameter } from '../values/body';
import type { EnteredOptions } from '../values/enteredOptions';
import type { Entry } from './entry';
import type { Requests } from './requests';
import type { Run } from './run';

/** What an operation asks of the service, as data; the engine does the rest. */
export type Operation = {
	/**
	 * The operation's route, as its option has it. `{campaignId}` in the path is the parameter of that name,
	 * `{emailPath}` the credential's field.
	 */
	request: { method: 'GET' | 'POST'; url: string };
	/** Which parameters make up the body, and how each is read. */
	body?: Fields;
	/** Completes a body with what is peculiar to the operation. */
	addFields?: (body: IDataObject, getParameter: GetParameter) => IDataObject;
	/** Throws a Problem if the fields do not go together. */
	check?: (body: IDataObject) => void;
	/** Throws a Problem if the operation cannot serve so many items. */
	checkCount?: (itemCount: number) => void;
	/** Whether it sends messages, so that an answer without a `messageId` may say no. */
	isSend?: boolean;
	/** Whether a POST only reads. */
	isRead?: boolean;
	/** Whether many items go out in one request. */
	inBatches?: boolean;
	/** Whether the answer is a list: each entry comes out, as many as Return All and Limit say. */
	isList?: boolean;
	/** Whether the specification has a list as the answer, which may be empty and then gives no item. */
	mayBeNone?: boolean;
	/** What takes out, one after the other, what the options say is not to be sent. */
	withhold?: Withhold[];
	/** Waits for the delivery, if the options ask for it. */
	follow?: Follow;
	/** Goes on when the service has accepted what was sent, with the first item's options. */
	whenSent?: (options: IDataObject) => Promise<void>;
};

/**
 * Reads from the options of the first item what is not to be sent, before anything is; undefined if all is.
 *
 * @throws Problem if one of them is wrong
 */
export type Withhold = (options: IDataObject, entered: EnteredOptions) => WithholdStep | undefined;

/**
 * Has what is not to be sent come out marked, and gives the rest. Each entry has the options of its item.
 *
 * @param timeZone that of the workflow
 * @throws Problem if that cannot be found out: nothing is sent then
 */
export type WithholdStep = (
	run: Run,
	requests: Requests,
	entries: Entry[],
	timeZone: string,
) => Promise<Entry[]>;

/**
 * Reads from the options how to wait for what was sent, before anything is; undefined if nobody waits.
 *
 * @throws Problem if one of them is wrong
 */
export type Follow = (
	options: IDataObject,
	account: AccountDefaults,
) =>
	| ((
			run: Run,
			requests: Requests,
			readRequest: (itemIndex: number) => ServiceRequest,
	  ) => Promise<void>)
	| undefined;

/** The operations of a resource, by name; a function for one that is more than a request for each item. */
export type Operations = Record<
	string,
	Operation | ((this: IExecuteFunctions) => Promise<INodeExecutionData[][]>)
>;

/** All resources, by name. */
export type Resources = Record<string, { operations: Operations }>;

/** Whether the requests of an operation change nothing at the service. */
export function readsOnly({ request, isRead = request.method === 'GET' }: Operation): boolean {
	return isRead;
}
