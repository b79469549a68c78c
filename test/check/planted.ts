import type { Workflow } from '../../dev/n8n/types';
import { clean } from './planted/clean';
import { doubles } from './planted/doubles';
import { endless } from './planted/endless';
import { losses } from './planted/losses';
import { untold } from './planted/untold';

export type Weather =
	| 'all well'
	| 'one bad number'
	| 'busy'
	| 'an answer is lost'
	| 'out of money'
	| 'slow'
	| 'changeable'
	| 'n8n is restarted in the middle'
	| 'opted out'
	| 'blank';

export type Finding =
	| 'sent twice'
	| 'lost in silence'
	| 'told nobody'
	| 'half-filled'
	| 'never ends';

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

export interface Mistake extends Variant {
	/** The weathers in which it shows for certain, each played twice with the same items. */
	weathers: Weather[];
	/** What a good check finds: at least one of these. */
	finds: Finding[];
	/** What mends it: a node, any of these labels in its form, and in words. */
	mend: { at: string; labels: string[]; how: string };
}

/** A copy of an example with a change. */
export function applyMistake(example: Workflow, { change }: Variant): Workflow {
	const copy = structuredClone(example);
	change(copy);
	return copy;
}

export const planted: Mistake[] = [...doubles, ...losses, ...untold, ...endless];

/** Changes that look suspicious, and are fine: a check finds nothing. */
export const fine: Variant[] = clean;
