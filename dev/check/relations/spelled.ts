import { ofOneLength, spelledAlike } from '../worlds/spelled.ts';
import type { Play } from '../play/round.ts';
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

/** What it comes to that a node reads values by their spelling: in the other play they are spelled alike, and mean the same. */
function bySpelling(base: Base, play: Play, why: string): Breach[] {
	if (play.rounds[0].status !== base.play.rounds[0].status) return [];
	const lost = heldBack(base, play, base.play).map(({ node, rows }) =>
		toChange('spelled', node, `“${node}” ${why}, and ${whoGets(rows)} nothing.`),
	);
	const astray = heldBack(base, base.play, play).map(({ node, rows }) => {
		const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
		const happened = `“${node}” ${why}, and doesn't leave out ${inWords(rows)}.`;
		return toChange('spelled', node, happened, { wrong, isAstray: true });
	});
	return [...lost, ...astray];
}

const quoted = ({ value }: { value: string | number }) =>
	typeof value === 'number' ? String(value) : `“${value}”`;

const alike: Relation = {
	name: 'spelled alike',
	happens: 'What two lists spell in two ways is spelled alike.',
	world: (base) => {
		const spelled = spelledAlike(base.play.world.pins);
		return spelled && { ...plainWorld(base), pins: spelled.pins };
	},
	breaks: (base, play) => {
		const spelled = spelledAlike(base.play.world.pins);
		const pair = spelled && `${quoted(spelled.one)} and ${quoted(spelled.other)}`;
		return pair && bySpelling(base, play, `takes ${pair} for two`);
	},
};

const ofLength: Relation = {
	name: 'of one length',
	happens: 'Numbers that are text have zeros in front.',
	world: (base) => {
		const changed = ofOneLength(base.play.workflow, base.play.world.pins);
		return changed && { ...plainWorld(base), pins: changed.pins };
	},
	breaks: (base, play) => {
		const changed = ofOneLength(base.play.workflow, base.play.world.pins);
		const fields = changed?.fields.map((name) => `“${name}”`).join(' and ');
		return fields && bySpelling(base, play, `compares ${fields} by the letters`);
	},
};

export const ofSpelling = [alike, ofLength];
