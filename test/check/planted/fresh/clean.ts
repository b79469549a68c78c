import { add, condition, connect, disconnect, makeOptional, nodeOf, OURS } from '../../canvas.ts';
import type { Variant } from '../../planted.ts';

export const clean: Variant[] = [
	{
		name: 'Joined a second list, with Remove Duplicates by the number',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			add(workflow, 'Rows of the shop', 'code', {
				jsCode: `return [{ phone: '+44 7700 900123', name: 'Emma' }];`,
			});
			add(workflow, 'Both lists', 'merge');
			add(workflow, 'Each number once', 'removeDuplicates', {
				operation: 'removeDuplicateInputItems',
				compare: 'selectedFields',
				fieldsToCompare: 'phone',
				options: {},
			});
			connect(workflow, 'When you execute it', 'Rows of the shop');
			connect(workflow, 'Rows', 'Both lists');
			connect(workflow, 'Rows of the shop', 'Both lists', 0, 1);
			connect(workflow, 'Both lists', 'Each number once');
			connect(workflow, 'Each number once', 'Send to all');
		},
		seen: '1 SMS to each of the 3 people, as in the example, although one stands in both lists',
	},
	{
		name: 'Sends one by one in a loop, with a second between',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			add(workflow, 'Loop Over Items', 'splitInBatches', { options: {}, batchSize: 1 });
			add(workflow, 'Wait a second', 'wait', { amount: 1, unit: 'seconds' });
			connect(workflow, 'Rows', 'Loop Over Items');
			connect(workflow, 'Loop Over Items', 'Send to all', 1);
			connect(workflow, 'Send to all', 'Wait a second');
			connect(workflow, 'Wait a second', 'Loop Over Items');
		},
		seen: '1 SMS to each of the 3 people; where one fails, the execution ends with the error, as in the example',
	},
	{
		name: 'Left out a customer by a Filter, who has picked the order up',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			const isWaiting = condition('={{ $json.name }}', 'string', 'notEquals', 'Ona');
			add(workflow, 'Only those who wait', 'filter', isWaiting);
			connect(workflow, 'Rows', 'Only those who wait');
			connect(workflow, 'Only those who wait', 'Send to all');
		},
		seen: '1 SMS to each of the 2 people whom the Filter lets through',
	},
	{
		name: 'Left a copy to yourself from a test, deactivated',
		example: 'first-sms',
		change: (workflow) => {
			add(workflow, 'Send a copy to yourself', OURS, {
				...nodeOf(workflow, 'Send the SMS').parameters,
				to: '+370 600 12345',
			});
			nodeOf(workflow, 'Send a copy to yourself').disabled = true;
			connect(workflow, 'Send the SMS', 'Send a copy to yourself');
		},
		seen: '1 SMS, as in the example: n8n passes a deactivated node by',
	},
	{
		name: 'Made the name optional in the form, with a word for it in the text',
		example: 'appointment-reminder-in-hours',
		change: (workflow) => {
			makeOptional(workflow, 'When an appointment is made', 'Name');
			const item = "$('When an appointment is made').item.json";
			nodeOf(workflow, 'Remind by SMS').parameters.text =
				`=Hello {{ ${item}.Name || 'customer' }}, your appointment is on {{ ${item}.Day }} at {{ ${item}.Time }}. See you then!`;
		},
		seen: 'With an empty name, "Hello customer, your appointment is on …" goes out; else the same as in the example',
	},
];
