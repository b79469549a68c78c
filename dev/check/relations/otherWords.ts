import { cellAt, cellsOf } from '../worlds/world.ts';
import type { Play, Sent } from '../play/round.ts';
import { changedAt } from './locate.ts';
import {
	comesAlone,
	gotBy,
	once,
	personAt,
	pinsOf,
	type Base,
	wentOut,
	whoGets,
	nameFor,
} from './base.ts';
import { alike, bag, plain, withRowsDigits } from './texts.ts';
import { isWords } from '../worlds/words.ts';
import { missing } from './seen.ts';
import type { Row } from '../worlds/rows.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** Whether everybody reads the same list: words of several rows in a field, also of a person's own. */
function isListFor(row: Row, { people, play }: Base): boolean {
	const spaced = (words: string) => ` ${words.replace(/[^\p{L}\d]+/gu, ' ').trim()} `;
	const rows = people.filter(({ list }) => list === row.list);
	const texts = rows.flatMap((one) => gotBy(play.rounds[0], one).map(({ text }) => spaced(text)));
	return cellsOf(row.json).some(([at, own]) => {
		const words = [...new Set(rows.map(({ json }) => cellAt(json, at)).filter(isWords))];
		const read = texts.map((text) => words.filter((word) => text.includes(spaced(word))));
		const isHers = read.some((some) => some.length > 1 && some.includes(String(own)));
		return isHers && alike(read.map(String));
	});
}

/** Whether somebody alone in a list reads of one of another list who is written to beside them: whoever's turn it is. */
const isOfChosen = (row: Row, base: Base, play: Play): boolean =>
	[base.play, play].every(({ rounds: [round] }) =>
		base.people.some(
			(other) =>
				comesAlone(base, row, other) &&
				gotBy(round, other).length > 0 &&
				gotBy(round, row).some(({ text }) => text.includes(other.name)),
		),
	);

/** That some people get other words, at the node where the rows of the first become others. */
export function otherWords(
	base: Base,
	play: Play,
	people: Row[],
	why: string,
	/** Leaves out what may differ. */
	leaving = (text: string) => text,
): Breach[] {
	const had = (row: Row) => gotBy(base.play.rounds[0], row);
	const has = (row: Row) => gotBy(play.rounds[0], row);
	const words = ({ text }: Sent) => bag(withRowsDigits(leaving(text), [pinsOf(base)], 3));
	const rows = people.filter((row) => {
		const [before, then] = [had(row).map(words), has(row).map(words)];
		return then.length > 0 && missing(before, then).length + missing(then, before).length > 0;
	});
	if (rows.length === 0) return [];
	const quoted = (all: Sent[]) => [...new Set(all.map(({ text }) => `“${text}”`))].join(' and ');
	const change = `${quoted(had(rows[0]))} becomes ${quoted(has(rows[0]))}`;
	const happened = `${why} ${whoGets(rows)} something else: ${change}.`;
	const node = changedAt(base.play, play, rows[0], leaving)?.name ?? has(rows[0])[0].by;
	// Who had nothing, and has something now, has what is meant for others.
	const others = once(base.people).filter((row) => had(row).length === 0);
	const wrong = [...rows.flatMap(had), ...others.flatMap(has)];
	if (rows.every((row) => isOfChosen(row, base, play)))
		return [worthKnowing('rows', node, happened, { wrong })];
	const isList = rows.every((row) => isListFor(row, base));
	return [(isList ? worthKnowing : toChange)('rows', node, happened, { wrong, isAstray: true })];
}

/** Messages to somebody who stands in no row, and says other words than before: what it tells of depends on the order. */
export function digests(base: Base, play: Play): Breach[] {
	const [before, then] = [base.play, play].map(({ rounds }) =>
		wentOut(rounds[0]).filter(({ to }) => !personAt(base, to)),
	);
	const words = ({ to, text }: Sent) => bag(`${to} ${plain(text)}`);
	const usual = before.map(words);
	const sent = then.find((one) => !usual.includes(words(one)));
	const had = sent && before.find(({ to, by }) => to === sent.to && by === sent.by);
	if (!had || play.rounds[0].status !== 'success') return [];
	const happened = `The rows come in the opposite order, and now ${nameFor(base, sent)} reads of others: “${had.text}” becomes “${sent.text}”.`;
	return [worthKnowing('rows', sent.by, happened, { wrong: before })];
}
