import { spelledAlike, withAmounts } from '../worlds/spelled.ts';
import type { Play } from '../play/round.ts';
import type { Row } from '../worlds/rows.ts';
import { type Cell, cellsOf } from '../worlds/world.ts';
import { gotBy, inWords, once, plainWorld, type Base, whoGets } from './base.ts';
import { lostAt } from './locate.ts';
import { toChange, type Breach, type Relation } from './relation.ts';

/** Who gets something in one play, and nothing in the other, by the node that holds them back there. */
function heldBack(base: Base, play: Play, other: Play) {
	const found = once(base.people).flatMap((row) => {
		const [here, there] = [play, other].map(({ rounds: [round] }) => gotBy(round, row).length > 0);
		const node = here && !there ? lostAt(base, other, row) : undefined;
		return node ? [{ row, node }] : [];
	});
	return [...Map.groupBy(found, ({ node }) => node.name)].map(([node, all]) => ({
		node,
		rows: all.map(({ row }) => row),
	}));
}

/**
 * What comes of it that a node reads values by their spelling: in the other play they are spelled alike, and mean the same.
 * @param why what the node does, to somebody
 */
function bySpelling(base: Base, play: Play, why: (row: Row) => string): Breach[] {
	if (play.rounds[0].status !== base.play.rounds[0].status) return [];
	const lost = heldBack(base, play, base.play).map(({ node, rows }) =>
		toChange('spelled', node, `“${node}” ${why(rows[0])}, and ${whoGets(rows)} nothing.`),
	);
	const astray = heldBack(base, base.play, play).map(({ node, rows }) => {
		const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
		const happened = `“${node}” ${why(rows[0])}, and doesn't leave out ${inWords(rows)}.`;
		return toChange('spelled', node, happened, { wrong, isAstray: true });
	});
	return [...lost, ...astray];
}

const quoted = ({ value }: Cell) => (typeof value === 'number' ? String(value) : `“${value}”`);

const alike: Relation = {
	name: 'spelled alike',
	happens: 'What two lists spell in two ways is spelled alike.',
	world: (base) => {
		const spelled = spelledAlike(base.play.world.pins);
		return spelled && { ...plainWorld(base), pins: spelled.pins };
	},
	breaks: (base, play) => {
		const pairs = spelledAlike(base.play.world.pins)?.pairs ?? [];
		const isIn = ({ json }: Row, { value }: Cell) =>
			cellsOf(json).some(([, cell]) => cell === value);
		return bySpelling(base, play, (row) => {
			const own = pairs.find((pair) => pair.some((cell) => isIn(row, cell)));
			return `takes ${(own ?? pairs[0]).map(quoted).join(' and ')} for two`;
		});
	},
};

const amountsIn = ({ play: { workflow, world } }: Base, how: Parameters<typeof withAmounts>[0]) =>
	withAmounts(how, workflow, world.pins);

/** Where a zero behind makes a difference, they aren't compared as numbers. */
const zeroMore: Relation = {
	name: 'one zero more',
	happens: 'Numbers that are text have one zero more behind the point.',
	world: (base) => {
		const changed = amountsIn(base, 'one zero more');
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: () => [],
};

const ofLength: Relation = {
	name: 'of one length',
	happens: 'Numbers that are text have zeros in front.',
	world: (base) => {
		const changed = amountsIn(base, 'of one length');
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: (base, play, played) => {
		const fields = amountsIn(base, 'of one length')?.fields.map((name) => `“${name}”`);
		const control = played?.(zeroMore.name);
		const isText = control && bySpelling(base, control, () => '').length > 0;
		return (
			fields &&
			!isText &&
			bySpelling(base, play, () => `compares ${fields.join(' and ')} by the letters`)
		);
	},
};

export const ofSpelling = [alike, zeroMore, ofLength];
