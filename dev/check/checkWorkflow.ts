import { randomInt } from 'node:crypto';
import { byChance } from '../../sandbox/traffic/situations.ts';
import type { CheckRow, CheckState, Finding, Report } from '../../sandbox/flightCheck.ts';
import { Failure } from '../failure.ts';
import type { Workflow } from '../n8n/types.ts';
import type { Breach, Relation } from './relations/relation.ts';
import type { CheckHost } from './play/host.ts';
import type { Item } from './copy/sampleItems.ts';
import type { Play } from './play/round.ts';
import type { Tables } from './copy/tables.ts';
import type { Told } from './advice/loses.ts';
import type { World } from './worlds/world.ts';
import { adviceFor } from './advice/tried.ts';
import { baseOf, type Base, wentOut } from './relations/base.ts';
import { isOurs, ourNode, sends, withDefaults } from './copy/nodeKinds.ts';
import { isRefused, isSend, isUnknown, wentWrong } from './play/control.ts';
import { isTold, sameAtOnce, sentAgain, troubled } from './relations/seen.ts';
import { playable, tableOf, type Playable } from './copy/replaced.ts';
import { playerOf, type Player } from './play/player.ts';
import { relations } from './relations/table.ts';
import { triggersOf } from './copy/triggers.ts';
import { withCalled } from './copy/calls.ts';
import { withoutModels } from './copy/agents.ts';

export { type CheckHost, startCheckHost } from './play/host.ts';

