import { names, nameOf } from '../worlds/changes.ts';
import type { WorkflowNode } from '../../n8n/types.ts';
import { cellAt, cellsOf, type Json, type Path } from '../worlds/world.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import { behindEach, conditionsOf, decides, type Rule, isOurs, sends } from '../copy/nodeKinds.ts';
import { doubledAt, holds, lostAt } from './locate.ts';
import {
	givenTo,
	gotBy,
	inWords,
	isSamePerson,
	once,
	type Base,
	wentOut,
	whoGets,
	nameFor,
} from './base.ts';
import { emailIn, hasPhone, phoneIn, rowsOf, type Row } from '../worlds/rows.ts';
import { isRanked } from './grouped.ts';
import { inOrder, isSeen, leadsTo, outputOf, passedOn } from './seen.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** Nodes that choose by what stands in an item: whom they leave out is left out on purpose, as far as anybody can see. */
const CHOOSES =
	/^n8n-nodes-base\.(if|filter|switch|code|function|functionItem|compareDatasets|merge|dataTable)$/;

/** Who got something before was left out by no node. */
export const NOTHING = /^$/;

/** What a node of ours said of a row that it didn't send. */
const saidOf = (round: Round, node: WorkflowNode, { phones }: Row): Json | undefined =>
	outputOf(round, node)
		.filter(
			({ error, skipped, problem }) => error !== undefined || skipped !== undefined || problem,
		)
		.find((item) => {
			const words = JSON.stringify(item)
				.toLowerCase()
				.replace(/[\s()-]/g, '');
			return phones.some((phone) => words.includes(emailIn(phone) ?? phone.slice(-7)));
		});

function whyNothing(
	node: WorkflowNode,
	said: Json | undefined,
	isChosen: boolean,
	{ list }: Row,
): string {
	if (isChosen) return `no rule of “${node.name}” fits`;
	if (!sends(node))
		return `“${node.name}” is the last node that had the ${list.areEmails ? 'address' : 'number'}`;
	const why = said?.sameMessage === false ? 'another message had the same Once Key' : said?.error;
	return `“${node.name}” had the row, and sent nothing${why === undefined ? '' : `: ${String(why)}`}`;
}

/** Whether each item with a row at a sender is another one's, who got a message of it: a number of hers may stand there too. */
function isOfAnother(base: Base, round: Round, node: WorkflowNode, row: Row): boolean {
	const items = sends(node) ? givenTo(round, node).filter(holds(row)) : [];
	const others = base.people.filter(
		(other) => !isSamePerson(other, row) && gotBy(round, other).some(({ by }) => by === node.name),
	);
	return items.length > 0 && items.every((item) => others.some((other) => holds(other)(item)));
}

/** Where the rows of a list are read again, if those of whoever gets something end at a node, too. */
function readAgainAt(
	base: Base,
	{ workflow, rounds: [round] }: Play,
	node: WorkflowNode,
): WorkflowNode {
	const got = base.people.filter((row) => gotBy(round, row).length > 0);
	const holdsSome = (one: WorkflowNode) =>
		outputOf(round, one).some((item) => got.some((row) => holds(row)(item)));
	if (got.length === 0 || sends(node) || holdsSome(node)) return node;
	const all = inOrder(workflow, round);
	const behind = all.slice(all.indexOf(node) + 1);
	const again = behind.find((one) => !one.shows && !sends(one) && holdsSome(one));
	// What lets fewer out before that has chosen without the numbers.
	const choosing = behind.find(
		(one) =>
			again &&
			CHOOSES.test(one.type) &&
			leadsTo(workflow, node.name, one.name) &&
			leadsTo(workflow, one.name, again.name) &&
			passedOn(workflow, round, one) < givenTo(round, one).length,
	);
	return choosing ?? again ?? node;
}

