import { isWords } from '../worlds/words.ts';
import { names, nameOf } from '../worlds/changes.ts';
import { counted } from '../../../sandbox/page/words.js';
import type { WorkflowNode } from '../../n8n/types.ts';
import { cellAt, cellsOf, type Json, type Path } from '../worlds/world.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import { behindEach, decides, isOurs, sends } from '../copy/nodeKinds.ts';
import { doubledAt, holds, joinedFor, lostAt, changedAt } from './locate.ts';
import {
	givenTo,
	gotBy,
	inWords,
	isSamePerson,
	once,
	personAt,
	type Base,
	wentOut,
	whoGets,
	pinsOf,
} from './base.ts';
import { hasPhone, isSamePhone, phoneIn, rowsOf, type Row } from '../worlds/rows.ts';
import {
	inOrder,
	isSeen,
	leadsTo,
	outputOf,
	plain,
	sameAtOnce,
	missing,
	withRowsDigits,
} from './seen.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** Nodes that choose by what stands in an item: whom they leave out is left out on purpose, as far as anybody can see. */
const CHOOSES =
	/^n8n-nodes-base\.(if|filter|switch|code|function|functionItem|compareDatasets|merge|dataTable)$/;

/** Who got something before was left out by no node. */
export const NOTHING = /^$/;

/** What a node of ours said of a row that it didn't send. */
const saidOf = (round: Round, node: WorkflowNode, { phones }: Row): Json | undefined =>
	outputOf(round, node).find(
		(item) =>
			(item.error ?? item.skipped) !== undefined &&
			phones.some((phone) =>
				JSON.stringify(item)
					.replace(/[\s()-]/g, '')
					.includes(phone.slice(-7)),
			),
	);

function whyNothing(node: WorkflowNode, said: Json | undefined, isChosen: boolean): string {
	if (isChosen) return `no rule of “${node.name}” fits`;
	if (!sends(node)) return `“${node.name}” is the last node that had the number`;
	const why = said?.sameMessage === false ? 'another message had the same Once Key' : said?.error;
	return `“${node.name}” had the row, and sent nothing${why === undefined ? '' : `: ${String(why)}`}`;
}

/** Who gets nothing, by the node where their rows end. */
function endsOf(base: Base, play: Play, people: Row[]) {
	const [round] = play.rounds;
	const found = once(people).flatMap((row) => {
		const node = gotBy(round, row).length > 0 ? undefined : lostAt(base, play, row);
		// Who was put on the suppression list by the workflow itself gets nothing more.
		const isHeld = round.messages.some(({ isOptedOut, to }) => isOptedOut && hasPhone(row, to));
		if (!node || isHeld) return [];
		const said = isOurs(node) ? saidOf(round, node, row) : undefined;
		const isKept = said?.skipped && said.sameMessage !== false;
		// Of whom nothing was known, a limit may know nothing either.
		const isKnown = base.people.some((other) => isSamePerson(row, other));
		const isTold = said?.error && (!isKnown || isSeen(play, round, node));
		return isKept || isTold ? [] : [{ row, node, said }];
	});
	return [...Map.groupBy(found, ({ node }) => node)];
}

/** Whether a node that decides has led out of a loop, although another output of it leads back. */
const isLeft = ({ workflow, rounds: [round] }: Play, { name, type }: WorkflowNode) =>
	type.endsWith('.splitInBatches') &&
	workflow.nodes.some((node) => {
		const back = behindEach(workflow.connections, node.name).map((next) =>
			next.some((one) => one === name || leadsTo(workflow, one, name)),
		);
		const last = round.runs[node.name]?.at(-1);
		return (
			decides(node) &&
			leadsTo(workflow, name, node.name) &&
			back.includes(true) &&
			last?.outputs.some((items, output) => items.length > 0 && !back[output])
		);
	});

