import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import type { IRunData } from 'n8n-workflow';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { CheckHost } from './host.ts';
import type { Called, Play, Round } from './round.ts';
import { type Json, MINUTE_MS, timeIn, type World } from '../worlds/world.ts';
import { controlsOf, isSend, type Controls } from './control.ts';
import { makeTables, type Tables } from '../copy/tables.ts';
import { behindEach, reachedFrom } from '../copy/nodeKinds.ts';
import { remembering } from './memory.ts';
import { playOnce, UnwatchedPlay } from './play.ts';
import { scheduleItem, submittedLater } from '../copy/sampleItems.ts';

/** How long the first request is on its way while n8n is killed, in ms. */
const inFlightMs = 2_000;

interface Given {
	trigger: string;
	/** Whether the check has made what a schedule gives: it then tells the time of each play. */
	tellsTime?: boolean;
	tables: Tables;
	signal: AbortSignal;
}

const killInFlight =
	({ restartN8n }: CheckHost, controls: Controls) =>
	async () => {
		if (!(await controls.requests()).some(isSend)) return false;
		await restartN8n();
		await controls.call('POST', 'latency', { ms: 0 });
		return true;
	};

/** How long n8n may go by a clock that it has read, in ms: onlyThisMachine.cjs. */
const clockIsReadMs = 50;

/** Has n8n's clock be so far ahead; once this ends, n8n goes by it. */
async function setClock({ clockFile }: CheckHost, aheadMs: number): Promise<void> {
	const before = Number(await readFile(clockFile, 'utf8'));
	// A file that is being written is empty for a moment, and the clock then none.
	await writeFile(`${clockFile}.next`, String(aheadMs));
	await rename(`${clockFile}.next`, clockFile);
	if (Math.abs(aheadMs - before) > MINUTE_MS) await sleep(2 * clockIsReadMs);
}

/** How far n8n's clock is ahead in a world, in ms. */
const clockOf = (world: World) => timeIn(world) - Date.now();

/** A node that waits a moment, or reads how long it would. */
const isWait = ({ waits, lastsMs }: WorkflowNode) =>
	waits !== undefined || typeof lastsMs === 'number';

/** Whether a wait leads back to itself, and not by the next row of a loop: until it's time, what asks for it is never right. */
export function isRepeated({ nodes, connections }: Workflow): boolean {
	const loops = nodes.filter(({ type }) => type.endsWith('.splitInBatches'));
	const ended = Object.fromEntries(loops.map(({ name }) => [name, {}]));
	const ways = { ...connections, ...ended };
	return nodes.filter(isWait).some(({ name }) =>
		behindEach(ways, name)
			.flat()
			.some((next) => reachedFrom(ways, next).has(name)),
	);
}

/**
 * Has n8n's clock go on when a node has waited that doesn't wait in a play: until the time that it reads, or as long as it
 * says.
 */
function waitPasser(host: CheckHost, { nodes }: Workflow, begun: number) {
	const waits = nodes.filter(isWait);
	let aheadMs = begun - Date.now();
	let passed = 0;
	return async (runData: IRunData): Promise<void> => {
		const waited = waits.flatMap(({ name, lastsMs }) =>
			(runData[name] ?? []).map((run) => ({ run, lastsMs })),
		);
		if (waited.length === passed) return;
		passed = waited.length;
		const clock = Date.now() + aheadMs;
		const ends = waited.flatMap(({ run, lastsMs }) =>
			typeof lastsMs === 'number'
				? clock + lastsMs
				: (run.data?.main[0] ?? []).flatMap(({ json }) =>
						Object.values(json).map((value) => Date.parse(String(value))),
					),
		);
		const end = Math.max(...ends.filter((time) => time > clock));
		if (end === -Infinity) return;
		aheadMs = end + 1_000 - Date.now();
		await setClock(host, aheadMs);
	};
}

/** The contacts in what is given, each once: the workflow may change what the service keeps of them. */
function contactsIn(pins: World['pins']): Json[] {
	const found = Object.values(pins).flatMap((items) =>
		items.flatMap(({ json: { contactId, phoneNumber } }) =>
			typeof contactId === 'string' && contactId && /^\d{7,15}$/.test(String(phoneNumber))
				? [[String(phoneNumber), { contactId, phoneNumber: String(phoneNumber) }] as const]
				: [],
		),
	);
	return [...new Map(found).values()];
}

async function begin(host: CheckHost, controls: Controls, world: World): Promise<void> {
	host.memory.forget();
	await controls.call('POST', 'reset');
	await controls.know(contactsIn(world.pins));
	if (world.balance !== undefined) {
		await controls.call('POST', 'balance', { EUR: world.balance, USD: 1 });
	}
	for (const fault of world.faults ?? []) await controls.call('POST', 'faults', fault);
	for (const phone of world.optedOut ?? []) await controls.suppress(phone);
	if (world.isRestarted) await controls.call('POST', 'latency', { ms: inFlightMs });
	await setClock(host, clockOf(world));
}

/**
 * The same with nodes that give what is pinned in them by themselves: once somebody has answered, n8n no longer knows what
 * is pinned.
 */
