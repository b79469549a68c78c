import type { WorkflowNode } from '../../n8n/types.ts';
import * as cells from '../worlds/cells.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import { behindEach, decides, type Group, optionsOf, sends } from '../copy/nodeKinds.ts';
import { clockOf, dayAt, timeOn, weekdayOf } from '../worlds/itsDay.ts';
import {
	firesOften,
	firstTimeOf,
	isSchedule,
	WEEKDAY_NAMES,
	weekdaysOf,
} from '../copy/schedules.ts';
import {
	cellAt,
	cellsOf,
	HOUR_MS,
	isPlain,
	type Json,
	type Pins,
	timeIn,
} from '../worlds/world.ts';
import { digitsOf, isSamePhone, phoneIn, type Row } from '../worlds/rows.ts';
import {
	givenTo,
	gotBy,
	oursIn,
	personAt,
	plainWorld,
	reached,
	sendingNodes,
	type Base,
	wentOut,
} from './base.ts';
import { isAnswered, isChange, isSend, plannedFor, recipientsOf } from '../play/control.ts';
import { clocksIn } from './readings.ts';
import { inOrder, isTold, outputOf, leadsTo } from './seen.ts';
import { shownName } from '../copy/shown.ts';
import { toChange, type Breach, type Relation, worthKnowing } from './relation.ts';

const skipping = (base: Base, option: string) =>
	oursIn(base).filter((node) => optionsOf(node).skipMessages?.values?.[option] === true);

const LOOKS_UP = /\.(if|filter|switch|code|function|merge|compareDatasets)$/;

/** A node that has Skip Suppressed where it has no effect. */
const skipsInVain = (base: Base) =>
	oursIn(base).filter(
		({ ignored, parameters: { specifyBody } }) =>
			specifyBody === 'json' &&
			(ignored as Group | undefined)?.skipMessages?.values?.skipSuppressed === true,
	);

/**
 * Whether an option or the workflow itself keeps messages from those who have opted out: a node decides by the list.
 * @param by the node whose messages: of another one's option, only what comes behind it
 */
function promisesOptOut(base: Base, by?: string): boolean {
	const { workflow } = base.play;
	const { nodes, connections } = workflow;
	const isIts = ({ name }: WorkflowNode) =>
		by === undefined || name === by || leadsTo(workflow, name, by);
	if ([...skipping(base, 'skipSuppressed'), ...skipsInVain(base)].some(isIts)) return true;
	const deciding = nodes.filter(({ type }) => LOOKS_UP.test(type));
	return oursIn(base).some(({ name: list, parameters: { resource, operation } }) => {
		const next = behindEach(connections, list).flat();
		const decides = ({ name, parameters }: WorkflowNode) =>
			next.includes(name) || JSON.stringify(parameters).includes(list);
		return resource === 'suppression' && operation === 'getAll' && deciding.some(decides);
	});
}

/** Whether a row spells the number of a message in digits alone. */
const isInDigits = ({ list, json }: Row, { to }: Sent) =>
	list.numbers.some((path) => String(cellAt(json, path)) === to);

const optedOut: Relation = {
	name: 'opted out',
	happens: 'One recipient is on the suppression list.',
	world: (base) => {
		const [round] = base.play.rounds;
		// Somebody in the list: whoever is asked or told before isn't meant.
		const toPeople = reached(base).flatMap((row) =>
			gotBy(round, row).map((sent) => ({ ...sent, isSame: isInDigits(row, sent) })),
		);
		// The list has digits: who compares texts sees it only where a row spells a number in another way.
		toPeople.sort((one, other) => Number(one.isSame) - Number(other.isSame));
		const to = [...toPeople, ...wentOut(round)].find(({ channel }) => channel !== 'email')?.to;
		// Who has some other messages skipped may have thought of these.
		const isAsked =
			promisesOptOut(base) || oursIn(base).some((node) => optionsOf(node).skipMessages);
		return to && isAsked ? { ...plainWorld(base), optedOut: [to] } : undefined;
	},
	breaks: (base, play) => {
		const sent = play.rounds[0].messages.find(({ isOptedOut }) => isOptedOut);
		const isPromised = promisesOptOut(base, sent?.by);
		const [other] = skipping(base, 'skipSuppressed');
		const who = other
			? `“${other.name}” has Skip Suppressed, and “${sent?.by}” hasn't`
			: 'Nothing looks at who has opted out';
		const isInVain = skipsInVain(base).some(({ name }) => name === sent?.by);
		const happened = isInVain
			? `“${sent?.by}” has Skip Suppressed, which has no effect with Using JSON: a message to somebody who has opted out goes to the service.`
			: isPromised
				? 'The workflow looks at who has opted out, and a message to somebody who has goes to the service all the same.'
				: `${who}: such a message goes to the service, which holds it back.`;
		return sent && (isPromised ? toChange : worthKnowing)('opted out', sent.by, happened);
	},
};

