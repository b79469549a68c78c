import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, decides, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import type { Breach } from '../relations/relation.ts';
import type { Base } from '../relations/base.ts';
import { jsonRows } from '../worlds/rows.ts';
import { cellsOf } from '../worlds/world.ts';
import {
	nodeIn,
	withIfBefore,
	withLines,
	withNode,
	withOption,
	withParameters,
	withTelling,
} from './change.ts';

/** A change of a workflow, in words. */
export interface Mend {
	advice: string;
	/** Where that is in n8n. */
	where: string;
	apply: (workflow: Workflow) => Workflow;
}

const isType = (node: WorkflowNode, ...types: string[]) =>
	types.some((type) => node.type === `n8n-nodes-base.${type}`);

/** The parameters of a node of ours that hold expressions, as its form calls them. */
const READ: Record<string, string> = { to: 'To', text: 'Text', from: 'From' };

/** Ways to have an expression read each item where it reads one for all: only what is played then counts. */
const ITEMIZED: Array<(expression: string) => string> = [
	(text) =>
		text
			.replace(/(\$\([^()]*\))\s*\.\s*(first|last)\(\)/g, '$1.item')
			.replace(/(\$\([^()]*\))\s*\.\s*all\(\)\s*(\[[^\]]*\]|\.at\([^()]*\))/g, '$1.item'),
	(text) =>
		text
			.replace(
				/(\$\([^()]*\)|\$input)\s*\.\s*((first|last)\(\)|all\(\)\s*(\[[^\]]*\]|\.at\([^()]*\)))\s*\.json/g,
				'$json',
			)
			.replace(/\$items\([^()]*\)\[[^\]]*\]\.json/g, '$json'),
	(text) => text.replace(/(\$json(?:\.\w+|\[[^\]]+\])*?)\[\d+\]/g, '$1'),
];

function itemized({ name, parameters }: WorkflowNode): Mend[] {
	const texts = Object.entries(parameters).filter(
		([, value]) => typeof value === 'string' && value.startsWith('='),
	);
	return ITEMIZED.flatMap((change) => {
		const changed = texts
			.filter(([, text]) => change(text as string) !== text)
			.map(([field, text]) => [field, change(text as string)] as const);
		if (changed.length === 0) return [];
		const fields = changed.map(([field, text]) => `${READ[field] ?? field} to ${text.slice(1)}`);
		return [
			{
				advice: `Have each message read its own item: set ${fields.join(', and ')}.`,
				where: `${name}: Parameters → ${changed.map(([field]) => READ[field] ?? field).join(', ')}`,
				apply: (workflow: Workflow) => withParameters(workflow, name, Object.fromEntries(changed)),
			},
		];
	});
}

const TIMES = /\$(now|today|execution|runIndex|workflow)\b|Date|random|uuid/i;

/** The expressions in a text that read something of an item. */
const piecesOf = (text: unknown) =>
	[...String(text ?? '').matchAll(/\{\{(.*?)\}\}/gs)]
		.map(([piece]) => piece)
		.filter((piece) => /\$/.test(piece) && !TIMES.test(piece));

/** A key that is another one for each message, and the same for the same on one day. */
function keyFor({ parameters }: WorkflowNode, list: string[]): Mend['advice'][] {
	const read = [
		...new Set([...piecesOf(parameters.to), ...piecesOf(parameters.text ?? parameters.message)]),
	];
	const told =
		read.length > 0 ? read : list.map((field) => `{{ $json[${JSON.stringify(field)}] }}`);
	const number = piecesOf(parameters.to)[0];
	const digits = number?.replace(
		/^\{\{\s*(.*?)\s*\}\}$/s,
		(_, inner: string) => `{{ String(${inner}).replace(/\\D/g, '').slice(-8) }}`,
	);
	const day = '{{ $today.toISODate() }}';
	return [
		`=${[...told, day].join(' ')}`,
		...(digits ? [`=${[digits, ...told.filter((piece) => piece !== number), day].join(' ')}`] : []),
	];
}

