import { deep, trigger } from '../support/description';

it('The trigger has these fields, with types and defaults', () => {
	const all = deep(trigger.description.properties);
	expect(all.map(({ name, type, default: usual }) => [name, type, usual])).toEqual([
		['triggerOn', 'options', 'messageCompleted'],
		['watch', 'options', 'messages'],
		['messageIds', 'string', ''],
		['campaignId', 'string', ''],
		['options', 'collection', {}],
		['firstPoll', 'options', 'emit'],
	]);
});
