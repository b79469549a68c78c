import type { Finding } from '../../../sandbox/flightCheck.ts';
import type { WorkflowNode } from '../../n8n/types.ts';
import { decides, isOurs } from '../copy/nodeKinds.ts';
import {
	SENDERS,
	conditions,
	endsAt,
	goingOn,
	leadsNowhere,
	loopsAt,
	ran,
	sendsToOptedOut,
	unlimited,
	waitsForEver,
} from './culprits.ts';
import { isGoodDay, refusedAtAll } from './goodDay.ts';
import { goodDayRules } from './goodDayRules.ts';
import { twiceRules } from './twiceRules.ts';
import { halfFilled, isUnanswered, isTold, nodesThat, type Seen, troubled } from './seen.ts';

export interface Rule {
	/** What went wrong, as far as it was seen. */
	sees: (seen: Seen) => string | undefined;
	/** The first that fits says what mends it; the node where, if it's about one. */
	mends: Array<{
		node: (seen: Seen) => WorkflowNode | undefined | true;
		advice: string;
		place: string | ((node: WorkflowNode) => string);
	}>;
}

const limitWait = 'Set Limit Wait Time, and go on if there is no answer';

/** What is wrong, by what was seen, and what mends it. */
const rules: Rule[] = [
	...goodDayRules.map((rule) => ({
		...rule,
		sees: (seen: Seen) => (isGoodDay(seen) ? rule.sees(seen) : undefined),
	})),
	...twiceRules,
	{
		sees: (seen) =>
			sendsToOptedOut(seen) &&
			'A message went to the service for somebody who has opted out, and nobody learns that it is held back.',
		mends: [
			{
				node: sendsToOptedOut,
				advice: 'Set Skip Suppressed: the items of those who opted out then come out marked',
				place: 'Options → Skip Messages → Skip Suppressed',
			},
		],
	},
	{
		sees: (seen) =>
			isUnanswered(seen.weather) && seen.plays.some((play) => !isTold(play, seen))
				? 'If nobody answers in time, nobody learns of it.'
				: undefined,
		mends: [
			{
				node: endsAt,
				advice:
					'Connect what happens without an answer, which is where $json.data is missing, to a node that tells somebody',
				place: 'on the canvas: the output without an answer',
			},
		],
	},
	{
		sees: (seen) => {
			if (isUnanswered(seen.weather) || refusedAtAll(seen)) return undefined;
			const silent = troubled(seen).filter((play) => !isTold(play, seen));
			return silent.length > 0
				? 'Something was not sent, or may not have been sent, and nobody learns of it.'
				: undefined;
		},
		mends: [
			{
				node: leadsNowhere,
				advice: 'Connect its error output to a node that tells somebody',
				place: 'on the canvas: the output Error',
			},
			{
				node: (seen) => goingOn(seen, 'continueRegularOutput')[0],
				advice:
					'Set On Error to Continue (using error output), and connect that output to a node that tells somebody',
				place: 'Settings → On Error',
			},
			{
				node: (seen) => goingOn(seen, 'continueErrorOutput')[0],
				advice: 'Have what is connected to its error output tell somebody, such as Stop and Error',
				place: 'on the canvas: the output Error',
			},
			{
				node: () => true,
				advice: 'Set On Error to Stop Workflow, and have an error workflow tell somebody',
				place: 'Settings → On Error',
			},
		],
	},
	{
		sees: ({ plays }) =>
			plays.some(({ isEndless }) => isEndless)
				? "It doesn't end; the check stopped it."
				: undefined,
		mends: [
			{
				node: (seen) => {
					const node = loopsAt(seen);
					return node && decides(node) ? node : undefined;
				},
				advice:
					'Have the loop end after some rounds, whatever comes: let the condition look at $runIndex too; Max Messages of Limits stops what it sends',
				place: conditions,
			},
			{
				node: (seen) => loopsAt(seen) ?? true,
				advice:
					'Lead the loop out after some rounds, with an If node that looks at $runIndex; Max Messages of Limits stops what it sends',
				place: 'on the canvas: the connection that leads back',
			},
		],
	},
	{
		sees: ({ plays }) => {
			const node = plays.flatMap(({ waitsForEver }) => waitsForEver)[0];
			return node && `If nobody answers “${node}”, the execution waits without an end.`;
		},
		mends: [
			{
				node: (seen) => waitsForEver(seen, isOurs),
				advice: limitWait,
				place: 'Options → Limit Wait Time',
			},
			{
				node: (seen) => waitsForEver(seen, () => true),
				advice: limitWait,
				place: 'Parameters → Limit Wait Time',
			},
		],
	},
	{
		sees: (seen) => {
			const text = halfFilled(seen);
			return text && `A text went out although its ${seen.blank?.field} was empty: “${text}”`;
		},
		mends: [
			{
				node: (seen) => nodesThat(seen, ...SENDERS).filter(ran(seen))[0],
				advice: "Set Refuse Gaps, or fill the gap: {{ $json.name || 'customer' }}",
				place: 'Options → Limits → Refuse Gaps',
			},
		],
	},
	{
		sees: (seen) => {
			const node = unlimited(seen);
			return node && `Nothing limits how many messages “${node.name}” sends in one run.`;
		},
		mends: [
			{
				node: (seen) => unlimited(seen),
				advice: 'Set Max Messages to what you expect: more than that, and nothing is sent',
				place: 'Options → Limits → Max Messages',
			},
		],
	},
];

/** What is to be said about a weather, and what mends it. What nothing mends stands in the table alone. */
export function findingsIn(seen: Seen): Finding[] {
	return rules.flatMap(({ sees, mends }) => {
		const sentence = sees(seen);
		if (!sentence) return [];
		const found = mends
			.map((mend) => ({ ...mend, node: mend.node(seen) }))
			.find(({ node }) => node !== undefined);
		if (!found) return [];
		const { node, advice, place } = found;
		const where = typeof place === 'string' ? place : place(node as WorkflowNode);
		const at = typeof node === 'object' ? `${node.name}: ${where}` : where;
		return [{ level: 'change', happened: sentence, advice: `${advice}.`, where: at }];
	});
}