function keys(node: WorkflowNode, base: Base): Mend[] {
	if (!isOurs(node) || !['send', 'sendBulk'].includes(String(node.parameters.operation))) return [];
	const list = base.lists[0];
	const fields = list
		? cellsOf(jsonRows(base.play.world.pins, list)[0] ?? {}).map(([path]) => path.at(-1) ?? '')
		: [];
	return keyFor(node, fields).map((key) => ({
		advice: `${optionsOf(node).onceKey ? 'Set the Key to' : 'Add a Once Key with the Key'} ${key.slice(1)}`,
		where: `${node.name}: Options → Once Key → Key`,
		apply: (workflow) => withOption(workflow, node.name, 'onceKey', { key }),
	}));
}

const executesForEach = (node: WorkflowNode): Mend[] =>
	node.executeOnce === true
		? [
				{
					advice: 'Turn off Execute Once.',
					where: `${node.name}: Settings → Execute Once`,
					apply: (workflow) => withNode(workflow, node.name, { executeOnce: false }),
				},
			]
		: [];

const executesOnce = (node: WorkflowNode): Mend[] =>
	node.executeOnce === true
		? []
		: [
				{
					advice: 'Turn Execute Once on: the message is the same for all items.',
					where: `${node.name}: Settings → Execute Once`,
					apply: (workflow) => withNode(workflow, node.name, { executeOnce: true }),
				},
			];

/** Two fields by which the rows of two lists belong together: each value of one stands in the other. */
function matching(base: Base): Array<[string, string]> {
	const lists = base.lists
		.filter(({ at }) => at.length === 0)
		.map((list) => jsonRows(base.play.world.pins, list))
		.filter(({ length }) => length > 1);
	const columns = lists.map((rows) =>
		Object.keys(rows[0]).map((field) => ({
			field,
			values: new Set(rows.map((row) => String(row[field]))),
		})),
	);
	return columns.flatMap((one, place) =>
		columns
			.slice(place + 1)
			.flatMap((other) =>
				one.flatMap((left) =>
					other
						.filter(
							(right) =>
								left.field !== 'row_number' &&
								right.field !== 'row_number' &&
								left.values.size > 1 &&
								[...right.values].every((value) => left.values.has(value)),
						)
						.map((right): [string, string] => [left.field, right.field]),
				),
			),
	);
}

function ofMerge(node: WorkflowNode, base: Base): Mend[] {
	return matching(base)
		.slice(0, 3)
		.map(([left, right]) => ({
			advice: `In Combine By, choose Matching Fields, with ${left} for Input 1 and ${right} for Input 2.`,
			where: `${node.name}: Parameters → Combine By`,
			apply: (workflow) =>
				withParameters(workflow, node.name, {
					mode: 'combine',
					combineBy: 'combineByFields',
					advanced: true,
					mergeByFields: { values: [{ field1: left, field2: right }] },
					joinMode: 'keepMatches',
					outputDataFrom: 'both',
				}),
		}));
}

/** Who has another number is another person. */
function ofDuplicates({ name, parameters }: WorkflowNode, base: Base): Mend[] {
	const field = base.lists.find(({ isWrittenTo }) => isWrittenTo)?.numbers[0].at(-1);
	if (!field) return [];
	const changes = { compare: 'selectedFields', fieldsToCompare: field };
	return [
		{
			advice: `Have it compare ${field} alone.`,
			where: `${name}: Parameters → Compare`,
			apply: (one) => withParameters(one, name, { ...parameters, ...changes }),
		},
	];
}

/** Another field that has something wherever one is empty. */
function insteadOfGap({ name, parameters }: WorkflowNode, field: string, base: Base): Mend[] {
	const text = String(parameters.text ?? '');
	const list = base.lists
		.map((one) => jsonRows(base.play.world.pins, one))
		.find((rows) => rows.some((row) => field in row));
	const empty = (list ?? []).filter((row) => row[field] === '');
	const others = Object.keys(empty[0] ?? {}).filter(
		(other) =>
			other !== field &&
			empty.every((row) => typeof row[other] === 'string' && /\p{L}/u.test(String(row[other]))) &&
			list?.some((row) => row[other] === ''),
	);
	return others.flatMap((other) => {
		const changed = text.replace(`{{ $json.${field} }}`, `{{ $json.${field} || $json.${other} }}`);
		return changed === text
			? []
			: [
					{
						advice: `Write {{ $json.${field} || $json.${other} }} in Text: where ${field} is empty, there is ${other}.`,
						where: `${name}: Parameters → Text`,
						apply: (one: Workflow) => withParameters(one, name, { text: changed }),
					},
				];
	});
}

function ofLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	const options = (node.parameters.options ?? {}) as Record<string, unknown>;
	const way = behindEach(workflow.connections, node.name)[1] ?? [];
	const behind = new Set(way.flatMap((next) => [...reachedFrom(workflow.connections, next)]));
	const ends = workflow.nodes.filter(
		({ name }) => behind.has(name) && behindEach(workflow.connections, name).flat().length === 0,
	);
	return [
		...(options.reset
			? [
					{
						advice: 'Turn off Reset.',
						where: `${node.name}: Options → Reset`,
						apply: (one: Workflow) =>
							withParameters(one, node.name, { options: { ...options, reset: false } }),
					},
				]
			: []),
		...ends.map(({ name }) => ({
			advice: `Connect “${name}” back to “${node.name}”.`,
			where: `on the canvas: the output of “${name}”`,
			apply: (one: Workflow) => withLines(one, name, 0, (to) => [...to, node.name]),
		})),
	];
}

/** What could mend that somebody gets nothing, too much, or another's words: by the node where it happens. */
function ofRows(node: WorkflowNode, base: Base): Mend[] {
	const { workflow } = base.play;
	const { name } = node;
	const parameters = node.parameters as Record<string, never>;
	const options = (node.parameters.options ?? {}) as Record<string, unknown>;
	return [
		...executesForEach(node),
		...itemized(node),
		...(isType(node, 'merge') ? ofMerge(node, base) : []),
		...(isType(node, 'splitInBatches') ? ofLoop(node, workflow) : []),
		...(isType(node, 'removeDuplicates') ? ofDuplicates(node, base) : []),
		...(isType(node, 'set')
			? [
					{
						advice: 'Turn Include Other Input Fields on: the number is then still there.',
						where: `${name}: Parameters → Include Other Input Fields`,
						apply: (one: Workflow) =>
							withParameters(one, name, {
								includeOtherFields: true,
								include: 'all',
								keepOnlySet: false,
								options: { ...options },
							}),
					},
				]
			: []),
		...(isType(node, 'limit')
			? [
					{
						advice: 'Remove this node, or deactivate it.',
						where: `on the canvas: “${name}”`,
						apply: (one: Workflow) => withNode(one, name, { disabled: true }),
					},
				]
			: []),
		...(isType(node, 'switch') && options.allMatchingOutputs
			? [
					{
						advice:
							'Turn off Send data to all matching outputs: each row then goes by the first rule that fits it.',
						where: `${name}: Options → Send data to all matching outputs`,
						apply: (one: Workflow) =>
							withParameters(one, name, { options: { ...options, allMatchingOutputs: false } }),
					},
				]
			: []),
		...(isType(node, 'switch') && options.allMatchingOutputs ? reordered(node) : []),
		...(isOurs(node) && parameters.operation
			? keys(node, base).filter(() => optionsOf(node).onceKey)
			: []),
		...fewerLines(node, base),
	];
}

/** The rules of a Switch the other way round, each row by the first that fits it. */
function reordered({ name, parameters }: WorkflowNode): Mend[] {
	const options = parameters.options as object;
	const rules = (parameters.rules as { values?: unknown[] } | undefined)?.values ?? [];
	const apply = (one: Workflow) => {
		const { main } = (one.connections as Record<string, { main: unknown[] }>)[name];
		const turned = [...main.slice(0, rules.length).toReversed(), ...main.slice(rules.length)];
		const connections = { ...one.connections, [name]: { main: turned } };
		return withParameters({ ...one, connections }, name, {
			rules: { values: rules.toReversed() },
			options: { ...options, allMatchingOutputs: false },
		});
	};
	return [
		{
			advice:
				'Turn off Send data to all matching outputs, and put the rules in the opposite order: each row then goes by the first that fits it.',
			where: `${name}: Parameters → Routing Rules`,
			apply,
		},
	];
}

