import { spelledAsAsked, withoutWordInWord } from '../worlds/askedFor.ts';
import {
	amountOf,
	cellsIn,
	spelledAlike,
	type Spelled,
	withAmounts,
	withNumbers,
	withOwnOffset,
	withoutSeparators as ungrouped,
} from '../worlds/spelled.ts';
import type { Play, Sent } from '../play/round.ts';
import type { Row } from '../worlds/rows.ts';
import { isOurs } from '../copy/nodeKinds.ts';
import { names } from '../worlds/changes.ts';
import { type Cell, cellsOf, type World } from '../worlds/world.ts';
import { gotBy, inWords, once, plainWorld, reached, type Base, wentOut, whoGets } from './base.ts';
import { countsOtherwise, missing, outputOf } from './seen.ts';
import { changedAt, lostAt } from './locate.ts';
import { isMoney } from './texts.ts';
import { otherWords } from './otherWords.ts';
import { toChange, breachesOf, type Breach, type Relation } from './relation.ts';

/** Who gets something in one play, and nothing in the other, by the node that holds them back there. */
function heldBack(base: Base, play: Play, other: Play) {
	const found = once(base.people).flatMap((row) => {
		const [here, there] = [play, other].map(({ rounds: [round] }) => gotBy(round, row).length > 0);
		const node = here && !there ? lostAt(base, other, row) : undefined;
		return node ? [{ row, node }] : [];
	});
	return [...Map.groupBy(found, ({ node }) => node.name)].map(([node, all]) => ({
		node,
		rows: all.map(({ row }) => row),
	}));
}

/**
 * What comes of it that a node reads values by their spelling: in the other play they are spelled alike, and mean the same.
 * @param why what the node does, to somebody
 */
function bySpelling(base: Base, play: Play, why: (row: Row) => string): Breach[] {
	if (play.rounds[0].status !== base.play.rounds[0].status) return [];
	const lost = heldBack(base, play, base.play).map(({ node, rows }) =>
		toChange('spelled', node, `“${node}” ${why(rows[0])}, and ${whoGets(rows)} nothing.`),
	);
	const astray = heldBack(base, base.play, play).map(({ node, rows }) => {
		const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
		const happened = `“${node}” ${why(rows[0])}, and doesn't leave out ${inWords(rows)}.`;
		return toChange('spelled', node, happened, { wrong, isAstray: true });
	});
	return [...lost, ...astray, ...oftener(base, play, why)];
}

/** Who gets the same more often than where it's spelled alike. */
function oftener(base: Base, play: Play, why: (row: Row) => string): Breach[] {
	const found = once(base.people).flatMap((row) => {
		const [usual, then] = [base.play, play].map(({ rounds: [round] }) => gotBy(round, row));
		const isSame = new Set(usual.map(({ text }) => text)).size === then.length;
		return then.length > 0 && usual.length > then.length && isSame ? [{ row, usual }] : [];
	});
	return [...Map.groupBy(found, ({ usual }) => usual.at(-1)?.by)].map(([by, all]) => {
		const rows = all.map(({ row }) => row);
		const happened = `“${by}” ${why(rows[0])}, and ${whoGets(rows)} the same more than once.`;
		return toChange('spelled', by, happened, { wrong: all.flatMap(({ usual }) => usual) });
	});
}

const quoted = ({ value }: Cell) => (typeof value === 'number' ? String(value) : `“${value}”`);

const worldSpelled = (base: Base, spelled: { pins: World['pins'] } | undefined) =>
	spelled && { ...plainWorld(base), pins: spelled.pins };

/** The cells that are others, as they were, and as they are. */
const changedCells = (before: World['pins'], then: World['pins']): Array<[Cell, Cell]> => {
	const all = cellsIn(then);
	return cellsIn(before).flatMap(
		(cell, place): Array<[Cell, Cell]> =>
			all[place] && cell.value !== all[place].value ? [[cell, all[place]]] : [],
	);
};

/** A relation between two spellings. */
const betweenSpellings = (
	name: string,
	happens: string,
	spelledIn: (base: Base) => Spelled | undefined,
	why: (cells: Cell[]) => string,
): Relation => ({
	...{ name, happens },
	world: (base) => worldSpelled(base, spelledIn(base)),
	breaks: (base, play) => {
		// Once it's mended, the workflow may ask for what stands in no cell as it is.
		const pairs = spelledIn(base)?.pairs ?? changedCells(base.play.world.pins, play.world.pins);
		if (pairs.length === 0) return [];
		const isIn = ({ json }: Row, { value }: Cell) =>
			cellsOf(json).some(([, cell]) => cell === value);
		return bySpelling(base, play, (row) => {
			// By what is changed in her row, if that is known.
			const own =
				pairs.find(([cell]) => isIn(row, cell)) ??
				pairs.find((pair) => pair.some((cell) => isIn(row, cell)));
			return why(own ?? pairs[0]);
		});
	},
});

