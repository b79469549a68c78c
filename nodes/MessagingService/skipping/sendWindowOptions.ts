import type { INodeProperties } from 'n8n-workflow';

/** In the order of luxon's numbers, which begin with 1. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export const weekdays = {
	displayName: 'Weekdays',
	name: 'weekdays',
	type: 'multiOptions',
	displayOptions: { show: { sendWindow: [true] } },
	// In the order of the week, not of the alphabet.
	options: DAYS.map((value) => ({ name: value[0].toUpperCase() + value.slice(1), value })),
	default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
	description: 'Days on which messages may go out',
} satisfies INodeProperties;

export const from = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	displayOptions: { show: { sendWindow: [true] } },
	default: '09:00',
	placeholder: 'e.g. 09:00',
	description: 'Time of day from which messages may go out, from 00:00 to 23:59',
} satisfies INodeProperties;

export const until = {
	displayName: 'Until',
	name: 'until',
	type: 'string',
	displayOptions: { show: { sendWindow: [true] } },
	default: '20:00',
	placeholder: 'e.g. 20:00',
	description:
		"Time of day until which messages may go out, up to 24:00. If it's before 'From', the window ends on the next day. If both are the same, the window is the whole day.",
} satisfies INodeProperties;

const timeZone = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	displayOptions: { show: { sendWindow: [true] } },
	default: '',
	placeholder: 'e.g. Europe/Vilnius',
	description:
		"Time zone of 'From' and 'Until'. Leave empty for the time zone of the workflow. n8n's own default is America/New_York; set yours in the workflow's settings.",
} satisfies INodeProperties;

/** Fields of Skip Messages: messages go out at some hours of some days only. */
export const sendWindow: INodeProperties[] = [
	{
		displayName: 'Send Window',
		name: 'sendWindow',
		type: 'boolean',
		default: false,
		description:
			"Whether to send only at certain hours. At any other time, the node doesn't send the item but marks it outsideWindow. The field sendAfter says when it may go out.",
	},
	weekdays,
	from,
	until,
	timeZone,
];
