import type { Play, Sent } from '../play/round.ts';
import type { WorkflowNode } from '../../n8n/types.ts';
import { decides } from '../copy/nodeKinds.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { hasPhone, phoneIn, rowsOf } from '../worlds/rows.ts';
import { cellAt } from '../worlds/world.ts';
import { inputsOf } from './grouped.ts';
import { givenTo, inWords, oursIn, wentOut, type Base } from './base.ts';
import { holds, joins } from './locate.ts';
import { outputOf } from './seen.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** A reading of another node's item, in an expression: the node, and the field. */
const READING = /\$\('([^']+)'\)\s*\.\s*(?:item|first\(\))\s*\.json((?:\??\.[\w$]+|\['[^']+'\])+)/g;

const fieldsIn = (path: string) => path.match(/[^.?[\]']+/g) ?? [];

/** A condition that goes by what stood in a row before, and not by what was read again since. */
export const asksForBefore = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter((node) => decides(node) && !node.disabled && round.runs[node.name])
		.flatMap((node) =>
			[...JSON.stringify(node.parameters).matchAll(READING)].flatMap(([, from, path]) => {
				const fields = fieldsIn(path);
				const wordsOf = (items: object[]) => items.map((item) => cellAt(item, fields));
				const items = givenTo(round, node);
				const [before, ...others] = new Set(wordsOf(outputOf(round, { ...node, name: from })));
				const now = wordsOf(items);
				const isWord = (cell: unknown) =>
					typeof cell === 'string' && /^\p{L}[\p{L} -]*$/u.test(cell);
				// Who asks for both compares them.
				const isCompared = namesAsked([node], { isOwn: true }).includes(fields.at(-1) ?? '');
				const isReadAgain = now.includes(before) && now.every(isWord) && others.length === 0;
				const passed = outputOf(round, node);
				const old = items.filter(
					(item) => cellAt(item, fields) !== before && passed.includes(item),
				);
				const rows = base.people.filter((row) => old.some(holds(row)));
				const wrong = wentOut(round).filter(({ to }) => rows.some((row) => hasPhone(row, to)));
				if (!isReadAgain || isCompared || wrong.length === 0) return [];
				const said = [...new Set(old.map((item) => String(cellAt(item, fields))))].join(' or ');
				const happened = `“${node.name}” asks for “${fields.join('.')}” as it was in “${from}”: ${String(before)}. What comes to it says ${said} for ${inWords(rows)}, who get something all the same.`;
				return [toChange('answer', node.name, happened, { wrong, isAstray: true })];
			}),
		);

/** The field with a phone number that two lists have, and by which one sends, with the numbers of both. */
function numbersOfTwo({ play: { workflow, rounds } }: Base, node: WorkflowNode) {
	const [round] = rounds;
	const [first, second] = inputsOf(workflow, node).map((names) =>
		names.flatMap((name) => outputOf(round, { ...node, name })),
	);
	const fields = Object.keys(first[0] ?? {}).filter((name) => name in (second[0] ?? {}));
	const phonesOf = (items: object[], name: string) => [
		...new Set(items.flatMap((item) => phoneIn(cellAt(item, [name])) ?? [])),
	];
	return fields.flatMap((name) => {
		const [own, others] = [phonesOf(first, name), phonesOf(second, name)];
		const out = phonesOf(outputOf(round, node), name);
		const stays = [own, others].findIndex((some) => out.every((phone) => some.includes(phone)));
		const isOfTwo = own.length > 1 && others.length > 0 && !own.some((one) => others.includes(one));
		const gone = [own, others][1 - stays];
		// Of a few who take care of many, the many are left out.
		return isOfTwo && stays >= 0 && out.length > 0 && gone.length > out.length
			? [{ name, stays, gone, out }]
			: [];
	});
}

/** Whether a text speaks of somebody to somebody else: a name behind the first words of it. */
const speaksOf = ({ text }: Sent, name: string) => text.indexOf(name) > 25;

/** Numbers of which a node keeps those of the other list, where both call them alike: nobody writes to whom a row is about. */
export const overwritten = (base: Base, play: Play): Breach[] =>
	play.workflow.nodes.filter(joins).flatMap((node) => {
		const [round] = play.rounds;
		const { clashHandling } = (node.parameters.options ?? {}) as { clashHandling?: unknown };
		const sent = wentOut(round);
		const rows = base.lists.flatMap((list) => rowsOf(play.world.pins, list));
		const named = (phones: string[]) =>
			rows.filter((row) => phones.some((phone) => hasPhone(row, phone)));
		return numbersOfTwo(base, node).flatMap(({ name, stays, gone, out }) => {
			const readsIt = oursIn(base).filter(({ parameters }) => String(parameters.to).includes(name));
			const wrong = sent.filter(
				({ to, by }) =>
					readsIt.some((one) => one.name === by) && named(out).some((row) => hasPhone(row, to)),
			);
			const isWritten = sent.some(({ to }) => named(gone).some((row) => hasPhone(row, to)));
			if (clashHandling !== undefined || wrong.length < 2 || isWritten) return [];
			const tell = wrong.some((one) =>
				named(out).some((row) => hasPhone(row, one.to) && speaksOf(one, row.name)),
			)
				? toChange
				: worthKnowing;
			const happened = `Both lists of “${node.name}” have “${name}”, and Input ${stays + 1}'s stays: the messages go to ${inWords(named(out))}, and ${inWords(named(gone))} get nothing.`;
			return [tell('rows', node.name, happened, { wrong, isAstray: true })];
		});
	});
