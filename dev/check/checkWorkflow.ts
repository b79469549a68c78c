import type { CheckRow, CheckState, Finding, Report } from '../../sandbox/flightCheck.ts';
import { Failure } from '../failure.ts';
import type { Workflow, WorkflowNode } from '../n8n/types.ts';
import { breachesOf, isBug, type Breach, type Relation } from './relations/relation.ts';
import type { CheckHost } from './play/host.ts';
import type { Item } from './copy/sampleItems.ts';
import type { Play } from './play/round.ts';
import type { Tables } from './copy/tables.ts';
import type { Told } from './advice/loses.ts';
import type { World } from './worlds/world.ts';
import { clockOf, timesToTry, timeToday } from './worlds/itsDay.ts';
import { adviceFor } from './advice/tried.ts';
import { baseOf, type Base, wentOut } from './relations/base.ts';
import { isOurs, ourNode, sends, triggersOf } from './copy/nodeKinds.ts';
import { isChange, isRefused, isSend, isUnknown, wentWrong } from './play/control.ts';
import { isTold, sameAtOnce, sentAgain, troubled } from './relations/seen.ts';
import { playable, tableOf, type Playable } from './copy/replaced.ts';
import { playerOf, type Player } from './play/player.ts';
import { relations } from './relations/table.ts';
import { testNumbersIn, withPlainNumbers } from './worlds/cells.ts';
import { wholeOf } from './copy/whole.ts';

export { type CheckHost, startCheckHost } from './play/host.ts';

export interface CheckOptions {
	items?: Item[];
	/** Workflows that it may call. */
	others?: Workflow[];
	/** Rows of the user's own data tables. */
	tables?: Tables;
	/** The situations to play besides the first; all, if it isn't said. */
	only?: string[];
	signal?: AbortSignal;
	onProgress?: (progress: NonNullable<CheckState['progress']>) => void;
}

function rowOf(
	base: Base,
	play: Play,
	{ name, happens }: Relation,
	findings: Finding[],
	from: string,
): CheckRow {
	const requests = play.rounds.flatMap((round) => round.requests);
	const trouble = requests.some(wentWrong) ? troubled(play, base) : [];
	const twice = [...play.rounds.flatMap(sameAtOnce).map(([sent]) => sent), ...sentAgain(play)];
	return {
		situation: `${name}${from}`,
		happens,
		arrived: play.rounds.flatMap(wentOut).length,
		twice: new Set(twice.map(({ to }) => to)).size,
		refused: requests.filter(isRefused).length,
		unknown: requests.filter(isUnknown).length,
		told: trouble.length === 0 ? null : trouble.every((round) => isTold(play, round, base)),
		findings,
	};
}

/** What is low, and enough for all messages, in EUR. */
const LOW = 5;

/** @throws Failure if it fails although all is well, before anything is sent */
function requireGoodDay(
	{ workflow, trigger, rounds: [first] }: Play,
	{ isPinned }: { isPinned: boolean },
): void {
	if (first.status === 'success' || first.isEndless || first.requests.some(isSend)) return;
	const last = workflow.nodes.find(({ name }) => name === first.last);
	// What the user's own data leads to is a finding.
	const isMeant = last?.type.endsWith('.stopAndError') && isPinned;
	if ((last && isOurs(last)) || isMeant) return;
	throw new Failure(
		`"${workflow.name}" fails although all is well: ${first.error ?? first.status}`,
		`The items that “${trigger.name}” gives may not fit. Pin data that fits in it, and save the workflow.`,
	);
}

/** What is played from one trigger. */
interface Scene {
	base: Base;
	player: Player;
	/** With the user's own Send Window. */
	atNight: Workflow;
	used: Playable;
	/** What this trigger leads to: the names of those that send, and of those with lists. */
	leadsTo: string;
	told: Told[];
}

/** The play on the day that most of the rows are about, if something goes out then. */
async function onItsDay(
	player: Player,
	{ workflow, trigger, world }: Play,
): Promise<Play | undefined> {
	for (const group of timesToTry(workflow, trigger, world.pins)) {
		let most = 0;
		let best: World | undefined;
		for (const today of group) {
			const tried: World = { ...world, today, times: 1 };
			const { length } = wentOut((await player.play(workflow, tried)).rounds[0]);
			if (length > most) [most, best] = [length, { ...world, today }];
		}
		if (best) return await player.play(workflow, best);
	}
	return undefined;
}

