import type { INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { MOST_PARTS } from '../smsText/text';

const maxParts = {
	displayName: 'Max Parts',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_PARTS },
	default: 0,
	hint: '0 for no limit, from 0 to 255',
	description:
		'How many SMS parts one message may take. If a text takes more, nothing is sent. You pay for each part.',
} satisfies INodeProperties;

const entry = (description: string, fields: INodeProperties[]) =>
	group({ displayName: 'Limits', name: 'limits', description }, fields);

/** An entry of the options: what a message and a run may not go over. */
export const smsLimits = entry('What a message and a run may not go over', [maxParts]);

/** The same for an operation that sends nothing. */
export const textLimits = entry('What a message may not go over', [maxParts]);
