import { ofAnswers } from './answers.ts';
import { goodDayIn, nothingSent } from './goodDay.ts';
import { ofKeptBack } from './keptBack.ts';
import { manyRows, ofLists } from './lists.ts';
import type { Relation } from './relation.ts';
import { again, happensIn, ofTrouble } from './trouble.ts';

/** All relations, in the order in which they are played and told. */
export function relations(seed: number): Relation[] {
	const trouble = ofTrouble(seed);
	return [
		{
			name: 'all well',
			happens: happensIn('all well'),
			world: ({ play }) => play.world,
			breaks: (base, play) => [...goodDayIn(base, play), ...again(base, play)],
			cannot: nothingSent,
		},
		...ofLists,
		...ofAnswers,
		...ofKeptBack,
		...trouble.slice(0, -1),
		manyRows,
		...trouble.slice(-1),
	];
}
