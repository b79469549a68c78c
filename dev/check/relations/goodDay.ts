import { counted } from '../../../sandbox/page/words.js';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { isBlank, type Json, MINUTE_MS, timeIn } from '../worlds/world.ts';
import { clockOf } from '../worlds/itsDay.ts';
import type { Play, Round } from '../play/round.ts';
import {
	asksForAny,
	behindEach,
	decides,
	isOurs,
	optionsOf,
	reachedFrom,
	sends,
} from '../copy/nodeKinds.ts';
import { abroad, misdirected } from './numbers.ts';
import { doubledIn, twiceIn } from './doubles.ts';
import { elsewhere, fitsNoRule, leavesNobodyOut, leftOutIn, lostIn } from './people.ts';
import { fieldsRead } from '../advice/expressions.ts';
import { allOf, type Some } from '../some.ts';
import { addressOf, phoneIn, type Row } from '../worlds/rows.ts';
import {
	givenTo,
	gotBy,
	inWords,
	isSamePerson,
	personAt,
	sendingNodes,
	type Base,
	wentOut,
} from './base.ts';
import { inOrder, isSeen, leadsTo, outputOf, passedOn } from './seen.ts';
import { holds } from './locate.ts';
import { isChange, isSend } from '../play/control.ts';
import {
	apart,
	joinedByNothing,
	madeForAnother,
	mailedToAll,
	neverGiven,
	neverSaid,
	ofNamesakes,
	shownToOthers,
	writtenAllTheSame,
	writtenForOthers,
	writtenNowhere,
	writtenTwice,
} from './looks.ts';
import { onlyFirstPage } from './pages.ts';
import { addedWhole, inOneAlone, keptOld, otherVersion, shifted, skippedIn } from './grouped.ts';
import { addedAcross, divided, withoutUnit } from './reckoned.ts';
import { insideWords } from './insideWords.ts';
import { withinSeveral } from './bounds.ts';
import { byLetters, madeUp, misread } from './readings.ts';
import { fieldsAsked, namesAsked } from '../copy/sampleItems.ts';
import { tableOf } from '../copy/replaced.ts';
import { isAtNight, markedAsSent, plannedInUtc } from './promises.ts';
import { asksForBefore, overwritten } from './twoValues.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** What JavaScript writes for a value that isn't there, or is no text. */
const NO_VALUE = /\b(undefined|NaN)\b|\[object Object\]|Invalid DateTime/;
/** As many parts as nobody wants to pay for, or to read on a phone. */
const MANY_PARTS = 5;

const ranIn = (workflow: Workflow, round: Round) =>
	inOrder(workflow, round).filter(({ disabled, shows }) => !disabled && !shows);

/** The node that decided that nothing goes out, with the fields that it asks for and no item has. */
function stuckIn({ workflow }: Play, round: Round): Breach[] {
	if (round.requests.some(isSend) || round.status !== 'success') return [];
	const ran = ranIn(workflow, round);
	const leads = ({ name }: { name: string }) =>
		workflow.nodes.some((other) => sends(other) && leadsTo(workflow, name, other.name));
	const node = ran.some(sends) ? undefined : ran.findLast(leads);
	// A table without rows, or an account without contacts, has nothing to send.
	if (!node || isOurs(node) || tableOf(node) !== undefined) return [];
	const given = givenTo(round, node);
	const wentOn = behindEach(workflow.connections, node.name)
		.flat()
		.some((next) => ran.some(({ name, type }) => name === next && !type.endsWith('.noOp')));
	if (given.length === 0 || wentOn) return [];
	const absent = decides(node) ? fieldsAsked(node, given).absent : [];
	// One item that a condition holds back may rightly be held back.
	if (decides(node) && given.length === 1 && absent.length === 0) return [];
	const fields = absent.map((name) => `“${name}”`).join(', ');
	const why = fields && ` It asks for ${fields}, which no item has.`;
	const happened = `Nothing goes out although all is well: “${node.name}” lets no item through.${why}`;
	return [toChange('nothing', node.name, happened)];
}

