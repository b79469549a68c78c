import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Base } from '../relations/base.ts';
import type { Some } from '../some.ts';
import { comparedBy, decides, isOurs, optionsOf, reachedFrom, rulesOf } from '../copy/nodeKinds.ts';
import { intervalsOf, WEEKDAY_NAMES, weekdaysOf } from '../copy/schedules.ts';
import { closingLoop, fewerLines, isType } from './canvas.ts';
import { itemized, keys, lookedUp, ofInput } from './expressions.ts';
import { cellsOf, HOUR_MS, type Json } from '../worlds/world.ts';
import { clockOf, timeOn } from '../worlds/itsDay.ts';
import { givenTo } from '../relations/base.ts';
import { inputsOf } from '../relations/grouped.ts';
import { leadsTo, outputOf } from '../relations/seen.ts';
import { holds } from '../relations/locate.ts';
import {
	type Mend,
	onCanvas,
	option,
	parameters,
	setting,
	withNode,
	withOutput,
	withOutputs,
	withParameters,
} from './change.ts';
import { relatedFields } from '../relations/looks.ts';

export const executesForEach = (node: WorkflowNode) =>
	node.executeOnce === true &&
	setting(node, 'Execute Once', 'Turn off Execute Once.', { executeOnce: false });

export function ofLoop(node: WorkflowNode, { play: { workflow } }: Base): Some<Mend> {
	const options = optionsOf(node);
	const noReset = { options: { ...options, reset: false } };
	return [
		String(options.reset) === 'true' &&
			parameters(node, 'Reset', 'Turn off Reset.', noReset, 'Options'),
		closingLoop(node, workflow),
	];
}

export function ofSet(node: WorkflowNode): Mend {
	const label = 'Include Other Input Fields';
	const changed = { includeOtherFields: true, include: 'all', keepOnlySet: false };
	const advice = `Turn ${label} on: the other fields are then still there.`;
	return parameters(node, label, advice, changed);
}

export const without = ({ name }: WorkflowNode, advice = `Remove “${name}”, or deactivate it.`) =>
	onCanvas(advice, `“${name}”`, (one) => withNode(one, name, { disabled: true }));

/** Whether nothing but a message hangs on what a node gives: of what else does, the check sees nothing. */
function isOnlyForMessages({ name }: WorkflowNode, { play, senders }: Base): boolean {
	const { nodes, connections } = play.workflow;
	const ended = Object.fromEntries(senders.map((sender) => [sender.name, {}]));
	const behind = reachedFrom({ ...connections, ...ended }, name);
	return nodes.every((node) => !behind.has(node.name) || !isType(node, 'noOp'));
}

/** The same with the rules of a Switch in another order, each with what stands behind it. */
function withRules(workflow: Workflow, node: WorkflowNode, order: number[]): Workflow {
	const rules = rulesOf(node);
	const values = order.map((place) => rules[place]);
	return withOutputs(
		withParameters(workflow, node.name, { rules: { values } }),
		node.name,
		(ways) => [...order.map((place) => ways[place] ?? []), ...ways.slice(rules.length)],
	);
}

export const inOtherOrder = (node: WorkflowNode, order: number[]): Mend => ({
	advice: `Put the rules in the order ${order.map((place) => place + 1).join(', ')}, each with what it leads to: a row goes by the first rule that fits it, so the narrowest comes first.`,
	where: `${node.name}: Parameters → Routing Rules`,
	apply: (one) => withRules(one, node, order),
});

