import { add, condition, connect, disconnect, nodeOf, optionsOf, remove } from '../canvas.ts';
import type { Mistake } from '../planted.ts';

/** Somebody gets the same twice. */
export const doubles: Mistake[] = [
	{
		name: 'Removed Once Key, because test orders with the same number were not confirmed any more',
		example: 'order-confirmation',
		change: (workflow) => {
			delete optionsOf(workflow, 'Confirm by SMS').onceKey;
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'n8n is restarted in the middle'],
		mend: { at: 'Confirm by SMS', labels: ['Once Key'] },
		seen: '2 SMS with the same text to the person, in real n8n too; the example sends 1 and says Already confirmed',
	},
	{
		name: 'Put the code into the Once Key, so that visitors can get a new one at once',
		example: 'number-confirmed-by-code',
		change: (workflow) => {
			optionsOf(workflow, 'Send the code').onceKey = {
				values: { key: "={{ $json.to }} {{ $('Make six digits of them').first().json.code }}" },
			};
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'n8n is restarted in the middle'],
		mend: { at: 'Send the code', labels: ['Once Key', 'Key'] },
		seen: '2 SMS to the person, with two codes; the example sends 1 and says that there is a code already',
	},
	{
		name: 'Replaced the pages for errors with a loop that waits a minute and sends again, and removed the Once Key, which stopped the loop',
		example: 'form-to-sms',
		change: (workflow) => {
			delete optionsOf(workflow, 'Send the SMS').onceKey;
			disconnect(workflow, 'Send the SMS', 1);
			add(workflow, 'Wait a minute', 'wait', { amount: 1, unit: 'minutes' });
			connect(workflow, 'Send the SMS', 'Wait a minute', 1);
			connect(workflow, 'Wait a minute', 'Send the SMS');
		},
		weathers: ['an answer is lost', 'out of money'],
		mend: { at: 'Send the SMS', labels: ['Once Key', 'On Error', 'Retry On Fail'] },
		seen: 'Lost answer: 2 SMS with the same text in the first execution. Out of money: still asking after 60 rounds. Nobody is told in either',
	},
	{
		name: 'Sent an SMS whenever Viber answers with an error',
		example: 'viber-then-sms',
		change: (workflow) => {
			remove(workflow, 'Was it refused for certain?');
			connect(workflow, 'Send by Viber', 'Send by SMS', 1);
		},
		weathers: ['an answer is lost'],
		mend: { at: 'Send by SMS', labels: ['Conditions'] },
		seen: 'The person has the Viber message and an SMS with its text; the example sends no SMS, and ends with an error that says so',
	},
	{
		name: 'Asked whether delivered is true, although it is the time of delivery',
		example: 'viber-then-sms',
		change: (workflow) => {
			const { rules } = nodeOf(workflow, 'Was it delivered?').parameters as {
				rules: { values: Array<Record<string, unknown>> };
			};
			Object.assign(
				rules.values[0],
				condition('={{ $json.delivered === true }}', 'boolean', 'true'),
			);
		},
		weathers: ['all well', 'busy', 'slow'],
		mend: { at: 'Was it delivered?', labels: ['Routing Rules'] },
		seen: 'Each Viber message is delivered, and followed by an SMS with its text; the example sends no SMS',
	},
	{
		name: 'Deleted the nodes that look for a campaign of the same name',
		example: 'campaign-summary',
		change: (workflow) => {
			remove(workflow, 'Get a campaign of this name');
			remove(workflow, 'Is the name new?');
			remove(workflow, 'Say that the name was used');
			connect(workflow, 'Read each number', 'Create the campaign');
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost'],
		mend: { at: 'Create the campaign', labels: ['Conditions'] },
		seen: '2 campaigns, and both people got the text twice; the example creates 1 and says that the name was used',
	},
	{
		name: 'Took the first row instead of the row of each item',
		example: 'rows-in-one-request',
		change: (workflow) => {
			Object.assign(nodeOf(workflow, 'Send to all').parameters, {
				to: "={{ $('Rows').first().json.phone }}",
				text: "=Hello {{ $('Rows').first().json.name }}, your order is ready.",
			});
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'opted out'],
		mend: { at: 'Send to all', labels: ['To', 'Text'] },
		seen: 'In one execution, 3 SMS with the same text to the first person, and none to the other two',
	},
];
