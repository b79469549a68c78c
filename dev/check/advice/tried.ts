import type { Finding } from '../../../sandbox/flightCheck.ts';
import type { Workflow } from '../../n8n/types.ts';
import type { Play, Sent } from '../play/play.ts';
import type { Player } from '../play/player.ts';
import type { Breach, Kind, Relation } from '../relations/relation.ts';
import { type Base, baseOf, wentOut } from '../relations/base.ts';
import { missing, withoutDigits } from '../relations/seen.ts';
import { isSamePhone } from '../worlds/rows.ts';
import { aboutOthers } from '../worlds/cells.ts';
import type { World } from '../worlds/world.ts';
import type { Mend } from './change.ts';
import { mendsFor } from './mends.ts';

/** What was seen in a world. */
export interface Told {
	relation: Relation;
	/** What was played: with the user's own Send Window, or without. */
	workflow: Workflow;
	play: Play;
	breaches: Breach[];
}

/** What a mend is tried on. */
export interface Trial {
	base: Base;
	player: Player;
	told: Told[];
	/** The same workflow, begun by its other triggers. */
	elsewhere: Array<{ base: Base; player: Player }>;
	onTry: () => void;
}

/** Breaches that one cause can have: of the same kind, at the same node. */
const causeOf = ({ kind, node = '' }: Breach) => `${kind} ${node}`;

interface Cause {
	breach: Breach;
	/** Where it was seen. */
	seen: Told[];
	/** Messages that need not go out, or otherwise, once it is mended. */
	wrong: Set<string>;
	/** Who got what was not meant for them. */
	astray: Set<string>;
}

/** Kinds whose mend has something not go out that did. */
const HOLDS_BACK: Kind[] = [
	...(['opted out', 'limit', 'number', 'night', 'answer', 'report'] as const),
];
/** Kinds about who gets something at all: a message for them may become another one. */
const OF_PEOPLE: Kind[] = ['rows', 'nothing', 'fails'];
/** Kinds about how often a text goes out: each still does, once. */
const OF_TIMES: Kind[] = ['again', 'twice'];

const what = ({ to, text }: Sent) => `${to} ${withoutDigits(text)}`;

/** Whether each message still goes out, but those that were wrong; and who got a wrong one still gets something. */
function losesNothing(
	before: Play,
	then: Play,
	{ breach, wrong, astray }: Cause,
	base: Base,
): boolean {
	const had = before.rounds.flatMap(wentOut);
	const has = then.rounds.flatMap(wentOut);
	const reached = new Set(has.map(({ to }) => to));
	const texts = new Set(has.map(what));
	const usual = new Set(base.play.rounds.flatMap(({ messages }) => messages.map(({ to }) => to)));
	const isPerson = ({ to }: Sent) =>
		!usual.has(to) ||
		base.people.some(({ phones }) => phones.some((phone) => isSamePhone(phone, to)));
	const { kind, node } = breach;
	if (OF_TIMES.includes(kind)) {
		const isOnce = (sent: Sent) => wrong.has(what(sent)) || isPerson(sent) || sent.by === node;
		const kept = had.filter((sent) => !isOnce(sent)).map(what);
		return missing(kept, has.map(what)).length === 0 && had.every((sent) => texts.has(what(sent)));
	}
	const mayChange = (sent: Sent) =>
		wrong.has(what(sent)) ||
		(isPerson(sent) && OF_PEOPLE.includes(kind)) ||
		(['length', 'report', 'gap'].includes(kind) && sent.by === node);
	const kept = had.filter((sent) => !mayChange(sent));
	if (missing(kept.map(what), has.map(what)).length > 0) return false;
	const changed = had.filter((sent) => mayChange(sent) && !astray.has(sent.to));
	return HOLDS_BACK.includes(kind) || changed.every(({ to }) => reached.has(to));
}

/** Whether every node that sent something still does. */
const allSend = (before: Play, then: Play) => {
	const [had, has] = [before, then].map(
		({ rounds }) => new Set(wentOut(rounds[0]).map(({ by }) => by)),
	);
	return [...had].every((by) => has.has(by));
};

/** Worlds in which a change must lose nothing, besides those where something broke. */
function trials(base: Base, told: Told[], { breach }: Cause): World[] {
	const { world, workflow } = base.play;
	const trouble = told.find(({ relation }) => relation.name === 'one is refused')?.play.world;
	return [
		{ ...world, later: aboutOthers(workflow, world.pins, base.lists), times: 2 },
		...(trouble && !OF_PEOPLE.includes(breach.kind) ? [{ ...trouble, times: 2 as const }] : []),
	];
}