/** Who gets nothing, by the node where their rows end. */
function endsOf(base: Base, play: Play, people: Row[]) {
	const [round] = play.rounds;
	const found = once(people).flatMap((row) => {
		const last = gotBy(round, row).length > 0 ? undefined : lostAt(base, play, row);
		const node = last && readAgainAt(base, play, last);
		// Who was put on the suppression list by the workflow itself gets nothing more.
		const isHeld = round.messages.some(({ isOptedOut, to }) => isOptedOut && hasPhone(row, to));
		if (!node || isHeld || isOfAnother(base, round, node, row)) return [];
		const said = isOurs(node) ? saidOf(round, node, row) : undefined;
		const isKept = said?.skipped && said.sameMessage !== false;
		// Of whom nothing was known, a limit may know nothing either.
		const isKnown = base.people.some((other) => isSamePerson(row, other));
		const isTold = (said?.error ?? said?.problem) && (!isKnown || isSeen(play, round, node));
		return isKept || isTold ? [] : [{ row, node, said }];
	});
	return [...Map.groupBy(found, ({ node }) => node)];
}

/** Whether a node that decides has led out of a loop, although another output of it leads back. */
function isLeft(
	{ people, senders }: Base,
	{ workflow, rounds: [round] }: Play,
	{ name, type }: WorkflowNode,
): boolean {
	const orderOf = (node: WorkflowNode) => round.runs[node.name]?.[0]?.order ?? Infinity;
	const inLoop = workflow.nodes.filter((node) => leadsTo(workflow, name, node.name));
	const isAfterSending = (node: WorkflowNode) =>
		inLoop.some((one) => sends(one) && orderOf(one) < orderOf(node));
	/** A dead end is meant only after somebody was written to; a row that isn't to get anything says nothing of the others. */
	const isMeantEnd = (node: WorkflowNode, way: string[] = []) => {
		const sendsThere = senders.some((one) =>
			way.some((next) => next === one.name || leadsTo(workflow, next, one.name)),
		);
		const readsRow = cellsOf(people[0]?.json).some(([path]) => names([node], nameOf(path)));
		return way.length > 0 ? sendsThere || !readsRow : isAfterSending(node);
	};
	const leaves = (node: WorkflowNode) => {
		const ways = behindEach(workflow.connections, node.name);
		const back = ways.map((next) =>
			next.some((one) => one === name || leadsTo(workflow, one, name)),
		);
		const last = round.runs[node.name]?.at(-1);
		return (
			decides(node) &&
			back.includes(true) &&
			last?.outputs.some(
				(items, output) => items.length > 0 && !back[output] && isMeantEnd(node, ways[output]),
			)
		);
	};
	return type.endsWith('.splitInBatches') && inLoop.some(leaves);
}

/** Whether a node leaves rows out by what stands in them, while others go on. */
const isChoice = (base: Base, play: Play, node: WorkflowNode, chooses: RegExp) =>
	(chooses.test(node.type) || isLeft(base, play, node) || isRanked(play, node)) &&
	wentOut(play.rounds[0]).length > 0 &&
	(node.type.endsWith('.switch') ||
		!base.people.some((row) => doubledAt(base, play, row) === node));

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
		const happened = `${why}${whoGets(rows)} nothing: ${whyNothing(node, all[0].said, isChosen, rows[0])}.`;
		const isNote = isChosen || (isAsked && node.type.endsWith('.limit'));
		const kind = isChosen ? 'unmatched' : 'rows';
		return [(isNote ? worthKnowing : toChange)(kind, node.name, happened)];
	});
}

/** Whom nodes leave out by what stands in their rows: only the user knows whether it's meant. */
export const leftOutIn = (base: Base, play: Play): Breach[] =>
	endsOf(base, play, base.people).flatMap(([node, all]) => {
		const isTold = node.type.endsWith('.switch') || !isChoice(base, play, node, CHOOSES);
		const happened = `“${node.name}” leaves out ${inWords(all.map(({ row }) => row))}.`;
		return isTold ? [] : [worthKnowing('left out', node.name, happened)];
	});

