import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type Example, exampleFile, uploaded } from './example';

export interface Rehearsal {
	trigger: string;
	items?: Array<IDataObject | INodeExecutionData>;
	/** What people answer on the way. */
	entered?: IDataObject[];
	change?: (text: string) => string;
	/** What was there before. */
	prepare?: (example: Example) => Promise<void>;
	/** How often somebody does the same. */
	times?: number;
}

const person = { Name: 'Jūratė', 'Phone number': '+370 600 12345' };
const visit = { ...person, Day: '2030-01-01', Time: '18:00' };
const list = { ...uploaded(exampleFile('spreadsheet-rows.csv')) };
const mailing = { 'Name of the mailing': 'January', Message: 'Your invoice is due.' };
const failed = {
	workflow: { id: '1', name: 'Orders' },
	execution: { lastNodeExecuted: 'Read', error: { message: 'No answer' } },
};

/** Each example that sends something, and what happens to it. */
export const rehearsals: Record<string, Rehearsal> = {
	'appointment-by-sms': {
		trigger: 'On form submission',
		items: [visit],
		entered: [{}, {}],
	},
	'appointment-reminder-in-hours': {
		trigger: 'When an appointment is made',
		items: [visit],
		change: (text) => text.replace('"09:00"', '"00:00"').replace('"20:00"', '"24:00"'),
	},
	'approval-by-sms': {
		trigger: 'On form submission',
		items: [{ ...person, 'Order number': '1042', 'Amount in euros': 129.9, Reason: 'Broken' }],
		entered: [{ data: { approved: true } }],
	},
	'campaign-messages': { trigger: 'To try it by hand' },
	'campaign-summary': {
		trigger: 'On form submission',
		items: [
			{
				'Name of the campaign': 'Spring',
				Message: 'Our sale has begun.',
				Recipients: '+370 600 12345\n+370 600 12346',
			},
		],
		times: 2,
	},
	'daily-delivery-digest': {
		trigger: 'Every morning',
		prepare: async (example) => {
			const createdAt = new Date(Date.now() - 86_400_000).toISOString();
			const messageId = await example.service.send('37060012345');
			example.tables.set('SMS messages', [
				{ id: 1, createdAt, messageId, to: '37060012345', final: false },
			]);
		},
		times: 2,
	},
	'delivery-report-polling': { trigger: 'To try it by hand' },
	'first-day-with-your-account': {
		trigger: 'When you begin',
		items: [{ 'Your own phone number': '+370 600 12345', 'Sender ID': 'Example' }],
		entered: [{ 'Send the SMS?': 'Yes, send it' }],
	},
	'first-sms': { trigger: 'When you execute it' },
	'form-to-sms': { trigger: 'On form submission', items: [{ ...person, Message: 'Hello' }] },
	'low-balance-alert': {
		trigger: 'Every morning',
		change: (text) => text.replace('"rightValue": 10', '"rightValue": 1000000'),
	},
	'number-confirmed-by-code': { trigger: 'When a number is entered', items: [person], times: 2 },
	'order-confirmation': {
		trigger: 'When an order is entered',
		items: [{ ...person, 'Order number': 'A-1042' }],
		times: 2,
	},
	'rows-in-one-request': { trigger: 'When you execute it' },
	'spreadsheet-to-sms': {
		trigger: 'On form submission',
		items: [{ ...list, json: mailing }],
		times: 2,
	},
	'viber-then-sms': {
		trigger: 'When another workflow calls',
		items: [{ to: '+370 600 10004', text: 'Your table is reserved' }],
	},
	'workflow-error-alert': { trigger: 'When a workflow fails', items: [failed] },
};