function ofSwitch(node: WorkflowNode, { play, senders }: Base): Some<Mend> {
	const { name } = node;
	const options = optionsOf(node);
	const rules = rulesOf(node);
	if (rules.length === 0) return [];
	if (options.allMatchingOutputs) {
		const label = 'Send data to all matching outputs';
		const off = `Turn off ${label}`;
		const advice = `${off}: each row then goes by the first rule that fits it.`;
		const changed = { options: { ...options, allMatchingOutputs: false } };
		return [
			parameters(node, label, advice, changed, 'Options'),
			{
				advice: `${off}, and put the rules in the opposite order: each row then goes by the first that fits it.`,
				where: `${name}: Parameters → Routing Rules`,
				apply: (one) =>
					withRules(withParameters(one, name, changed), node, [...rules.keys()].toReversed()),
			},
		];
	}
	const behind = reachedFrom(play.workflow.connections, name);
	const { workflow } = play;
	// What leads back to it would have no end.
	const last = senders.findLast(
		(sender) => behind.has(sender.name) && !leadsTo(workflow, sender.name, name),
	);
	if (!last || options.fallbackOutput) return undefined;
	const fallback = { options: { ...options, fallbackOutput: 'extra' } };
	return {
		advice:
			'If they are to get something too, set Fallback Output to Extra Output, and connect it to the node for all others.',
		where: `${name}: Options → Fallback Output`,
		apply: (one) =>
			withOutput(withParameters(one, name, fallback), name, rules.length, () => [last.name]),
	};
}

/** A schedule that comes on some weekdays more. */
export function onMoreDays(node: WorkflowNode, days: number[]): Some<Mend> {
	if (!isType(node, 'scheduleTrigger')) return [];
	const [first, ...others] = intervalsOf(node);
	const triggerAtDay = [
		...weekdaysOf({ ...node, parameters: { rule: { interval: [first] } } }),
		...days,
	].sort();
	const more =
		first.field === 'cronExpression'
			? {
					...first,
					expression: String(first.expression).trim().replace(/\S+$/, triggerAtDay.join()),
				}
			: { ...first, triggerAtDay };
	const names = days.map((day) => WEEKDAY_NAMES[day]).join(' and ');
	const advice = `Have it come on ${names} too, if messages may go out then.`;
	return parameters(node, 'Trigger Rules', advice, { rule: { interval: [more, ...others] } });
}

/** A Send Window that is open when the schedule comes on a day. */
export function toOpen(node: WorkflowNode, { play }: Base, [day]: number[]): Some<Mend> {
	const { workflow, trigger } = play;
	const weekday = WEEKDAY_NAMES[day];
	const weekdays = [node.opensOn as string | string[], weekday.toLowerCase()].flat();
	const time = Date.parse(timeOn(workflow, trigger, day));
	const [opens, closes] = [time, time + HOUR_MS].map((at) => clockOf(workflow, at));
	return (
		[
			['Weekdays', `choose ${weekday} under Weekdays, too`, { weekdays }],
			['Opens', `set Opens to ${opens}`, { opens }],
			['Closes', `set Closes to ${closes}`, { closes }],
		] as const
	).map(([field, change, values]) =>
		option(node, `Skip Messages → ${field}`, `If it may go out then, ${change}.`, [
			'skipMessages',
			values,
		]),
	);
}

/** Two fields by which the rows of two lists belong together: each value of one stands in the other. */
const matching = (base: Base) =>
	relatedFields(base).flatMap(([left, right]) => [
		[left, right],
		[right, left],
	]);

/** The fields by which a node joins rows already. */
const joinedBy = ({ parameters }: WorkflowNode) => {
	const { values } = (parameters.mergeByFields ?? {}) as { values?: Array<Record<string, string>> };
	const own = String(parameters.fieldsToMatchString ?? '');
	const both = own.split(',').map((one) => one.trim());
	return values ?? both.filter(Boolean).map((name) => ({ field1: name, field2: name }));
};

/** Rows that are joined by one more field. */
const byMore = (node: WorkflowNode, base: Base): Mend[] =>
	matching(base)
		.filter(([left, right]) =>
			joinedBy(node).every(({ field1, field2 }) => field1 !== left && field2 !== right),
		)
		.slice(0, joinedBy(node).length > 0 ? 6 : 0)
		.map(([field1, field2]) =>
			parameters(
				node,
				'Fields to Match',
				`Turn “Fields To Match Have Different Names” on, and add ${field1} for Input 1 and ${field2} for Input 2 to the Fields to Match.`,
				{ advanced: true, mergeByFields: { values: [...joinedBy(node), { field1, field2 }] } },
			),
		);

