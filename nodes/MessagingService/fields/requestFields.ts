import type { INodeProperties } from 'n8n-workflow';

import { numberField, textField } from './common';
import { collection, group } from './group';

export const concurrency = numberField('Concurrency', 'concurrency', {
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 20,
	hint: 'From 1 to 100',
	description: 'Max number of requests to run at the same time',
});

/** How long to wait when the service asks to, or fails in passing. */
export const maxWait = numberField('Max Wait', 'maxWait', {
	typeOptions: { minValue: 0, maxValue: 900 },
	default: 60,
	hint: 'In seconds, from 0 to 900',
	description:
		'How many seconds in total a request waits for a busy service before giving up. Enter 0 to give up at once.',
});

export const batchSize = numberField('Batch Size', 'batchSize', {
	typeOptions: { minValue: 1, maxValue: 1000 },
	displayOptions: { show: { '/specifyBody': ['fields'] } },
	default: 100,
	hint: 'From 1 to 1000',
	description:
		"How many input items to put into one request. The service doesn't document its limit.",
});

/** An entry of the options: how requests go out, by the fields that an operation has. */
export function requests(fields: INodeProperties[]): INodeProperties {
	const description = 'How to make requests, and how long to wait for a busy service';
	return group('Requests', 'requests', { description, fields });
}

/** The same for a send with one message in each request, with many in one, or with only one message. */
export const sendRequests = requests([concurrency, maxWait]);
export const bulkRequests = requests([batchSize, maxWait]);
export const loneRequest = requests([maxWait]);

/** Words that people look for, by the option, or the field in it, that has it: n8n's Add option looks at names alone. */
const FOUND_BY = Object.entries({
	...{ skipSuppressed: 'Opted Out', skipDuplicates: 'Duplicate', sendWindow: 'at Night' },
	...{ maxCost: 'Cost', maxMessagesPerDay: 'per Day', allowedTo: 'Numbers' },
	refuseGaps: 'Missing Words',
	...{ onceKey: 'Never Send Twice', simplifyText: 'Fewer Parts', requests: 'Speed' },
	...{ defaultCountry: 'No +', bodyFields: 'Anything Else' },
});

/** An entry whose name has such words behind it, in parentheses. Errors and documents call it by what is before them. */
function findable(entry: INodeProperties): INodeProperties {
	const [{ values = [] } = {}] = (entry.options ?? []) as Array<{ values?: INodeProperties[] }>;
	const names = [entry, ...values].map(({ name }) => name);
	const words = FOUND_BY.filter(([name]) => names.includes(name)).map(([, word]) => word);
	const behind = words.length ? ` (${words.join(', ')})` : '';
	return { ...entry, displayName: entry.displayName + behind };
}

/** The Options field with these entries, in the order in which a person would look for them. */
export function optionsWith(entries: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: entries.map(findable),
	};
}

/** Body fields that the specification doesn't show, as an entry of the options; with an example. */
export function bodyFields(...example: Example): INodeProperties {
	const description = 'Additional fields to send, under the names that the service uses';
	return pairs('Body Fields', 'bodyFields', { description, entry: 'Field', example });
}

type Example = [name: string, value: string];

/** A list of names and values that the user can lengthen, `{ <entry>: [{ name, value }] }`; with an example. */
export function pairs(
	displayName: string,
	name: string,
	{ description, entry, example }: { description: string; entry: string; example: Example },
): INodeProperties {
	return collection([displayName, name], [entry, entry.toLowerCase()], {
		description,
		typeOptions: { multipleValues: true },
		placeholder: `Add ${displayName.replace(/s$/, '')}`,
		values: [
			textField('Name', 'name', {
				placeholder: `e.g. ${example[0]}`,
				description: 'Name that the service uses',
			}),
			textField('Value', 'value', {
				placeholder: `e.g. ${example[1]}`,
				description: 'Sent as text. Use an expression to send another type.',
			}),
		],
	});
}
