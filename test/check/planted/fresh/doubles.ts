import { add, conditionsOf, connect, disconnect, nodeOf } from '../../canvas.ts';
import type { Mistake } from '../../planted.ts';

const code = (...rows: object[]) => ({ jsCode: `return ${JSON.stringify(rows)};` });

/** Somebody gets the same twice. */
export const doubles: Mistake[] = [
	{
		name: 'Merged the rows with the two shops in all combinations',
		example: 'rows-in-one-request',
		change: (workflow) => {
			disconnect(workflow, 'Rows');
			add(workflow, 'Shops', 'code', code({ shop: 'Vilnius' }, { shop: 'Kaunas' }));
			add(workflow, 'Rows and shops', 'merge', {
				mode: 'combine',
				combineBy: 'combineAll',
				options: {},
			});
			connect(workflow, 'When you execute it', 'Shops');
			connect(workflow, 'Rows', 'Rows and shops');
			connect(workflow, 'Shops', 'Rows and shops', 0, 1);
			connect(workflow, 'Rows and shops', 'Send to all');
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost'],
		mend: {
			at: 'Rows and shops',
			labels: ['Combine By', 'Mode'],
			or: [{ at: 'Send to all', labels: ['Once Key', 'Key'] }],
		},
		seen: '2 SMS with the same text to each of the 3 people in one execution; the example sends 1 to each',
	},
	{
		name: 'Put a node between the form and the SMS, and left the old line there',
		example: 'form-to-sms',
		change: (workflow) => {
			add(workflow, 'Note the time', 'set', {
				assignments: {
					assignments: [{ id: 'at', name: 'at', type: 'string', value: '={{ $now.toISO() }}' }],
				},
				includeOtherFields: true,
				options: {},
			});
			connect(workflow, 'On form submission', 'Note the time');
			connect(workflow, 'Note the time', 'Send the SMS');
		},
		weathers: ['all well', 'busy', 'slow'],
		mend: { at: 'Send the SMS', labels: ['Once Key', 'Key'] },
		seen: '2 SMS with the same text for each submission; the example sends 1',
	},
	{
		name: 'Turned on Always Output Data, because the execution ended at that node',
		example: 'workflow-error-alert',
		change: (workflow) => {
			nodeOf(workflow, 'Only if not told this hour').alwaysOutputData = true;
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost'],
		mend: {
			at: 'Only if not told this hour',
			labels: ['Always Output Data'],
			or: [{ at: 'Send an SMS to the owner', labels: ['Once Key', 'Key'] }],
		},
		seen: 'The same alert goes out again when the workflow fails again in that hour; the example tells the owner once',
	},
	{
		name: 'Looked for what is not known in the error, not in its details',
		example: 'campaign-summary',
		change: (workflow) => {
			conditionsOf(workflow, 'May it be on its way?')[0].leftValue = '={{ $json.error }}';
		},
		weathers: ['an answer is lost'],
		mend: { at: 'May it be on its way?', labels: ['Conditions'] },
		seen: 'The page says that nothing was sent, nobody writes the name down, and the second submission creates the campaign again: 2 SMS to each; the example says that it is not known, and then that the name was used',
	},
];
