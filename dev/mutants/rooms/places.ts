import { inSource } from '../mistake.ts';

export const places = [
	...inSource('places/places.ts', 'places/places, onceKey/claims', [
		[
			'Across workers a place is looked at a second time.',
			'[-this.acrossWorkers ? this.confirmed(places, recorded) : -]recorded',
		],
		[
			'A place that another one has leaves no marks of ours.',
			'return this.marksOf(place).filter((mark) => {+!mark || +}!known.has(mark));',
		],
	]),
	...inSource('places/marks.ts', 'places/places, onceKey/claims', [
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
			'Of two first records at the same time, the refused one is made again.',
			'[-if (/unique constraint/i.test(error.message)) return await record();-]',
		],
		[
			'After another error nothing is recorded a second time.',
			'[-/unique constraint/i.test(error.message)-]{+error.message+}',
		],
	]),
];
