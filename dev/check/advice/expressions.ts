import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { isOurs, optionsOf } from '../copy/nodeKinds.ts';
import type { Base } from '../relations/base.ts';
import { jsonRows } from '../worlds/rows.ts';
import { cellsOf } from '../worlds/world.ts';
import { withOption, withParameters } from './change.ts';

/** A change of a workflow, in words. */
export interface Mend {
	advice: string;
	/** Where that is in n8n. */
	where: string;
	apply: (workflow: Workflow) => Workflow;
}

export const isType = (node: WorkflowNode, ...types: string[]) =>
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

export function itemized({ name, parameters }: WorkflowNode): Mend[] {
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

export function keys(node: WorkflowNode, base: Base): Mend[] {
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
