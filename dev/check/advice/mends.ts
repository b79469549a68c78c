import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, decides, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import { choicesOf } from '../play/answering.ts';
import type { Base } from '../relations/base.ts';
import type { Breach, Kind } from '../relations/relation.ts';
import { digitsOf } from '../worlds/rows.ts';
import { cellsOf } from '../worlds/world.ts';
import {
	type Mend,
	mend,
	nodeIn,
	withIf,
	withNode,
	withOption,
	withParameters,
	withTelling,
	withTurnedOutputs,
} from './change.ts';
import { isType, itemized, keys, withOtherFields } from './expressions.ts';
import {
	executesForEach,
	executesOnce,
	fewerLines,
	insteadOfGap,
	ofLoop,
	ofRows,
	ofSet,
	withoutDoubles,
} from './rows.ts';

const STOP = 'a node that tells somebody, such as Stop and Error';

function telling({ name, onError }: WorkflowNode, workflow: Workflow): Mend[] {
	const ways = behindEach(workflow.connections, name);
	const canvas = `on the canvas: the output Error of “${name}”`;
	const wire = `onnect the output Error of “${name}” to ${STOP}`;
	if (onError !== 'continueErrorOutput')
		return [
			mend(
				`Set On Error of “${name}” to Continue (using error output), and connect that output to ${STOP}.`,
				`${name}: Settings → On Error`,
				(one) => withTelling(one, name),
			),
		];
	const leads = ways.length > 1 && (ways.at(-1) ?? []).length > 0;
	const beside = mend(`C${wire}${leads ? ', besides what is there' : ''}.`, canvas, (one) =>
		withTelling(one, name),
	);
	const alone = mend(`C${wire}, in place of what is there.`, canvas, (one) =>
		withTelling(one, name, { isAlone: true }),
	);
	return leads ? [beside, alone] : [beside];
}

/** A loop that ends after some rounds, where a node decides whether it goes on. */
function endingLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	const goesOn = behindEach(workflow.connections, node.name).findIndex((next) =>
		next.some((one) => reachedFrom(workflow.connections, one).has(node.name)),
	);
	const given = node.parameters.conditions as
		| { conditions?: unknown[]; combinator?: string }
		| undefined;
	const isFew = goesOn === 0;
	const combinator = isFew ? 'and' : 'or';
	const isOne = given?.conditions?.length === 1 || given?.combinator === combinator;
	if (!isType(node, 'if') || goesOn < 0 || !given?.conditions || !isOne) return [];
	const operator = { type: 'number', operation: isFew ? 'lt' : 'gte' };
	const rounds = { id: 'rounds', leftValue: '={{ $runIndex }}', rightValue: 9, operator };
	const conditions = { ...given, combinator, conditions: [...given.conditions, rounds] };
	const asks = isFew ? 'is less than 9, with AND' : 'is 9 or more, with OR';
	return [
		mend(
			`Have the loop end after some rounds, whatever comes: add the condition {{ $runIndex }} ${asks}.`,
			`${node.name}: Parameters → Conditions`,
			(one) => withParameters(one, node.name, { conditions }),
		),
	];
}

/** A retry of a whole sub-workflow, and a report that is asked for before there can be one. */
const ofDoubles = ({ play: { workflow } }: Base): Mend[] => [
	...workflow.nodes
		.filter(({ retryOnFail }) => retryOnFail === true)
		.map(({ name }) =>
			mend('Turn off Retry On Fail.', `${name}: Settings → Retry On Fail`, (one) =>
				withNode(one, name, { retryOnFail: false }),
			),
		),
	...workflow.nodes
		.filter((node) => isOurs(node) && /^getReports?$/.test(String(node.parameters.operation)))
		.filter((node) => !optionsOf(node).waitForDelivery)
		.map(({ name }) =>
			mend(
				'Add Wait for Delivery: before, nobody can know whether it arrived.',
				`${name}: Options → Wait for Delivery`,
				(one) => withOption(one, name, 'waitForDelivery', { timeout: 3 }),
			),
		),
];

function ofAnswer({ name, parameters }: WorkflowNode, { play: { workflow } }: Base): Mend[] {
	const behind = reachedFrom(workflow.connections, name);
	const choice = choicesOf({ name, type: '', parameters })[0]?.choice;
	const asked = choice
		? ({ left: '$json.data?.choice', operation: 'equals', right: choice } as const)
		: ({ left: '$json.data?.approved', operation: 'true' } as const);
	return [
		...workflow.nodes
			.filter((node) => node.name !== name && behind.has(node.name) && isType(node, 'if'))
			.map((node) =>
				mend(
					`Connect what stands at the output true of “${node.name}” to false, and what stands at false to true.`,
					`on the canvas: the outputs of “${node.name}”`,
					(one) => withTurnedOutputs(one, node.name),
				),
			),
		mend(
			`Put an If behind “${name}” that goes on only if {{ ${asked.left} }} is ${choice ? `“${choice}”` : 'true'}.`,
			`on the canvas: behind “${name}”`,
			(one) => withIf(one, name, 'behind', asked),
		),
	];
}

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
	skipped: skipping('Turn Skip Duplicates off.', 'Skip Duplicates', { skipDuplicates: false }),
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
			`Turn on Only Errors in the trigger, or put an If before “${name}” that lets through only items whose delivery is failed.`,
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
