import type { Workflow } from '../../n8n/types.ts';
import type { Breach, Kind, Relation } from '../relations/relation.ts';
import type { Play, Sent } from '../play/round.ts';
import { leadsTo, missing } from '../relations/seen.ts';
import { wordsIn } from '../relations/texts.ts';
import { pinned } from '../worlds/rows.ts';
import { personAt, type Base, wentOut } from '../relations/base.ts';

/** What was seen in a world. */
export interface Told {
	relation: Relation;
	/** What was played: with the user's own Send Window, or without. */
	workflow: Workflow;
	play: Play;
	breaches: Breach[];
}

/** Breaches that one cause can have: of the same kind, at the same node. */
export const causeOf = ({ kind, node = '' }: Breach) => `${kind} ${node}`;

export interface Cause {
	breach: Breach;
	/** Where it was seen. */
	seen: Told[];
	/** Messages that need not go out, or otherwise, once it is mended. */
	wrong: Set<string>;
	/** Who got what was not meant for them. */
	astray: Set<string>;
}

/** Whether every node that sent something still does. */
export const allSend = (before: Play, then: Play) => {
	const [had, has] = [before, then].map(
		({ rounds }) => new Set(wentOut(rounds[0]).map(({ by }) => by)),
	);
	return [...had].every((by) => has.has(by));
};

/** Kinds whose mend has something not go out that did. */
export const HOLDS_BACK: Kind[] = [
	...([
		'opted out',
		'limit',
		'number',
		'night',
		'answer',
		'report',
		'flag',
		'unit',
		'any',
	] as const),
];
/** Kinds about who gets something at all: a message for them may become another one. */
export const OF_PEOPLE: Kind[] = ['rows', 'unmatched', 'nothing', 'fails', 'rule', 'joined'];
/** Kinds whose mend may say something else to people: what is passed on, a called workflow may go by. */
const SAYS_OTHERWISE: Kind[] = [...OF_PEOPLE, 'passed', 'either'];
/** Kinds about how often a text goes out: each still does, once. */
const OF_TIMES: Kind[] = ['again', 'twice'];

/** What somebody gets in a play: of two orders, each has its number. */
export const textsIn = ({ lists, play: { world, rounds } }: Base, play: Play) =>
	wordsIn(play.world, pinned(lists, world.pins, rounds[0]));

/** Whether each message still goes out, but those that were wrong; and who got a wrong one still gets something. */
export function losesNothing(
	before: Play,
	then: Play,
	{ breach, wrong, astray }: Cause,
	base: Base,
): boolean {
	const textOf = textsIn(base, before);
	const had = before.rounds.flatMap(wentOut);
	const has = then.rounds.flatMap(wentOut);
	const reached = new Set(has.map(({ to }) => to));
	const texts = new Set(has.map(textOf));
	const usual = new Set(base.play.rounds.flatMap(({ messages }) => messages.map(({ to }) => to)));
	const isPerson = ({ to }: Sent) => !usual.has(to) || personAt(base, to) !== undefined;
	const { kind, node = '', field } = breach;
	if (OF_TIMES.includes(kind)) {
		const isOnce = (sent: Sent) => wrong.has(textOf(sent)) || isPerson(sent) || sent.by === node;
		const kept = had.filter((sent) => !isOnce(sent)).map(textOf);
		return (
			missing(kept, has.map(textOf)).length === 0 && had.every((sent) => texts.has(textOf(sent)))
		);
	}
	const toWhom = (all: Sent[]) => all.map(({ to }) => to);
	const fixed = had.filter((sent) => !isPerson(sent)).map(textOf);
	const areFixedKept = missing(fixed, has.map(textOf)).length === 0;
	// Who comes first may be another one: as many people get as many messages.
	if (kind === 'order')
		return areFixedKept && had.length === has.length && new Set(toWhom(had)).size === reached.size;
	// A sum is another one of one currency.
	if (kind === 'across') return missing(toWhom(had), toWhom(has)).length === 0;
	// A time, 0, or what the other list says may read otherwise: each message still goes out.
	if (['misread', 'old', 'zero'].includes(kind))
		return areFixedKept && missing(toWhom(had), toWhom(has)).length === 0;
	const mayChange = (sent: Sent) =>
		wrong.has(textOf(sent)) ||
		(['spelled', 'country'].includes(kind) && astray.has(sent.to)) ||
		// Who has said no, and was let through, gets nothing more behind that.
		(['answer', 'flag', 'inside', 'unit', 'any'].includes(kind) &&
			astray.has(sent.to) &&
			leadsTo(base.play.workflow, node, sent.by!)) ||
		(isPerson(sent) && SAYS_OTHERWISE.includes(kind)) ||
		// One message is left of several, for each who got some.
		(kind === 'bounds' && isPerson(sent)) ||
		(['length', 'report', 'gap', 'number'].includes(kind) && sent.by === node) ||
		// A condition on reports, behind which something goes out about each.
		(kind === 'report' && field !== undefined && leadsTo(base.play.workflow, node, sent.by!));
	const kept = had.filter((sent) => !mayChange(sent));
	if (missing(kept.map(textOf), has.map(textOf)).length > 0) return false;
	const changed = had.filter(
		(sent) => mayChange(sent) && (kind === 'bounds' || !astray.has(sent.to)),
	);
	// Whoever is new in the other list gets nothing, either.
	const isNew = ({ to }: Sent) => kind === 'either' && !usual.has(to);
	return HOLDS_BACK.includes(kind) || changed.every((sent) => reached.has(sent.to) || isNew(sent));
}