async function openScene(
	host: CheckHost,
	workflow: Workflow,
	trigger: string,
	{ items, tables = {}, signal = new AbortController().signal }: CheckOptions,
	mayFail: boolean,
): Promise<Scene> {
	const filledTables = new Set(Object.keys(tables));
	const asked = { items, filledTables, trigger };
	const played = (keepsWindow: boolean) =>
		playable(workflow, host.credentialId, { ...asked, keepsWindow });
	const copy = played(false);
	const used = { ...copy, workflow: withPlainNumbers(copy.workflow) };
	const atNight = withPlainNumbers(played(true).workflow);
	const isMade = used.replaced.some(({ what, items }) => what === used.trigger.name && items);
	const tellsTime = isMade && used.trigger.type.endsWith('.scheduleTrigger');
	const player = playerOf(host, { trigger: used.trigger.name, tellsTime, tables, signal });
	const ends = new Set(testNumbersIn(copy.workflow).map((digits) => digits.slice(-4)));
	if (ends.size > 0) {
		const by = 'the same with a 7 there, because the sandbox takes it for a test number';
		used.replaced.push({ what: `A number that ends in ${[...ends].join(' or ')}`, by });
	}
	const today = timeToday(used.workflow, used.trigger);
	let world: World = { pins: used.workflow.pinData, times: 2, answers: 'yes', today };
	let play = await player.play(used.workflow, world);
	const asksForBalance = (node: WorkflowNode) =>
		isOurs(node) && node.parameters.operation === 'getBalance';
	const sent = play.rounds.some(({ requests }) => requests.some(isSend));
	if (!sent && used.workflow.nodes.some(asksForBalance)) {
		world = { ...world, balance: LOW };
		play = await player.play(used.workflow, world);
		used.replaced.push({ what: 'The balance', by: `${LOW} EUR: with more, nothing is sent` });
	}
	const isSilent = !play.rounds.some(({ requests }) => requests.some(isChange));
	if (isSilent && play.rounds[0].status === 'success') {
		const itsDay = await onItsDay(player, play);
		if (itsDay) {
			play = itsDay;
			const day = itsDay.world.today!.slice(0, 10);
			used.replaced.push({ what: "n8n's clock", by: `${day}: today nothing would go out` });
		}
	} else if (today) {
		const time = clockOf(used.workflow, Date.parse(today));
		used.replaced.push({ what: "n8n's clock", by: `${time} today` });
	}
	// Where another trigger's day is a good one, a failure with the user's own data is a finding.
	const own = Object.keys((workflow.pinData as object | undefined) ?? {});
	if (!(mayFail && own.includes(trigger))) {
		const isMade = !own.includes(trigger) && /\.(form|chat|webhook)/.test(play.trigger.type);
		requireGoodDay(play, { isPinned: own.length > 0 && !isMade });
	}
	const base = baseOf(play);
	const senders = used.workflow.nodes.filter(sends).map((node) => node.name);
	const lists = base.lists.map(({ node }) => node).filter((node) => node !== used.trigger.name);
	return { base, player, atNight, used, leadsTo: String([senders, lists.sort()]), told: [] };
}

/** Whether nothing can be compared: what has no end, or fails before anything goes out, does so in any world. */
const endsHere = ({ rounds: [first] }: Play, breaches: Breach[]) =>
	first.isEndless ||
	(breaches.some(({ kind }) => kind === 'fails') &&
		(first.status === 'error' || wentOut(first).length === 0));

/** Plays a workflow in each world, and says what became of it. */
export async function checkWorkflow(
	host: CheckHost,
	saved: Workflow,
	options: CheckOptions,
): Promise<Report> {
	await host.requireN8n();
	const types = await host.client.nodeTypes(ourNode);
	const { workflow, replaced } = wholeOf(saved, options.others ?? [], types);
	const triggers = triggersOf(workflow);
	const rows: CheckRow[] = [];
	const scenes: Scene[] = [];
	const reasons = new Map<string, string[]>();
	const cannot = (reason: string, name: string) =>
		reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
	let failed: Failure | undefined;
	for (const { name } of triggers) {
		try {
			scenes.push(await openScene(host, workflow, name, options, scenes.length > 0));
		} catch (error) {
			if (!(error instanceof Failure) || triggers.length === 1) throw error;
			failed ??= error;
			cannot(`${error.message} ${error.whatToDo}`, `what “${name}” starts`);
		}
	}
	if (failed && scenes.length === 0) throw failed;
	for (const [place, { base, player, atNight, used, leadsTo, told }] of scenes.entries()) {
		for (const one of used.replaced)
			if (!replaced.some(({ what }) => what === one.what)) replaced.push(one);
		// Of what else begins the same, only what wasn't played from there.
		const alike = scenes.slice(0, place).filter((one) => one.leadsTo === leadsTo);
		const isPlayed = (relation: Relation) =>
			alike.some((one) => one.told.some((other) => other.relation === relation));
		const [allWell, ...others] = relations;
		const isWanted = ({ name }: Relation) => options.only?.includes(name) ?? true;
		const wanted = [allWell, ...others.filter((one) => isWanted(one) && !isPlayed(one))];
		const show = (done: number, situation: string) =>
			options.onProgress?.({ done, of: wanted.length, situation });
		for (const [done, relation] of wanted.entries()) {
			show(done, relation.name);
			try {
				const world = relation.world(base);
				if (world && told[0] && endsHere(base.play, told[0].breaches)) {
					cannot('what goes wrong when all is well is to be mended first.', relation.name);
					continue;
				}
				const asked = world?.now ? atNight : used.workflow;
				const play = world && (await player.play(relation.change?.(asked, base) ?? asked, world));
				const reason = relation.cannot?.(base, play);
				if (reason) cannot(reason, relation.name);
				if (!play) continue;
				const played = (name: string) => told.find((one) => one.relation.name === name)?.play;
				const breaches = breachesOf(relation, base, play, played);
				told.push({ relation, workflow: asked, play, breaches });
			} catch (error) {
				if (!isBug(error)) throw error;
				cannot(`The check itself went wrong there: ${error.message}`, relation.name);
			}
		}
		const onTry = () => show(wanted.length, 'what mends it');
		const elsewhere = scenes.toSpliced(place, 1);
		const findings = await adviceFor({ base, player, told, elsewhere, onTry });
		const from = scenes.length > 1 ? `, from “${used.trigger.name}”` : '';
		for (const [row, { relation, play }] of told.entries())
			rows.push(rowOf(base, play, relation, findings[row], from));
	}
	const tables = new Set(workflow.nodes.map(tableOf).filter((table) => table !== undefined));
	for (const name of tables) {
		const by = name in (options.tables ?? {}) ? 'a copy of yours' : 'one that is empty at first';
		replaced.push({ what: `Data table ${name}`, by });
	}
	const notJudged = [...reasons].map(([reason, names]) => ({ names, reason }));
	return { workflow: workflow.name, replaced, rows, notJudged };
}
