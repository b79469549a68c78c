import type { Finding } from '../../../sandbox/flightCheck.ts';
import type { Workflow } from '../../n8n/types.ts';
import { breachesOf, isBug, type Breach, type Kind } from '../relations/relation.ts';
import { type Mend, nodeIn } from './change.ts';
import type { Play, Sent } from '../play/round.ts';
import type { Player } from '../play/player.ts';
import { DAY_MS, type World } from '../worlds/world.ts';
import {
	HOLDS_BACK,
	OF_PEOPLE,
	allSend,
	causeOf,
	losesNothing,
	textsIn,
	type Cause,
	type Told,
} from './loses.ts';
import { aboutOthers } from '../worlds/cells.ts';
import { baseOf, type Base, personAt, wentOut } from '../relations/base.ts';
import { mendsFor } from './mends.ts';
import { optionsOf } from '../copy/nodeKinds.ts';
import { sentAgain } from '../relations/seen.ts';
import { wentWrong } from '../play/control.ts';

/** What a mend is tried on. */
export interface Trial {
	base: Base;
	player: Player;
	told: Told[];
	/** The same workflow, begun by its other triggers. */
	elsewhere: Array<{ base: Base; player: Player }>;
	onTry: () => void;
}

/** The same people once more, about something else. */
const aboutOthersIn = (
	{ lists, play: { world } }: Base,
	workflow: Workflow,
	isChanged: (node: string) => boolean = () => true,
): World => ({
	...world,
	later: aboutOthers(
		workflow,
		world.pins,
		lists.filter(({ node }) => isChanged(node)),
		[],
		lists,
	),
	times: 2,
});

/** The same with only what starts it about something else: what is known of people stays. */
function newsIn(base: Base, workflow: Workflow): World[] {
	const { trigger } = base.play;
	const isOfTrigger = (node: string) => node === trigger.name;
	const nodes = base.lists.map(({ node }) => node);
	return nodes.some(isOfTrigger) && !nodes.every(isOfTrigger)
		? [aboutOthersIn(base, workflow, isOfTrigger)]
		: [];
}

/** Worlds in which a change must lose nothing, besides those where something broke. */
function trials(base: Base, mended: Workflow, told: Told[], { breach, astray }: Cause): World[] {
	const trouble = told.find(({ relation }) => relation.name === 'one is refused')?.play.world;
	// With other numbers, nobody knows which one is refused.
	const given = JSON.stringify(trouble?.pins ?? '').replace(/\D/g, '');
	const areOthers =
		OF_PEOPLE.includes(breach.kind) ||
		breach.kind === 'number' ||
		// Whoever is left out then isn't refused.
		[...astray].some((to) => !given.includes(to.slice(-7)));
	return [
		aboutOthersIn(base, mended),
		...(trouble && !areOthers ? [{ ...trouble, times: 2 as const }] : []),
	];
}