const ofMerge = (node: WorkflowNode, base: Base): Mend[] =>
	matching(base)
		.slice(0, 6)
		.map(([field1, field2]) =>
			parameters(
				node,
				'Combine By',
				`In Combine By, choose Matching Fields, with ${field1} for Input 1 and ${field2} for Input 2.`,
				{
					...{ mode: 'combine', combineBy: 'combineByFields', advanced: true },
					mergeByFields: { values: [{ field1, field2 }] },
					...{ joinMode: 'keepMatches', outputDataFrom: 'both' },
				},
			),
		);

/** One more field by which rows of somebody are kept apart: what differs in them, and stands in several rows. */
export function comparesMore(node: WorkflowNode, { play }: Base): Mend[] {
	const compared = comparedBy(node);
	const items = givenTo(play.rounds[0], node);
	const groups = [
		...Map.groupBy(items, (item) => String(compared.map((name) => item[name]))).values(),
	].filter(({ length }) => length > 1);
	const fields = Object.keys(items[0] ?? {}).filter(
		(name) =>
			!compared.includes(name) &&
			name !== 'row_number' &&
			groups.some((same) => new Set(same.map((item) => item[name])).size > 1),
	);
	return fields.slice(0, compared.length > 0 ? 4 : 0).map((name) => {
		const all = [...compared, name].join(', ');
		const advice = `If each of them is to go out, have it compare ${all}.`;
		return parameters(node, 'Fields to Compare', advice, { fieldsToCompare: all });
	});
}

/** Who has another number is another person. */
function ofDuplicates(node: WorkflowNode, { lists }: Base): Some<Mend> {
	const field = lists.find(({ isWrittenTo }) => isWrittenTo)?.numbers[0].at(-1);
	const compared = { compare: 'selectedFields', fieldsToCompare: field };
	return field && parameters(node, 'Compare', `Have it compare ${field} alone.`, compared);
}

/** One more field by which rows are kept apart: what is the same for a person alone. */
export function ofSummarize(node: WorkflowNode, { play, people }: Base): Mend[] {
	const items = givenTo(play.rounds[0], node);
	const by = String(node.parameters.fieldsToSplitBy ?? '');
	const own = by.split(',').map((one) => one.trim());
	const counted = cellsOf(node.parameters.fieldsToSummarize).map(([, name]) => String(name));
	const phonesOf = (item: Json) => people.filter((row) => holds(row)(item)).map(({ name }) => name);
	const fields = Object.keys(items[0] ?? {}).filter(
		(name) =>
			![...own, ...counted, 'row_number'].includes(name) &&
			[...Map.groupBy(items, (item) => String(item[name])).values()].every(
				(same) => new Set(same.map((item) => String(phonesOf(item)))).size === 1,
			),
	);
	return fields.slice(0, 3).map((name) =>
		parameters(node, 'Fields to Split By', `Split by ${name} too: ${by}, ${name}.`, {
			fieldsToSplitBy: `${by},${name}`,
		}),
	);
}

/** Each row with all that match it, where only the first does. */
const allMatches = (node: WorkflowNode): Some<Mend> => {
	const options = { ...optionsOf(node), multipleMatches: 'all' };
	const advice = 'Set Multiple Matches to Include All Matches.';
	return (
		String(optionsOf(node).multipleMatches) === 'first' &&
		parameters(node, 'Multiple Matches', advice, { options }, 'Options')
	);
};