/** Why nothing can be compared, if nothing went out, and nobody can say that it should have. */
export function nothingSent(base: Base): string | undefined {
	const { play } = base;
	const [round] = play.rounds;
	if (round.requests.some(isChange) || goodDayIn(base, play).length > 0) return undefined;
	return `nothing goes out although all is well; “${ranIn(play.workflow, round).at(-1)?.name}” is the last node that ran. Pin data with which something is sent.`;
}

/** Whether a message of a node can go where an item says: not if the fields that To reads are there, and blank. */
const hasAddress = (node: WorkflowNode, item: Json) => {
	const asked = namesAsked([{ ...node, parameters: { to: node.parameters.to } }], { isOwn: true });
	const there = asked.filter((name) => name in item);
	return there.length === 0 || there.some((name) => !isBlank(item[name]));
};

/** A node of ours that can send nothing of what comes to it, and goes on with what it says. */
const failsIn = (base: Base, round: Round): Some<Breach> =>
	sendingNodes(base).map((node) => {
		const items = outputOf(round, node);
		const given = givenTo(round, node);
		const isHandled =
			given.length === 1 &&
			isSeen(base.play, round, node) &&
			wentOut(round).some(({ to }) => personAt(base, to));
		// Of rows without a number, nothing else can come; one among others may be told of.
		const canSend =
			wentOut(round).length === 0 || (!isHandled && given.some((item) => hasAddress(node, item)));
		const said = canSend && items.length > 0 && items.every(({ error }) => error) && items[0].error;
		const happened = `“${node.name}” sends nothing although all is well: ${String(said)}`;
		return said !== false && toChange('fails', node.name, happened);
	});

/** The node that leads back in a loop without an end: the last that decides, or else the last of ours. */
function loopAt({ workflow: { nodes, connections } }: Play, { runs }: Round): string | undefined {
	const inLoop = nodes.filter(({ name }) =>
		behindEach(connections, name)
			.flat()
			.some((next) => reachedFrom(connections, next).has(name)),
	);
	const again = inLoop.filter(({ name }) => (runs[name]?.length ?? 0) > 1);
	const looped = again.length > 0 ? again : inLoop;
	return (looped.findLast(decides) ?? looped.findLast(isOurs) ?? looped.at(-1))?.name;
}

export const endless = (play: Play): Breach[] =>
	play.rounds
		.filter(({ isEndless }) => isEndless)
		.map((round) =>
			toChange('endless', loopAt(play, round), "It doesn't end; the check stopped it."),
		);

/** A node that lets nothing through, before one that would ask whether there is any, and then go on: it never runs. */
const neverAsked = ({ workflow }: Play, round: Round): Breach[] =>
	ranIn(workflow, round)
		.filter((node) => decides(node) && node.alwaysOutputData !== true)
		.filter((node) => givenTo(round, node).length > 0 && passedOn(workflow, round, node) === 0)
		.flatMap((node) => {
			const [asking] = asksForAny(node, workflow).filter(({ next }) => next.length > 0);
			const happened = `“${node.name}” lets no item through, and “${asking?.node.name}”, which asks whether there is any, doesn't run.`;
			return asking ? [toChange('nothing', node.name, happened)] : [];
		});

/** What a node of ours warns of: a text with a gap, or a number that nobody has. */
export function warnedIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	return base.senders.filter(isOurs).flatMap((node) => {
		const runs = round.runs[node.name] ?? [];
		const [warning] = runs.flatMap(({ warnings = [] }) => warnings);
		if (warning === undefined) return [];
		const given = givenTo(round, node);
		const field = fieldsRead(node).find((name) => given.some((item) => isBlank(item[name])));
		const wrong = wentOut(round).filter(({ by }) => by === node.name);
		const happened = `“${node.name}” warns: ${warning}`;
		return [(field ? toChange : worthKnowing)('gap', node.name, happened, { field, wrong })];
	});
}