const nightHour = 3;

export const isAtNight = (time: string) => parseInt(time, 10) < 7 || parseInt(time, 10) >= 22;

/** Whether somebody has said something about hours: the schedule names one at night, or a window is set. */
function saysHours(base: Base): boolean {
	const { trigger, workflow } = base.play;
	const hours = JSON.stringify(trigger.parameters).matchAll(/"(?:triggerAtHour|hour)":(\d+)/g);
	const asksForHour = (node: WorkflowNode) =>
		decides(node) && /\.hour\b|getHours/.test(JSON.stringify(node.parameters));
	return (
		workflow.nodes.some(asksForHour) ||
		[...hours].some(([, hour]) => isAtNight(hour)) ||
		skipping(base, 'sendWindow').length > 0
	);
}

/** The next time that it's night in the time zone of a workflow. */
function nextNight({ play: { workflow, world } }: Base): string {
	let next = Math.ceil(timeIn(world) / HOUR_MS) * HOUR_MS;
	while (parseInt(clockOf(workflow, next), 10) !== nightHour) next += HOUR_MS;
	return new Date(next).toISOString();
}

const plannedIn = ({ requests }: Round) =>
	requests.filter((one) => isSend(one) && isAnswered(one) && plannedFor(one).length > 0);

/** The hour at night for which something is planned, if it's the same whenever the workflow runs. */
function plannedAtNight(base: Base, { rounds: [round] }: Play): string | undefined {
	const [usual, then] = [base.play.rounds[0], round].map((one) =>
		plannedIn(one).flatMap((request) =>
			plannedFor(request).map((at) => clockOf(base.play.workflow, at)),
		),
	);
	return then.find((time) => isAtNight(time) && usual.includes(time));
}

/** Items with a time in UTC. */
const whoseTimeIs = (at: number) => (item: Json) =>
	cellsOf(item).some(([, cell]) => /T.*Z$/.test(String(cell)) && Date.parse(String(cell)) === at);

/** A zone, in the name of a field or behind a time. */
const NAMES_ZONE = /utc|gmt|Z$|[+-]\d\d:?\d\d$/i;

/** The field of an item that says a time of the day, and no zone. */
const fieldSaying = (item: Json, time: string): string | undefined =>
	cellsOf(item)
		.filter(([path, cell]) => !NAMES_ZONE.test(`${path.join()} ${String(cell)}`) && isPlain(cell))
		.find(([, cell]) => clocksIn(String(cell)).some(({ at }) => at === clocksIn(time)[0].at))?.[0]
		.join('.');

/** Who reads a time at which nothing goes out: what is planned for it goes by UTC. */
export const plannedInUtc = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	plannedIn(round)
		.flatMap(plannedFor)
		.slice(0, 1)
		.flatMap((at) => {
			const [own, utc] = [clockOf(workflow, at), new Date(at).toISOString().slice(11, 16)];
			const node = sendingNodes(base).find(({ parameters }) => parameters.operation === 'create');
			const says = (time: string) => {
				const [wanted] = clocksIn(time);
				return wentOut(round).find(
					({ text, by }) =>
						by !== undefined &&
						by !== node?.name &&
						clocksIn(text).some((clock) => clock.at === wanted.at),
				);
			};
			const told = says(utc);
			if (own === utc || says(own)) return [];
			const goesOut = `“${node?.name}” has its messages go out at ${own}, by the clock of the workflow, and`;
			if (told) {
				const happened = `${goesOut} a text says ${utc}, which is that time in UTC: “${told.text}”`;
				return [toChange('misread', node?.name, happened)];
			}
			const given = node ? givenTo(round, node) : [];
			const item = given.find(whoseTimeIs(at)) ?? (given.length === 1 ? given[0] : {});
			const field = fieldSaying(item, utc);
			if (field === undefined || fieldSaying(item, own) !== undefined) return [];
			const writes = inOrder(workflow, round).find((one) =>
				outputOf(round, one).some(whoseTimeIs(at)),
			);
			const happened = `${goesOut} the row says ${utc} in “${field}”, which is that time in UTC.`;
			return [toChange('misread', writes?.name ?? node?.name, happened)];
		});

