import type { INodeParameters } from 'n8n-workflow';

import { UNKNOWN, reportRequests, watching } from '../../support/poll';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const kinds = 'messageCompleted nor entryAddedOrUpdated';
it.each<[INodeParameters, string, string?]>([
	[{ triggerOn: 'news' }, `'Trigger On' is neither ${kinds}: news`],
	[{ triggerOn: '={{ ["messageCompleted"] }}' }, `'Trigger On' is neither ${kinds}: a list`],
	[{ watch: 'message' }, "'Watch' is neither campaign nor messages: message"],
	[{ options: { firstPoll: 'now' } }, "'First Poll' is neither emit nor startFromNow: now"],
	...['', '  ', '={{ null }}'].map((campaignId): [INodeParameters, string] => [
		{ watch: 'campaign', campaignId },
		"'Campaign ID' is empty",
	]),
	[
		{ messageIds: 'a, {{ $vars.id }}' },
		"'Message IDs' has an expression as plain text: {{ $vars.id }}",
		"Select 'Expression' above the field.",
	],
	[
		{ watch: 'campaign', campaignId: '{{ $vars.id }}' },
		"'Campaign ID' has an expression as plain text: {{ $vars.id }}",
	],
	...[
		['={{ $json.messageId }}', '{{ $json.messageId }}'],
		['=a, {{ $json["id"] }}', '{{ $json["id"] }}'],
		["={{ $('Send').all().map(({ json }) => json.messageId) }}", "{{ $('Send').all()"],
		['={{ `a, ${$input.first()?.json.id}` }}', '{{ `a, ${$input.first()?.json.id}` }}'],
	].map(([messageIds, shown]): [INodeParameters, string, string] => [
		{ messageIds },
		`'Message IDs' reads an input, but a trigger has none: ${shown}`,
		'store each messageId in a data table',
	]),
	[
		{ watch: 'campaign', campaignId: '={{ $json.campaignId }}' },
		"'Campaign ID' reads an input, but a trigger has none: {{ $json.campaignId }}",
	],
	...[
		['={{ [{ messageId: "a" }] }}', '{"messageId":"a"}'],
		['={{ ["a", [{ id: 1 }]] }}', '{"id":1}'],
		['={{ ({ messageId: "a" }) }}', '{"messageId":"a"}'],
		['={{ ["a", true] }}', 'true'],
		[' , ;\n', ', ;'],
		['[""]', '[""]'],
	].map(([messageIds, shown]): [INodeParameters, string, string] => [
		{ messageIds },
		`'Message IDs' has an entry that isn't an ID: ${shown}`,
		'Enter the messageId of each message',
	]),
])(
	'refuses %j, as an expression may give it, before it asks',
	async (given, message, advice = '') => {
		const trigger = watching(service, UNKNOWN);
		trigger.parameters = { ...trigger.parameters, ...given };
		for (const mode of ['trigger', 'manual'] as const) {
			await expect(trigger.poll(mode)).rejects.toMatchObject({
				message: expect.stringContaining(message),
				description: expect.stringContaining(advice),
			});
		}
		expect(await service.received()).toEqual([]);
	},
);

it.each<[string, string[]]>([
	['"a", \'b\'\n“c”', ['a', 'b', 'c']],
	['["a", "b"]', ['a', 'b']],
	['={{ ["a, b", ["c"]] }}', ['a', 'b', 'c']],
	['a, b\nc a;d', ['a', 'b', 'c', 'd']],
	[', a,\n,', ['a']],
	['={{ ["", null, [" a "], undefined] }}', ['a']],
	['={{ [7, ["a", ["b, c"]], "7"] }}', ['7', 'a', 'b', 'c']],
	['={{ null }}', []],
	[UNKNOWN.replaceAll('0', 'A') + ' ' + UNKNOWN.replaceAll('0', 'a'), [expect.any(String)]],
	['={{ `${$workflow.id ? "a" : "b"}` }}', ['a']],
	['={{ $workflow.id ? "a" : $nodeId }}', ['a']],
	['[]', []],
	['', []],
])('takes each ID of %j once', async (messageIds, ids) => {
	await service.answer([]);
	expect(await watching(service, messageIds).poll()).toBeNull();
	expect(await reportRequests(service)).toEqual(ids);
});
