import { inSource } from '../mistake.ts';

export const places = [
	...inSource('places/places.ts', 'onceKey/claims, limits/perDay', [
		[
			'Across workers a place is looked at a second time.',
			'if ([-!-]this.acrossWorkers) return held;',
		],
		[
			'A place that another one has leaves no marks of ours.',
			'return this.marksOf(place).filter((mark) => {+!mark || +}!known.has(mark));',
		],
	]),
	...inSource('places/marks.ts', 'onceKey/claims, limits/perDay', [
		[
			'Executions take turns at the marks.',
			'[-(latest.get(workflow) ?? Promise.resolve())-]{+Promise.resolve()+}.then(task)',
		],
		['Marks that are only looked for evict no others.', 'row.most[- + marks.length - toKeep-]'],
		[
			'To look for a place does not take it.',
			'[-await this.remove(asked.filter((mark) => !known.has(mark)));-]',
		],
		[
			'The first place of a day drops those of the day before.',
			'[-\t\tawait this.ask(own, own.length);\n-]',
		],
		[
			'A day that has begun by another clock stays.',
			'[-if ((await this.ask([nextDay])).has(nextDay)) return known;-]{+await this.ask([nextDay]);+}',
		],
		[
			'Of two first records at the same time, the refused one is made again.',
			'[-if (/unique constraint/i.test(error.message)) return await record();-]',
		],
		[
			'After another error nothing is recorded a second time.',
			'[-/unique constraint/i.test(error.message)-]{+error.message+}',
		],
	]),
	...inSource('places/numbered.ts', 'places/numbered, limits/perDay', [
		[
			'Places that were taken beyond those that are wanted are given back.',
			'[-\tawait places.remove(surplus);\n-]',
		],
		[
			'What is found for a message that is skipped is given back at once.',
			'Math.min(count, [-keep?.(found) ?? -]count)',
		],
		[
			'Any place that is free is found.',
			'const [first, last] = one.isOver ? [[-1-]{+most+}, most]',
		],
		[
			'Executions search one after the other.',
			'[-await places.alone(async () => await search(places, missing))-]{+await search(places, missing)+}',
		],
	]),
];