const night: Relation = {
	name: 'night',
	happens: "It is 3 o'clock at night when the workflow runs.",
	world: (base) =>
		saysHours(base) || plannedIn(base.play.rounds[0]).length > 0
			? { ...plainWorld(base), now: nextNight(base) }
			: undefined,
	breaks: (base, play) => {
		const time = plannedAtNight(base, play);
		const planned = plannedIn(play.rounds[0]).flatMap(recipientsOf).map(digitsOf);
		const campaign = sendingNodes(base).find(
			({ parameters: { operation } }) => operation === 'create',
		);
		const isPlanned = `“${campaign?.name}” has its messages go out at ${time}, by the clock of the workflow.`;
		if (time) return worthKnowing('night', campaign?.name, isPlanned);
		const [windowed] = skipping(base, 'sendWindow');
		// What the window kept back, and a wait has let out in the morning.
		const late = (windowed ? outputOf(play.rounds[0], windowed) : [])
			.filter(({ skipped }) => skipped === 'outsideWindow')
			.map(({ to }) => digitsOf(to));
		const out = wentOut(play.rounds[0]);
		// Who is told of trouble is told at night, too.
		const isMeant = ({ by, to }: Sent) => by === windowed?.name || personAt(base, to);
		const sent = out.find(
			(one) => ![...planned, ...late].includes(one.to) && (!windowed || isMeant(one)),
		);
		if (!saysHours(base) || (!sent && out.some(({ to }) => late.includes(to)))) return [];
		const node = windowed?.name ?? sent?.by;
		if (!sent && (!windowed || isTold(play, play.rounds[0], base))) return [];
		const happened = !sent
			? 'What is to go out at night is not sent then, and nothing sends it later by itself, or says so.'
			: windowed
				? `At 3 o'clock at night, by the clock of the workflow, a message goes out, although “${windowed.name}” has a Send Window.`
				: 'At night messages go out: the schedule or a condition that asks for the hour lets them.';
		return [
			worthKnowing('night', node, happened),
			...(windowed && !sent ? markedAsSent(play, `At night “${windowed.name}” sends nothing`) : []),
		];
	},
};

/** The next time that a schedule comes that names one: on a day on which a Send Window opens, if there is any. */
function itsNext(
	{ play: { workflow, trigger, world } }: Base,
	{ opensOn }: WorkflowNode,
): string | undefined {
	if (!isSchedule(trigger) || firesOften(trigger) || firstTimeOf(trigger) === undefined)
		return undefined;
	const first = dayAt(workflow, timeIn(world)) + 1;
	const week = Array.from({ length: 7 }, (_, more) => first + more);
	const days = week.filter((day) => weekdaysOf(trigger).includes(weekdayOf(day)));
	const isOpen = (day: number) =>
		JSON.stringify(opensOn).includes(WEEKDAY_NAMES[weekdayOf(day)].toLowerCase());
	const [day] = [...days.filter(isOpen), ...days];
	return timeOn(workflow, trigger, day);
}

const atItsTime: Relation = {
	name: 'at its time',
	happens: 'It is the time at which the schedule comes.',
	world: (base) => {
		const [windowed] = skipping(base, 'sendWindow');
		const now = windowed && itsNext(base, windowed);
		return now ? { ...plainWorld(base), now } : undefined;
	},
	breaks: (base, { workflow, trigger, world, rounds: [round] }) =>
		skipping(base, 'sendWindow').flatMap((node) => {
			const items = outputOf(round, node);
			const isClosed = items.every(({ skipped }) => skipped === 'outsideWindow');
			const isSent = wentOut(round).some(({ by }) => by === node.name);
			if (items.length === 0 || !isClosed || isSent) return [];
			const at = timeIn(world);
			const day = weekdayOf(dayAt(workflow, at));
			const happened = `“${node.name}” never sends: “${trigger.name}” comes on ${WEEKDAY_NAMES[day]} at ${clockOf(workflow, at)}, when its Send Window is closed.`;
			return [toChange('closed', node.name, happened, { days: [day] })];
		}),
};

/** What a node writes of what became of a message. */
const OUTCOME = /skipped|sendAfter|messageId|delivery|\bstate\b|status/i;