/** One line less into a node that several lead to. */
function fewerLines({ name }: WorkflowNode, { play, people }: Base): Mend[] {
	const { workflow } = play;
	// Two lines that carry the same: of two that share the rows, none is too many.
	const runs = play.rounds[0].runs[name] ?? [];
	const carried = new Set(runs.map(({ given }) => JSON.stringify(given)));
	if (people.length === 0 || runs.length < 2 || carried.size > 1) return [];
	const lines = Object.keys(workflow.connections).flatMap((from) =>
		behindEach(workflow.connections, from).flatMap((to, output) =>
			to.includes(name) ? [{ from, output }] : [],
		),
	);
	return lines.length < 2
		? []
		: lines.map(({ from, output }) => ({
				advice: `Remove the connection from “${from}” to “${name}”.`,
				where: `on the canvas: before “${name}”`,
				apply: (one: Workflow) =>
					withLines(one, from, output, (to) => to.filter((next) => next !== name)),
			}));
}

function telling(node: WorkflowNode, workflow: Workflow): Mend[] {
	const { name, onError } = node;
	const error = behindEach(workflow.connections, name).at(-1) ?? [];
	const isOpen = onError === 'continueErrorOutput';
	const leads = isOpen && error.length > 0 && behindEach(workflow.connections, name).length > 1;
	const canvas = `on the canvas: the output Error of “${name}”`;
	const stop = 'a node that tells somebody, such as Stop and Error';
	return [
		isOpen
			? {
					advice: `Connect the output Error of “${name}” to ${stop}${leads ? ', besides what is there' : ''}.`,
					where: canvas,
					apply: (one) => withTelling(one, name),
				}
			: {
					advice: `Set On Error of “${name}” to Continue (using error output), and connect that output to ${stop}.`,
					where: `${name}: Settings → On Error`,
					apply: (one) => withTelling(one, name),
				},
		...(leads
			? [
					{
						advice: `Connect the output Error of “${name}” to ${stop}, in place of what is there.`,
						where: canvas,
						apply: (one: Workflow) => withTelling(one, name, { isAlone: true }),
					},
				]
			: []),
	];
}

/** A loop that ends after some rounds, where a node decides whether it goes on. */
function endingLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	if (!isType(node, 'if')) return [];
	const ways = behindEach(workflow.connections, node.name);
	const goesOn = ways.findIndex((next) =>
		next.some((one) => reachedFrom(workflow.connections, one).has(node.name)),
	);
	const given = node.parameters.conditions as
		| { conditions?: unknown[]; combinator?: string }
		| undefined;
	const isFew = goesOn === 0;
	const isOne = given?.conditions?.length === 1 || given?.combinator === (isFew ? 'and' : 'or');
	if (goesOn < 0 || !given?.conditions || !isOne) return [];
	const rounds = {
		id: 'rounds',
		leftValue: '={{ $runIndex }}',
		rightValue: 9,
		operator: { type: 'number', operation: isFew ? 'lt' : 'gte' },
	};
	const conditions = {
		...given,
		combinator: isFew ? 'and' : 'or',
		conditions: [...given.conditions, rounds],
	};
	return [
		{
			advice: `Have the loop end after some rounds, whatever comes: add the condition {{ $runIndex }} ${isFew ? 'is less than 9' : 'is 9 or more'}, with ${isFew ? 'AND' : 'OR'}.`,
			where: `${node.name}: Parameters → Conditions`,
			apply: (one) => withParameters(one, node.name, { conditions }),
		},
	];
}

/** What only an option of a node of ours mends. */
const OF_OURS = ['again', 'gap', 'opted out', 'limit', 'number', 'night'];

