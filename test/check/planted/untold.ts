import { conditionsOf, disconnect, nodeOf, remove } from '../canvas.ts';
import type { Mistake } from '../planted.ts';

/** Something did not go out, and nobody is told. */
export const untold: Mistake[] = [
	{
		name: 'Set On Error to Continue, so that one wrong number does not stop the others',
		example: 'rows-in-one-request',
		change: (workflow) => {
			nodeOf(workflow, 'Send to all').onError = 'continueRegularOutput';
		},
		weathers: ['one bad number', 'out of money', 'an answer is lost'],
		mend: { at: 'Send to all', labels: ['On Error', 'Batch Size'] },
		seen: 'The execution succeeds, 3 people get nothing, and no node reads the error; the example ends with the error',
	},
	{
		name: 'Deleted the line from the error output',
		example: 'form-to-sms',
		change: (workflow) => disconnect(workflow, 'Send the SMS', 1),
		weathers: ['one bad number', 'out of money', 'an answer is lost'],
		mend: { at: 'Send the SMS', labels: ['On Error'] },
		seen: 'The execution succeeds at Send the SMS, and nobody is told; the example shows a page and ends with an error',
	},
	{
		name: 'Deleted the SMS that says that nobody answered',
		example: 'approval-by-sms',
		change: (workflow) => remove(workflow, 'Say that nobody answered'),
		weathers: ['all well', 'busy', 'slow', 'opted out'],
		mend: { at: 'What did the owner say?', labels: ['Routing Rules'] },
		seen: 'Nobody answers, and the execution succeeds at the Switch without a message; the example tells the owner',
	},
	{
		name: 'Compared the currency with its sign',
		example: 'low-balance-alert',
		change: (workflow) => {
			const conditions = conditionsOf(workflow, 'Is it below 10 euros?');
			conditions.find(({ id }) => id === 'currency')!.rightValue = '€';
		},
		weathers: ['out of money'],
		mend: { at: 'Is it below 10 euros?', labels: ['Conditions'] },
		seen: 'With a balance of 0, the execution succeeds at Nothing to do; the example tries to send, and ends with an error',
	},
	{
		name: 'Deactivated the node that sends, during a holiday',
		example: 'workflow-error-alert',
		change: (workflow) => {
			nodeOf(workflow, 'Send an SMS to the owner').disabled = true;
		},
		weathers: ['all well', 'busy', 'slow', 'an answer is lost', 'one bad number', 'out of money'],
		mend: { at: 'Send an SMS to the owner', labels: ['Activate'] },
		seen: 'The execution succeeds and no SMS goes out; the example sends 1',
	},
];
