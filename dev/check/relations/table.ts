import { weathers, byChance } from '../../../sandbox/weathers.ts';
import { isOnPurpose, isOurs, optionsOf } from '../copy/nodeKinds.ts';
import { fieldsOf, labelOf } from '../copy/sampleItems.ts';
import { asksForYes, unanswered } from '../play/answering.ts';
import { isSend } from '../play/control.ts';
import type { Play } from '../play/play.ts';
import * as changes from '../worlds/changes.ts';
import { pinned, pinnedBetween, type Row, rowsOf } from '../worlds/rows.ts';
import type { World } from '../worlds/world.ts';
import { goodDayIn, loopAt, lostIn, twiceIn } from './goodDay.ts';
import { mixedAt } from './locate.ts';
import type { Breach, Relation } from './relation.ts';
import { type Base, gotBy, inWords, isTold, missing, once, sentAgain, troubled, wentOut, withoutDigits } from './seen.ts';

const plainWorld = ({ play: { world } }: Base): World => ({ pins: world.pins, times: 1, answers: 'yes', balance: world.balance });

/** The lists with a row for each person, of which there are or can be several. */
const listsOf = (base: Base) => base.lists.filter((list) => base.people.some((row) => row.list === list));

const withPins = (base: Base, change: (pins: World['pins']) => World['pins'] | undefined): World | undefined => {
	const lists = listsOf(base);
	const pins = lists.length > 0 ? change(pinned(lists, base.play.world.pins, base.play.rounds[0])) : undefined;
	return pins && { ...plainWorld(base), pins };
};

/** Who gets something when all is well. */
const reached = (base: Base) => once(base.people).filter((row) => gotBy(base.play.rounds[0], row).length > 0);

/** A row that gets something, of a list in which there can be others. */
const rowOfList = (base: Base) => {
	const { trigger, world } = base.play;
	return reached(base).find(({ list }) => list.node !== trigger.name || list.at.length > 0 || (world.pins[list.node]?.length ?? 0) > 1);
};

/** Whether the rows that other nodes give follow what changes in a list. */
const canFollow = (base: Base, row: Row) => {
	const { workflow, world } = base.play;
	const senders = base.senders.map(({ name }) => name);
	return changes.unfollowed(workflow, world.pins, row, pinnedBetween(workflow, world.pins, row.list, senders)).length === 0;
};

/** What people get who are in both worlds: nobody less, more, or anything else. */
function others(base: Base, play: Play, people: Row[], why: string): Breach[] {
	const [before, then] = [base.play.rounds[0], play.rounds[0]];
	if (play.rounds[0].status !== 'success' && base.play.rounds[0].status === 'success') return [];
	const usual = people.filter((row) => gotBy(before, row).length > 0);
	const lost = lostIn(base, play, usual).map((breach) => ({ ...breach, level: 'change' as const, happened: `${why}, and now ${breach.happened}` }));
	const changed = usual.filter((row) => {
		const [had, has] = [before, then].map((round) => gotBy(round, row).map(({ text }) => withoutDigits(text)));
		return has.length > 0 && (missing(had, has).length > 0 || missing(has, had).length > 0);
	});
	const [first] = changed;
	const texts = first && [before, then].map((round) => gotBy(round, first).map(({ text }) => `“${text}”`).join(' and '));
	return [
		...lost,
		...(first
			? [{
					level: 'change' as const,
					kind: 'rows' as const,
					node: gotBy(then, first)[0]?.by,
					rows: changed,
					wrong: changed.flatMap((row) => gotBy(before, row)),
					isAstray: true,
					happened: `${why}, and now ${inWords(changed)} ${changed.length > 1 ? 'get' : 'gets'} something else: ${texts[0]} becomes ${texts[1]}.`,
				}]
			: []),
	];
}

/** Who made up is new, and gets as much as who stands before. */
function newcomers(base: Base, play: Play): Row[] {
	const known = base.people.flatMap(({ phones }) => phones);
	return listsOf(base).flatMap((list) => rowsOf(play.world.pins, list)).filter(({ phones }) => phones.length > 0 && phones.every((phone) => !known.includes(phone)));
}

/** Trouble, and whether somebody learns of it. */
function untold(base: Base, play: Play): Breach[] {
	if (play.rounds.some(({ isEndless }) => isEndless))
		return [{ level: 'change', kind: 'endless', node: loopAt(play, play.rounds[0]), happened: "It doesn't end; the check stopped it." }];
	const silent = troubled(play, base).filter((round) => !isTold(play, round, base));
	if (silent.length === 0) return [];
	const nodes = play.workflow.nodes.filter(isOurs);
	const node = nodes.find(({ name, onError }) => onError && silent.some(({ runs }) => runs[name]?.some(({ outputs }) => outputs.flat().some(({ error }) => error))));
	return [{ level: 'change', kind: 'untold', node: node?.name, happened: `Something isn't sent, or may not have been sent, and nobody learns of it${node ? `: “${node.name}” goes on` : ''}.` }];
}