function givingPins({ nodes, connections }: Workflow, pins: World['pins']): Workflow['nodes'] {
	const behind = new Set(
		nodes
			.filter(
				({ type, parameters }) =>
					parameters.operation === 'sendAndWait' ||
					type.endsWith('.form') ||
					['webhook', 'form'].includes(String(parameters.resume)),
			)
			.flatMap(({ name }) => [...reachedFrom(connections, name)]),
	);
	return nodes.map((node) => {
		if (!behind.has(node.name) || !pins[node.name] || !node.type.endsWith('.noOp')) return node;
		const jsCode = `return ${JSON.stringify(pins[node.name].map(({ json, pairedItem }) => ({ json, pairedItem })))};`;
		return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
	});
}

/** The nodes of a workflow, each leading to a copy of what it calls. */
async function withCopies({ client, memory }: CheckHost, given: Workflow['nodes']) {
	const called: Called[] = [];
	const nodes: Workflow['nodes'] = [];
	for (const { calls, ...node } of given) {
		if (calls) {
			const { nodes: own, ...rest } = calls as Workflow;
			const of = `called ${called.length}`;
			const copy = { ...rest, nodes: own.map((one) => remembering(one, memory, of)) };
			const { id } = await client.createWorkflow(copy);
			called.push({ id, workflow: calls as Workflow });
			const workflowId = { __rl: true, mode: 'id', value: id };
			Object.assign(node, { parameters: { ...node.parameters, source: 'database', workflowId } });
		}
		nodes.push(remembering(node as WorkflowNode, memory));
	}
	return { nodes, called };
}

/** Errors of a connection to an n8n that has ended. */
const ENDED = /^(UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED)$/;

/** What went on until n8n had no memory left. */
const burst: Round = {
	...{ status: 'crashed', runs: {}, isEndless: true, waitsForEver: [], shown: [] },
	...{ messages: [], attempts: [], requests: [] },
};

/** Plays workflows in worlds, each once in each. */
export function playerOf(host: CheckHost, { trigger, tellsTime, tables, signal }: Given) {
	const controls = controlsOf(host.sandboxAddress);
	const { client } = host;
	const kept = new Map<string, Promise<Play>>();
	/** Whether some play took its time. */
	let isSlow = false;

	/** What comes of a workflow that is made for it, and goes with this n8n: to remove each would take a tenth of the time. */
	async function roundsOf(used: Workflow, world: World): Promise<Round[]> {
		const at = (pins: World['pins'], more = 0) =>
			tellsTime ? { ...pins, [trigger]: [scheduleItem(used, timeIn(world) + more)] } : pins;
		await begin(host, controls, world);
		await makeTables(client, used, tables);
		const { nodes, called } = await withCopies(host, used.nodes);
		const own = { ...used, nodes };
		const isPassed = (world.now !== undefined && nodes.some(isWait)) || isRepeated(own);
		const isWatched = isSlow || isPassed;
		const created = await client.createWorkflow({
			...{ ...own, nodes: givingPins(own, world.pins), pinData: at(world.pins) },
			// Else n8n tells nothing of what still runs.
			settings: { ...used.settings, ...(isWatched && { saveExecutionProgress: true }) },
		});
		const stage = {
			...{ client, controls, workflow: used, saved: created, trigger, signal, called },
			isWatched,
			answers: world.answers,
		};
		const meanwhile = world.isRestarted ? killInFlight(host, controls) : undefined;
		const passWaits = isPassed ? waitPasser(host, own, timeIn(world)) : undefined;
		const first = await playOnce({ ...stage, meanwhile, passWaits });
		if (world.times === 1 || first.isEndless) return [first];
		// A form gives the same a minute later.
		const again = submittedLater(world.pins[trigger]);
		const pinData = at(world.later ?? { ...world.pins, [trigger]: again }, world.laterMs);
		const then = { ...created, nodes: givingPins(own, pinData), pinData };
		const saved = await client.updateWorkflow(created.id, then);
		if (world.laterMs) await setClock(host, clockOf(world) + world.laterMs);
		return [first, await playOnce({ ...stage, saved })];
	}

	async function playNow(workflow: Workflow, world: World): Promise<Play> {
		const used = { ...workflow, pinData: world.pins };
		const unwatched = (error: Error) => {
			if (!(error instanceof UnwatchedPlay)) throw error;
			isSlow = true;
			return roundsOf(used, world);
		};
		const playing = roundsOf(used, world).catch(unwatched);
		const rounds = await playing.catch(async (error: Error) => {
			if (!ENDED.test(String((error as NodeJS.ErrnoException).code))) throw error;
			await host.requireN8n();
			return [burst];
		});
		const node = workflow.nodes.find(({ name }) => name === trigger)!;
		return { world, workflow: used, trigger: node, rounds };
	}

	return {
		async play(workflow: Workflow, world: World): Promise<Play> {
			const { nodes, connections } = workflow;
			const what = JSON.stringify([nodes, connections, world]);
			const key = createHash('sha256').update(what).digest('base64');
			const play = kept.get(key) ?? playNow(workflow, world);
			kept.set(key, play);
			return await play;
		},
	};
}

export type Player = ReturnType<typeof playerOf>;