/** The same, with each point in time that stands in it an hour later. */
const withLaterTimes = ({ play: { world } }: Base): World => ({
	...world,
	later: JSON.parse(
		JSON.stringify(world.pins).replace(/(?<="\d{4}-\d\d-\d\d[T ])\d\d(?=:\d\d)/g, (hour) =>
			String((Number(hour) + 1) % 24).padStart(2, '0'),
		),
	),
	times: 2,
});

/**
 * Whether the same people get the same again the next day as before. In place of a Once Key that is there, another one
 * must still let through what is about something else, and nobody gets a text again because a time has changed.
 */
async function lastsAsBefore(
	mended: Workflow,
	{ breach: { kind, node }, wrong }: Cause,
	{ base, player }: Trial,
): Promise<boolean> {
	const { workflow } = base.play;
	const nextDay: World = { ...base.play.world, times: 2, laterMs: DAY_MS };
	const before = await player.play(workflow, nextDay);
	const had = new Set(sentAgain(before).map(({ to }) => to));
	const again = sentAgain(await player.play(mended, nextDay));
	const has = new Set(again.map(({ to }) => to));
	const isNew = ({ to }: Sent) => personAt(base, to) && has.has(to) && !had.has(to);
	if (wentOut(before.rounds[0]).some(isNew)) return false;
	const isMissing = (sent: Sent) =>
		personAt(base, sent.to) && !wrong.has(textsIn(base, before)(sent)) && !has.has(sent.to);
	if (kind !== 'again' && !HOLDS_BACK.includes(kind) && sentAgain(before).some(isMissing))
		return false;
	const own = nodeIn(workflow, node);
	const isKeyed = ['again', 'twice'].includes(kind) && own && optionsOf(own).onceKey;
	const news = [
		...(isKeyed ? [aboutOthersIn(base, mended)] : []),
		...(kind === 'twice' ? newsIn(base, mended) : []),
	];
	for (const world of news) {
		const [, ...usual] = (await player.play(workflow, world)).rounds;
		const [, ...next] = (await player.play(mended, world)).rounds;
		const reached = new Set(next.flatMap(wentOut).map(({ to }) => to));
		if (usual.flatMap(wentOut).some(({ to }) => !reached.has(to))) return false;
	}
	if (!isKeyed) return true;
	const later = kind === 'twice' ? await player.play(mended, withLaterTimes(base)) : undefined;
	return !later || sentAgain(later).every((sent) => !wrong.has(textsIn(base, later)(sent)));
}

/** The situations that a mend has to stand, besides those in which something broke. */
const NEEDED: Partial<Record<Kind, RegExp>> = {
	answer: /^(one|answered) /,
	lookup: /^one (is refused|more)$|lookup fails/,
};

/** Kinds whose mend may have the workflow stop: somebody learns of it then. */
const MAY_STOP: Kind[] = ['untold', 'endless', 'lookup'];

/** What is left, or new, in the worlds where a mend must hold. */
async function leftAfter(mend: Mend, cause: Cause, trial: Trial): Promise<Breach[] | undefined> {
	const { base, player, told, elsewhere } = trial;
	const { workflow } = base.play;
	const { breach } = cause;
	const mended = mend.apply(workflow);
	// A node that is there to tell somebody does so also of what goes wrong while all is well, such as an empty number.
	const tells = ({ kind, node }: Breach) =>
		MAY_STOP.includes(breach.kind) && kind === 'fails' && !nodeIn(workflow, node);
	if (JSON.stringify(mended) === JSON.stringify(workflow)) return undefined;
	// With another number in To, other numbers are those of people.
	const lists = breach.kind === 'number' ? undefined : base.lists;
	const again = baseOf(await player.play(mended, base.play.world), lists);
	if (breach.kind === 'rows' && !allSend(base.play, again.play)) return undefined;
	const isNeeded = NEEDED[breach.kind] ?? /^one (is refused|more)$/;
	const needed = told.filter(({ relation }) => isNeeded.test(relation.name));
	const worlds = new Set([told[0], ...cause.seen.slice(0, 3), ...needed]);
	for (const { relation, workflow: used, play, breaches } of worlds) {
		const world = relation.world(again) ?? play.world;
		const changed = mend.apply(used);
		const then = await player.play(relation.change?.(changed, again) ?? changed, world);
		const known = new Set(breaches.filter((one) => causeOf(one) !== causeOf(breach)).map(causeOf));
		const played = (name: string) => told.find((one) => one.relation.name === name)?.play;
		// Of two lists, one says what the other doesn't.
		const isTurned = ({ kind, field }: Breach) => kind === 'old' && field !== breach.field;
		const isSame = (one: Breach) => one.kind === breach.kind && !isTurned(one);
		// A text with a gap says no more what it said.
		const counts = (one: Breach) => one.level === 'change' || one.kind === 'gap' || isSame(one);
		const left = breachesOf(relation, again, then, played).filter(
			(one) => !known.has(causeOf(one)) && !tells(one) && counts(one),
		);
		if (left.length > 0) return left;
		const stops = ({ rounds }: Play) => rounds.some(({ status }) => status === 'error');
		const isRefusedThere = then.rounds.some(({ requests }) => requests.some(wentWrong));
		// Whoever has asked is told that nobody has answered.
		const isUnanswered = breach.kind === 'answer' && relation.name === 'nobody answers';
		const mayStop = isRefusedThere || isUnanswered || stops(play) || MAY_STOP.includes(breach.kind);
		if (stops(then) && !mayStop) return undefined;
		const isItsOwn =
			cause.seen.some((one) => one.relation === relation) && HOLDS_BACK.includes(breach.kind);
		const isSameWorld = JSON.stringify(world) === JSON.stringify(play.world);
		// Both stop at what is refused, and say so: who comes first then is nobody's loss.
		const bothStop =
			OF_PEOPLE.includes(breach.kind) &&
			[play, then].every(({ rounds }) => rounds[0].status === 'error');
		if (!isItsOwn && isSameWorld && !bothStop && !losesNothing(play, then, cause, base))
			return undefined;
	}
	const others = [
		...trials(base, mended, told, cause).map((world) => ({ base, player, world })),
		...elsewhere.map((other) => ({ ...other, world: other.base.play.world })),
	];
	for (const { world, ...other } of others) {
		const used = other.base.play.workflow;
		const before = await other.player.play(used, world);
		const then = await other.player.play(mend.apply(used), world);
		if (!losesNothing(before, then, cause, other.base)) return undefined;
	}
	return (await lastsAsBefore(mended, cause, trial)) ? [] : undefined;
}

/** A change that mends it: alone, or with another one for what is seen only then. */
async function mendOf(cause: Cause, trial: Trial): Promise<Mend | undefined> {
	const { base } = trial;
	for (const mend of mendsFor(cause.breach, base)) {
		const left = await leftAfter(mend, cause, trial);
		if (left?.length === 0) return mend;
		const next = left?.[0];
		if (!next || next.kind === cause.breach.kind) continue;
		const workflow = mend.apply(base.play.workflow);
		// What the change itself has broken is no reason for another one.
		const [before, then] = [base.play.workflow, workflow].map((one) => nodeIn(one, next.node));
		if (JSON.stringify(before?.parameters) !== JSON.stringify(then?.parameters)) continue;
		const mended = { ...base, play: { ...base.play, workflow } };
		for (const second of mendsFor(next, mended).slice(0, 2)) {
			const both = {
				...mend,
				advice: `${mend.advice} ${second.advice}`,
				apply: (one: Workflow) => second.apply(mend.apply(one)),
			};
			if ((await leftAfter(both, cause, trial))?.length === 0) return both;
		}
	}
	return undefined;
}

/** What the breaches of all worlds come from, each cause once, with all that happened by it. */
function causesIn({ told, base }: Trial) {
	const all = told.flatMap((one) => one.breaches.map((breach) => ({ one, breach })));
	return [...Map.groupBy(all, ({ breach }) => causeOf(breach))].map(([name, some]) => {
		// What is to be changed comes first.
		const found = some.toSorted((one, other) => one.breach.level.localeCompare(other.breach.level));
		const breaches = found.map(({ breach }) => breach);
		const astray = breaches.filter(({ isAstray }) => isAstray);
		const cause: Cause = {
			breach: breaches[0],
			seen: [...new Set(found.map(({ one }) => one))],
			wrong: new Set(
				found.flatMap(({ one, breach: { wrong = [] } }) => wrong.map(textsIn(base, one.play))),
			),
			astray: new Set(astray.flatMap(({ wrong = [] }) => wrong.map(({ to }) => to))),
		};
		return { name, cause, happened: [...new Set(breaches.map((one) => one.happened))] };
	});
}

/** Whether a change that mends another cause mends this one, too. */
async function isMendedBy({ apply }: Mend, cause: Cause, { base, player, told }: Trial) {
	const played = (name: string) => told.find((one) => one.relation.name === name)?.play;
	const again = baseOf(await player.play(apply(base.play.workflow), base.play.world), base.lists);
	for (const { relation, workflow, play } of cause.seen.slice(0, 3)) {
		const world = relation.world(again) ?? play.world;
		const mended = apply(workflow);
		const then = await player.play(relation.change?.(mended, again) ?? mended, world);
		if (
			breachesOf(relation, again, then, played).some(
				(one) => causeOf(one) === causeOf(cause.breach),
			)
		)
			return false;
	}
	return true;
}

/** A cause, what happened by it, and what mends it, if anything that was played does. */
interface Answer {
	name: string;
	cause: Cause;
	happened: string[];
	mend?: Mend;
}

/** Kinds about who gets what, which may come of another cause. */
const SEQUELS: Kind[] = [...OF_PEOPLE, 'key'];

/** Of causes that one change mends, the first one alone, with that change: the others come of it. */
async function withoutSequels(answers: Answer[], trial: Trial): Promise<Answer[]> {
	const left = new Set(answers);
	const isChange = ({ cause }: Answer) => cause.breach.level === 'change';
	const isOfPeople = ({ cause }: Answer) => SEQUELS.includes(cause.breach.kind);
	for (const one of answers) {
		for (const other of answers.filter(isChange)) {
			const { mend, cause } = other;
			if (one === other || !mend || !left.has(one) || !left.has(other)) continue;
			// Rows that don't belong together bring with them whatever is gone without them.
			const isRoot = cause.breach.kind === 'joined';
			if (!isRoot && !(isChange(one) && isOfPeople(one))) continue;
			if (!(await isMendedBy(mend, one.cause, trial))) continue;
			const isFirst = trial.told.indexOf(one.cause.seen[0]) < trial.told.indexOf(cause.seen[0]);
			if (!isRoot && one.mend === undefined && isFirst) {
				one.mend = mend;
				left.delete(other);
			} else if (isRoot || one.mend === undefined) left.delete(one);
			else if (isOfPeople(other) && !(await isMendedBy(one.mend, cause, trial))) {
				one.mend = mend;
				left.delete(other);
			}
		}
	}
	return [...left];
}

/** Kinds about who gets what by what stands in rows: without a change that mends it, only the user knows whether it's meant. */
const MAY_BE_MEANT: Kind[] = ['rows', 'unmatched', 'flag', 'lookup', 'remembered', 'either'];

/** Whether people read another one's words, or do once the same rows come in another order: nobody means that. */
const areOthersWords = ({ breach, seen }: Cause) =>
	seen.some(
		({ relation, breaches }) =>
			/^(marks|reversed)$/.test(relation.name) &&
			breaches.some((one) => one.isAstray && causeOf(one) === causeOf(breach)),
	);

/** The findings of each world: each with advice, if a change was played that mends it and loses nothing. */
export async function adviceFor(trial: Trial): Promise<Finding[][]> {
	const { told } = trial;
	const answers: Answer[] = [];
	for (const one of causesIn(trial)) {
		trial.onTry();
		const mend = await mendOf(one.cause, trial).catch((error: unknown) => {
			if (!isBug(error)) throw error;
			return undefined;
		});
		answers.push({ ...one, mend });
	}
	const findings = new Map<string, Finding>();
	for (const { name, cause, happened, mend } of await withoutSequels(answers, trial)) {
		const { level: seen, kind, node } = cause.breach;
		const isUnsure = !mend && MAY_BE_MEANT.includes(kind) && !areOthersWords(cause);
		const level = isUnsure ? 'know' : seen;
		const where = mend?.where ?? node;
		findings.set(name, {
			level,
			happened: happened.slice(0, seen === 'change' && !mend ? 2 : 1).join(' '),
			...(mend && { advice: mend.advice }),
			...(where && { where }),
		});
	}
	return told.map(({ breaches }) =>
		[...new Set(breaches.map(causeOf))].flatMap((name) => findings.get(name) ?? []),
	);
}