/** What is left, or new, in the worlds where a mend must hold. */
async function leftAfter(
	mend: Mend,
	cause: Cause,
	{ base, player, told, elsewhere }: Trial,
): Promise<Breach[] | undefined> {
	const { workflow } = base.play;
	const { breach } = cause;
	const mended = mend.apply(workflow);
	if (JSON.stringify(mended) === JSON.stringify(workflow)) return undefined;
	const again = baseOf(await player.play(mended, base.play.world), base.lists);
	if (breach.kind === 'rows' && !allSend(base.play, again.play)) return undefined;
	const needed = ['one is refused', 'one more'];
	const worlds = new Set([
		told[0],
		...cause.seen.slice(0, 3),
		...told.filter(({ relation }) => needed.includes(relation.name)),
	]);
	for (const { relation, workflow: used, play, breaches } of worlds) {
		const world = relation.world(again) ?? play.world;
		const changed = mend.apply(used);
		const then = await player.play(relation.change?.(changed) ?? changed, world);
		const known = new Set(breaches.filter((one) => causeOf(one) !== causeOf(breach)).map(causeOf));
		const left = relation
			.breaks(again, then)
			.filter(
				(one) => !known.has(causeOf(one)) && (one.level === 'change' || one.kind === breach.kind),
			);
		if (left.length > 0) return left;
		const isItsOwn =
			cause.seen.some((one) => one.relation === relation) && HOLDS_BACK.includes(breach.kind);
		const isSame = JSON.stringify(world) === JSON.stringify(play.world);
		// Both stop at what is refused, and say so: who comes first then is nobody's loss.
		const bothStop =
			OF_PEOPLE.includes(breach.kind) &&
			[play, then].every(({ rounds }) => rounds[0].status === 'error');
		if (!isItsOwn && isSame && !bothStop && !losesNothing(play, then, cause, base))
			return undefined;
	}
	for (const world of trials(base, told, cause)) {
		const [before, then] = [await player.play(workflow, world), await player.play(mended, world)];
		if (!losesNothing(before, then, cause, base)) return undefined;
	}
	for (const other of elsewhere) {
		const { play } = other.base;
		const then = await other.player.play(mend.apply(play.workflow), play.world);
		if (!losesNothing(play, then, cause, other.base)) return undefined;
	}
	return [];
}

/** A change that mends it: alone, or with another one for what is seen only then. */
async function mendOf(cause: Cause, trial: Trial): Promise<Mend | undefined> {
	const { base } = trial;
	for (const mend of mendsFor(cause.breach, base)) {
		const left = await leftAfter(mend, cause, trial);
		if (left?.length === 0) return mend;
		const next = left?.[0];
		if (!next || next.kind === cause.breach.kind) continue;
		const mended = { ...base, play: { ...base.play, workflow: mend.apply(base.play.workflow) } };
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

function causesIn(told: Told[]): Map<string, Cause> {
	const causes = new Map<string, Cause>();
	for (const one of told) {
		for (const breach of one.breaches) {
			const cause = causes.get(causeOf(breach)) ?? {
				breach,
				seen: [],
				wrong: new Set(),
				astray: new Set(),
			};
			if (!cause.seen.includes(one)) cause.seen.push(one);
			for (const sent of breach.wrong ?? []) {
				cause.wrong.add(what(sent));
				if (breach.isAstray) cause.astray.add(sent.to);
			}
			causes.set(causeOf(breach), cause);
		}
	}
	return causes;
}

/** The findings of each world: each with advice, if a change was played that mends it and loses nothing. */
export async function adviceFor(trial: Trial): Promise<Finding[][]> {
	const { told } = trial;
	const findings = new Map<string, Finding>();
	for (const [name, cause] of causesIn(told)) {
		trial.onTry();
		const mend = await mendOf(cause, trial);
		const { level, happened, node } = cause.breach;
		const more = new Set(
			cause.seen.flatMap(({ breaches }) =>
				breaches.filter((one) => causeOf(one) === name).map((one) => one.happened),
			),
		);
		const where = mend?.where ?? node;
		findings.set(name, {
			level,
			happened: level === 'change' && !mend ? [...more].slice(0, 2).join(' ') : happened,
			...(mend && { advice: mend.advice }),
			...(where && { where }),
		});
	}
	return told.map(({ breaches }) =>
		[...new Set(breaches.map(causeOf))].map((name) => findings.get(name)!),
	);
}