/** Whether a node leaves rows out by what stands in them, while others go on. */
const isChoice = (base: Base, play: Play, node: WorkflowNode, chooses: RegExp) =>
	(chooses.test(node.type) || isLeft(play, node)) &&
	wentOut(play.rounds[0]).length > 0 &&
	!base.people.some((row) => doubledAt(base, play, row) === node);

/**
 * Some people who get nothing, by the node where their rows end.
 * @param why what comes before, in words
 * @param chooses nodes that may leave somebody out
 */
export function lostIn(
	base: Base,
	play: Play,
	people: Row[],
	{ why = '', chooses = CHOOSES } = {},
): Breach[] {
	return endsOf(base, play, people).flatMap(([node, all]) => {
		const rows = all.map(({ row }) => row);
		const isAsked = /\.(switch|limit)$/.test(node.type) && wentOut(play.rounds[0]).length > 0;
		const isChosen = isChoice(base, play, node, chooses);
		// What comes of a row that went on is another node's.
		const goesOn = behindEach(play.workflow.connections, node.name).some(
			(next, output) =>
				next.length > 0 &&
				(play.rounds[0].runs[node.name] ?? []).some(({ outputs }) =>
					outputs[output]?.some((item) => rows.some((row) => holds(row)(item))),
				),
		);
		if (isChosen && (!isAsked || goesOn)) return [];
		const happened = `${why}${whoGets(rows)} nothing: ${whyNothing(node, all[0].said, isChosen)}.`;
		const isNote = isChosen || (isAsked && node.type.endsWith('.limit'));
		return [(isNote ? worthKnowing : toChange)('rows', node.name, happened, { rows })];
	});
}

/** Whom nodes leave out by what stands in their rows: only the user knows whether it's meant. */
export const leftOutIn = (base: Base, play: Play): Breach[] =>
	endsOf(base, play, base.people).flatMap(([node, all]) => {
		const rows = all.map(({ row }) => row);
		const isTold = node.type.endsWith('.switch') || !isChoice(base, play, node, CHOOSES);
		const happened = `“${node.name}” leaves out ${inWords(rows)}.`;
		return isTold ? [] : [worthKnowing('left out', node.name, happened, { rows })];
	});

/** A condition on words that differ, which leaves out nobody. */
export const leavesNobodyOut = ({ workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter((node) => decides(node) && !node.disabled && !node.type.endsWith('.switch'))
		.flatMap((node) => {
			const items = givenTo(round, node);
			const ways = behindEach(workflow.connections, node.name);
			const [way, ...others] = [...ways.keys()].filter((output) => ways[output].length > 0);
			const passed = (round.runs[node.name] ?? []).flatMap(({ outputs }) => outputs[way] ?? []);
			if (others.length > 0 || items.length < 3 || passed.length < items.length) return [];
			const valuesAt = (path: Path) => [
				...new Set(items.map((item) => String(cellAt(item, path) ?? ''))),
			];
			const [asked] = cellsOf(items[0]).filter(([path]) => {
				const values = valuesAt(path);
				const areWords = values.every((value) => /^[\p{L} -]{0,20}$/u.test(value));
				const isKind = values.length > 1 && values.length < 5 && values.length < items.length;
				return names([node], nameOf(path)) && areWords && isKind;
			});
			if (!asked) return [];
			const values = valuesAt(asked[0]).map((value) => value || 'nothing');
			const happened = `“${node.name}” leaves out nobody, whatever stands in “${asked[0].join('.')}”: ${values.join(', ')}.`;
			return [worthKnowing('left out', node.name, happened)];
		});

/** Whether one message is meant to follow another: one node leads to the other. */
const isSequel = ({ workflow }: Play, one: string, other: string) =>
	leadsTo(workflow, one, other) || leadsTo(workflow, other, one);

/** How many entries the longest list in something has. */
const longestIn = (value: unknown): number =>
	typeof value === 'object' && value
		? Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn))
		: 0;

