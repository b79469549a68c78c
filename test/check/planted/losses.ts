import { add, condition, connect, disconnect, makeOptional, optionsOf } from '../canvas.ts';
import type { Mistake } from '../planted.ts';

/** Somebody gets nothing, or half of it, and nobody notices. */
export const losses: Mistake[] = [
	{
		name: 'Made the Once Key the mailing name alone, the same for all rows',
		example: 'spreadsheet-to-sms',
		change: (workflow) => {
			optionsOf(workflow, 'Send the SMS').onceKey = {
				values: { key: "={{ $('On form submission').first().json['Name of the mailing'] }}" },
			};
		},
		weathers: ['all well', 'busy', 'slow'],
		mend: { at: 'Send the SMS', labels: ['Once Key', 'Key'] },
		seen: '1 SMS went out to the 3 people of the file; the file of outcomes says that the others were sent before',
	},
	{
		name: 'Removed Skip Messages, which seemed to do nothing',
		example: 'spreadsheet-to-sms',
		change: (workflow) => {
			delete optionsOf(workflow, 'Send the SMS').skipMessages;
		},
		weathers: ['opted out'],
		mend: { at: 'Send the SMS', labels: ['Skip Messages', 'Skip Suppressed'] },
		seen: '2 SMS to people who opted out: accepted, never delivered, and "sent" in the file of outcomes; the example skips them and says so',
	},
	{
		name: 'Put a Filter before the node, by a column that the rows do not have',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			const agreed = condition('={{ $json.consent }}', 'boolean', 'true');
			add(workflow, 'Only those who agreed', 'filter', agreed);
			connect(workflow, 'Rows', 'Only those who agreed');
			connect(workflow, 'Only those who agreed', 'Send to all');
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'one bad number', 'out of money'],
		mend: { at: 'Only those who agreed', labels: ['Conditions'] },
		seen: 'The execution succeeds at the Filter, and nobody gets anything; the example sends 3',
	},
	{
		name: 'Made the name optional in the form, but not in the text',
		example: 'appointment-reminder-in-hours',
		change: (workflow) => {
			makeOptional(workflow, 'When an appointment is made', 'Name');
		},
		weathers: ['blank'],
		mend: { at: 'Remind by SMS', labels: ['Refuse Gaps', 'Text', 'Required Field'] },
		seen: '"Hello , your appointment is on …" went out; the form of the example requires the name',
	},
];
