import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { byChance } from '../../sandbox/situations.ts';
import type { CheckRow, CheckState, Report } from '../../sandbox/flightCheck.ts';
import type { N8nClient } from '../n8n/client.ts';
import type { Workflow } from '../n8n/types.ts';
import { temporaryFolder } from '../places.ts';
import { anyFreePorts } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { type Stack, startStack } from '../stack.ts';
import { Failure } from '../failure.ts';
import { controlsOf } from './control.ts';
import { unanswered } from './answering.ts';
import { play, type Played } from './play.ts';
import { ourNode, withDefaults } from './copy/nodeKinds.ts';
import { type Playable, playable, tableOf } from './copy/replaced.ts';
import { refusedAtAll } from './judge/goodDay.ts';
import { withKey } from './judge/culprits.ts';
import { findingsIn } from './judge/rules.ts';
import { blanked, type Blank, type Item, submittedLater } from './copy/sampleItems.ts';
import {
	arrived,
	isRefused,
	isSend,
	isTold,
	isUnknown,
	nodesThat,
	type Seen,
	troubled,
	twiceAtOnce,
	twiceInAll,
} from './judge/seen.ts';
import { makeTables, type Tables } from './copy/tables.ts';
import { type CheckWeather, checkWeathers } from './weathers.ts';

/** A second n8n that nobody works in, and a sandbox of its own. */
export interface CheckHost extends Stack {
	/** Names the hosts that something wanted to reach, one a line: nothing did. */
	refusedFile: string;
}

/** Starts them, on free ports and with data that is gone when this process ends. */
export async function startCheckHost(progress: Progress, tarball?: string): Promise<CheckHost> {
	const folder = temporaryFolder('check');
	const refusedFile = join(folder, 'refused');
	const stack = await startStack({
		dataFolder: folder,
		logFolder: folder,
		ports: await anyFreePorts(),
		tarball,
		progress,
		settings: {
			NODE_OPTIONS: `--require=${join(import.meta.dirname, 'onlyThisMachine.cjs')}`,
			ONLY_THIS_MACHINE: refusedFile,
			// It would ask n8n's own servers.
			N8N_DYNAMIC_BANNERS_ENABLED: 'false',
			N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		},
	});
	return { ...stack, refusedFile };
}

export interface CheckOptions {
	/** Of the changeable weather; one that meets the workflow, if it isn't said. */
	seed?: number;
	items?: Item[];
	/** Rows of the user's own data tables. */
	tables?: Tables;
	/** The weathers to play besides the first; all, if it isn't said. */
	only?: string[];
	signal?: AbortSignal;
	onProgress?: (progress: NonNullable<CheckState['progress']>) => void;
}

function rowOf(seen: Seen, happens: string): CheckRow {
	const requests = seen.plays.flatMap((play) => play.requests);
	const trouble = troubled(seen);
	return {
		situation: seen.weather,
		happens,
		arrived: arrived(seen),
		twice: new Set([...twiceAtOnce(seen), ...twiceInAll(seen)]).size,
		refused: requests.filter(isRefused).length,
		unknown: requests.filter(isUnknown).length,
		told: trouble.length === 0 ? null : trouble.every((play) => isTold(play, seen)),
		findings: findingsIn(seen),
	};
}

/** @throws Failure if it fails although nothing is in its way, before the service refuses anything */
function requireGoodDay({ workflow, trigger }: Playable, [first]: Played[]): void {
	if (first.status === 'success' || first.isEndless || first.requests.some(isRefused)) return;
	throw new Failure(
		`"${workflow.name}" fails although all is well: ${first.error ?? first.status}`,
		`The items that “${trigger.name}” gives may not fit. Pin data that fits in it, and save the workflow.`,
	);
}

/** What is low, and enough for all messages, in EUR. */
const LOW = 5;

const waitsForLowBalance = (seen: Seen) =>
	nodesThat(seen, 'getBalance').length > 0 &&
	!seen.plays.some(({ requests }) => requests.some(isSend));

/** A seed that has one of the first requests go wrong: no weather is changeable that nobody meets. */
function seedThatMeets(requests: number): number {
	for (let tries = 0; ; tries += 1) {
		const seed = randomInt(2 ** 31 - 1);
		if (tries > 1_000 || (byChance(seed)[0].after ?? 0) < requests) return seed;
	}
}

