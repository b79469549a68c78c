import { byChance, situations } from '../../../sandbox/traffic/situations.ts';
import { behindEach, isOnPurpose, isOurs, optionsOf } from '../copy/nodeKinds.ts';
import { isSend } from '../play/control.ts';
import type { Play, Sent } from '../play/play.ts';
import * as cells from '../worlds/cells.ts';
import { isSamePhone } from '../worlds/rows.ts';
import type { World } from '../worlds/world.ts';
import { type Base, gotBy, pinsOf, plainWorld, reached, wentOut } from './base.ts';
import { endless } from './goodDay.ts';
import { twiceIn } from './people.ts';
import { type Breach, type Relation, toChange, worthKnowing } from './relation.ts';
import { hasFailed, isTold, leadsTo, sentAgain, troubled } from './seen.ts';

export const happensIn = (name: string) => situations.find((one) => one.name === name)!.happens;

const sendsIn = ({ play }: Base) => play.rounds.some(({ requests }) => requests.some(isSend));

/** Trouble, and whether somebody learns of it. */
function untold(base: Base, play: Play): Breach[] {
	const noEnd = endless(play);
	if (noEnd.length > 0) return noEnd;
	const silent = troubled(play, base).filter((round) => !isTold(play, round, base));
	if (silent.length === 0) return [];
	const node = play.workflow.nodes.find(
		(one) => one.onError && silent.some((round) => hasFailed(round, one)),
	);
	const goesOn = node ? `: “${node.name}” goes on` : '';
	return [
		toChange(
			'untold',
			node?.name,
			`Something isn't sent, or may not have been sent, and nobody learns of it${goesOn}.`,
		),
	];
}

/** What comes again if the workflow gets the same twice. */
export function again(base: Base, play: Play): Breach[] {
	const sent = sentAgain(play);
	const { trigger, workflow, rounds } = play;
	const isWritten = workflow.nodes.some(
		({ name, shows }) =>
			shows &&
			rounds[0].runs[name] &&
			base.lists.some((list) => leadsTo(workflow, list.node, name)),
	);
	const isFixed = ({ to }: Sent) =>
		!base.people.some(({ phones }) => phones.some((phone) => isSamePhone(phone, to)));
	// Who is alarmed twice because something happened twice may want that.
	const isAlarm = !/\.(scheduleTrigger|cron|interval)$/.test(trigger.type) && sent.every(isFixed);
	// What went out unseen may go out again: nobody can know both.
	const isUnseen = play.world !== base.play.world;
	const isNote = isWritten || isAlarm || isUnseen;
	return [...Map.groupBy(sent, ({ by }) => by ?? base.senders[0]?.name)].map(([by, wrong]) => {
		const people = new Set(wrong.map(({ to }) => to)).size;
		const who = people === 1 ? '1 person gets' : `${people} people get`;
		const unseen = isWritten
			? " The check can't see whether what is written down prevents it."
			: '';
		const happened = `${who} the same message again when the workflow gets the same items twice.${unseen}`;
		return (isNote ? worthKnowing : toChange)('again', by, happened, { wrong });
	});
}

const withFault = (base: Base, fault: object): World => ({
	...plainWorld(base),
	times: 2,
	faults: [sendsIn(base) ? { ...fault, sends: true } : { ...fault, method: 'POST', count: null }],
});

/** The world in which the number of the last person, or a fixed one, has other last digits. */
function withLastDigits(base: Base, digits: string): World | undefined {
	const row = reached(base).at(-1);
	const [round] = base.play.rounds;
	if (row)
		return {
			...plainWorld(base),
			pins: cells.withNumber(pinsOf(base), gotBy(round, row)[0].to, digits),
		};
	const to = wentOut(round).findLast(({ channel }) => channel !== 'email')?.to;
	return to
		? { ...plainWorld(base), instead: [to, String(cells.endingWith(`+${to}`, digits))] }
		: undefined;
}

export const oursIn = ({ play: { workflow } }: Base) => workflow.nodes.filter(isOurs);

const followsDelivery = (base: Base) =>
	oursIn(base).some(
		(node) =>
			optionsOf(node).waitForDelivery || /^getReports?$/.test(String(node.parameters.operation)),
	);

const skipsIn = (base: Base, option: string) =>
	oursIn(base).find((node) => optionsOf(node).skipMessages?.values?.[option] === true);

const LOOKS_UP = /\.(if|filter|switch|code|function|merge|compareDatasets)$/;

/** Whether an option or the workflow itself keeps messages from those who have opted out: a node decides by the list. */
function promisesOptOut(base: Base): boolean {
	const { nodes, connections } = base.play.workflow;
	const lists = oursIn(base).filter(
		({ parameters: { resource, operation } }) =>
			resource === 'suppression' && operation === 'getAll',
	);
	const decidesBy = (list: string) =>
		nodes.some(
			({ name, type, parameters }) =>
				LOOKS_UP.test(type) &&
				(behindEach(connections, list).flat().includes(name) ||
					JSON.stringify(parameters).includes(list)),
		);
	return Boolean(skipsIn(base, 'skipSuppressed')) || lists.some(({ name }) => decidesBy(name));
}

const optedOut: Relation = {
	name: 'opted out',
	happens: 'One recipient is on the suppression list.',
	world: (base) => {
		const to = wentOut(base.play.rounds[0]).find(({ channel }) => channel !== 'email')?.to;
		const isAsked =
			promisesOptOut(base) || (base.people.length > 1 && !isOnPurpose(base.play.trigger));
		return to && isAsked ? { ...plainWorld(base), optedOut: [to] } : undefined;
	},
	breaks: (base, play) =>
		play.rounds[0].messages
			.filter(({ isOptedOut }) => isOptedOut)
			.slice(0, 1)
			.map(({ by }) =>
				promisesOptOut(base)
					? toChange(
							'opted out',
							by,
							'The workflow looks at who has opted out, and a message to somebody who has goes to the service all the same.',
						)
					: worthKnowing(
							'opted out',
							by,
							'Nothing looks at who has opted out: such a message goes to the service, which holds it back.',
						),
			),
};