/** A wait for the time of its first item, which lets all others go then too. */
const waitedIn = ({ workflow }: Play, { runs }: Round): Breach[] =>
	workflow.nodes.flatMap(({ name, waits }) => {
		const timesOf = (item: Json) => Object.values(item).map((value) => Date.parse(String(value)));
		const late = (runs[name] ?? []).flatMap(({ outputs: [items = []] }) =>
			items.filter((item) =>
				timesOf(item).some((at, place) => Math.abs(at - timesOf(items[0])[place]) > MINUTE_MS),
			),
		);
		if (!waits || late.length === 0) return [];
		const happened = `“${String(waits)}” waits for the time of its first item, and lets all go then: also ${counted(late.length, 'other')}, whose time is another one.`;
		return [toChange('wait', String(waits), happened)];
	});

/** The time of a day, by the clock of a workflow, of a time to come; of a day alone, midnight. */
function hourOf(base: Base, value: unknown): string | undefined {
	const [, day, time = '00:00', zone = ''] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/.exec(String(value)) ?? [];
	const at = Date.parse(`${day}T${time}${zone}`);
	if (!day || at < timeIn(base.play.world)) return undefined;
	return zone ? clockOf(base.play.workflow, at) : time;
}

/** A wait until a time at night, at which a message then goes out: a day without a time begins at midnight. */
const wokenAtNight = (base: Base, { workflow }: Play, { runs }: Round): Breach[] =>
	workflow.nodes.flatMap(({ name, waits }) => {
		if (!waits) return [];
		const isBehind = (other: WorkflowNode) =>
			other.waits !== undefined &&
			other.waits !== waits &&
			leadsTo(workflow, String(waits), String(other.waits));
		const sender = base.senders.find(
			(node) =>
				leadsTo(workflow, String(waits), node.name) &&
				!optionsOf(node).skipMessages?.values?.sendWindow,
		);
		if (!sender || workflow.nodes.some(isBehind)) return [];
		const times = (runs[name] ?? []).flatMap(({ outputs: [items = []] }) =>
			items.flatMap((item) => Object.values(item).flatMap((value) => hourOf(base, value) ?? [])),
		);
		const hour = times.find(isAtNight);
		const happened = `“${String(waits)}” waits until ${hour} by the clock of the workflow, and “${sender.name}” sends then.`;
		const isDay = hour === '00:00';
		return hour ? [(isDay ? toChange : worthKnowing)('night', String(waits), happened)] : [];
	});

/** Messages of which a model decides how many there are, and to whom. */
const unlimitedIn = (base: Base): Some<Breach> =>
	base.senders.map((node) => {
		const happened = `A model decides how many messages “${String(node.byModel)}” sends, and to whom: nothing limits it.`;
		const isUnlimited = node.byModel !== undefined && !optionsOf(node).limits;
		return isUnlimited && worthKnowing('model', node.name, happened);
	});

/** Who doesn't get a message because another one, of theirs or of somebody else, had the same Once Key. */
const keptApart = (base: Base, round: Round): Breach[] =>
	base.senders.filter(isOurs).flatMap((node) => {
		const given = givenTo(round, node);
		const rows = outputOf(round, node).flatMap((item) => {
			const isOther = item.skipped === 'alreadySent' && item.sameMessage === false;
			return (isOther && personAt(base, addressOf(item.to))) || [];
		});
		// Who has a number together with somebody, or lives with them, gets the same words once.
		const names = base.people.map(({ name }) => name);
		const wordsOf = (item: Json) =>
			names.reduce(
				(text, name) => text.replaceAll(name, ''),
				fieldsRead(node)
					.filter((field) => phoneIn(item[field]) === undefined)
					.map((field) => String(item[field] ?? ''))
					.join(' '),
			);
		const [own, others] = [true, false].map((is) =>
			rows.filter((row) => gotBy(round, row).length > 0 === is),
		);
		const areAlike = own.every((row) => {
			const words = given.filter(holds(row)).map(wordsOf);
			return words.length > 1 && new Set(words).size === 1;
		});
		const areOfOne = others.every((row) => {
			const [hers, rest] = [true, false].map((is) =>
				given.filter((item) => holds(row)(item) === is).map(wordsOf),
			);
			return hers.every((words) => rest.includes(words));
		});
		const breach = (of: Row[], isMeant: boolean, another: string) => {
			const happened = `A message for ${inWords(of)} isn't sent: ${another} had the same Once Key.`;
			return of.length > 0 ? [(isMeant ? worthKnowing : toChange)('key', node.name, happened)] : [];
		};
		return [
			...breach(own, areAlike, 'another one of theirs'),
			...breach(others, areOfOne, 'one for somebody else'),
		];
	});