/** What goes out only where values are spelled alike, to whomever: by the first node that lets something else through. */
function saidOnlyThen(base: Base, play: Play, spelled?: Spelled): Breach[] {
	const [usual, then] = [base.play, play].map(({ rounds: [round] }) => wentOut(round));
	const goes = (one: Sent) => `${one.by} ${one.to}`;
	const left = missing(then.map(goes), usual.map(goes));
	const said = usual.map(({ text }) => text);
	const added = then.filter((one) => left.includes(goes(one)));
	const sent = added.find(({ text }) => !said.includes(text)) ?? added[0];
	const node = sent && countsOtherwise(play, base.play);
	const [cells] = spelled?.pairs ?? [];
	if (!sent || !node || isOurs(node) || !cells || isSeenAlike(base, cells)) return [];
	const happened = `“${node.name}” ${takesForTwo(cells)}, and this isn't sent: “${sent.text}”`;
	return [toChange('spelled', node.name, happened)];
}

const takesForTwo = (cells: Cell[]) =>
	`doesn't see that ${cells.map(quoted).join(' and ')} are the same`;

/** Whether the workflow has seen that two cells are the same: a node brings them together in one item. */
const isSeenAlike = ({ play: { workflow, rounds } }: Base, pair: Cell[]) =>
	workflow.nodes.some((node) =>
		outputOf(rounds[0], node).some((item) =>
			pair.every(({ value }) => cellsOf(item).some(([, cell]) => cell === value)),
		),
	);

/** A relation between two spellings of the same, also where it goes to nobody of a list. */
function spelledOtherwise(
	name: string,
	happens: string,
	spelledIn: (base: Base) => Spelled | undefined,
): Relation {
	const relation = betweenSpellings(name, happens, spelledIn, takesForTwo);
	return {
		...relation,
		breaks: (base, play) => {
			const found = breachesOf(relation, base, play);
			const endsAlike = play.rounds[0].status === base.play.rounds[0].status;
			return found.length > 0 || !endsAlike ? found : saidOnlyThen(base, play, spelledIn(base));
		},
	};
}

const alike = spelledOtherwise(
	'spelled alike',
	'What two lists spell in two ways is spelled alike.',
	({ play }) => spelledAlike(play.world.pins),
);

const asTheyAreAsked = spelledOtherwise(
	'spelled as asked',
	'What the workflow asks for is spelled as it asks.',
	({ play: { workflow, world } }) => spelledAsAsked(workflow, world.pins),
);

