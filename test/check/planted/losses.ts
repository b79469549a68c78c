import { add, condition, connect, disconnect, nodeOf, optionsOf } from '../canvas.ts';
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
		finds: ['lost in silence'],
		mend: {
			at: 'Send the SMS',
			labels: ['Once Key', 'Key'],
			how: 'Options → Once Key → Key, different for each row',
		},
		seen: '1 SMS went out to the 3 people of the file; the file of outcomes says that the others were sent before',
	},
	{
		name: 'Removed Skip Messages, which seemed to do nothing',
		example: 'spreadsheet-to-sms',
		change: (workflow) => {
			delete optionsOf(workflow, 'Send the SMS').skipMessages;
		},
		weathers: ['opted out'],
		finds: ['lost in silence', 'told nobody'],
		mend: {
			at: 'Send the SMS',
			labels: ['Skip Messages', 'Skip Suppressed'],
			how: 'Options → Skip Messages → Skip Suppressed',
		},
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
		finds: ['lost in silence'],
		mend: {
			at: 'Only those who agreed',
			labels: ['Conditions'],
			how: 'Conditions → a field that the rows have',
		},
		seen: 'The execution succeeds at the Filter, and nobody gets anything; the example sends 3',
	},
	{
		name: 'Made the name optional in the form, but not in the text',
		example: 'appointment-reminder-in-hours',
		change: (workflow) => {
			const { formFields } = nodeOf(workflow, 'When an appointment is made').parameters as {
				formFields: { values: Array<{ fieldLabel: string; requiredField?: boolean }> };
			};
			delete formFields.values.find(({ fieldLabel }) => fieldLabel === 'Name')!.requiredField;
		},
		weathers: ['blank'],
		finds: ['half-filled'],
		mend: {
			at: 'Remind by SMS',
			labels: ['Refuse Gaps', 'Text', 'Required Field'],
			how: "Options → Limits → Refuse Gaps; {{ … || 'customer' }} in Text; or Required Field in the form",
		},
		seen: '"Hello , your appointment is on …" went out; the form of the example requires the name',
	},
];
