import { nameOf, names } from '../worlds/changes.ts';
import { cellsOf, withCells } from '../worlds/world.ts';
import { cellsIn, columnOf } from '../worlds/spelled.ts';
import { gotBy, once, pinsOf, plainWorld, type Base } from './base.ts';
import { missing } from './seen.ts';
import { worthKnowing, type Relation } from './relation.ts';

/** A number, as texts have it. */
const written = (number: number) =>
	[',', '.'].map((point) => number.toFixed(2).replace('.', point)).concat(String(number));

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** What stands in place of 0. */
const INSTEAD = 7;

/** Columns of numbers of which some are 0, and for which a node takes another value where there is none: by ??, 0 is a number. */
function columnsWithZeros(base: Base): Set<string> {
	const { workflow, world } = base.play;
	const nodes = workflow.nodes.filter(
		({ name, parameters }) => !(name in world.pins) && /\|\||\?\?/.test(JSON.stringify(parameters)),
	);
	const zeros = cellsIn(pinsOf(base)).filter(({ value }) => value === 0);
	return new Set(zeros.filter(({ path }) => names(nodes, nameOf(path))).map(columnOf));
}

/** A number that is 0 counts as one. */
export const zeros: Relation = {
	name: 'no zeros',
	happens: `Each number that is 0 is ${INSTEAD}.`,
	world: (base) => {
		const columns = columnsWithZeros(base);
		const pins = withCells(pinsOf(base), (cell) =>
			cell.value === 0 && columns.has(columnOf(cell)) ? INSTEAD : cell.value,
		);
		return columns.size > 0 ? { ...plainWorld(base), pins } : undefined;
	},
	breaks: (base, play) => {
		const columns = columnsWithZeros(base);
		const constants = play.workflow.nodes.flatMap(({ parameters }) =>
			[...JSON.stringify(parameters).matchAll(/\|\| (\d+(?:\.\d+)?)\b/g)].map(([, number]) => ({
				of: '',
				number: Number(number),
			})),
		);
		const found = once(base.people).flatMap((row) => {
			const cells = cellsOf(row.json).filter(([, cell]) => typeof cell === 'number');
			const { node } = row.list;
			const [field] = cells.flatMap(([path, cell]) =>
				cell === 0 && columns.has(columnOf({ node, path })) ? [nameOf(path)] : [],
			);
			const [usual, then] = [base.play, play].map(
				({ rounds: [round] }) => gotBy(round, row)[0]?.text,
			);
			if (field === undefined || !usual || !then) return [];
			const [gone, come] = [
				missing(numbersIn(usual), numbersIn(then)),
				missing(numbersIn(then), numbersIn(usual)),
			];
			const reads = (some: string[], number: number) =>
				some.find((one) => written(number).includes(one));
			if (reads(gone, 0) || !reads(come, INSTEAD)) return [];
			const others = cells.map(([path, cell]) => ({
				of: ` of “${nameOf(path)}”`,
				number: Number(cell),
			}));
			return [...others, ...constants].flatMap(({ of, number }) => {
				const read = reads(gone, number);
				return read ? [{ row, field, read, of }] : [];
			});
		});
		const [first] = found;
		if (!first) return [];
		const node = play.workflow.nodes.find(
			(one) => /\|\|/.test(JSON.stringify(one.parameters)) && names([one], first.field),
		);
		const happened = `${first.row.name} reads ${first.read}${first.of} in place of “${first.field}”, which is 0: || takes 0 for nothing.`;
		const wrong = found.flatMap(({ row }) => gotBy(base.play.rounds[0], row));
		return [worthKnowing('zero', node?.name, happened, { field: first.field, wrong })];
	},
};