/** What one look at the good day says for sure. */
export function goodDayIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const doubled = doubledIn(base, play);
	const kept = keptApart(base, round);
	const stuck = stuckIn(play, round);
	const joined = joinedByNothing(base, play);
	const mailed = mailedToAll(base, play);
	// Who would have got words of another row is rightly held back.
	const isJoined = (row: Row) =>
		joined.some(({ rows }) => rows.some((other) => isSamePerson(row, other)));
	const people = base.people.filter((row) => !isJoined(row));
	const lost = lostIn(base, play, people);
	const isTold = ({ node }: Breach) => [...kept, ...lost].some((one) => one.node === node);
	const told = new Set(doubled.flatMap(({ wrong = [] }) => wrong));
	const alone = { ...base, play: { ...base.play, rounds: [] } };
	const twice = twiceIn(alone, { ...play, rounds: [round] });
	const before = asksForBefore(base, play);
	const astray = misdirected(base, play);
	const valueless = round.messages.find(({ text }) => NO_VALUE.test(text));
	const long = round.messages.find(({ parts }) => parts >= MANY_PARTS);
	const { last, error = 'it fails' } = round;
	const [waiting] = round.waitsForEver;
	const stops = `“${last}” stops the workflow although all is well: ${error}`;
	const waits = `If nobody answers “${waiting}”, the execution waits without an end.`;
	const isLong = `A text has ${long?.parts} SMS parts, and costs as much: “${long?.text.slice(0, 60)}…”`;
	const lacks = `A value is missing in a text: “${valueless?.text}”`;
	return allOf<Breach>([
		endless({ ...play, rounds: [round] }),
		round.status === 'error' && last && !round.isEndless && toChange('fails', last, stops),
		unlimitedIn(base),
		waitedIn(play, round),
		wokenAtNight(base, play, round),
		kept,
		warnedIn(base, play).filter((one) => one.field ?? !isTold(one)),
		joined.map(({ breach }) => breach),
		lost,
		markedAsSent(play, 'Some messages are kept back, over a limit'),
		doubled,
		twice.filter(({ wrong = [] }) => wrong.some((sent) => !told.has(sent))),
		...[stuck, stuck.length === 0 && neverAsked(play, round)],
		failsIn(base, round),
		astray,
		...[mailed, mailed.length === 0 && shownToOthers(play)],
		neverGiven(base, play),
		neverSaid(play),
		onlyFirstPage(base, play),
		inOneAlone(base, play),
		madeForAnother(base, play),
		astray.length === 0 && overwritten(base, play),
		elsewhere(base, play),
		abroad(base, play),
		apart(base, play),
		joined.length === 0 && ofNamesakes(base, play),
		writtenAllTheSame(base, play),
		joined.length === 0 && writtenTwice(base, play),
		writtenNowhere(play),
		writtenForOthers(base, play),
		misread(base, play),
		plannedInUtc(base, play),
		byLetters(base, play),
		insideWords(base, play),
		...[addedWhole(play), addedAcross(play), divided(base, play), withoutUnit(play)],
		shifted(base, play),
		keptOld(base, play),
		...[otherVersion(base, play), skippedIn(base, play)],
		madeUp(base, play),
		leftOutIn(base, play),
		fitsNoRule(base, play),
		withinSeveral(base, play),
		...[before, before.length === 0 && leavesNobodyOut(base, play)],
		valueless && toChange('value', valueless.by, lacks),
		waiting && toChange('waits', waiting, waits),
		long && worthKnowing('length', long.by, isLong),
	]);
}
