import type { WorkflowNode } from '../../n8n/types.ts';
import * as cells from '../worlds/cells.ts';
import type { Play, Round } from '../play/round.ts';
import { again } from './trouble.ts';
import { isOfPersonAlone, keyOf, withoutTimes } from './onceKeys.ts';
import { isOnPurpose, isOurs, optionsOf } from '../copy/nodeKinds.ts';
import { comesWithinAnHour } from '../copy/schedules.ts';
import { holds } from './locate.ts';
import { mailedBy } from './looks.ts';
import { outputOf } from './seen.ts';
import { what } from './texts.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import {
	givenTo,
	gotBy,
	oursIn,
	plainWorld,
	reached,
	type Base,
	wentOut,
	whoGets,
} from './base.ts';
import { rowsOf, type Row, withRows } from '../worlds/rows.ts';
import { toChange, type Relation, worthKnowing } from './relation.ts';
import { withDuplicates } from '../advice/change.ts';
import { withMore } from '../worlds/changes.ts';
import { cellsOf, DAY_MS, HOUR_MS, timeIn } from '../worlds/world.ts';

const skipsDuplicates = (base: Base) =>
	oursIn(base).filter((node) => optionsOf(node).skipMessages?.values?.skipDuplicates === true);

const nothingSkipped: Relation = {
	name: 'no duplicate skipped',
	happens: 'Skip Duplicates is off.',
	world: (base) => (skipsDuplicates(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		skipsDuplicates(base).reduce((one, { name }) => withDuplicates(one, name), workflow),
	breaks: (base, play) => {
		const usual = wentOut(base.play.rounds[0]).map(what);
		const sent = wentOut(play.rounds[0]).find((one) => !usual.includes(what(one)));
		const happened = `“${sent?.by}” skips a message as a duplicate, although it says something else: “${sent?.text}”`;
		return sent && worthKnowing('skipped', sent.by, happened);
	},
};

/** Whether a key is the same whatever comes in, and whenever. */
const isConstant = (key: string) => key !== '' && !key.includes('{{');

/** Whether what a node sends goes to several, as its items say: it's then about them. */
const isToSeveral = ({ name, parameters }: WorkflowNode, round: Round) =>
	String(parameters.to).includes('{{') &&
	new Set(wentOut(round).flatMap(({ by, to }) => (by === name ? to : []))).size > 1;

/** The nodes that write to somebody who stands in no row, with a key that isn't only a time. */
const alarms = ({ people, senders, play }: Base) =>
	senders.filter(
		(node) =>
			people.length === 0 &&
			isOurs(node) &&
			(/\$(?!now|today)/.test(keyOf(node)) || isConstant(keyOf(node))) &&
			!isToSeveral(node, play.rounds[0]) &&
			mailedBy(play.rounds[0], node).size === 0,
	);

const isFailure = ({ trigger }: Play) => trigger.type.endsWith('.errorTrigger');

/** Another event of the same kind: of an execution that fails, n8n gives its own ID. */
function anotherEvent(base: Base) {
	const { workflow, trigger, world } = base.play;
	const [{ json, ...rest }, ...others] = world.pins[trigger.name] ?? [{ json: {} }];
	if (!isFailure(base.play)) {
		const keys = alarms(base).map((node) => ({ ...node, parameters: { key: keyOf(node) } }));
		return cells.aboutOthers(workflow, world.pins, base.lists, keys);
	}
	const { execution, ...more } = json as { execution?: object };
	const next = { ...execution, id: '9432', url: 'https://n8n.example.com/execution/9432' };
	return {
		...world.pins,
		[trigger.name]: [{ ...rest, json: { ...more, execution: next } }, ...others],
	};
}

const nextDay: Relation = {
	name: 'the next day',
	happens: 'The next day something else happens of the same kind.',
	world: (base) =>
		alarms(base).length > 0
			? { ...plainWorld(base), times: 2, later: anotherEvent(base), laterMs: DAY_MS }
			: undefined,
	breaks: (base, play) =>
		alarms(base).map((node) => {
			// What happened twice at once is kept back the first day too.
			const [first, second] = play.rounds.map(
				(round) => outputOf(round, node).filter(({ skipped }) => skipped === 'alreadySent').length,
			);
			const isKept = second > first;
			const isSure = isFailure(play) || (isConstant(keyOf(node)) && !isOnPurpose(play.trigger));
			const happened = `The next day it happens again, and “${node.name}” sends nothing: the Once Key is the same as the day before.`;
			return isKept && (isSure ? toChange : worthKnowing)('key', node.name, happened);
		}),
};

/** The nodes with a key in which nothing stands of what comes in. */
const keyedForAll = ({ senders }: Base) =>
	senders.filter((node) => isOurs(node) && /^[^$]+(\$(now|today)\b[^$]*)*$/.test(keyOf(node)));

const somebodyElse: Relation = {
	name: 'somebody else',
	happens: 'The same comes of somebody else.',
	world: (base) => {
		const { trigger, workflow, world } = base.play;
		const row = base.people.find(({ list }) => list.node === trigger.name && list.at.length === 0);
		if (!row || isOnPurpose(trigger) || keyedForAll(base).length === 0) return undefined;
		const more = withMore(workflow, world.pins, base.lists, row);
		const later = { ...more, [trigger.name]: more[trigger.name].slice(-1) };
		return { ...plainWorld(base), times: 2, later };
	},
	breaks: (base, { rounds }) =>
		keyedForAll(base).map((node) => {
			const isKept =
				rounds[1] && outputOf(rounds[1], node).some(({ skipped }) => skipped === 'alreadySent');
			const happened = `The same comes of somebody else, and “${node.name}” sends nothing: the Once Key is the same for all.`;
			return isKept && toChange('key', node.name, happened);
		}),
};

/** Whether it's the same day in an hour, by the clock of the workflow. */
function isSameDay({ play: { workflow, world } }: Base): boolean {
	const timeZone = workflow.settings?.timezone as string | undefined;
	const day = (at: number) => new Date(at).toLocaleDateString('en', { timeZone });
	const now = timeIn(world);
	return day(now) === day(now + HOUR_MS);
}

/** Whether a key says the hour, and no minute. */
const saysHour = (key: string) => /HH|\.hour\b/.test(key) && !/mm|minute|toISO\(/.test(key);

/**
 * Whether a key lets something out once in a while on purpose, such as an alarm each hour: it says only who it is, and the time,
 * or else the hour, and nothing that comes is about a time to come.
 */
function isOnceInAWhile(base: Base, node: WorkflowNode): boolean {
	const { world, rounds } = base.play;
	const isToCome = ([, cell]: [unknown, unknown]) =>
		/^\d{4}-\d\d-\d\d/.test(String(cell)) && Date.parse(String(cell)) > timeIn(world);
	const key = keyOf(node);
	return (
		isOfPersonAlone(withoutTimes(key), node, base) ||
		(saysHour(key) && !cellsOf(givenTo(rounds[0], node)).some(isToCome))
	);
}

const hourLater: Relation = {
	name: 'an hour later',
	happens: 'An hour later the same comes again.',
	world: (base) =>
		comesWithinAnHour(base.play.trigger) &&
		base.people.length > 0 &&
		base.senders.some((node) => /\{\{/.test(keyOf(node))) &&
		isSameDay(base)
			? { ...plainWorld(base), times: 2, laterMs: HOUR_MS }
			: undefined,
	breaks: (base, play) =>
		again(base, play).map((breach) => {
			const node = base.senders.find(({ name }) => name === breach.node);
			const isMeant = node && isOnceInAWhile(base, node);
			return isMeant ? { ...breach, level: 'know' as const, kind: 'often' as const } : breach;
		}),
};

/** Nodes that only let through what is more than all before. */
const rising = ({ play: { workflow, rounds } }: Base) =>
	workflow.nodes.filter(
		({ name, type, disabled, parameters: { logic } }) =>
			type.endsWith('.removeDuplicates') &&
			!disabled &&
			logic === 'removeItemsUpToStoredIncrementalKey' &&
			rounds[0].runs[name],
	);

/** The fields by which they go, where those are numbers. */
const risingFields = (base: Base, row: Row) =>
	namesAsked(rising(base), { isOwn: true }).filter((field) => typeof row.json[field] === 'number');

const outOfOrder: Relation = {
	name: 'out of order',
	happens: 'When it runs again, a row is new whose number is less than those before.',
	world: (base) => {
		const row = reached(base).find((one) => one.list.at.length === 0);
		const fields = row ? risingFields(base, row) : [];
		if (!row || fields.length === 0) return undefined;
		const { workflow, world } = base.play;
		const later = withRows(withMore(workflow, world.pins, base.lists, row), row.list, (rows) => {
			const lowest = (field: string) => Math.min(...rows.map((one) => Number(one[field])));
			const less = fields.map((field) => [field, lowest(field) - 1] as const);
			return rows.with(-1, { ...rows.at(-1), ...Object.fromEntries(less) });
		});
		return { ...plainWorld(base), times: 2, later };
	},
	breaks: (base, play) => {
		const [second] = play.rounds.slice(1);
		const known = base.people.flatMap(({ phones }) => phones);
		const isNew = ({ phones }: Row) => phones.some((phone) => !known.includes(phone));
		const added = base.lists
			.flatMap((list) => rowsOf(play.world.later ?? {}, list))
			.filter((row) => isNew(row) && second && gotBy(second, row).length === 0);
		return rising(base).map((node) => {
			const { name } = node;
			const passed = (second?.runs[name] ?? []).flatMap(({ outputs: [kept = []] }) => kept);
			const lost = added.filter(
				(row) => givenTo(second, node).some(holds(row)) && !passed.some(holds(row)),
			);
			const [field] = lost.flatMap((row) => risingFields(base, row));
			const happened = `When it runs again, a row is new with a lower “${field}” than before, and “${name}” leaves it out: ${whoGets(lost)} nothing.`;
			return lost.length > 0 && worthKnowing('rising', name, happened);
		});
	},
};

export const ofKeptBack = [nothingSkipped, nextDay, somebodyElse, hourLater, outOfOrder];
