const reading = ['Concurrency', 'Max Wait'];
const sending = [...reading, 'On Unknown Outcome'];
const inBatches = ['Batch Size', 'Body Fields', 'Max Wait', 'On Unknown Outcome'];
const list = ['Return All', 'Limit'];

export interface Operation {
	/** The labels below Operation, in the order of the screen. */
	fields: string[];
	/** What Options offers. */
	options: string[];
}

/** What the user sees, by resource and operation. */
export const resources: Record<string, Record<string, Operation>> = {
	Account: { 'Get Balance': { fields: [], options: [...reading, 'Query Parameters'] } },
	Campaign: {
		Cancel: { fields: ['Campaign ID', 'Specify Body'], options: ['Body Fields', ...sending] },
		Create: {
			fields: ['Specify Body', 'Name', 'From', 'Text', 'Recipients'],
			options: ['Body Fields', ...sending, 'Scheduled At'],
		},
		Get: { fields: ['Campaign ID'], options: [...reading, 'Query Parameters'] },
		'Get Delivery Reports': {
			fields: ['Campaign ID', ...list],
			options: [...reading, 'Query Parameters'],
		},
		'Get Messages': {
			fields: ['Campaign ID', ...list],
			options: [...reading, 'Query Parameters'],
		},
	},
	Contact: {
		'Get Many': { fields: list, options: [...reading, 'Query Parameters'] },
		Import: { fields: ['Specify Body', 'Phone Number', 'Contact Fields'], options: inBatches },
		'Update Consent': {
			fields: ['Contact ID', 'Specify Body', 'Channel', 'Status'],
			options: ['Body Fields', ...sending],
		},
		'Validate Number': {
			fields: ['Specify Body', 'Phone Number'],
			options: ['Body Fields', ...sending],
		},
	},
	Email: {
		Send: {
			fields: ['Specify Body', 'To', 'From', 'Subject', 'Text', 'HTML'],
			options: ['Body Fields', ...sending],
		},
	},
	SMS: {
		'Get Delivery Report': {
			fields: ['Message ID'],
			options: ['Body Fields', ...reading, 'Method', 'Query Parameters'],
		},
		Send: { fields: ['To', 'From', 'Text'], options: ['Body Fields', ...sending] },
		'Send and Wait for Response': {
			fields: ['To', 'From', 'Message', 'Response Type', 'Approval Options'],
			options: [
				'Body Fields',
				'Confirmation Text',
				'Limit Wait Time',
				'Max Parts',
				'Max Wait',
				'On Unknown Outcome',
				'Page Text',
				'Page Title',
				'Simplify Characters',
			],
		},
		'Send Bulk': { fields: ['Specify Body', 'To', 'From', 'Text'], options: inBatches },
	},
	Suppression: {
		Add: {
			fields: ['Specify Body', 'Phone Number', 'Reason'],
			options: ['Body Fields', ...sending],
		},
		'Get Many': { fields: list, options: [...reading, 'Query Parameters'] },
	},
	Viber: {
		Send: {
			fields: ['Specify Body', 'To', 'From', 'Text', 'Image URL', 'Button Text', 'Button URL'],
			options: ['Body Fields', ...sending],
		},
	},
};
