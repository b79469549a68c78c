/** What the doctor asks, and what comes back. */
import type { IDataObject } from 'n8n-workflow';

import type { Problem } from './node.ts';
import { operationOf } from './operations.ts';
import type { OperationName } from './operations.ts';

/** A request to the service. The ID stands for `{id}` in the path; in a report request it is a field. */
export type Request = {
	name: OperationName;
	id?: string;
	body?: IDataObject | IDataObject[];
	qs?: IDataObject;
	/** Whether the doctor made up what it asks for. */
	isUnknown?: true;
	/** Whether the key is another one on purpose. */
	hasWrongKey?: true;
};

/** What came back, the API key not in it. */
export type Answer = {
	/** 0 if nothing came. */
	status: number;
	headers: Record<string, string>;
	text: string;
	/** What the node reads in it; undefined if it is empty, or no JSON. */
	json: unknown;
	/** The fields whose numbers are texts in it, since a JSON reader would round them. */
	largeNumbers?: string[];
	/** Why the node takes it for an error. */
	problem?: Problem;
};

export type Exchange = {
	request: Request;
	method: 'GET' | 'POST';
	/** With the prefix that the credential had. */
	path: string;
	answer?: Answer;
};

/** Whether a request changes nothing, whatever comes back. */
export const isRead = ({ name }: Request) => ['read', 'check'].includes(operationOf(name).effect);

/** What a send needs besides the service. */
export type Sending = { to: string; from: string; waitMs: number };