const nightHour = 3;

/** Whether somebody has said something about hours: the schedule names one at night, or a window is set. */
function saysHours(base: Base): boolean {
	const hours = JSON.stringify(base.play.trigger.parameters).matchAll(
		/"(?:triggerAtHour|hour)":(\d+)/g,
	);
	return (
		[...hours].some(([, hour]) => Number(hour) < 7 || Number(hour) >= 22) ||
		Boolean(skipsIn(base, 'sendWindow'))
	);
}

/** The next time that it's night in the time zone of a workflow. */
function nextNight({ play: { workflow } }: Base): string {
	const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const timeZone = String(workflow.settings?.timezone ?? process.env.GENERIC_TIMEZONE ?? own);
	const hour = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
	const next = Math.ceil(Date.now() / 3_600_000);
	const hours = Array.from({ length: 24 }, (_, place) => (next + place) * 3_600_000);
	return new Date(
		hours.find((time) => Number(hour.format(time)) === nightHour) ?? hours[0],
	).toISOString();
}

const night: Relation = {
	name: 'night',
	happens: "It is 3 o'clock at night when the workflow runs.",
	world: (base) => (saysHours(base) ? { ...plainWorld(base), now: nextNight(base) } : undefined),
	breaks: (base, play) => {
		const [sent] = wentOut(play.rounds[0]);
		const windowed = skipsIn(base, 'sendWindow');
		if (sent)
			return [
				worthKnowing(
					'night',
					windowed?.name ?? sent.by,
					windowed
						? `At 3 o'clock at night, by the clock of the workflow, a message goes out, although “${windowed.name}” has a Send Window.`
						: 'The schedule names an hour at night, and messages go out then.',
				),
			];
		return windowed && !isTold(play, play.rounds[0], base)
			? [
					worthKnowing(
						'night',
						windowed.name,
						'What is to go out at night is not sent then, and nothing sends it later by itself, or says so.',
					),
				]
			: [];
	},
};

const strangers: Relation = {
	name: 'strangers',
	happens: 'Somebody else posts to it, with another number.',
	world: (base) => {
		const { trigger, world, workflow, rounds } = base.play;
		const row = reached(base).find(({ list }) => list.node === trigger.name);
		const isOpen =
			/\.(formTrigger|webhook)$/.test(trigger.type) &&
			(trigger.parameters.authentication ?? 'none') === 'none';
		if (!row || !isOpen) return undefined;
		const pins = cells.aboutOthers(workflow, world.pins, [row.list]);
		return {
			...plainWorld(base),
			times: 2,
			later: cells.withNumber(pins, gotBy(rounds[0], row)[0].to, '7351'),
		};
	},
	breaks: (_, play) => {
		const [first = [], second = []] = play.rounds.map(wentOut);
		if (!first[0] || !second[0] || second[0].to === first[0].to) return [];
		return [
			worthKnowing(
				'strangers',
				play.trigger.name,
				'Whoever knows the address can have a message sent to any number, and nothing limits how often.',
			),
		];
	},
};

/** What can go wrong at the service, or with n8n. */
const troubles = (seed: number): Relation[] => [
	{
		name: 'one is refused',
		happens: 'The service refuses the number of one person, as often as it is tried.',
		world: (base) =>
			reached(base).length > 0
				? withLastDigits(base, '0400')
				: withFault(base, { kind: 'status', status: 400 }),
		breaks: (base, play) => [...twiceIn(base, play), ...untold(base, play)],
	},
	{
		name: 'an answer is lost',
		happens: happensIn('an answer is lost'),
		world: (base) => withFault(base, { kind: 'drop', accepted: true }),
		breaks: (base, play) => [...twiceIn(base, play), ...again(base, play), ...untold(base, play)],
	},
	{
		name: 'pending for ever',
		happens: 'Of one message, the service never says what became of it.',
		world: (base) => (followsDelivery(base) ? withLastDigits(base, '0004') : undefined),
		// Another channel may be meant for whom the first doesn't reach.
		breaks: (base, play) => [
			...twiceIn(base, play).filter(
				({ wrong = [] }) => new Set(wrong.map(({ channel }) => channel)).size === 1,
			),
			...endless(play),
		],
	},
	{
		name: 'no money',
		happens: 'The account has no money left, so nothing can be sent.',
		world: (base) => (sendsIn(base) ? { ...plainWorld(base), balance: 0 } : undefined),
		breaks: untold,
	},
	{
		name: 'random failures',
		happens: 'One request in ten goes wrong, in one way or another.',
		world: (base) => ({ ...plainWorld(base), faults: byChance(seed).slice(0, 200) }),
		breaks: (base, play) => [...twiceIn(base, play), ...untold(base, play)],
	},
	{
		name: 'n8n is restarted',
		happens: 'n8n is killed while the first message is on its way, and starts again.',
		world: (base) =>
			sendsIn(base) && sentAgain(base.play).length === 0
				? { ...plainWorld(base), times: 2, isRestarted: true }
				: undefined,
		breaks: (base, play) => [...again(base, play), ...untold(base, play)],
	},
];

export const ofTrouble = (seed: number): Relation[] => {
	const [refused, lost, pending, ...others] = troubles(seed);
	return [refused, lost, pending, optedOut, night, strangers, ...others];
};
