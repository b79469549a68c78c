import type { WorkflowNode } from '../../n8n/types.ts';
import type { Base } from '../relations/base.ts';
import type { Breach, Kind } from '../relations/relation.ts';
import { cellsOf } from '../worlds/world.ts';
import { decides, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import { digitsOf } from '../worlds/rows.ts';
import { endingLoop, ofAnswer, ofDoubles, telling } from './ways.ts';
import {
	executesForEach,
	executesOnce,
	fewerLines,
	insteadOfGap,
	ofRows,
	withoutDoubles,
} from './rows.ts';
import { isType, itemized, keys, withOtherFields } from './expressions.ts';
import {
	mend,
	nodeIn,
	type Mend,
	withDuplicates,
	withIf,
	withOption,
	withParameters,
} from './change.ts';
import { ofLoop, ofSet } from './byNode.ts';

/** What mends a gap: the field comes through again, or something else stands in its place. */
const ofGap = (node: WorkflowNode, field: string, base: Base): Mend[] => [
	...base.play.workflow.nodes
		.filter((one) => isType(one, 'set') && !one.shows)
		.filter(({ name }) => reachedFrom(base.play.workflow.connections, name).has(node.name))
		.flatMap(ofSet),
	...insteadOfGap(node, field, base),
];

const PICTURES = /\s?\p{Extended_Pictographic}\uFE0F?/gu;

const skipping =
	(advice: string, label: string, values: object) =>
	({ name }: WorkflowNode) => [
		mend(advice, `${name}: Options → Skip Messages → ${label}`, (one) =>
			withOption(one, name, 'skipMessages', { ...values }),
		),
	];

/** What mends what happened at a node of ours. */
const AT_OURS: Partial<Record<Kind, (node: WorkflowNode, breach: Breach, base: Base) => Mend[]>> = {
	again: (node, _, base) => keys(node, base),
	key: (node, _, base) => keys(node, base),
	gap: (node, { field = '' }, base) => ofGap(node, field, base),
	answer: (node, _, base) => ofAnswer(node, base),
	'opted out': skipping(
		'Turn Skip Suppressed on: the items of those who opted out then come out marked.',
		'Skip Suppressed',
		{ skipSuppressed: true },
	),
	skipped: ({ name }) => [
		mend('Turn Skip Duplicates off.', `${name}: Options → Skip Messages → Skip Duplicates`, (one) =>
			withDuplicates(one, name),
		),
	],
	night: (node) =>
		optionsOf(node).skipMessages?.values?.timeZone
			? skipping("Empty Time Zone: the window then goes by the workflow's clock.", 'Time Zone', {
					timeZone: '',
				})(node)
			: [],
	limit: ({ name }) => [
		mend(
			'Set Max Messages to what you expect at most: more than that, and nothing is sent.',
			`${name}: Options → Limits → Max Messages`,
			(one) => withOption(one, name, 'limits', { maxMessages: 100 }),
		),
	],
	model: ({ name, byModel }, _, { play }) => {
		const allowedTo = `+${play.rounds[0].messages[0]?.to.slice(0, 3)}*`;
		return [
			mend(
				`Set Limits: Max Messages, Max Parts, and Allowed To, such as ${allowedTo}.`,
				`${String(byModel)}: Options → Limits`,
				(one) => withOption(one, name, 'limits', { maxMessages: 3, maxParts: 4, allowedTo }),
			),
		];
	},
	number: ({ name }, { field = '' }) => {
		const own = /^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
		const to = `={{ $json${own} }}`;
		return [
			mend(
				`If they are meant for these people, set To to ${to.slice(1)}`,
				`${name}: Parameters → To`,
				(one) => withParameters(one, name, { to }),
			),
		];
	},
	person: ({ name, parameters: { phoneNumber } }, _, base) => {
		const { trigger } = base.play;
		const own = base.people.flatMap(({ list, phones, json }) =>
			list.node === trigger.name
				? cellsOf(json).filter(([, cell]) => phones.includes(digitsOf(cell)))
				: [],
		);
		return own.map(([path]) => {
			const to = `={{ $('${trigger.name}').item.json.${path.join('.')} }}`;
			return mend(
				`Set Phone Number to ${to.slice(1)} in place of ${String(phoneNumber).slice(1)}.`,
				`${name}: Parameters → Phone Number`,
				(one) => withParameters(one, name, { phoneNumber: to }),
			);
		});
	},
	report: ({ name }) => [
		mend(
			`Put an If before “${name}” that lets through only items whose delivery is failed.`,
			`on the canvas: before “${name}”`,
			(one) =>
				withIf(one, name, 'before', {
					left: '$json.delivery',
					operation: 'equals',
					right: 'failed',
				}),
		),
	],
	length: ({ name, parameters: { text } }) => {
		const bare = String(text).replace(PICTURES, '');
		return [
			mend(
				`Take ${[...String(text).matchAll(PICTURES)].map(([one]) => one.trim()).join(' ')} out of Text: with such a character, each part holds less than half.`,
				`${name}: Parameters → Text`,
				(one) => withParameters(one, name, { text: bare }),
			),
		];
	},
};

/** What mends what happened at a node of any kind. */
const AT_ANY: Partial<Record<Kind, (node: WorkflowNode, breach: Breach, base: Base) => Mend[]>> = {
	rows: (node, _, base) => [
		...ofRows(node, base),
		...base.senders
			.filter((sender) => sender !== node)
			.flatMap((sender) => [...executesForEach(sender), ...itemized(sender)]),
	],
	fails: (node) => itemized(node),
	nothing: (node, _, base) => [...withOtherFields(node, base), ...ofLoop(node, base.play.workflow)],
	waits: (node) => {
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
		return [
			mend(
				'Set Limit Wait Time, and go on if there is no answer.',
				`${node.name}: ${isOurs(node) ? 'Options' : 'Parameters'} → Limit Wait Time`,
				(one) =>
					isOurs(node)
						? withOption(one, node.name, 'limitWaitTime', limit)
						: withParameters(one, node.name, { limitWaitTime: true, ...limit }),
			),
		];
	},
};

/** What mends what no single node does. */
const OF_ALL: Partial<Record<Kind, (node: WorkflowNode | undefined, base: Base) => Mend[]>> = {
	twice: (node, base) => [
		...ofDoubles(base),
		...[...new Set([...(node && isOurs(node) ? [node] : []), ...base.senders])]
			.slice(0, 2)
			.flatMap((one) => [
				...executesOnce(one),
				...fewerLines(one, base),
				...withoutDoubles(one, base),
				...(one === node ? keys(one, base) : []),
			]),
	],
	untold: (node, { play: { workflow } }) =>
		(node ? [node] : workflow.nodes.filter((one) => isOurs(one) && one.onError)).flatMap((one) =>
			telling(one, workflow),
		),
	endless: (node, { play: { workflow } }) => [
		...(node && decides(node) ? endingLoop(node, workflow) : []),
		...workflow.nodes
			.filter((one) => isOurs(one) && one.onError === 'continueErrorOutput')
			.flatMap((one) => telling(one, workflow).slice(1)),
		...workflow.nodes
			.filter((one) => isType(one, 'splitInBatches'))
			.flatMap((one) => ofLoop(one, workflow)),
	],
};

/** All that could mend a breach. What is set is not advised: such a change changes nothing. */
export function mendsFor(breach: Breach, base: Base): Mend[] {
	const node = nodeIn(base.play.workflow, breach.node);
	return [
		...((node && isOurs(node) && AT_OURS[breach.kind]?.(node, breach, base)) || []),
		...((node && AT_ANY[breach.kind]?.(node, breach, base)) || []),
		...(OF_ALL[breach.kind]?.(node, base) ?? []),
	];
}
