import type { WorkflowNode } from '../../n8n/types.ts';
import { behindEach, isOurs, optionsOf } from '../copy/nodeKinds.ts';
import { fieldsRead, itemized, keys } from './expressions.ts';
import { givenTo, type Base } from '../relations/base.ts';
import { jsonRows } from '../worlds/rows.ts';
import { mend, type Mend, withLines, withNode, withNodeBefore, withParameters } from './change.ts';
import { ofLimit, ofLoop, ofSet, ofSwitch } from './byNode.ts';

const executing =
	(executeOnce: boolean, advice: string) =>
	(node: WorkflowNode): Mend[] =>
		(node.executeOnce === true) === executeOnce
			? []
			: [
					mend(advice, `${node.name}: Settings → Execute Once`, (one) =>
						withNode(one, node.name, { executeOnce }),
					),
				];

export const executesForEach = executing(false, 'Turn off Execute Once.');
export const executesOnce = executing(
	true,
	'Turn on the setting Execute Once: the message is the same for all items.',
);

/** Two fields by which the rows of two lists belong together: each value of one stands in the other. */
function matching({ lists, play }: Base): Array<[string, string]> {
	const columns = lists
		.filter(({ at }) => at.length === 0)
		.map((list) => jsonRows(play.world.pins, list))
		.filter(({ length }) => length > 1)
		.map((rows) =>
			Object.keys(rows[0])
				.filter((field) => field !== 'row_number')
				.map((field) => ({ field, values: new Set(rows.map((row) => String(row[field]))) })),
		);
	return columns.flatMap((one, place) =>
		columns
			.slice(place + 1)
			.flat()
			.flatMap((right) =>
				one
					.filter(
						(left) =>
							left.values.size > 1 &&
							([...right.values].every((value) => left.values.has(value)) ||
								[...left.values].every((value) => right.values.has(value))),
					)
					.map((left): [string, string] => [left.field, right.field]),
			),
	);
}

const ofMerge = ({ name }: WorkflowNode, base: Base): Mend[] =>
	matching(base)
		.slice(0, 3)
		.map(([field1, field2]) =>
			mend(
				`In Combine By, choose Matching Fields, with ${field1} for Input 1 and ${field2} for Input 2.`,
				`${name}: Parameters → Combine By`,
				(one) =>
					withParameters(one, name, {
						...{ mode: 'combine', combineBy: 'combineByFields', advanced: true },
						mergeByFields: { values: [{ field1, field2 }] },
						...{ joinMode: 'keepMatches', outputDataFrom: 'both' },
					}),
			),
		);

/** Who has another number is another person. */
function ofDuplicates({ name }: WorkflowNode, base: Base): Mend[] {
	const field = base.lists.find(({ isWrittenTo }) => isWrittenTo)?.numbers[0].at(-1);
	return field
		? [
				mend(`Have it compare ${field} alone.`, `${name}: Parameters → Compare`, (one) =>
					withParameters(one, name, { compare: 'selectedFields', fieldsToCompare: field }),
				),
			]
		: [];
}

/** A Remove Duplicates before a node, by all that its message reads: what says something else is no duplicate. */
export function withoutDoubles(node: WorkflowNode, { people }: Base): Mend[] {
	const fields = fieldsRead(node);
	if (people.length === 0 || fields.length === 0) return [];
	const parameters = { compare: 'selectedFields', fieldsToCompare: fields.join(', '), options: {} };
	const type = { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 1.1 };
	return [
		mend(
			`Put a Remove Duplicates before “${node.name}” that compares ${fields.join(', ')}.`,
			`on the canvas: before “${node.name}”`,
			(one) => withNodeBefore(one, node.name, { ...type, parameters }),
		),
	];
}

/** Another field that has something wherever one is empty, or else a word. */
export function insteadOfGap(
	{ name, parameters }: WorkflowNode,
	field: string,
	{ play }: Base,
): Mend[] {
	const text = String(parameters.text ?? '');
	const given = givenTo(play.rounds[0], { name });
	const empty = given.filter((item) => !item[field]);
	const others = Object.keys(empty[0] ?? {}).filter(
		(other) =>
			empty.every((item) => typeof item[other] === 'string' && /^\p{L}/u.test(item[other])) &&
			given.some((item) => item[other] === ''),
	);
	const piece = [...text.matchAll(/\{\{(.*?)\}\}/gs)].find(([, inner]) => inner.includes(field));
	if (!piece) return [];
	const inner = piece[1].trim();
	return [...others.map((other) => inner.replace(field, other)), "'…'"].map((instead) => {
		const either = `{{ ${inner} || ${instead} }}`;
		const words = instead === "'…'" ? ', with a word of yours for …' : '';
		return mend(
			`Write ${either} in Text${words}: it then has something where ${field} is empty.`,
			`${name}: Parameters → Text`,
			(one) => withParameters(one, name, { text: text.replace(piece[0], either) }),
		);
	});
}

const BY_TYPE: Record<string, (node: WorkflowNode, base: Base) => Mend[]> = {
	merge: ofMerge,
	splitInBatches: (node, { play }) => ofLoop(node, play.workflow),
	removeDuplicates: ofDuplicates,
	set: ofSet,
	limit: ofLimit,
	switch: ofSwitch,
};

/** What could mend that somebody gets nothing, too much, or another's words: by the node where it happens. */
export const ofRows = (node: WorkflowNode, base: Base): Mend[] => [
	...executesForEach(node),
	...itemized(node),
	...(BY_TYPE[node.type.split('.').at(-1)!]?.(node, base) ?? []),
	...(isOurs(node) && optionsOf(node).onceKey ? keys(node, base) : []),
	...(node.calls
		? [
				mend(
					'Choose “Run once for each item” as its mode.',
					`${node.name}: Parameters → Mode`,
					(one) => withParameters(one, node.name, { mode: 'each' }),
				),
			]
		: []),
	...fewerLines(node, base),
];

/** One line less into a node that several lead to. */
export function fewerLines({ name }: WorkflowNode, { play, people }: Base): Mend[] {
	const { connections } = play.workflow;
	// Two lines that carry the same: of two that share the rows, none is too many.
	const runs = play.rounds[0].runs[name] ?? [];
	const carried = new Set(runs.map(({ given }) => JSON.stringify(given)));
	if (people.length === 0 || runs.length < 2 || carried.size > 1) return [];
	const lines = Object.keys(connections).flatMap((from) =>
		behindEach(connections, from).flatMap((to, output) =>
			to.includes(name) ? { from, output } : [],
		),
	);
	if (lines.length < 2) return [];
	return lines.map(({ from, output }) =>
		mend(
			`Remove the connection from “${from}” to “${name}”.`,
			`on the canvas: before “${name}”`,
			(one) => withLines(one, from, output, (to) => to.filter((next) => next !== name)),
		),
	);
}