const byOwnClock = betweenSpellings(
	'in the own time zone',
	'Points in time in UTC are written by the clock of the workflow.',
	({ play: { workflow, world } }) => {
		const timeZone = workflow.settings?.timezone;
		// Who compares with times in UTC means them; what asks for rows is answered by them.
		const isMeant = workflow.nodes.some(
			({ name, type, parameters, shows }) =>
				!type.endsWith('.stickyNote') &&
				!(shows ?? name in world.pins) &&
				/toUTC\(|toISOString\(|['"]utc/i.test(JSON.stringify(parameters)),
		);
		return timeZone && !isMeant ? withOwnOffset(world.pins, String(timeZone)) : undefined;
	},
	([cell, then]) => `goes by the day or the hour in UTC: ${quoted(cell)} is ${quoted(then)}`,
);

const inOwnZone: Relation = {
	...byOwnClock,
	breaks: (base, play) => {
		const found = breachesOf(byOwnClock, base, play);
		if (found.length > 0 || play.rounds[0].status !== base.play.rounds[0].status) return found;
		const why = 'Points in time are written by the clock of the workflow, and now';
		// They are the same: what a text says of them is another day, or another hour, only if it goes by their letters.
		return otherWords(base, play, reached(base), why).map(
			(breach): Breach => ({ ...breach, kind: 'misread' }),
		);
	},
};

const inAWord = betweenSpellings(
	'a word in a word',
	'A word that ends with one that the workflow asks for no longer does.',
	({ play: { workflow, world } }) => withoutWordInWord(workflow, world.pins),
	([cell, asked]) => `takes ${quoted(cell)} for ${quoted(asked)}`,
);

const NUMBER = /\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?/g;

/** The amounts of money in texts, however they are spelled. */
const amountsSaid = (texts: string[]) =>
	texts
		.flatMap((text) =>
			[...text.matchAll(NUMBER)]
				.filter(({ 0: { length }, index }) => isMoney(text, index, index + length))
				.map(([digits]) => amountOf(digits) ?? digits),
		)
		.sort()
		.join(' ');

/** Who reads other amounts in another play. */
const withOtherAmounts = (base: Base, play: Play) =>
	reached(base).flatMap((row) => {
		const [usual, then] = [base.play, play].map(({ rounds: [round] }) => gotBy(round, row));
		const [was, is] = [usual, then].map((all) => amountsSaid(all.map(({ text }) => text)));
		return then.length > 0 && was !== is ? [{ row, usual, then }] : [];
	});

/** The same where a number is spelled as text, or as a number. */
const withAlikeAmounts = (item: string) =>
	item.replace(/"([^"]{1,30})"/g, (text, inside: string) => String(amountOf(inside) ?? text));

const mixedIn = ({ play: { workflow, world } }: Base) => withNumbers(workflow, world.pins);

const asNumbers: Relation = {
	name: 'as numbers',
	happens: 'Amounts that are text are numbers, as the others are.',
	world: (base) => worldSpelled(base, mixedIn(base)),
	breaks: (base, play) => {
		const {
			fields: [field],
			cells: [cell],
		} = mixedIn(base) ?? { fields: [], cells: [] };
		if (!cell || play.rounds[0].status !== base.play.rounds[0].status) return [];
		const adds = base.play.workflow.nodes.find(
			(node) => node.type.endsWith('.summarize') && names([node], field),
		);
		const other = withOtherAmounts(base, play);
		const [first] = other;
		const uncounted = `doesn't count ${quoted(cell)} in “${field}”, which is text, not a number`;
		const held = bySpelling(base, play, () => uncounted).map((one) => ({ ...one, field }));
		const node = adds ?? (first && changedAt(base.play, play, first.row, withAlikeAmounts));
		const happened = `${node ? `“${node.name}”` : 'The workflow'} ${uncounted}. Counted, ${whoGets(other.map(({ row }) => row))} “${first?.then[0].text}”`;
		const wrong = other.flatMap(({ usual }) => usual);
		return [
			...(first ? [toChange('spelled', node?.name, happened, { field, wrong })] : []),
			// Whoever gets nothing then has a sum that is too little, too.
			...held.map((breach) => (adds && first ? { ...breach, node: adds.name } : breach)),
		];
	},
};

const withoutSeparators = ({ play: { workflow, world } }: Base) => ungrouped(workflow, world.pins);

const noSeparators: Relation = {
	name: 'without separators',
	happens: 'Amounts have no separators between thousands.',
	world: (base) => {
		const changed = withoutSeparators(base);
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: (base, play) => {
		const [cell] = withoutSeparators(base)?.cells ?? [];
		if (!cell || play.rounds[0].status !== base.play.rounds[0].status) return [];
		const other = withOtherAmounts(base, play);
		const [first] = other;
		const node = first && changedAt(base.play, play, first.row, withAlikeAmounts);
		const field = cell.path.at(-1);
		const takes = `takes ${quoted(cell)} in “${field}” for another amount`;
		const happened = `${node ? `“${node.name}”` : 'The workflow'} ${takes}. ${first?.row.name} gets “${first?.usual[0]?.text}”; without the separator, “${first?.then[0].text}”`;
		const wrong = other.flatMap(({ usual }) => usual);
		return first
			? [toChange('misread', node?.name, happened, { field, wrong })]
			: bySpelling(base, play, () => takes).map((one) => ({ ...one, kind: 'misread', field }));
	},
};

const amountsIn = ({ play: { workflow, world } }: Base, how: Parameters<typeof withAmounts>[0]) =>
	withAmounts(how, workflow, world.pins);

/** Where a zero behind makes a difference, they aren't compared as numbers. */
const zeroMore: Relation = {
	name: 'one zero more',
	happens: 'Numbers that are text have one zero more behind the point.',
	world: (base) => {
		const changed = amountsIn(base, 'one zero more');
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: () => [],
};

const ofLength: Relation = {
	name: 'of one length',
	happens: 'Numbers that are text have zeros in front.',
	world: (base) => {
		const changed = amountsIn(base, 'of one length');
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: (base, play, played) => {
		const fields = amountsIn(base, 'of one length')?.fields.map((name) => `“${name}”`);
		const control = played?.(zeroMore.name);
		const isText = control && bySpelling(base, control, () => '').length > 0;
		return (
			fields &&
			!isText &&
			bySpelling(base, play, () => `compares ${fields.join(' and ')} by the letters`)
		);
	},
};

export const ofSpelling = [
	...[alike, asTheyAreAsked, inOwnZone, inAWord, asNumbers, noSeparators, zeroMore, ofLength],
];
