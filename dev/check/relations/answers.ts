import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Item } from '../copy/sampleItems.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import {
	asksToDecide,
	choicesOf,
	isQuestion,
	link,
	unanswered,
	withoutAnswer,
} from '../play/answering.ts';
import { countsOtherwise, inOrder, isSame, isTold, leadsTo, missing } from './seen.ts';
import { what } from './texts.ts';
import { digitsOf } from '../worlds/rows.ts';
import { behindEach, decides, isOurs } from '../copy/nodeKinds.ts';
import { oursIn, plainWorld, type Base, wentOut, worldOf, nameFor } from './base.ts';
import { names } from '../worlds/changes.ts';
import { numbersDone } from './promises.ts';
import { type Breach, toChange, type Relation, worthKnowing } from './relation.ts';

/** The node that asks, also in a workflow that this one calls. */
function asked({ play: { workflow, rounds } }: Base) {
	const ran = workflow.nodes.filter(({ name }) => rounds[0].runs[name]);
	const called = ran.flatMap(({ calls }) => (calls as Workflow | undefined)?.nodes ?? []);
	return [...ran, ...called].find((node) => isOurs(node) && asksToDecide(node));
}

/** What goes out once somebody has answered. */
const afterAnswer = (round: Round) =>
	wentOut(round).filter(({ isWanted, text }) => isWanted && !link.test(text));

/** The messages that ask. */
const questionsIn = ({ play }: Base) =>
	wentOut(play.rounds[0]).filter(({ text }) => link.test(text));

/** What who is asked and says nothing gets, although it's meant for a no. */
function takenForNo(base: Base, play: Play, no: Play | undefined): Sent[] {
	const [yes, denied] = [base.play, no].map((one) =>
		one ? afterAnswer(one.rounds[0]).map(what) : [],
	);
	return wentOut(play.rounds[0]).filter(
		(sent) =>
			questionsIn(base).some(({ to }) => to === sent.to) &&
			missing(denied, yes).includes(what(sent)),
	);
}

/** Whether what comes of an answer comes of another one, or of none, just the same. */
const isIgnored = (base: Base, play: Play) =>
	isSame(base.play, play, { withQuestions: false }) && afterAnswer(base.play.rounds[0]).length > 0;

/** A condition that lets a no out nowhere, although it has a way on that no answer takes. */
function lostNo({ play }: Base, none: Play, no: Play): Breach[] {
	const { workflow } = play;
	return workflow.nodes.filter(decides).flatMap((node) => {
		const [yes, silence, denied] = [play, none, no].map(({ rounds: [round] }) =>
			(round.runs[node.name] ?? []).map(({ outputs }) =>
				outputs.flatMap((items, output) => (items.length > 0 ? [output] : [])),
			),
		);
		const taken = [yes, silence, denied].flat(2);
		const isFree = behindEach(workflow.connections, node.name).some(
			(next, output) => next.length > 0 && !taken.includes(output),
		);
		const isLost = denied.length > 0 && denied.every((ways) => ways.length === 0);
		const happened = `After a no, “${node.name}” lets nothing through, although it has a way on that no answer takes.`;
		return isLost && isFree ? [toChange('answer', node.name, happened)] : [];
	});
}

/** Where a workflow goes by an answer: the first condition behind the question, or the question itself. */
const forkBehind = ({ workflow, rounds: [round] }: Play, { name }: WorkflowNode) =>
	inOrder(workflow, round).find((one) => decides(one) && leadsTo(workflow, name, one.name))?.name ??
	name;

const answeredNo: Relation = {
	name: 'answered no',
	happens: 'Who is asked says no, or chooses the last answer.',
	world: (base) => (asked(base) ? { ...plainWorld(base), answers: 'no' } : undefined),
	breaks: (base, play) => {
		const { name, parameters } = asked(base)!;
		const wrong = afterAnswer(play.rounds[0]);
		const isChoice = choicesOf({ name, parameters, type: '' }).length > 0;
		if (isIgnored(base, play)) {
			const answers = isChoice ? 'with another choice' : 'with no';
			const happened = `“${name}” is answered ${answers}, and the workflow does the same as before: “${wrong[0]?.text}”`;
			return toChange('answer', name, happened, { wrong });
		}
		// A yes may need no message: it does where the question asks for the very words.
		const isAsked = wrong.some(({ text }) =>
			questionsIn(base).some((one) => one.text.includes(text)),
		);
		const isTurned = isAsked && afterAnswer(base.play.rounds[0]).length === 0;
		const happened = `After a yes to “${name}” nothing goes out; after a no, “${wrong[0]?.text}” does.`;
		return isTurned && !isChoice && toChange('answer', name, happened, { wrong });
	},
};

