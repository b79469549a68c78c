import { situations } from '../../../sandbox/traffic/situations.ts';
import * as cells from '../worlds/cells.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import type { World } from '../worlds/world.ts';
import { endless } from './goodDay.ts';
import { optionsOf, sends } from '../copy/nodeKinds.ts';
import { firesOften } from '../copy/schedules.ts';
import {
	gotBy,
	isSamePerson,
	oursIn,
	personAt,
	pinsOf,
	plainWorld,
	reached,
	type Base,
	wentOut,
	whoGets,
} from './base.ts';
import { hasFailed, isTold, leadsTo, sentAgain, troubled } from './seen.ts';
import { digitsOf, hasPhone, type Row } from '../worlds/rows.ts';
import { isSend, recipientsOf, wentWrong } from '../play/control.ts';
import { numbersDone } from './promises.ts';
import { toChange, type Breach, type Relation, worthKnowing } from './relation.ts';
import { hasWordsOf, lostIn, NOTHING } from './people.ts';
import { twiceIn } from './doubles.ts';

export const happensIn = (name: string) => situations.find((one) => one.name === name)!.happens;

const sendsIn = ({ play }: Base) => play.rounds.some(({ requests }) => requests.some(isSend));

/** Whether an alarm was tried, by a node that doesn't send when all is well: if nothing can be sent, neither can it. */
const isAlarmTried = (play: Play, round: Round, base: Base) =>
	play.workflow.nodes.some(
		(node) => sends(node) && round.runs[node.name] && !base.play.rounds[0].runs[node.name],
	);

/** Trouble, and whether somebody learns of it. */
function untold(base: Base, play: Play): Breach[] {
	const noEnd = endless(play);
	if (noEnd.length > 0) return noEnd;
	const silent = troubled(play, base).filter(
		(round) => !isTold(play, round, base) && !isAlarmTried(play, round, base),
	);
	if (silent.length === 0) return [];
	const node = play.workflow.nodes.find(
		(one) => one.onError && silent.some((round) => hasFailed(round, one)),
	);
	const goesOn = node ? `: “${node.name}” goes on` : '';
	const happened = `Something isn't sent, or may not have been sent, and nobody learns of it${goesOn}.`;
	// What somebody wanted is done at the service all the same: the message only says so.
	const unsent = silent.flatMap(({ requests }) => requests.filter(wentWrong).flatMap(recipientsOf));
	const done = play.rounds.flatMap(numbersDone);
	const isDone = unsent.length > 0 && unsent.every((to) => done.includes(digitsOf(to)));
	return [(isDone ? worthKnowing : toChange)('untold', node?.name, happened)];
}

/**
 * What was done before sending as if it were sent, and stands so when the execution fails: a page that was answered, or
 * rows that were written.
 */
function saidBefore(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const first = Math.min(
		...base.senders.flatMap(({ name }) => round.runs[name]?.[0].order ?? Infinity),
	);
	const isList = base.people.some(({ list }) => list.node !== play.trigger.name);
	const found = play.workflow.nodes.find(
		({ name, type, writes }) =>
			(type.endsWith('.respondToWebhook') || (writes && isList)) &&
			(round.runs[name]?.[0].order ?? Infinity) < first,
	);
	if (!found || round.status !== 'error' || wentOut(round).length >= base.texts.length) return [];
	const happened = `“${found.name}” comes before the sending: when a message isn't sent, what it has said or written stands all the same.`;
	return [worthKnowing('said', found.name, happened)];
}

/** Who gets nothing because somebody else was refused, although it goes on. */
function withoutOthers(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	if (round.status !== 'success') return [];
	// Where no number is refused, as with emails, a request is.
	const refused = round.requests.filter(wentWrong).flatMap(recipientsOf);
	const isRefused = (row: Row) =>
		play.world.faults ? refused.some((to) => hasPhone(row, to)) : row === oneOf(base);
	const others = reached(base).filter((row) => !isRefused(row));
	const bulk = base.senders.find(({ parameters }) => parameters.operation === 'sendBulk');
	if (bulk && others.length > 0 && others.every((row) => gotBy(round, row).length === 0)) {
		const happened = `One number is refused, and ${whoGets(others)} nothing either: “${bulk.name}” sends all in one request.`;
		return [worthKnowing('batch', bulk.name, happened)];
	}
	return lostIn(base, play, others, { why: 'One number is refused, and ', chooses: NOTHING });
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
	const isFixed = ({ to }: Sent) => !personAt(base, to);
	const isPromised = (name = '') =>
		workflow.nodes.some((node) => node.name === name && optionsOf(node).onceKey);
	// What went out unseen may go out again: nobody can know both.
	const isUnseen = play.world.faults !== undefined || play.world.isRestarted === true;
	return [...Map.groupBy(sent, ({ by }) => by ?? base.senders[0]?.name)].flatMap(([by, wrong]) => {
		// Who is alarmed twice because something happened twice may want that.
		if (!isPromised(by) && wrong.every(isFixed)) return [];
		const people = new Set(wrong.map(({ to }) => to)).size;
		const who = people === 1 ? '1 person gets' : `${people} people get`;
		const unseen = isWritten
			? " The check can't see whether what is written down prevents it."
			: '';
		const happened = `${who} the same message again when the workflow gets the same items twice.${unseen}`;
		// Each day has rows of its own, as far as anybody can see.
		// Whoever fills in a form again may mean it.
		const isForm = trigger.type.endsWith('.formTrigger');
		const isNote = isForm || isUnseen || (!isPromised(by) && (isWritten || !firesOften(trigger)));
		return (isNote ? worthKnowing : toChange)('again', by, happened, { wrong });
	});
}