export interface CheckOptions {
	/** Of the random failures; one that meets the workflow, if it isn't said. */
	seed?: number;
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

function rowOf(base: Base, play: Play, { name, happens }: Relation, findings: Finding[]): CheckRow {
	const requests = play.rounds.flatMap((round) => round.requests);
	const trouble = requests.some(wentWrong) ? troubled(play, base) : [];
	const twice = [
		...play.rounds.flatMap((round) => sameAtOnce(round).map(([{ to }]) => to)),
		...sentAgain(play).map(({ to }) => to),
	];
	return {
		situation: name,
		happens,
		arrived: play.rounds.flatMap(wentOut).length,
		twice: new Set(twice).size,
		refused: requests.filter(isRefused).length,
		unknown: requests.filter(isUnknown).length,
		told: trouble.length === 0 ? null : trouble.every((round) => isTold(play, round, base)),
		findings,
	};
}

/** What is low, and enough for all messages, in EUR. */
const LOW = 5;

/** A seed that has one of the first requests go wrong: no failure is one that nobody meets. */
function seedThatMeets(requests: number): number {
	for (let tries = 0; ; tries += 1) {
		const seed = randomInt(2 ** 31 - 1);
		if (tries > 1_000 || (byChance(seed)[0].after ?? 0) < requests) return seed;
	}
}

/** @throws Failure if it fails although all is well, before anything is sent */
function requireGoodDay({ workflow, trigger, rounds: [first] }: Play): void {
	if (first.status === 'success' || first.isEndless || first.requests.some(isSend)) return;
	if (first.last && workflow.nodes.some((node) => node.name === first.last && isOurs(node))) return;
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
	/** The names of those that this trigger leads to. */
	senders: string[];
}

async function openScene(
	host: CheckHost,
	workflow: Workflow,
	trigger: string,
	{ items, tables = {}, signal = new AbortController().signal }: CheckOptions,
): Promise<Scene> {
	const filledTables = new Set(Object.keys(tables));
	const asked = { items, filledTables, trigger };
	const used = playable(workflow, host.credentialId, asked);
	const atNight = playable(workflow, host.credentialId, { ...asked, keepsWindow: true }).workflow;
	const given: Parameters<typeof playerOf>[1] = { trigger: used.trigger.name, tables, signal };
	const player = playerOf(host, given);
	let world: World = { pins: used.workflow.pinData, times: 2, answers: 'yes' };
	let play = await player.play(used.workflow, world);
	const waitsForLowBalance =
		used.workflow.nodes.some(
			(node) => isOurs(node) && node.parameters.operation === 'getBalance',
		) && !play.rounds.some(({ requests }) => requests.some(isSend));
	if (waitsForLowBalance) {
		world = { ...world, balance: LOW };
		play = await player.play(used.workflow, world);
		used.replaced.push({ what: 'The balance', by: `${LOW} EUR: with more, nothing is sent` });
	}
	requireGoodDay(play);
	[given.base] = play.rounds;
	const senders = used.workflow.nodes.filter(sends).map((node) => node.name);
	return { base: baseOf(play), player, atNight, used, senders };
}

/** Whether nothing can be compared: what has no end, or fails, does so in any world. */
const endsHere = (breaches: Breach[]) =>
	breaches.some(({ kind }) => kind === 'endless' || kind === 'fails');

/** Plays a workflow in each world, and says what became of it. */
export async function checkWorkflow(
	host: CheckHost,
	saved: Workflow,
	options: CheckOptions,
): Promise<Report> {
	await host.requireN8n();
	const called = withoutModels(saved);
	const types = await host.client.nodeTypes(ourNode);
	const whole = withCalled(called.workflow, options.others ?? [], types);
	const workflow = withDefaults(whole, types);
	const triggers = triggersOf(workflow);
	const rows: CheckRow[] = [];
	const replaced: Report['replaced'] = [...called.replaced];
	let { seed } = options;
	const scenes: Scene[] = [];
	const unjudged = new Map<string, string[]>();
	for (const { name } of triggers) {
		try {
			scenes.push(await openScene(host, workflow, name, options));
		} catch (error) {
			if (!(error instanceof Failure) || triggers.length === 1) throw error;
			unjudged.set(`${error.message} ${error.whatToDo}`, [`what “${name}” starts`]);
		}
	}
	for (const scene of scenes) {
		const { base, player, atNight, used } = scene;
		const { name } = used.trigger;
		replaced.push(
			...used.replaced.filter(({ what }) => !replaced.some((one) => one.what === what)),
		);
		seed ??= seedThatMeets(base.play.rounds[0].requests.length);
		const elsewhere = scenes.filter((other) => other !== scene);
		// Who else begins the same is played on the day when all is well.
		const isSame = elsewhere
			.slice(0, scenes.indexOf(scene))
			.some((other) => String(other.senders) === String(scene.senders));
		const wanted = relations(seed).filter(
			(one, place) => place === 0 || (!isSame && (options.only?.includes(one.name) ?? true)),
		);
		const told: Told[] = [];
		for (const [done, relation] of wanted.entries()) {
			options.onProgress?.({ done, of: wanted.length, situation: relation.name });
			const world = relation.world(base);
			const reason = relation.cannot?.(base);
			if (reason) unjudged.set(reason, [...(unjudged.get(reason) ?? []), relation.name]);
			if (!world) continue;
			const asked = world.now ? atNight : used.workflow;
			const changed = relation.change?.(asked) ?? asked;
			const play = await player.play(changed, world);
			const breaches = relation.breaks(base, play);
			told.push({ relation, workflow: asked, play, breaches });
			if (endsHere(breaches) && relation === wanted[0]) break;
		}
		const { length } = wanted;
		const onTry = () =>
			options.onProgress?.({ done: length, of: length, situation: 'what mends it' });
		const findings = await adviceFor({ base, player, told, elsewhere, onTry });
		const from = scenes.length > 1 ? `, from “${name}”` : '';
		for (const [place, { relation, play }] of told.entries()) {
			const row = rowOf(base, play, relation, findings[place]);
			rows.push({ ...row, situation: `${row.situation}${from}` });
		}
	}
	const filled = new Set(Object.keys(options.tables ?? {}));
	for (const name of new Set(workflow.nodes.map(tableOf).filter((table) => table !== undefined)))
		replaced.push({
			what: `Data table ${name}`,
			by: filled.has(name) ? 'a copy of yours' : 'one that is empty at first',
		});
	const notJudged = [...unjudged].map(([reason, names]) => ({ names, reason }));
	return { workflow: workflow.name, seed: seed ?? 0, replaced, rows, notJudged };
}
