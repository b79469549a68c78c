import type { Workflow } from '../../dev/n8n/types.ts';
import { clean } from './planted/clean.ts';
import { doubles } from './planted/doubles.ts';
import { endless } from './planted/endless.ts';
import { clean as freshClean } from './planted/fresh/clean.ts';
import { doubles as freshDoubles } from './planted/fresh/doubles.ts';
import { losses as freshLosses } from './planted/fresh/losses.ts';
import { losses } from './planted/losses.ts';
import { untold } from './planted/untold.ts';

export type Weather =
	| 'all well'
	| 'one bad number'
	| 'busy'
	| 'an answer is lost'
	| 'out of money'
	| 'slow'
	| 'random failures'
	| 'n8n is restarted in the middle'
	| 'opted out'
	| 'blank';

/** Something that somebody changed in a copy of an example. */
export interface Variant {
	/** What somebody did. */
	name: string;
	/** The example's file, without `.json`. */
	example: string;
	/** Changes the workflow as n8n's editor does. */
	change: (workflow: Workflow) => void;
	/** What was seen when it was played, and what the example does there. */
	seen: string;
}

/** A node, and labels in its form, of its settings, or of its outputs: any of them will do. */
export interface Place {
	at: string;
	labels: string[];
}

export interface Mistake extends Variant {
	/** The weathers in which it shows for certain, each played twice with the same items. */
	weathers: Weather[];
	/** What mends it: a place, and other places that do so too. */
	mend: Place & { or?: Place[] };
}

/** A copy of an example with a change. */
export function applyMistake(example: Workflow, { change }: Variant): Workflow {
	const copy = structuredClone(example);
	change(copy);
	return copy;
}

/** Each set was planted for rules whose author had not seen it. */
export const sets: Record<string, { mistakes: Mistake[]; clean: Variant[] }> = {
	first: { mistakes: [...doubles, ...losses, ...untold, ...endless], clean },
	fresh: { mistakes: [...freshDoubles, ...freshLosses], clean: freshClean },
};

export const planted: Mistake[] = Object.values(sets).flatMap(({ mistakes }) => mistakes);

/** Changes that look suspicious, and are fine: a check finds nothing. */
export const fine: Variant[] = Object.values(sets).flatMap((set) => set.clean);

/** The places where a mistake is mended. */
export const placesOf = ({ mend }: Mistake): Place[] => [mend, ...(mend.or ?? [])];
