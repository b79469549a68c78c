import type { INodeProperties } from 'n8n-workflow';

import { entriesOf, trigger } from '../support/description';

/** Name, type and default of each field. */
const shape = (properties: INodeProperties[]) =>
	Object.fromEntries(properties.map(({ name, type, default: usual }) => [name, [type, usual]]));

it('The trigger has these fields, with types and defaults', () => {
	const { properties } = trigger.description;
	const field = (name: string) => properties.find((property) => property.name === name)!;
	expect(shape(properties)).toEqual({
		triggerOn: ['options', 'messageCompleted'],
		watch: ['options', 'messages'],
		messageIds: ['string', ''],
		campaignId: ['string', ''],
		options: ['collection', {}],
	});
	expect(shape(entriesOf(field('options')))).toEqual({ firstPoll: ['options', 'emit'] });
});
