import type { Relation } from './relation.ts';
import { again, happensIn, ofTrouble } from './trouble.ts';
import { goodDayIn, nothingSent } from './goodDay.ts';
import { manyRows, ofOrder } from './order.ts';
import { ofCalled } from './called.ts';
import { ofAnswers } from './answers.ts';
import { ofCells } from './cells.ts';
import { ofComingToCount } from './comesToCount.ts';
import { ofLookups } from './lookups.ts';
import { ofPauses } from './pauses.ts';
import { ofNextOnes } from './nextOnes.ts';
import { ofKeptBack } from './keptBack.ts';
import { namesakes } from './namesakes.ts';
import { ofPromises } from './promises.ts';
import { ofRules } from './rules.ts';
import { ofSpelling } from './spelled.ts';
import { zeros } from './zeros.ts';

const [refused, lost, pending, ...others] = ofTrouble;

/** All relations, in the order in which they are played and told. */
export const relations: Relation[] = [
	{
		name: 'all well',
		happens: happensIn('all well'),
		world: ({ play }) => play.world,
		breaks: (base, play) => [goodDayIn(base, play), again(base, play)],
		cannot: nothingSent,
	},
	...ofOrder,
	namesakes,
	...ofCells,
	...ofSpelling,
	zeros,
	...ofLookups,
	...ofRules,
	...ofCalled,
	...ofAnswers,
	...ofKeptBack,
	...ofNextOnes,
	...ofPauses,
	...ofComingToCount,
	...[refused, lost, pending],
	...ofPromises,
	...others.slice(0, -1),
	manyRows,
	...others.slice(-1),
];
