import type { INodeProperties } from 'n8n-workflow';

import { deliveredStates, failedStates, stateList } from '../delivery/stateFields';
import { maxWait, optionsWith } from '../fields/options';

const firstPoll = {
	displayName: 'First Poll',
	name: 'firstPoll',
	type: 'options',
	displayOptions: { hide: { '/triggerOn': ['everyPoll'] } },
	options: [
		{
			name: 'Emit What Is There',
			value: 'emit',
			description: 'Everything that the first poll finds is new',
		},
		{
			name: 'Start From Now',
			value: 'startFromNow',
			description: 'The first poll only remembers what it finds, and later ones emit what is new',
		},
	],
	default: 'emit',
	description: 'What a new trigger does with the reports that are there when it first looks',
} satisfies INodeProperties;

/** What the trigger's Options hold. */
export const options: INodeProperties = optionsWith([
	deliveredStates,
	failedStates,
	stateList(
		'Final States',
		'finalStates',
		'States that no part leaves again, separated by commas. The trigger asks no more about a message whose parts have all arrived, failed or are in these states.',
	),
	firstPoll,
	maxWait,
	{
		displayName: 'Only Errors',
		name: 'onlyErrors',
		type: 'boolean',
		default: false,
		description: 'Whether to emit only SMS parts that have failed, or messages with such a part',
	},
	stateList(
		'States',
		'states',
		'Emit only SMS parts in these states, or messages with such a part, as numbers separated by commas.',
	),
]);