/** Whether each of several messages may be about an entry of a list in somebody's rows. */
const areOfEntries = (sent: Sent[], rows: Row[]) =>
	new Set(sent.map(({ text }) => text)).size === sent.length &&
	sent.length <= rows.reduce((sum, { json }) => sum + longestIn(json), 0);

/** People who get more messages than rows of theirs came in: from one node, or from two ways of one that decides. */
export function doubledIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const found = once(base.people).flatMap((row) => {
		const all = gotBy(round, row).filter(({ isWanted }) => !isWanted);
		const own = base.people.filter((other) => isSamePerson(row, other));
		const lists = [...Map.groupBy(own, ({ list }) => list).values()];
		const joined = joinedFor(base, play, row);
		const count = Math.max(...lists.map(({ length }) => length), joined) * row.phones.length;
		const ways = [...Map.groupBy(all, ({ by = '' }) => by)];
		const node = doubledAt(base, play, row);
		const tooMany = ways.find(([, sent]) => sent.length > count);
		const sender = base.senders.find(({ name }) => name === tooMany?.[0]);
		if (tooMany) return [{ row, own, all: tooMany[1], count, node: node ?? sender }];
		const isSplit = node && decides(node) && all.length > count;
		const areApart = ways.every(([one]) => ways.every(([other]) => !isSequel(play, one, other)));
		return isSplit && areApart ? [{ row, own, all, count, node }] : [];
	});
	return [...Map.groupBy(found, ({ node }) => node?.name)].map(([node, all]) => {
		const [{ row, all: sent, count }] = all;
		const rows = all.map((one) => one.row);
		const others = all.length > 1 ? ` (and so with ${counted(all.length - 1, 'other')})` : '';
		const where = node ? `: “${node}” gives it out more than once` : '';
		const happened = `${row.name} gets ${sent.length} messages for ${counted(count, 'row')}${others}${where}.`;
		const isMeant = all.every((one) => areOfEntries(one.all, one.own));
		const wrong = all.flatMap((one) => one.all);
		return (isMeant ? worthKnowing : toChange)('rows', node, happened, { rows, wrong });
	});
}

/** The same text twice for somebody, by the node that sends it the last time. */
export function twiceIn(base: Base, play: Play): Breach[] {
	const known =
		play === base.play ? [] : base.play.rounds.flatMap(sameAtOnce).map(([{ to }]) => to);
	// In trouble, who is told of several things may get the same words.
	const isMeant = ({ isWanted, to }: Sent) =>
		!isWanted &&
		(play.world === base.play.world ||
			base.people.length === 0 ||
			!base.play.rounds[0]?.messages.length ||
			base.people.some(({ phones }) =>
				phones.some((phone) => isSamePhone(phone.slice(0, -4), to.slice(0, -4))),
			));
	return play.rounds.flatMap((round) => {
		const order = ({ by = '' }: Sent) => round.runs[by]?.at(-1)?.order ?? -1;
		const last = (same: Sent[]) =>
			same.toSorted((one, other) => order(one) - order(other)).at(-1)?.by;
		const found = sameAtOnce(round).filter(([sent]) => isMeant(sent) && !known.includes(sent.to));
		const byNode = Map.groupBy(found, (same) => last(same) ?? base.senders.at(-1)?.name);
		return [...byNode].map(([node, all]) => {
			const names = all.map(([{ to }]) => ({ name: personAt(base, to)?.name ?? `+${to}` }));
			const times = all[0].length > 2 ? `${all[0].length} times` : 'twice';
			const happened = `${whoGets(names)} the same text ${times} in one run.`;
			return toChange('twice', node, happened, { wrong: all.flat() });
		});
	});
}