const withFault = (base: Base, fault: object): World => ({
	...plainWorld(base),
	times: 2,
	faults: [sendsIn(base) ? { ...fault, sends: true } : { ...fault, method: 'POST', count: null }],
});

/** Somebody with others before and behind them, if there are as many. */
const oneOf = (base: Base) => reached(base)[Math.ceil(reached(base).length / 2) - 1];

/** The world in which the number of one person has other last digits. */
function withLastDigits(base: Base, digits: string): World | undefined {
	const row = oneOf(base);
	if (!row) return undefined;
	const [{ to, channel }] = gotBy(base.play.rounds[0], row);
	if (channel === 'email') return undefined;
	return { ...plainWorld(base), pins: cells.withNumber(pinsOf(base), to, digits) };
}

/** Who gets something in another channel too, while nobody knows yet whether the first arrives. */
function inBoth(base: Base, play: Play, digits: string): Breach[] {
	const row = oneOf(base);
	const usual = row ? gotBy(base.play.rounds[0], row).map(({ channel }) => channel) : [];
	const sent = wentOut(play.rounds[0]).filter(({ to }) => to.endsWith(digits));
	const more = sent.find(({ channel }) => !usual.includes(channel));
	if (!row || !more || sent.every(({ channel }) => !usual.includes(channel))) return [];
	const happened = `Nobody knows yet whether the message to ${row.name} arrives, and ${more.by ? `“${more.by}” sends another one` : 'another one goes out'}: ${row.name} may get both.`;
	return [worthKnowing('report', more.by, happened, { wrong: [more] })];
}

/** Who gets words of another row, and none of theirs, by a node that sends only then. */
function ofAnotherRow(base: Base, { rounds: [round] }: Play, digits: string): Breach[] {
	const row = oneOf(base);
	const usual = base.senders.map(({ name }) => name);
	const sent = wentOut(round).filter(
		({ to, by = '' }) => to.endsWith(digits) && !usual.includes(by),
	);
	return sent.flatMap((one) => {
		const other = base.people.find(
			(two) => !isSamePerson(row, two) && hasWordsOf(one.text, two, base.people),
		);
		if (!other || hasWordsOf(one.text, row, base.people)) return [];
		const happened = `${row.name} gets words of the row of ${other.name}: “${one.by}” sends only where the first message doesn't arrive.`;
		return [toChange('rows', one.by, happened, { wrong: [one], isAstray: true })];
	});
}

const PENDING = '0004';

const followsDelivery = (base: Base) =>
	oursIn(base).some(
		(node) =>
			optionsOf(node).waitForDelivery || /^getReports?$/.test(String(node.parameters.operation)),
	);

/** What can go wrong at the service, or with n8n. */
export const ofTrouble: Relation[] = [
	{
		name: 'one is refused',
		happens: 'The service refuses the number of one person, as often as it is tried.',
		world: (base) =>
			withLastDigits(base, '0400') ?? withFault(base, { kind: 'status', status: 400 }),
		breaks: (base, play) => [
			twiceIn(base, play),
			untold(base, play),
			saidBefore(base, play),
			withoutOthers(base, play),
		],
	},
	{
		name: 'an answer is lost',
		happens: happensIn('an answer is lost'),
		world: (base) => withFault(base, { kind: 'drop', accepted: true }),
		breaks: (base, play) => [twiceIn(base, play), again(base, play), untold(base, play)],
	},
	{
		name: 'pending for ever',
		happens: 'Of one message, the service never says what became of it.',
		world: (base) => (followsDelivery(base) ? withLastDigits(base, PENDING) : undefined),
		// Another channel may be meant for whom the first doesn't reach.
		breaks: (base, play) => [
			twiceIn(base, play).filter(
				({ wrong = [] }) => new Set(wrong.map(({ channel }) => channel)).size === 1,
			),
			inBoth(base, play, PENDING),
			ofAnotherRow(base, play, PENDING),
			endless(play),
		],
	},
	{
		name: 'no money',
		happens: 'The account has no money left, so nothing can be sent.',
		world: (base) => (sendsIn(base) ? { ...plainWorld(base), balance: 0 } : undefined),
		breaks: untold,
	},
	{
		name: 'n8n is restarted',
		happens: 'n8n is killed while the first message is on its way, and starts again.',
		world: (base) =>
			sendsIn(base) && sentAgain(base.play).length === 0
				? { ...plainWorld(base), times: 2, isRestarted: true }
				: undefined,
		breaks: (base, play) => [again(base, play), untold(base, play)],
	},
];
