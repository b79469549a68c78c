import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../fields/options';

const firstPoll = {
	displayName: 'First Poll',
	name: 'firstPoll',
	type: 'options',
	displayOptions: { hide: { '/triggerOn': ['everyPoll'] } },
	options: [
		{
			name: 'Emit What Is There',
			value: 'emit',
			description: 'Emit everything that the first poll finds',
		},
		{
			name: 'Start From Now',
			value: 'startFromNow',
			description: 'Only remember what the first poll finds, and emit what is new later',
		},
	],
	default: 'emit',
	description: 'What a new trigger does with the reports that already exist',
} satisfies INodeProperties;

/** What the trigger's Options hold. */
export const options: INodeProperties = optionsWith([
	firstPoll,
	{
		displayName: 'Only Errors',
		name: 'onlyErrors',
		type: 'boolean',
		default: false,
		description: 'Whether to emit only SMS parts that have failed, or messages with such a part',
	},
]);