const nobodyAnswers: Relation = {
	name: 'nobody answers',
	happens: 'The time for an answer passes, and nobody has given one.',
	world: (base) =>
		unanswered(base.play.workflow, base.play.rounds[0])
			? { ...plainWorld(base), answers: 'none' }
			: undefined,
	change: (workflow, { play }) => unanswered(workflow, play.rounds[0]) ?? workflow,
	breaks: (base, play, played) => {
		const node = play.workflow.nodes.find(
			({ name, disabled }) => disabled && base.play.rounds[0].runs[name],
		);
		const question = asked(base);
		if (question && isIgnored(base, play)) {
			const happened = `If nobody answers “${question.name}”, the workflow does the same as after a yes.`;
			return toChange('answer', question.name, happened, { wrong: wentOut(play.rounds[0]) });
		}
		const no = played?.(answeredNo.name);
		// Of more than two, not each choice is played.
		const lost = no && question && choicesOf(question).length < 3 ? lostNo(base, play, no) : [];
		if (lost.length > 0) return lost;
		const [told] = takenForNo(base, play, no);
		if (question && told) {
			const denied = choicesOf(question).at(-1)?.choice ?? 'no';
			const who = nameFor(base, told);
			const happened = `If nobody answers “${question.name}” in time, ${who} gets the same as after “${denied}”: “${told.text}”`;
			return worthKnowing('silence', forkBehind(play, question), happened);
		}
		const happened = 'If nobody answers in time, nobody learns of it.';
		return !isTold(play, play.rounds[0], base) && worthKnowing('untold', node?.name, happened);
	},
};

/** The node that asks once more who gave no answer. */
function askedAgain(base: Base) {
	const { workflow, rounds } = base.play;
	const first = asked(base);
	return workflow.nodes.find(
		(node) =>
			first &&
			isQuestion(first) &&
			isQuestion(node) &&
			isOurs(node) &&
			asksToDecide(node) &&
			!rounds[0].runs[node.name] &&
			leadsTo(workflow, first.name, node.name),
	);
}

const answeredLate: Relation = {
	name: 'answered late',
	happens: 'Who is asked answers only when asked once more.',
	world: (base) => (askedAgain(base) ? plainWorld(base) : undefined),
	change: (workflow, base) => withoutAnswer(workflow, ({ name }) => name === asked(base)?.name),
	breaks: (base, play, played) => {
		const node = askedAgain(base)!;
		const none = played?.(nobodyAnswers.name);
		const [wrong] = afterAnswer(play.rounds[0]);
		const isTaken =
			none &&
			wrong &&
			play.rounds[0].runs[node.name] &&
			isSame(none, play, { withQuestions: false });
		const happened = `Who answers “${node.name}” with yes gets the same as who never answers: “${wrong?.text}”`;
		const fork = forkBehind(play, node);
		// The question may be turned round: silence is then meant for a yes.
		const asksFirst = names(
			play.workflow.nodes.filter(({ name }) => name === fork),
			asked(base)!.name,
		);
		const say = asksFirst ? toChange : worthKnowing;
		return isTaken && say('answer', fork, happened, { wrong: [wrong] });
	},
};

/** The item of a message that was delivered as if it had failed, and the other way round. */
function withOtherEnd({ json, ...rest }: Item): Item {
	const isFailed = json.delivery !== 'failed';
	const parts = Number(json.parts ?? 1);
	const ended = isFailed
		? { delivered: 0, failed: parts, delivery: 'failed', firstError: '27', deliveredAt: null }
		: { delivered: parts, failed: 0, delivery: 'delivered', firstError: null };
	const entry = isFailed ? { state: 3, errorCode: '27' } : { state: 2, errorCode: undefined };
	const entries = Array.isArray(json.entries) ? json.entries : [];
	return {
		...rest,
		json: { ...json, ...ended, entries: entries.map((one: object) => ({ ...one, ...entry })) },
	};
}

/** What our trigger gives: reports of whole messages, or their entries as they come. */
const givenIn = ({ play: { trigger, world } }: Base): Item[] =>
	(trigger.type.endsWith('.messagingServiceTrigger') && world.pins[trigger.name]) || [];

const reportsIn = (base: Base) =>
	givenIn(base).filter(({ json }) => ['delivered', 'failed'].includes(String(json.delivery)));