/** All that could mend a breach. What is set is not advised: such a change changes nothing. */
export function mendsFor({ kind, node: name, field = '' }: Breach, base: Base): Mend[] {
	const { workflow } = base.play;
	const node = nodeIn(workflow, name);
	if (OF_OURS.includes(kind) && !(node && isOurs(node))) return [];
	const senders = [...new Set([...(node && isOurs(node) ? [node] : []), ...base.senders])];
	switch (kind) {
		case 'rows':
			return node
				? [
						...ofRows(node, base),
						...base.senders
							.filter((sender) => sender !== node)
							.flatMap((sender) => [...executesForEach(sender), ...itemized(sender)]),
					]
				: [];
		case 'twice':
			return senders
				.slice(0, 2)
				.flatMap((one) => [
					...executesOnce(one),
					...fewerLines(one, base),
					...(one === node ? keys(one, base) : []),
				]);
		case 'again':
			return node ? [...keys(node, base)] : [];
		case 'untold':
			return [
				...(node ? [node] : workflow.nodes.filter((one) => isOurs(one) && one.onError)),
			].flatMap((one) => telling(one, workflow));
		case 'endless':
			return [
				...(node && decides(node) ? endingLoop(node, workflow) : []),
				...workflow.nodes
					.filter((one) => isOurs(one) && one.onError === 'continueErrorOutput')
					.flatMap((one) => telling(one, workflow).slice(1)),
				...workflow.nodes
					.filter((one) => isType(one, 'splitInBatches'))
					.flatMap((one) => ofLoop(one, workflow)),
			];
		case 'waits':
			return node
				? [
						{
							advice: 'Set Limit Wait Time, and go on if there is no answer.',
							where: `${node.name}: ${isOurs(node) ? 'Options' : 'Parameters'} → Limit Wait Time`,
							apply: (one) =>
								isOurs(node)
									? withOption(one, node.name, 'limitWaitTime', {
											limitType: 'afterTimeInterval',
											resumeAmount: 45,
											resumeUnit: 'minutes',
										})
									: withParameters(one, node.name, {
											limitWaitTime: true,
											limitType: 'afterTimeInterval',
											resumeAmount: 1,
											resumeUnit: 'hours',
										}),
						},
					]
				: [];
		case 'gap': {
			if (!node) return [];
			const refuse = (one: Workflow) => withOption(one, node.name, 'limits', { refuseGaps: true });
			const where = `${node.name}: Options → Limits → Refuse Gaps`;
			return [
				...insteadOfGap(node, field, base),
				{
					advice:
						'Turn Refuse Gaps on, and connect the output Error to a node that tells somebody, such as Stop and Error.',
					where,
					apply: (one) => withTelling(refuse(one), node.name),
				},
				{ advice: 'Turn Refuse Gaps on.', where, apply: refuse },
				...(field
					? [
							{
								advice: `Put an If before “${node.name}” that lets through only items in which ${field} is not empty, and connect its output false to a node that tells somebody, such as Stop and Error.`,
								where: `on the canvas: before “${node.name}”`,
								apply: (one: Workflow) => withIfBefore(one, node.name, field),
							},
						]
					: []),
			];
		}
		case 'opted out':
			return node
				? [
						{
							advice:
								'Turn Skip Suppressed on: the items of those who opted out then come out marked.',
							where: `${node.name}: Options → Skip Messages → Skip Suppressed`,
							apply: (one) => withOption(one, node.name, 'skipMessages', { skipSuppressed: true }),
						},
					]
				: [];
		case 'limit':
			return node
				? [
						{
							advice:
								'Set Max Messages to what you expect at most: more than that, and nothing is sent.',
							where: `${node.name}: Options → Limits → Max Messages`,
							apply: (one) => withOption(one, node.name, 'limits', { maxMessages: 100 }),
						},
					]
				: [];
		case 'number': {
			const to = `={{ $json${/^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`} }}`;
			return node
				? [
						{
							advice: `If they are meant for these people, set To to ${to.slice(1)}`,
							where: `${node.name}: Parameters → To`,
							apply: (one) => withParameters(one, node.name, { to }),
						},
					]
				: [];
		}
		case 'night':
			return node && optionsOf(node).skipMessages?.values?.timeZone
				? [
						{
							advice: "Empty Time Zone: the window then goes by the workflow's clock.",
							where: `${node.name}: Options → Skip Messages → Time Zone`,
							apply: (one) => withOption(one, node.name, 'skipMessages', { timeZone: '' }),
						},
					]
				: [];
		default:
			return [];
	}
}