/** Which list's cell stays where both have a field of the same name. */
function prefers(node: WorkflowNode, { play }: Base): Mend[] {
	const matched = joinedBy(node).flatMap(({ field1, field2 }) => [field1, field2]);
	const [first, second] = inputsOf(play.workflow, node).map((before) =>
		before.flatMap((name) => outputOf(play.rounds[0], { ...node, name }).flatMap(Object.keys)),
	);
	const both = first.find((name) => second.includes(name) && !matched.includes(name));
	const { combineBy, mode } = node.parameters;
	if (!both || mode !== 'combine' || combineBy === 'combineAll') return [];
	return ['preferInput1', 'preferLast'].map((resolveClash, place) => {
		const clash = { resolveClash, mergeMode: 'deepMerge' };
		const options = { ...optionsOf(node), clashHandling: { values: clash } };
		const advice = `Both lists have “${both}”. Add the option Clash Handling, and set When Field Values Clash to Prefer Input ${place + 1} Version.`;
		return parameters(node, 'Clash Handling', advice, { options }, 'Options');
	});
}

/** Lists that keep what is blank, so that each value stands beside those of its row. */
export function keepsBlank(node: WorkflowNode): Mend {
	const { parameters: own } = node;
	if (node.type.endsWith('.aggregate')) {
		const options = { ...optionsOf(node), keepMissing: true };
		const advice = 'Add the option Keep Missing And Null Values, and turn it on.';
		return parameters(node, 'Keep Missing And Null Values', advice, { options }, 'Options');
	}
	const { values } = own.fieldsToSummarize as { values: object[] };
	const kept = values.map((one) => ({ ...one, includeEmpty: true }));
	const label = 'Include Empty Values';
	const advice = `Turn on ${label} for each field that is appended.`;
	return parameters(node, label, advice, { fieldsToSummarize: { values: kept } });
}

/** A Code node that takes what belongs to each of its items, and not what stands at the same place of an earlier list. */
function itemMatching({ name, parameters: { jsCode } }: WorkflowNode): Some<Mend> {
	const [whole, list] = /(\$\('[^']*'\))\.all\(\)/.exec(String(jsCode)) ?? [];
	if (!whole || !String(jsCode).includes('$input')) return [];
	const instead = `$input.all().map((_, i) => ${list}.itemMatching(i))`;
	return {
		advice: `Write ${instead} in place of ${whole}: the item that belongs to each, and not the one at the same place.`,
		where: `${name}: Parameters → JavaScript`,
		apply: (one) =>
			withParameters(one, name, { jsCode: String(jsCode).replaceAll(whole, () => instead) }),
	};
}

const BY_TYPE: Record<string, (node: WorkflowNode, base: Base) => Some<Mend>> = {
	code: itemMatching,
	merge: (node, base) => [
		prefers(node, base),
		allMatches(node),
		byMore(node, base),
		ofMerge(node, base),
	],
	splitInBatches: ofLoop,
	removeDuplicates: ofDuplicates,
	set: ofSet,
	limit: (node) =>
		without(node, 'If nobody is to be left out, remove this node, or deactivate it.'),
	summarize: ofSummarize,
	switch: ofSwitch,
};

/** What could mend that somebody gets nothing, too much, or another's words: by the node where it happens. */
export const ofRows = (node: WorkflowNode, base: Base): Some<Mend> => [
	executesForEach(node),
	// How many a Limit keeps is the same for all items.
	!isType(node, 'limit') && itemized(node),
	isOurs(node) && [ofInput(node), lookedUp(node, base)],
	BY_TYPE[node.type.split('.').at(-1)!]?.(node, base),
	isOurs(node) && optionsOf(node).onceKey && keys(node, base),
	node.calls !== undefined &&
		parameters(node, 'Mode', 'Choose “Run once for each item” as its mode.', { mode: 'each' }),
	fewerLines(node, base),
	!isOurs(node) &&
		!decides(node) &&
		!isType(node, 'limit', 'merge') &&
		isOnlyForMessages(node, base) &&
		without(node),
];
