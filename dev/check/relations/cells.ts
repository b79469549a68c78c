import { fieldsOf, labelOf } from '../copy/sampleItems.ts';
import type { Round } from '../play/play.ts';
import * as cells from '../worlds/cells.ts';
import * as changes from '../worlds/changes.ts';
import type { Row } from '../worlds/rows.ts';
import {
	type Base,
	gotBy,
	listsOfPeople,
	once,
	pinsOf,
	plainWorld,
	reached,
	wentOut,
	whoGets,
	worldWith,
} from './base.ts';
import { mixedAt } from './locate.ts';
import { type Relation, toChange, worthKnowing } from './relation.ts';
import { withoutDigits } from './seen.ts';

const marksOf = (base: Base) =>
	listsOfPeople(base)
		.map((list) => cells.marked(base.play.workflow, pinsOf(base), list, base.texts))
		.find(Boolean);

const marks: Relation = {
	name: 'marks',
	happens: 'Each word carries a mark of its row.',
	world: (base) => worldWith(base, () => marksOf(base)?.pins),
	breaks: (base, play) => {
		const [round] = play.rounds;
		const all = [...(marksOf(base)?.marks ?? [])];
		const found = once(base.people).flatMap((row) =>
			gotBy(round, row).flatMap(({ text, by }) => {
				const [mark, other] =
					all.find(
						([one, { phones }]) =>
							text.toLowerCase().includes(one.toLowerCase()) &&
							!row.phones.some((phone) => phones.includes(phone)),
					) ?? [];
				return mark && other
					? [{ row, other, node: mixedAt(play, round, row, mark)?.name ?? by }]
					: [];
			}),
		);
		return [...Map.groupBy(found, ({ node }) => node)].map(([node, mixed]) => {
			const rows = mixed.map(({ row }) => row);
			const where = node ? `: “${node}” brings them together` : '';
			const happened = `${rows[0].name} gets words of the row of ${mixed[0].other.name}${where}.`;
			const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
			return toChange('rows', node, happened, { rows, wrong, isAstray: true });
		});
	},
};

const READS = /\.(if|filter|switch|code|function|functionItem|messagingService)$/;

function flagOf(base: Base) {
	const { workflow } = base.play;
	const nodes = workflow.nodes.filter(({ type, shows }) => !shows && READS.test(type));
	const [row] = reached(base);
	const [flag] = row ? cells.turned({ ...workflow, nodes }, pinsOf(base), row) : [];
	return flag && { ...flag, row, node: nodes.find((node) => changes.names([node], flag.field)) };
}

const turned: Relation = {
	name: 'a yes turned',
	happens: 'A yes or no of a person is turned.',
	world: (base) => worldWith(base, () => flagOf(base)?.pins),
	breaks: (base, play) => {
		const { field, row, node } = flagOf(base)!;
		const whole = (round: Round) =>
			JSON.stringify([
				round.status,
				wentOut(round)
					.map(({ to, text }) => [to, withoutDigits(text)])
					.sort(),
			]);
		if (whole(base.play.rounds[0]) !== whole(play.rounds[0])) return [];
		const happened = `“${field}” of ${row.name} is turned, and everything that goes out stays the same.`;
		return [toChange('flag', node?.name, happened, { rows: [row], field })];
	},
};

/** What is always there: a form asks for it, or n8n gives it. */
function requiredIn({ play: { workflow, trigger } }: Base): Set<string> {
	const forms = workflow.nodes.filter(
		({ name, type }) => name === trigger.name || type.endsWith('.form'),
	);
	const required = forms.flatMap(fieldsOf).filter(({ requiredField }) => requiredField);
	return new Set([...required.map(labelOf), 'formMode', 'submittedAt']);
}

function gapsOf(base: Base) {
	const lists = listsOfPeople(base);
	const more = base.lists.filter(
		({ at, node }) => at.length === 0 && lists.every((list) => list.node !== node),
	);
	return cells.withGaps(
		base.play.workflow,
		pinsOf(base),
		[...lists, ...more],
		base.texts,
		requiredIn(base),
	);
}

const bare = (text: string) => text.replace(/\s+/g, '');

const gaps: Relation = {
	name: 'a gap',
	happens: 'A cell is empty that a text reads.',
	world: (base) => {
		const found = gapsOf(base);
		return found && { ...plainWorld(base), pins: found.pins };
	},
	breaks: (base, play) =>
		(gapsOf(base)?.gaps ?? []).flatMap(({ field, value, row }) => {
			const usual = base.texts.filter((text) => text.includes(value) && bare(text) !== bare(value));
			const without = usual.map((text) => bare(text.replace(value, '')));
			const sent = wentOut(play.rounds[0]).find(({ text }) => without.includes(bare(text)));
			if (!sent) return [];
			const isEmpty = ({ list, json }: Row) => list === row.list && json[field] === '';
			const rows = reached(base).filter(isEmpty);
			const wrong = rows.flatMap((one) => gotBy(base.play.rounds[0], one));
			if (rows.length === 0)
				return [
					worthKnowing(
						'gap',
						sent.by,
						`A text goes out although “${field}” is empty: “${sent.text}”`,
						{ field, wrong: [sent] },
					),
				];
			const happened = `${whoGets(rows)} a text with a gap, because “${field}” is empty: “${wrong[0].text}”`;
			return [toChange('gap', sent.by, happened, { field, rows, wrong })];
		}),
};

export const ofCells = [marks, turned, gaps];