const reportTurned: Relation = {
	name: 'the report turned',
	happens: 'What was delivered has failed, and what failed was delivered.',
	world: (base) => (reportsIn(base).length > 0 ? worldOf(base, withOtherEnd) : undefined),
	breaks: (base, play) => {
		const delivered = reportsIn(base).filter(({ json }) => json.delivery === 'delivered');
		const [done, then] = [base.play, play].map(({ rounds: [round] }) => numbersDone(round).sort());
		const recorded = oursIn(base).find(
			({ name, parameters: { operation } }) => operation === 'add' && play.rounds[0].runs[name],
		);
		const [own] = delivered.flatMap(({ json }) => done.filter((one) => one === digitsOf(json.to)));
		const isRecorded = recorded && own && String(done) === String(then);
		const blamed = `Whether a message was delivered or has failed, “${recorded?.name}” takes the number: also +${own}, whose message was delivered.`;
		if (isRecorded) return toChange('report', recorded.name, blamed);
		const [sent] = wentOut(play.rounds[0]);
		if (!sent || !isSame(base.play, play)) return [];
		const wrong = wentOut(base.play.rounds[0]).filter(({ to }) =>
			delivered.some(({ json }) => to.endsWith(String(json.to).replace(/\D/g, '').slice(-8))),
		);
		const happened = `Whether a message was delivered or has failed, “${sent.by}” sends the same: “${sent.text}”`;
		return worthKnowing('report', sent.by, happened, { wrong });
	},
};

/** The item of a message that failed with all its parts, as if only one had; of one that failed in part, with all. */
function withOtherParts({ json, ...rest }: Item): Item {
	if (json.delivery !== 'failed') return { ...rest, json };
	const delivered = Number(json.delivered) > 0 ? 0 : 1;
	const parts = Math.max(2, Number(json.parts) || 1);
	return { ...rest, json: { ...json, parts, delivered, failed: parts - delivered } };
}

const failedInPart: Relation = {
	name: 'failed in part',
	happens: 'Of a message that failed, one SMS part was delivered.',
	world: (base) =>
		reportsIn(base).some(({ json }) => json.delivery === 'failed')
			? worldOf(base, withOtherParts)
			: undefined,
	breaks: (base, play) => {
		const [usual, then] = [base.play, play].map(({ rounds: [round] }) => round);
		const goes = ({ by, to }: Sent) => `${by} ${to}`;
		const [had, has] = [usual, then].map((round) => wentOut(round).map(goes));
		const lost = wentOut(usual).find((sent) => missing(had, has).includes(goes(sent)));
		const node = countsOtherwise(base.play, play);
		const happened = `When one SMS part of a message was delivered, and another one failed, this isn’t sent: “${lost?.text}” The recipient has no readable message then, either.`;
		return (
			lost &&
			then.status === 'success' &&
			toChange('report', node?.name, happened, { field: 'failed' })
		);
	},
};

/** As the service writes an entry before anything is known of the message. */
const onItsWay = ({ json, ...rest }: Item): Item => ({
	...rest,
	json: { ...json, state: 1, delivered: undefined, errorCode: undefined },
});

const reportOnItsWay: Relation = {
	name: 'still on its way',
	happens: 'Of each message, the report says that it’s still on its way.',
	world: (base) =>
		givenIn(base).some(({ json }) => json.state === 2) ? worldOf(base, onItsWay) : undefined,
	breaks: (base, play) => {
		const pending = givenIn(base).filter(({ json }) => Number(json.state) < 2).length;
		const [usual, then] = [base.play, play].map(({ rounds }) =>
			Map.groupBy(wentOut(rounds[0]), ({ by = '' }) => by),
		);
		const done = numbersDone(base.play.rounds[0]);
		const blamed = numbersDone(play.rounds[0]).filter((number) => !done.includes(number));
		const node = oursIn(base).findLast(
			(one) =>
				!/^(get|send)/.test(String(one.parameters.operation)) && play.rounds[0].runs[one.name],
		);
		const happenedTo = `“${node?.name}” takes a message that’s still on its way for one that has failed, with the number +${blamed[0]}.`;
		const kept = done.length > 0 && blamed.length > 0 && toChange('report', node?.name, happenedTo);
		return [
			kept,
			...[...then].map(([by, wrong]) => {
				const told = usual.get(by)?.length ?? 0;
				const happened = `“${by}” takes a message that’s still on its way for one that has failed: “${wrong[0].text}”`;
				// Who tells of all that changes says so of what has ended, too.
				const isMeant = wrong.length <= told || told <= pending;
				return !isMeant && toChange('report', by, happened, { wrong });
			}),
		];
	},
};

export const ofAnswers = [
	answeredNo,
	nobodyAnswers,
	answeredLate,
	reportTurned,
	failedInPart,
	reportOnItsWay,
];
