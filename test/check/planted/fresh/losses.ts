import {
	add,
	condition,
	connect,
	disconnect,
	nodeOf,
	optionsOf,
	OURS,
	remove,
} from '../../canvas.ts';
import type { Mistake } from '../../planted.ts';

/** Somebody gets nothing, half of it, or no word of it. */
export const losses: Mistake[] = [
	{
		name: 'Left Execute Once on, which had been turned on for a test',
		example: 'rows-in-one-request',
		change: (workflow) => {
			nodeOf(workflow, 'Send to all').executeOnce = true;
		},
		weathers: ['all well', 'busy', 'slow', 'opted out'],
		mend: { at: 'Send to all', labels: ['Execute Once'] },
		seen: '1 SMS to the first person, and none to the other two; the example sends 3',
	},
	{
		name: 'Put the node into a loop, and drew no line back to Loop Over Items',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			add(workflow, 'Loop Over Items', 'splitInBatches', { options: {}, batchSize: 1 });
			connect(workflow, 'Rows', 'Loop Over Items');
			connect(workflow, 'Loop Over Items', 'Send to all', 1);
		},
		weathers: ['all well', 'busy', 'slow', 'opted out'],
		mend: {
			at: 'Loop Over Items',
			labels: ['loop', 'Batch Size'],
			or: [{ at: 'Send to all', labels: ['loop'] }],
		},
		seen: '1 SMS to the first person, and none to the other two; the execution succeeds; the example sends 3',
	},
	{
		name: 'Looked the numbers up in the suppression list as they are written',
		example: 'spreadsheet-to-sms',
		change: (workflow) => {
			delete optionsOf(workflow, 'Send the SMS').skipMessages;
			add(workflow, 'Get the suppression list', OURS, {
				resource: 'suppression',
				operation: 'getAll',
				returnAll: true,
				options: {},
			});
			const [x, y] = nodeOf(workflow, 'Excel or CSV?').position as [number, number];
			Object.assign(nodeOf(workflow, 'Get the suppression list'), {
				alwaysOutputData: true,
				// What stands higher runs first.
				position: [x, y - 1_000],
			});
			const isListed = `={{ $('Get the suppression list').all().some(({ json }) => json.phoneNumber === $json.phone) }}`;
			add(workflow, 'Only who is not listed', 'filter', condition(isListed, 'boolean', 'false'));
			disconnect(workflow, 'Are there rows?');
			connect(workflow, 'On form submission', 'Get the suppression list');
			connect(workflow, 'Are there rows?', 'Only who is not listed');
			connect(workflow, 'Only who is not listed', 'Send the SMS');
		},
		weathers: ['opted out'],
		mend: {
			at: 'Only who is not listed',
			labels: ['Conditions'],
			or: [{ at: 'Send the SMS', labels: ['Skip Messages', 'Skip Suppressed'] }],
		},
		seen: '2 SMS to people who opted out: accepted, never delivered, and "sent" in the file of outcomes; the example skips them and says so',
	},
	{
		name: 'Wrote the text as one expression, with a field that is not there',
		example: 'appointment-reminder-in-hours',
		change: (workflow) => {
			const field = (name: string) => `$('When an appointment is made').item.json['${name}']`;
			nodeOf(workflow, 'Remind by SMS').parameters.text =
				`={{ 'Hello ' + ${field('First name')} + ', your appointment is on ' + ${field('Day')} + ' at ' + ${field('Time')} }}`;
		},
		weathers: ['all well', 'busy', 'slow', 'opted out'],
		mend: { at: 'Remind by SMS', labels: ['Text'] },
		seen: '"Hello undefined, your appointment is on …" went out; the example has the name',
	},
	{
		name: 'Connected the error output to the page that says that it has arrived',
		example: 'order-confirmation',
		change: (workflow) => {
			remove(workflow, 'Say why it was not sent');
			connect(workflow, 'Confirm by SMS', 'Say that it has arrived', 1);
		},
		weathers: ['one bad number', 'out of money', 'an answer is lost'],
		mend: {
			at: 'Confirm by SMS',
			labels: ['On Error'],
			or: [{ at: 'Say that it has arrived', labels: ['Completion Title', 'Completion Message'] }],
		},
		seen: 'Nothing was sent, and the page says that the SMS has arrived; the example has a page that says why not',
	},
	{
		name: 'Has the owner told of errors by another SMS, whose own errors do not count',
		example: 'first-sms',
		change: (workflow) => {
			nodeOf(workflow, 'Send the SMS').onError = 'continueErrorOutput';
			add(workflow, 'Tell the owner', OURS, {
				resource: 'sms',
				operation: 'send',
				to: '+370 600 12345',
				from: 'Example',
				text: '=The SMS was not sent: {{ $json.error }}',
				options: {},
			});
			nodeOf(workflow, 'Tell the owner').onError = 'continueRegularOutput';
			connect(workflow, 'Send the SMS', 'Tell the owner', 1);
		},
		weathers: ['out of money'],
		mend: {
			at: 'Tell the owner',
			labels: ['On Error'],
			or: [{ at: 'Send the SMS', labels: ['On Error'] }],
		},
		seen: 'Neither SMS goes out, and the execution succeeds; the example ends with the error',
	},
];