function again(base: Base, play: Play): Breach[] {
	const sent = sentAgain(play);
	if (sent.length === 0) return [];
	const { trigger, workflow } = play;
	const pastWriter = workflow.nodes.some(({ name, shows }) => shows && play.rounds[0].runs[name]);
	const isAlert = trigger.type.endsWith('.errorTrigger');
	const people = new Set(sent.map(({ to }) => to)).size;
	return [...Map.groupBy(sent, ({ by }) => by).entries()].map(([by, some]) => ({
		level: isAlert || pastWriter ? 'know' : 'change',
		kind: 'again',
		node: by ?? base.senders[0]?.name,
		wrong: some,
		happened: `${people === 1 ? '1 person gets' : `${people} people get`} the same message again when the workflow gets the same items twice.${pastWriter ? " The check can't see whether what is written down prevents it." : ''}`,
	}));
}

const fault = (base: Base, given: object): World => {
	const sends = base.play.rounds.some(({ requests }) => requests.some(isSend));
	return { ...plainWorld(base), times: 2, faults: [sends ? { ...given, sends: true } : { ...given, method: 'POST', count: null }] };
};

/** The world in which a person's number has other last digits. */
function withLastDigits(base: Base, digits: string): World | undefined {
	const row = reached(base).at(-1);
	const { pins } = base.play.world;
	if (row) return { ...plainWorld(base), pins: changes.withNumber(pinned(listsOf(base), pins, base.play.rounds[0]), gotBy(base.play.rounds[0], row)[0].to, digits) };
	const to = wentOut(base.play.rounds[0]).findLast(({ channel }) => channel !== 'email')?.to;
	return to ? { ...plainWorld(base), instead: [to, String(changes.endingWith(`+${to}`, digits))] } : undefined;
}

const waitsForDelivery = ({ play: { workflow } }: Base) =>
	workflow.nodes.some((node) => isOurs(node) && (optionsOf(node).waitForDelivery || ['getReport', 'getReports'].includes(String(node.parameters.operation))));

const happensIn = (name: string) => weathers.find((one) => one.name === name)!.happens;

const promisesOptOut = ({ play: { workflow } }: Base) =>
	workflow.nodes.some((node) => isOurs(node) && (optionsOf(node).skipMessages?.values?.skipSuppressed === true || (node.parameters.resource === 'suppression' && node.parameters.operation === 'getAll')));

const limitsOf = ({ play: { workflow } }: Base) =>
	workflow.nodes.filter(isOurs).flatMap((node) => Number(optionsOf(node).limits?.values?.maxMessages) || []);

const hasLimit = (base: Base, name: string) => {
	const node = base.senders.find((one) => one.name === name);
	const { maxMessages, maxCost } = (node && optionsOf(node).limits?.values) ?? {};
	return Boolean(maxMessages) || Boolean(maxCost);
};

const MANY = 240;

const atNight = ({ trigger, workflow }: Play): boolean => {
	const hours = JSON.stringify(trigger.parameters).matchAll(/"(?:triggerAtHour|hour)":(\d+)/g);
	const isLate = [...hours].some(([, hour]) => Number(hour) < 7 || Number(hour) >= 22);
	return isLate || workflow.nodes.some((node) => isOurs(node) && optionsOf(node).skipMessages?.values?.sendWindow === true);
};

/** The next time that it's three o'clock in a time zone. */
function nextNight(timeZone: string): string {
	const hour = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
	const now = Date.now();
	const at = Array.from({ length: 24 }, (_, hours) => now + (hours + 1) * 3_600_000).find((time) => Number(hour.format(time)) === 3);
	return new Date((at ?? now) - ((at ?? now) % 3_600_000)).toISOString();
}