/** A node that marks rows of which nothing was sent yet, as if it were. */
export function markedAsSent({ workflow, rounds: [round] }: Play, why: string): Breach[] {
	// Where a condition asks what was sent, that is what counts.
	if (workflow.nodes.some((one) => decides(one) && OUTCOME.test(JSON.stringify(one.parameters))))
		return [];
	const node = workflow.nodes.find(({ name, writes, shows }) => {
		const shown = workflow.nodes.find((one) => one.name === shownName(name));
		const given = givenTo(round, shown ?? { name });
		return (
			!shows &&
			/upd|ups|put|patch/i.test(String(writes ?? '')) &&
			given.some(({ skipped, sendAfter }) => skipped && sendAfter) &&
			!OUTCOME.test(JSON.stringify(shown?.parameters ?? {}))
		);
	});
	const happened = `${why}, and “${node?.name}” marks the rows as if it were sent: nothing sends it later.`;
	return node ? [toChange('kept', node.name, happened)] : [];
}

/** Who starts it, by a number in what comes in: the one that gets a message, if any does. */
const callerIn = (base: Base) =>
	reached(base).find(({ list }) => list.node === base.play.trigger.name);

/** The same from another number than a caller's. */
const fromAnother = (base: Base, caller: Row, pins: Pins) =>
	cells.withNumber(pins, gotBy(base.play.rounds[0], caller)[0].to, '7351');

const strangers: Relation = {
	name: 'strangers',
	happens: 'Somebody else posts to it, with another number.',
	world: (base) => {
		const { trigger, world, workflow } = base.play;
		const row = callerIn(base);
		const isOpen =
			/\.(formTrigger|webhook)$/.test(trigger.type) &&
			(trigger.parameters.authentication ?? 'none') === 'none';
		if (!row || !isOpen) return undefined;
		const pins = cells.aboutOthers(workflow, world.pins, [row.list]);
		return { ...plainWorld(base), times: 2, later: fromAnother(base, row, pins) };
	},
	breaks: (base, play) => {
		const [first = [], second = []] = play.rounds.map(wentOut);
		const isLimited = oursIn(base).some(
			(node) => node.name === second[0]?.by && optionsOf(node).limits?.values?.maxMessagesPerDay,
		);
		const isOther = first[0] && second[0] && second[0].to !== first[0].to && !isLimited;
		const happened =
			'Whoever knows the address can have a message sent to any number, and nothing limits how often.';
		return isOther && worthKnowing('strangers', play.trigger.name, happened);
	},
};

/** Numbers that something other than a message is done with at the service: on a list, or in the contacts. */
export const numbersDone = ({ requests }: Round): string[] =>
	requests
		.filter((one) => isChange(one) && !isSend(one) && isAnswered(one))
		.flatMap(({ body }) =>
			cellsOf(body).flatMap(([, cell]) =>
				/^\+?\d{8,15}$/.test(String(cell)) ? digitsOf(cell) : [],
			),
		);

/** All numbers in a row, also where only emails are sent. */
const numbersOf = ({ json }: Row) => cellsOf(json).flatMap(([, cell]) => phoneIn(cell) ?? []);

/** The number of one who starts it with which something is done; or else that of who gets a message. */
function numberDone(base: Base): string | undefined {
	const { rounds, trigger } = base.play;
	const done = numbersDone(rounds[0]);
	const caller = callerIn(base);
	const own = base.people
		.filter(({ list }) => list.node === trigger.name)
		.flatMap(numbersOf)
		.find((phone) => done.some((number) => isSamePhone(phone, number)));
	const called = caller && gotBy(rounds[0], caller).find(({ channel }) => channel !== 'email');
	return done.length > 0 ? (own ?? called?.to) : undefined;
}

const anotherPerson: Relation = {
	name: 'another person',
	happens: 'The same comes from another number.',
	world: (base) => {
		const number = numberDone(base);
		const { pins } = base.play.world;
		return number
			? { ...plainWorld(base), pins: cells.withNumber(pins, number, '7351') }
			: undefined;
	},
	breaks: (base, play) => {
		const [usual, then] = [base.play, play].map(({ rounds }) => numbersDone(rounds[0]));
		const others = base.people.flatMap(numbersOf);
		// What belongs to somebody else stays.
		const isOthers = (number: string) =>
			others.some((phone) => isSamePhone(phone, number)) &&
			!isSamePhone(number, numberDone(base) ?? '');
		const same = usual.find((number) => then.includes(number) && !isOthers(number));
		if (!same || wentOut(play.rounds[0])[0]?.to === same) return [];
		const node = oursIn(base).find(
			(one) => !sends(one) && play.rounds[0].runs[one.name] && one.parameters.phoneNumber,
		);
		const happened = `Whoever it is about, “${node?.name}” takes the number +${same}.`;
		return toChange('person', node?.name, happened);
	},
};

export const ofPromises = [optedOut, night, atItsTime, strangers, anotherPerson];
