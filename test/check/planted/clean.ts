import { add, condition, connect, nodeOf, optionsOf, OURS, retryOnFail } from '../canvas.ts';
import type { Variant } from '../planted.ts';

export const clean: Variant[] = [
	{
		name: 'Retry On Fail with a Once Key',
		example: 'form-to-sms',
		change: (workflow) => {
			retryOnFail(workflow, 'Send the SMS');
		},
		seen: 'Never more than 1 SMS, submitted twice; each refusal and the lost answer end the execution with an error',
	},
	{
		name: 'On Error is Continue, and an If behind the node ends the execution with the error',
		example: 'rows-in-one-request',
		change: (workflow) => {
			nodeOf(workflow, 'Send to all').onError = 'continueRegularOutput';
			Object.assign(optionsOf(workflow, 'Send to all'), {
				requests: { values: { batchSize: 1 } },
				onceKey: { values: { key: '={{ $json.phone }}' } },
			});
			add(
				workflow,
				'Is there an error?',
				'if',
				condition('={{ $json.error }}', 'string', 'exists'),
			);
			add(workflow, 'Tell you', 'stopAndError', {
				errorMessage: "={{ $('Rows').item.json.phone }}: {{ $json.error }}",
			});
			connect(workflow, 'Send to all', 'Is there an error?');
			connect(workflow, 'Is there an error?', 'Tell you');
		},
		seen: 'Each person gets 1 SMS, in two executions; where one fails, the execution ends with the error that says whose',
	},
	{
		name: 'A loop back to a Wait node that only asks for delivery reports, ten times at most',
		example: 'first-sms',
		change: (workflow) => {
			delete optionsOf(workflow, 'Send the SMS').waitForDelivery;
			add(workflow, 'Wait', 'wait', { amount: 10, unit: 'seconds' });
			add(workflow, 'Ask what became of it', OURS, {
				resource: 'sms',
				operation: 'getReport',
				messageId: "={{ $('Send the SMS').first().json.messageId }}",
				options: {},
			});
			add(
				workflow,
				'Ask again?',
				'if',
				condition(
					'={{ !$json.delivered && !$json.errorCode && $runIndex < 9 }}',
					'boolean',
					'true',
				),
			);
			connect(workflow, 'Send the SMS', 'Wait');
			connect(workflow, 'Wait', 'Ask what became of it');
			connect(workflow, 'Ask what became of it', 'Ask again?');
			connect(workflow, 'Ask again?', 'Wait');
		},
		seen: '1 SMS in each execution, as in the example; at most 10 reports',
	},
	{
		name: 'Retry On Fail where a campaign is created, without a Once Key',
		example: 'campaign-summary',
		change: (workflow) => {
			retryOnFail(workflow, 'Create the campaign');
		},
		seen: '1 campaign, also where the answer is lost: the node does not try again',
	},
	{
		name: 'Fail on Timeout and Retry On Fail, for a message that never arrives',
		example: 'first-sms',
		change: (workflow) => {
			retryOnFail(workflow, 'Send the SMS');
			nodeOf(workflow, 'Send the SMS').parameters.to = '+44 7700 900004';
			optionsOf(workflow, 'Send the SMS').waitForDelivery = {
				values: { timeout: 10, failOnTimeout: true },
			};
		},
		seen: '1 SMS in each execution: the second try waits for the same message; the execution ends with an error',
	},
];
