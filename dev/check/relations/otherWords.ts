import { cellAt, cellsOf } from '../worlds/world.ts';
import type { Play, Sent } from '../play/round.ts';
import { changedAt } from './locate.ts';
import { gotBy, once, personAt, pinsOf, type Base, wentOut, whoGets } from './base.ts';
import { bag, plain, withRowsDigits } from './texts.ts';
import { isWords } from '../worlds/words.ts';
import { missing } from './seen.ts';
import type { Row } from '../worlds/rows.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** Whether a text lists rows: it has words of hers, and of another one in the same field. */
function lists({ text }: Sent, row: Row, people: Row[]): boolean {
	const spaced = (words: string) => ` ${words.replace(/[^\p{L}\d]+/gu, ' ').trim()} `;
	const stands = (cell: unknown) => isWords(cell) && spaced(text).includes(spaced(cell));
	return cellsOf(row.json).some(
		([at, cell]) =>
			stands(cell) &&
			people.some(
				({ list, json }) =>
					list === row.list && cellAt(json, at) !== cell && stands(cellAt(json, at)),
			),
	);
}

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
	const quoted = (all: Sent[]) => all.map(({ text }) => `“${text}”`).join(' and ');
	const change = `${quoted(had(rows[0]))} becomes ${quoted(has(rows[0]))}`;
	const happened = `${why} ${whoGets(rows)} something else: ${change}.`;
	const node = changedAt(base.play, play, rows[0], leaving)?.name ?? has(rows[0])[0].by;
	// Who had nothing, and has something now, has what is meant for others.
	const others = once(base.people).filter((row) => had(row).length === 0);
	const wrong = [...rows.flatMap(had), ...others.flatMap(has)];
	const isList = rows.every((row) => had(row).some((one) => lists(one, row, base.people)));
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
	const reader = sent.channel === 'email' ? sent.to : `+${sent.to}`;
	const happened = `The rows come in the opposite order, and now ${reader} reads of others: “${had.text}” becomes “${sent.text}”.`;
	return [worthKnowing('rows', sent.by, happened, { wrong: before })];
}
