import { counted } from '../../../sandbox/page/words.js';
import { conditions, ran, SENDERS } from './culprits.ts';
import {
	executesOnce,
	failureOf,
	lostByKey,
	refusedAtAll,
	stuckAt,
	takesFirst,
	unfinishedLoop,
	withoutValue,
	withSharedKey,
} from './goodDay.ts';
import type { Rule } from './rules.ts';
import { nodesThat } from './seen.ts';

/** What is wrong although nothing is in the workflow's way. */
export const goodDayRules: Rule[] = [
	{
		sees: (seen) => {
			const { node, field, count } = takesFirst(seen) ?? {};
			return node && `All ${count} messages of “${node.name}” have the ${field} of the first item.`;
		},
		mends: (['To', 'Text'] as const).map((field) => ({
			node: (seen) => (takesFirst(seen)?.field === field ? takesFirst(seen)?.node : undefined),
			advice: `Have the expression in ${field} read the item of each message, with $json or .item in place of .first() or [0]`,
			place: `Parameters → ${field}`,
		})),
	},
	{
		sees: (seen) => {
			const node = withSharedKey(seen);
			const lost = node && counted(lostByKey(seen, node), 'message was', 'messages were');
			return node && `${lost} not sent: another one had the same Once Key.`;
		},
		mends: [
			{
				node: withSharedKey,
				advice:
					'Use a Key that is another one for each message, such as an order number that each item has',
				place: 'Options → Once Key → Key',
			},
		],
	},
	{
		sees: (seen) => {
			const node = executesOnce(seen);
			return node && `Several items came to “${node.name}”, and it sent for the first alone.`;
		},
		mends: [
			{ node: executesOnce, advice: 'Turn off Execute Once', place: 'Settings → Execute Once' },
		],
	},
	{
		sees: (seen) => {
			const node = unfinishedLoop(seen);
			return node && `“${node.name}” gave its first items alone: nothing leads back to it.`;
		},
		mends: [
			{
				node: unfinishedLoop,
				advice: 'Connect the last node behind its output loop back to it',
				place: 'on the canvas: the output loop',
			},
		],
	},
	{
		sees: (seen) => {
			const text = withoutValue(seen);
			return text && `A value is missing in a text: “${text}”`;
		},
		mends: [
			{
				node: (seen) => nodesThat(seen, ...SENDERS).filter(ran(seen))[0],
				advice:
					"Ask for a field that the items have, or give a default: {{ $json.name || 'customer' }}",
				place: 'Parameters → Text',
			},
		],
	},
	{
		sees: (seen) => {
			const { node, missing = [] } = stuckAt(seen) ?? {};
			const fields = missing.map((name) => `“${name}”`).join(', ');
			const why = fields && ` It asks for ${fields}, which no item has.`;
			return (
				node && `Nothing went out although all is well: “${node.name}” let no item through.${why}`
			);
		},
		mends: [
			{
				node: (seen) => stuckAt(seen)?.node,
				advice:
					'Compare it with the items that come in: ask for a field that they have, and compare a number without its unit. If these items are to be left out, pin others in the trigger',
				place: conditions,
			},
		],
	},
	{
		sees: (seen) => {
			const node = refusedAtAll(seen);
			return node && `“${node.name}” sends nothing although all is well: ${failureOf(seen, node)}`;
		},
		mends: [
			{
				node: refusedAtAll,
				advice:
					'Correct what the service refuses: From must be a sender ID that is active in your account, and To a number that it can reach',
				place: 'Parameters → From, To',
			},
		],
	},
];
