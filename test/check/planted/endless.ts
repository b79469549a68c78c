import { add, condition, conditionsOf, connect, nodeOf } from '../canvas.ts';
import type { Mistake } from '../planted.ts';

/** A workflow that waits or goes round for ever. */
export const endless: Mistake[] = [
	{
		name: 'Sends again until it is Delivered, which is written in small letters',
		example: 'first-sms',
		change: (workflow) => {
			const arrived = condition('={{ $json.delivery }}', 'string', 'equals', 'Delivered');
			add(workflow, 'Has it arrived?', 'if', arrived);
			add(workflow, 'Done', 'noOp');
			connect(workflow, 'Send the SMS', 'Has it arrived?');
			connect(workflow, 'Has it arrived?', 'Done', 0);
			connect(workflow, 'Has it arrived?', 'Send the SMS', 1);
		},
		weathers: ['all well', 'busy', 'slow'],
		mend: { at: 'Has it arrived?', labels: ['Conditions', 'Max Messages', 'Once Key'] },
		seen: 'More than 100 SMS with the same text to the person, until the test ended it; in real n8n too it sends on; the example sends 1',
	},
	{
		name: 'Asks again while the reports are less than or equal to the recipients, without end',
		example: 'campaign-summary',
		change: (workflow) => {
			const conditions = conditionsOf(workflow, 'Is anything on its way?');
			const open = conditions.find(({ id }) => id === 'open')!;
			open.operator.operation = 'lte';
			conditions.splice(0, Infinity, open);
		},
		weathers: ['all well', 'busy', 'slow', 'opted out'],
		mend: { at: 'Is anything on its way?', labels: ['Conditions'] },
		seen: 'Still asking after 60 rounds, with all messages delivered; the example ends after the first',
	},
	{
		name: 'Has Wait resume on a webhook call, which nobody makes',
		example: 'appointment-reminder-in-hours',
		change: (workflow) => {
			nodeOf(workflow, 'Wait until the day before').parameters = {
				resume: 'webhook',
				options: {},
			};
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'one bad number', 'out of money'],
		mend: { at: 'Wait until the day before', labels: ['Resume', 'Limit Wait Time'] },
		seen: 'In real n8n, the execution waits until the year 3000, and no SMS goes out; the example sends 1',
	},
];
