import type { Workflow } from '../../n8n/types.ts';
import type { Base } from './base.ts';
import type { Play, Sent } from '../play/round.ts';
import { allOf, type Some } from '../some.ts';
import type { Path, World } from '../worlds/world.ts';

/** What somebody was done by it. */
export type Kind =
	| 'rows' // somebody gets nothing, too much, or another one's words
	| 'unmatched' // by any rule, or any condition that may leave somebody out
	| 'nothing'
	| 'fails'
	| 'value'
	| 'added' // up from rows that have it whole
	| 'old' // words go out, although newer ones came
	| 'spelled' // in two ways, and taken for two
	| 'passed' // on to a workflow that is called
	| 'digits' // which are passed on to it as a number
	| 'twice'
	| 'again'
	| 'often' // again, as often as a key says
	| 'untold'
	| 'said'
	| 'person'
	| 'endless'
	| 'waits'
	| 'wait' // several are let go at the time of one
	| 'gap'
	| 'flag'
	| 'answer'
	| 'silence' // which is taken for a no
	| 'report'
	| 'key'
	| 'skipped'
	| 'opted out'
	| 'limit'
	| 'length'
	| 'model' // which decides how many are sent, and to whom
	| 'night'
	| 'strangers'
	| 'number'
	| 'country'
	| 'batch'
	| 'written' // to another one's row
	| 'kept' // back, and marked as sent
	| 'misread'
	| 'order'
	| 'joined' // with a row that it doesn't belong to
	| 'rule' // of a Switch that never applies
	| 'first' // of the rules that fit a row, which applies alone
	| 'inside' // a longer word, which is another row's
	| 'lookup' // that is answered with an error
	| 'private' // which others can read
	| 'paused' // on the days on which something would go out
	| 'never' // given by a node, although it's pinned there
	| 'remembered' // from when it didn't count
	| 'rising' // only what is more than all before goes on
	| 'several' // messages for a row, each about something else
	| 'page' // of an answer that has others
	| 'either' // of two lists, who stands in one alone
	| 'unit' // that nobody gives, and what is read is always 0
	| 'any' // of conditions is enough that can't all be untrue
	| 'closed' // whenever something would go out
	| 'bounds' // of which several hold for one row
	| 'across' // currencies, added up
	| 'zero' // which is taken for nothing
	| 'skips' // what has changed, in a comparison
	| 'shifted' // in a list beside others, because what is blank is left out of it
	| 'left out'; // by a condition, as far as anybody can see on purpose

export interface Breach {
	level: 'change' | 'know';
	kind: Kind;
	/** What happened, in sentences. */
	happened: string;
	/** The node where. */
	node?: string;
	/** The field that it is about. */
	field?: string;
	/** The cell that is right, and the node that gives it, if it isn't the one before. */
	at?: Path;
	from?: string;
	/** Messages that don't go out, or otherwise, once it is mended. */
	wrong?: Sent[];
	/** Weekdays on which it doesn't come, with Sunday as 0. */
	days?: number[];
	/** The order in which rules are right. */
	order?: number[];
	/** Whether these went to somebody for whom they weren't meant. */
	isAstray?: boolean;
}

/** How another world differs, and what must then be equal or different. */
export interface Relation {
	/** What it's called in the report. */
	name: string;
	/** In a sentence. */
	happens: string;
	/** Without one there's nothing to compare. */
	world: (base: Base) => World | undefined;
	/** @param played what was played for another one before, by its name */
	breaks: (base: Base, play: Play, played?: (name: string) => Play | undefined) => Some<Breach>;
	/** How the workflow differs, if it does. */
	change?: (workflow: Workflow, base: Base) => Workflow;
	/** Why nothing can be compared here, although there would be something to compare, or was played. */
	cannot?: (base: Base, play?: Play) => string | undefined;
}

export const breachesOf = (
	{ breaks }: Relation,
	...given: Parameters<Relation['breaks']>
): Breach[] => allOf(breaks(...given));

/** Whether a rule of the check went wrong, and not n8n: what else was found is told all the same. */
export const isBug = (error: unknown): error is Error =>
	error instanceof TypeError || error instanceof RangeError;

type More = Omit<Breach, 'level' | 'kind' | 'node' | 'happened'>;

/** Somebody gets nothing, or the same twice, or something else, or nobody hears of it. */
export const toChange = (
	kind: Kind,
	node: string | undefined,
	happened: string,
	more: More = {},
): Breach => ({
	...{ level: 'change', kind, node, happened },
	...more,
});

export const worthKnowing = (...args: Parameters<typeof toChange>): Breach => ({
	...toChange(...args),
	level: 'know',
});
