import type { INodeProperties } from 'n8n-workflow';

export const resumeAmount = {
	displayName: 'Amount',
	name: 'resumeAmount',
	type: 'number',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 1,
	description: 'How many minutes, hours, or days to wait',
} satisfies INodeProperties;

export const resumeUnit = {
	displayName: 'Unit',
	name: 'resumeUnit',
	type: 'options',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	options: [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	],
	default: 'hours',
	description: "Unit of time that 'Amount' is in",
} satisfies INodeProperties;

/** How long to wait for an answer, as an entry of the options: in the shape of n8n's own nodes. */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for an answer. After that, the workflow continues without one and the link expires.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Wait for some time after the SMS is sent',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Wait until a date and time',
						},
					],
					default: 'afterTimeInterval',
					description: 'How to set the limit',
				},
				resumeAmount,
				resumeUnit,
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'When to continue without an answer',
				},
			],
		},
	],
};