/** Where the item of a message has a number: the last node before it that gives it, and the cell. */
function placeOf({ play: { workflow, rounds } }: Base, sent: Sent, phone: string) {
	const [round] = rounds;
	return inOrder(workflow, round)
		.filter((node) => !node.shows && leadsTo(workflow, node.name, sent.by ?? ''))
		.flatMap((node) =>
			outputOf(round, node).flatMap((item) =>
				cellsOf(item).flatMap(([at, cell]) =>
					phoneIn(cell) === phone ? [{ at, from: node.name }] : [],
				),
			),
		)
		.at(-1);
}

/** Whether all messages go to other numbers, although each row has one of its own, which no text names. */
export function elsewhere(base: Base, play: Play): Breach[] {
	const { lists, people } = base;
	const sent = wentOut(play.rounds[0]).filter(({ channel }) => channel !== 'email');
	const isToOne = new Set(sent.map(({ to }) => to)).size === 1;
	return lists.flatMap((list) => {
		const [path] = list.isWrittenTo ? list.others : list.numbers;
		const isMeant = isToOne
			? list === lists[0] && (people.length === 0 || list.isWrittenTo)
			: !list.isWrittenTo;
		if (!path || !isMeant || !play.world.pins[list.node]) return [];
		const all = rowsOf(play.world.pins, { ...list, numbers: [path] });
		const rows = once(all.filter(({ phones }) => phones.length > 0));
		const isUsed = ({ to, text }: Sent) =>
			rows.some(({ phones }) =>
				phones.some((phone) => [to, text.replace(/\D/g, '')].join(' ').includes(phone.slice(-7))),
			);
		// The words of a row that no other has: it's about them.
		const isAbout = ({ text }: Sent) =>
			rows.some((row) =>
				cellsOf(row.json).some(
					([at, cell]) =>
						String(cell).length > 3 &&
						text.includes(String(cell)) &&
						rows.filter((other) => cellAt(other.json, at) === cell).length === 1,
				),
			);
		if (rows.length < 2 || sent.length < rows.length || sent.some(isUsed)) return [];
		if (!isToOne && !sent.every(isAbout)) return [];
		const field = path.at(-1);
		const to = isToOne ? `+${sent[0].to}` : 'other numbers';
		const happened = `All ${sent.length} messages go to ${to}, although each row has a number of its own in “${field}”.`;
		const more = { field, wrong: sent, ...(!isToOne && placeOf(base, sent[0], rows[0].phones[0])) };
		return [worthKnowing('number', sent[0].by, happened, more)];
	});
}

/** The words of a text, in whatever order they come. */
const bag = (text: string) =>
	text
		.split(/[^\p{L}\d]+/u)
		.sort()
		.join(' ');

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
	plain = (text: string) => text,
): Breach[] {
	const had = (row: Row) => gotBy(base.play.rounds[0], row);
	const has = (row: Row) => gotBy(play.rounds[0], row);
	const words = ({ text }: Sent) => bag(withRowsDigits(plain(text), [pinsOf(base)], 3));
	const rows = people.filter((row) => {
		const [before, then] = [had(row).map(words), has(row).map(words)];
		return then.length > 0 && missing(before, then).length + missing(then, before).length > 0;
	});
	if (rows.length === 0) return [];
	const quoted = (all: Sent[]) => all.map(({ text }) => `“${text}”`).join(' and ');
	const change = `${quoted(had(rows[0]))} becomes ${quoted(has(rows[0]))}`;
	const happened = `${why} ${whoGets(rows)} something else: ${change}.`;
	const node = changedAt(base.play, play, rows[0], plain)?.name ?? has(rows[0])[0].by;
	// Who had nothing, and has something now, has what is meant for others.
	const others = once(base.people).filter((row) => had(row).length === 0);
	const wrong = [...rows.flatMap(had), ...others.flatMap(has)];
	const isList = rows.every((row) => had(row).some((one) => lists(one, row, base.people)));
	return [
		(isList ? worthKnowing : toChange)('rows', node, happened, { rows, wrong, isAstray: true }),
	];
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