/** Plays a workflow twice in each weather, and says what became of it. */
export async function checkWorkflow(
	host: CheckHost,
	saved: Workflow,
	{
		seed: given,
		items,
		tables = {},
		only,
		signal = new AbortController().signal,
		onProgress,
	}: CheckOptions,
): Promise<Report> {
	const { client, credentialId } = host;
	await host.requireN8n();
	const workflow = withDefaults(saved, await client.nodeTypes(ourNode));
	const controls = controlsOf(host.sandboxAddress);
	const filledTables = new Set(Object.keys(tables));
	const asIs = playable(workflow, credentialId, { items, filledTables });
	const replaced = [...asIs.replaced];
	const names = new Set(asIs.workflow.nodes.map(tableOf).filter((name) => name !== undefined));
	for (const name of names) {
		const by = filledTables.has(name) ? 'a copy of yours' : 'one that is empty at first';
		replaced.push({ what: `Data table ${name}`, by });
	}

	let well: Played[] = [];
	let seed = given ?? 0;
	let balance: number | undefined;
	async function playIn(weather: CheckWeather, used: Playable, blank?: Blank): Promise<Seen> {
		await controls.call('POST', 'reset');
		await makeTables(client, used.workflow, tables);
		const around = { controls, seed, well, restartN8n: host.restartN8n };
		await weather.begin(around);
		if (balance !== undefined && weather.name !== 'out of money')
			await controls.call('POST', 'balance', { EUR: balance });
		const created = await client.createWorkflow(used.workflow);
		const workflowId = created.id;
		const stage = { client, controls, playable: used, workflowId, signal };
		const plays: Played[] = [];
		try {
			plays.push(await play({ ...stage, meanwhile: weather.meanwhile?.(around) }));
			if (!plays[0].isEndless) {
				const pinData = { ...used.workflow.pinData };
				pinData[used.trigger.name] = submittedLater(used.items);
				await client.updateWorkflow(workflowId, { ...created, pinData });
				plays.push(await play(stage));
			}
		} finally {
			await removeWorkflow(client, workflowId);
		}
		if (well.length === 0) {
			requireGoodDay(used, plays);
			well = plays;
			seed = given ?? seedThatMeets(plays[0].requests.length);
		}
		const { name } = weather;
		return { weather: name, workflow: used.workflow, trigger: used.trigger, plays, well, blank };
	}

	const rows: CheckRow[] = [];
	const wanted = checkWeathers.filter(
		({ name }, place) => place === 0 || (only?.includes(name) ?? true),
	);
	for (const [done, weather] of wanted.entries()) {
		onProgress?.({ done, of: wanted.length, situation: weather.name });
		const texts = well.flatMap(({ messages }) => messages.map(({ text }) => text));
		const blank = weather.isBlank ? blanked(workflow, asIs.trigger, asIs.items, texts) : undefined;
		if (weather.isBlank && !blank) {
			replaced.push({ what: 'The situation blank', by: 'nothing: no field can be empty' });
			continue;
		}
		const used = blank
			? playable(workflow, credentialId, { items: blank.items, filledTables })
			: weather.isUnanswered
				? unanswered(asIs, well[0])
				: asIs;
		if (!used) continue;
		let seen = await playIn(weather, used, blank);
		if (well === seen.plays && waitsForLowBalance(seen)) {
			balance = LOW;
			replaced.push({ what: 'The balance', by: `${LOW} EUR: with more, nothing is sent` });
			well = [];
			seen = await playIn(weather, used, blank);
		}
		// A key may hold a period that ended just then, which doesn't happen twice.
		const isNew = rows.every(({ twice }) => twice === 0);
		if (isNew && withKey(seen) && twiceInAll(seen).length > 0) {
			if (well === seen.plays) well = [];
			seen = await playIn(weather, used, blank);
		}
		rows.push(rowOf(seen, weather.happens));
		// What has no end, or is refused, is so in any weather.
		if (well.some(({ isEndless }) => isEndless) || refusedAtAll(seen)) break;
	}
	return { workflow: workflow.name, seed, replaced, rows };
}

/** Tidies up, as far as that n8n lets it: what became of the play says more than what is left over. */
async function removeWorkflow(client: N8nClient, id: string): Promise<void> {
	await client.call('POST', `/workflows/${id}/archive`).catch(() => undefined);
	await client.call('DELETE', `/workflows/${id}`).catch(() => undefined);
}