/** The words of conditions of which one is enough, and each asks for another one: all words fulfill it. */
function saidOfEither(node: WorkflowNode): string[] {
	const { combinator } = (node.parameters as Rule).conditions ?? {};
	const conditions = conditionsOf(node);
	const [first, ...others] = conditions;
	const areOfOne =
		combinator === 'or' &&
		others.length > 0 &&
		others.every(({ leftValue }) => leftValue === first.leftValue) &&
		conditions.every(({ operator }) => operator?.operation === 'notEquals');
	return areOfOne ? conditions.map(({ rightValue }) => String(rightValue)) : [];
}

/** A condition on words that differ, which leaves out nobody. */
export const leavesNobodyOut = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
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
			const unwanted = saidOfEither(node);
			const isUnwanted = ({ json }: Row) => unwanted.includes(String(cellAt(json, asked[0])));
			const rows = once(base.people).filter(
				(row) => isUnwanted(row) && gotBy(round, row).length > 0,
			);
			const values = valuesAt(asked[0]).map((value) => value || 'nothing');
			if (rows.length > 0 && unwanted.every((value) => values.includes(value))) {
				const [one, other] = unwanted;
				const happened = `“${node.name}” lets ${inWords(rows)} through: “${one}” isn't “${other}”, and one of its conditions is enough.`;
				const wrong = rows.flatMap((row) => gotBy(round, row));
				return [toChange('any', node.name, happened, { wrong, isAstray: true })];
			}
			const happened = `“${node.name}” leaves out nobody, whatever stands in “${asked[0].join('.')}”: ${values.join(', ')}.`;
			return [worthKnowing('left out', node.name, happened)];
		});

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

/** Whether the words of a row that no other has stand in a text: it's about them. */
export const hasWordsOf = (text: string, row: Row, rows: Row[]) =>
	cellsOf(row.json).some(
		([at, cell]) =>
			String(cell).length > 3 &&
			text.includes(String(cell)) &&
			rows.filter((other) => cellAt(other.json, at) === cell).length === 1,
	);

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
		const isAbout = ({ text }: Sent) => rows.some((row) => hasWordsOf(text, row, rows));
		// What is about the one who gets it goes to the right number.
		const isOwn = ({ to, text }: Sent) =>
			people.some((row) => hasPhone(row, to) && hasWordsOf(text, row, people));
		if (rows.length < 2 || sent.length < rows.length || sent.some(isUsed)) return [];
		if (!isToOne && (!sent.every(isAbout) || sent.some(isOwn))) return [];
		const field = path.at(-1);
		const to = isToOne ? nameFor(base, sent[0]) : 'other numbers';
		const happened = `All ${sent.length} messages go to ${to}, although each row has a number of its own in “${field}”.`;
		const more = { field, wrong: sent, ...(!isToOne && placeOf(base, sent[0], rows[0].phones[0])) };
		return [worthKnowing('number', sent[0].by, happened, more)];
	});
}

/** Items that no rule of a Switch fits, of which nothing comes, where they are about nobody in a list. */
export const fitsNoRule = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const items = givenTo(round, node);
		const lost = items.filter((item) => !outputOf(round, node).includes(item));
		const isAbout = base.people.some((row) => items.some(holds(row)));
		const leads = base.senders.some(({ name }) => leadsTo(workflow, node.name, name));
		const isSwitch = node.type.endsWith('.switch') && !node.disabled && leads;
		if (!isSwitch || isAbout || lost.length === 0 || lost.length === items.length) return [];
		const [said] = cellsOf(lost[0]).flatMap(([, cell]) => (typeof cell === 'string' ? [cell] : []));
		const happened = `No rule of “${node.name}” fits ${lost.length} of ${items.length} items, such as “${said}”: nothing comes of them.`;
		return [worthKnowing('unmatched', node.name, happened)];
	});