/** All relations, in the order in which they are played and told. */
export const relations = (seed: number): Relation[] => [
	{
		name: 'all well',
		happens: happensIn('all well'),
		world: ({ play }) => play.world,
		breaks: (base, play) => [...goodDayIn(base, play), ...again(base, play)],
	},
	{
		name: 'one more',
		happens: 'One more person stands in the list.',
		world: (base) => {
			const row = rowOfList(base);
			return row && canFollow(base, row) ? withPins(base, (pins) => changes.withMore(base.play.workflow, pins, base.lists, row)) : undefined;
		},
		breaks: (base, play) => {
			if (play.rounds[0].status !== 'success') return [];
			return [
				...lostIn(base, play, newcomers(base, play)).map((breach) => ({ ...breach, level: 'change' as const, happened: `One more row stands in the list, and ${breach.happened}` })),
				...others(base, play, once(base.people), 'One more row stands in the list'),
			];
		},
	},
	{
		name: 'reversed',
		happens: 'The rows come in the opposite order.',
		world: (base) => (reached(base).length > 0 && base.people.length > 1 ? withPins(base, (pins) => changes.reversed(pins, base.lists)) : undefined),
		breaks: (base, play) => others(base, play, once(base.people), 'The rows come in the opposite order'),
	},
	{
		name: 'a row left out',
		happens: 'A row is missing.',
		world: (base) => {
			const row = rowOfList(base);
			return row && canFollow(base, row) && base.people.length > 2 ? withPins(base, (pins) => changes.without(base.play.workflow, pins, base.lists, row)) : undefined;
		},
		breaks: (base, play) => {
			const left = rowOfList(base)!;
			return others(base, play, once(base.people).filter((row) => !row.phones.some((phone) => left.phones.includes(phone))), `${left.name}'s row is missing`);
		},
	},
	{
		name: 'marks',
		happens: 'Each word carries a mark of its row.',
		world: (base) => withPins(base, (pins) => listsOf(base).map((list) => changes.marked(base.play.workflow, pins, list, base.texts)?.pins).find(Boolean)),
		breaks: (base, play) => {
			const marks = listsOf(base).map((list) => changes.marked(base.play.workflow, pinned(listsOf(base), base.play.world.pins, base.play.rounds[0]), list, base.texts)).find(Boolean)?.marks ?? new Map<string, Row>();
			const [round] = play.rounds;
			const found = once(base.people).flatMap((row) =>
				gotBy(round, row).flatMap((sent) => {
					const own = [...marks].filter(([mark, other]) => sent.text.toLowerCase().includes(mark.toLowerCase()) && !row.phones.some((phone) => other.phones.includes(phone)));
					return own.slice(0, 1).map(([mark, other]) => ({ row, other, sent, node: mixedAt(play, round, row, mark)?.name ?? sent.by }));
				}),
			);
			return [...Map.groupBy(found, ({ node }) => node).entries()].map(([node, all]) => ({
				level: 'change',
				kind: 'rows',
				node,
				rows: all.map(({ row }) => row),
				wrong: all.flatMap(({ row }) => gotBy(base.play.rounds[0], row)),
				isAstray: true,
				happened: `${all[0].row.name} gets words of the row of ${all[0].other.name}${node ? `: “${node}” brings them together` : ''}.`,
			}));
		},
	},
	{
		name: 'a yes turned',
		happens: 'A yes or no of a person is turned.',
		world: (base) => withPins(base, (pins) => flagOf(base, pins)?.pins),
		breaks: (base, play) => {
			const flag = flagOf(base, play.world.pins)!;
			const row = reached(base)[0];
			const [before, then] = [base.play.rounds[0], play.rounds[0]];
			const what = (round: typeof before) => JSON.stringify([round.status, wentOut(round).map(({ to, text }) => [to, withoutDigits(text)]).sort()]);
			if (what(before) !== what(then)) return [];
			const node = base.play.workflow.nodes.find((one) => !one.shows && changes.names([one], flag.field));
			return [{ level: 'change', kind: 'flag', node: node?.name, rows: [row], happened: `“${flag.field}” of ${row.name} is turned, and everything that goes out stays the same.` }];
		},
	},
	{
		name: 'answered no',
		happens: 'Who is asked for a yes says no.',
		world: (base) => (base.play.workflow.nodes.some((node) => asksForYes(node) && base.play.rounds[0].runs[node.name]) ? { ...plainWorld(base), answers: 'no' } : undefined),
		breaks: (base, play) => {
			const [before, then] = [base.play.rounds[0], play.rounds[0]];
			const what = ({ runs, messages }: typeof before) => JSON.stringify([Object.keys(runs).sort(), messages.map(({ to, text, isWanted }) => [to, isWanted || withoutDigits(text)])]);
			if (what(before) !== what(then)) return [];
			const node = play.workflow.nodes.find((one) => asksForYes(one) && then.runs[one.name]);
			return [{ level: 'change', kind: 'answer', node: node?.name, happened: `“${node?.name}” is answered with no, and the workflow does the same as after a yes.` }];
		},
	},
	{
		name: 'nobody answers',
		happens: 'The time for an answer passes, and nobody has given one.',
		world: (base) => (unanswered(base.play.workflow, base.play.rounds[0]) ? { ...plainWorld(base), answers: 'none' } : undefined),
		breaks: (base, play) =>
			isTold(play, play.rounds[0], base)
				? []
				: [{ level: 'change', kind: 'untold', node: play.workflow.nodes.find(({ name, disabled }) => disabled && play.rounds[0].runs[name])?.name, happened: 'If nobody answers in time, nobody learns of it.' }],
	},
	{
		name: 'one is refused',
		happens: 'The service refuses the number of one person, as often as it is tried.',
		world: (base) => (reached(base).length > 0 ? withLastDigits(base, '0400') : fault(base, { kind: 'status', status: 400 })),
		breaks: (base, play) => {
			const told = untold(base, play);
			if (told.length > 0) return told;
			return twiceIn(base, play);
		},
	},
	{
		name: 'an answer is lost',
		happens: 'The service accepts the first message, but its answer never arrives.',
		world: (base) => fault(base, { kind: 'drop', accepted: true }),
		breaks: (base, play) => [...twiceIn(base, play), ...again(base, play), ...untold(base, play)],
	},
	{
		name: 'pending for ever',
		happens: 'Of one message, the service never says what became of it.',
		world: (base) => (waitsForDelivery(base) ? withLastDigits(base, '0004') : undefined),
		breaks: (base, play) => twiceIn(base, play),
	},
	{
		name: 'a gap',
		happens: 'A cell is empty that a text reads.',
		world: (base) => gapsOf(base)?.world,
		breaks: (base, play) => {
			const bare = (text: string) => text.replace(/\s+/g, '');
			return gapsOf(base)!.gaps.flatMap(({ field, value, row }): Breach[] => {
				const usual = base.texts.filter((text) => text.includes(value) && bare(text) !== bare(value)).map((text) => bare(text.replace(value, '')));
				const sent = wentOut(play.rounds[0]).find(({ text }) => usual.includes(bare(text)));
				if (!sent) return [];
				const empty = base.people.filter(({ list, json }) => list === row.list && json[field] === '' );
				const gets = empty.filter((one) => gotBy(base.play.rounds[0], one).length > 0);
				if (gets.length > 0) return [{ level: 'change', kind: 'gap', node: sent.by, field, rows: gets, wrong: gets.flatMap((one) => gotBy(base.play.rounds[0], one)), happened: `${inWords(gets)} ${gets.length > 1 ? 'get' : 'gets'} a text with a gap, because “${field}” is empty: “${gotBy(base.play.rounds[0], gets[0])[0].text}”` }];
				return [{ level: 'know', kind: 'gap', node: sent.by, field, happened: `A text goes out although “${field}” is empty: “${sent.text}”` }];
			});
		},
	},
	{
		name: 'opted out',
		happens: 'One recipient is on the suppression list.',
		world: (base) => {
			const to = wentOut(base.play.rounds[0]).find(({ channel }) => channel !== 'email')?.to;
			return to && (promisesOptOut(base) || base.people.length > 1) ? { ...plainWorld(base), optedOut: [to] } : undefined;
		},
		breaks: (base, play) => {
			const held = play.rounds[0].messages.filter(({ isOptedOut }) => isOptedOut);
			if (held.length === 0 || isOnPurpose(play.trigger) && !promisesOptOut(base)) return [];
			return promisesOptOut(base)
				? [{ level: 'change', kind: 'opted out', node: held[0].by, happened: 'The workflow looks at who has opted out, and a message to somebody who has goes to the service all the same.' }]
				: [{ level: 'know', kind: 'opted out', node: held[0].by, happened: 'Nothing looks at who has opted out: such a message goes to the service, which holds it back.' }];
		},
	},
	{
		name: 'many rows',
		happens: `The list has ${MANY} rows more.`,
		world: (base) => {
			const row = rowOfList(base);
			return row && canFollow(base, row) && wentOut(base.play.rounds[0]).length > 0 && limitsOf(base).every((limit) => limit <= MANY)
				? withPins(base, (pins) => changes.withMore(base.play.workflow, pins, base.lists, row, MANY)) : undefined;
		},
		breaks: (base, play) => {
			const sent = wentOut(play.rounds[0]);
			const [most, by] = [...Map.groupBy(sent, (one) => one.by).entries()].map(([name, some]) => [some.length, name] as const).sort(([a], [b]) => b - a)[0] ?? [0];
			if (most < MANY || !by || hasLimit(base, by)) return [];
			const limit = limitsOf(base)[0];
			return [limit
				? { level: 'change', kind: 'limit', node: by, happened: `${most} messages go out, although Max Messages is ${limit} at another node.` }
				: { level: 'know', kind: 'limit', node: by, happened: `Nothing limits how many messages “${by}” sends in one run: of ${MANY} rows more, ${most} messages go out.` }];
		},
	},
	{
		name: 'night',
		happens: "It is 3 o'clock at night when the workflow runs.",
		world: (base) => (atNight(base.play) ? { ...plainWorld(base), now: nextNight(String(base.play.workflow.settings?.timezone ?? process.env.GENERIC_TIMEZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone)) } : undefined),
		breaks: (base, play) => {
			const sent = wentOut(play.rounds[0]);
			const windowed = play.workflow.nodes.find((node) => isOurs(node) && optionsOf(node).skipMessages?.values?.sendWindow === true);
			if (sent.length > 0) return [{ level: 'know', kind: 'night', node: sent[0].by, happened: windowed ? `At 3 o'clock at night, by the clock of the workflow, a message goes out, although “${windowed.name}” has a Send Window.` : "The schedule names an hour at night, and messages go out then." }];
			return windowed && !isTold(play, play.rounds[0], base) ? [{ level: 'know', kind: 'night', node: windowed.name, happened: 'What is to go out at night is not sent then, and nothing sends it later by itself, or says so.' }] : [];
		},
	},
	{
		name: 'strangers',
		happens: 'Somebody else posts to it, with another number.',
		world: (base) => {
			const { trigger, world, workflow } = base.play;
			const row = reached(base).find(({ list }) => list.node === trigger.name);
			const isOpen = /\.(formTrigger|webhook)$/.test(trigger.type) && (trigger.parameters.authentication ?? 'none') === 'none';
			if (!row || !isOpen) return undefined;
			const to = gotBy(base.play.rounds[0], row)[0].to;
			return { ...plainWorld(base), times: 2, later: changes.withNumber(changes.aboutOthers(workflow, world.pins, [row.list]), to, '7351') };
		},
		breaks: (_, play) => {
			const [first, second] = play.rounds.map((round) => wentOut(round));
			if (!first?.length || !second?.length || second[0].to === first[0].to) return [];
			return [{ level: 'know', kind: 'strangers', node: play.trigger.name, happened: 'Whoever knows the address can have a message sent to any number, and nothing limits how often.' }];
		},
	},
	{
		name: 'no money',
		happens: 'The account has no money left, so nothing can be sent.',
		world: (base) => (base.play.rounds[0].requests.some(isSend) ? { ...plainWorld(base), balance: 0 } : undefined),
		breaks: (base, play) => untold(base, play),
	},
	{
		name: 'random failures',
		happens: 'One request in ten goes wrong, in one way or another.',
		world: (base) => ({ ...plainWorld(base), faults: byChance(seed) }),
		breaks: (base, play) => [...twiceIn(base, play), ...untold(base, play)],
	},
	{
		name: 'n8n is restarted',
		happens: 'n8n is killed while the first message is on its way, and starts again.',
		world: (base) => (base.play.rounds[0].requests.some(isSend) && sentAgain(base.play).length === 0 ? { ...plainWorld(base), times: 2, isRestarted: true } : undefined),
		breaks: (base, play) => [...again(base, play), ...untold(base, play)],
	},
];

function flagOf(base: Base, pins: World['pins']) {
	const row = reached(base)[0];
	const used = base.play.workflow.nodes.filter((node) => !node.shows && /\.(if|filter|switch|code|function|functionItem|messagingService)$/.test(node.type));
	return row && changes.turned({ ...base.play.workflow, nodes: used }, pins, row)[0];
}

function gapsOf(base: Base) {
	const { workflow, trigger, world, rounds } = base.play;
	const required = new Set([...workflow.nodes.filter((node) => node.name === trigger.name || node.type.endsWith('.form')).flatMap(fieldsOf).filter(({ requiredField }) => requiredField).map(labelOf), 'formMode', 'submittedAt']);
	const pins = pinned(listsOf(base), world.pins, rounds[0]);
	const all = [...listsOf(base), ...base.lists.filter((list) => list.at.length === 0 && !listsOf(base).some((other) => other.node === list.node))];
	const found = changes.withGaps(workflow, pins, all, base.texts, required);
	return found && { gaps: found.gaps, world: { ...plainWorld(base), pins: found.pins } };
}
