import type { Replaced } from '../../../sandbox/flightCheck.ts';
import { Failure } from '../../failure.ts';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { credentialName, credentialType } from '../../provisioning.ts';
import { timeToday } from '../worlds/itsDay.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../worlds/world.ts';
import { connectionsOf, shownBefore } from './shown.ts';
import {
	callsOurs,
	isHarmless,
	isOurs,
	isServant,
	isTrigger,
	keepsData,
	reachedFrom,
	triggersOf,
	optionsOf,
	isCalled,
	sends,
} from './nodeKinds.ts';
import { sampleItems, sampleRow, type Item } from './sampleItems.ts';
import { givesOneEach, isLast, isUnread, WRITES } from './unread.ts';

/** A copy of a workflow that can be played without touching the world. */
export interface Playable {
	workflow: Workflow & { pinData: Record<string, Item[]> };
	trigger: WorkflowNode;
	/** What stands in place of what, for the report. */
	replaced: Replaced[];
}

const short = { resume: 'timeInterval', amount: 0.1, unit: 'seconds' };
const UNIT_MS: Record<string, number> = {
	...{ seconds: 1_000, minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS },
};
/** How long a node waits, if it says so without an expression, in ms. */
const lastsMs = ({ parameters: { resume, amount, unit = 'hours' } }: WorkflowNode) =>
	resume === 'specificTime' ? undefined : Number(amount ?? 1) * UNIT_MS[String(unit)];
const isTimed = ({ type, parameters }: WorkflowNode) =>
	type === 'n8n-nodes-base.wait' && !['webhook', 'form'].includes(String(parameters.resume));

const everyDay = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** A Send Window that is always open. */
const openAllDay = { weekdays: everyDay, opens: '00:00', closes: '24:00' };
/** Long enough for some minutes of the sandbox's time, in seconds. */
const deliveryWait = 3;

/**
 * A node of ours that takes a moment, although n8n's clock goes on as always, and has a sender if the user's credential
 * gives it one.
 */
function shortened(node: WorkflowNode, replaced: Replaced[], keepsWindow: boolean): WorkflowNode {
	const parameters = { ...node.parameters };
	const instead = (by: string) => replaced.push({ what: node.name, by: `the same with ${by}` });
	const change = (option: string, values: object, by: string) => {
		const { [option]: group, ...others } = optionsOf({ ...node, parameters });
		parameters.options = { ...others, [option]: { values: { ...group?.values, ...values } } };
		instead(by);
	};
	const { skipMessages, waitForDelivery } = optionsOf(node);
	if (skipMessages?.values?.sendWindow === true && !keepsWindow)
		change('skipMessages', openAllDay, 'a Send Window that is open all day');
	const { timeout = Infinity } = waitForDelivery?.values ?? { timeout: 0 };
	if (Number(timeout) > deliveryWait)
		change(
			'waitForDelivery',
			{ timeout: deliveryWait },
			`a Wait for Delivery of ${deliveryWait} seconds`,
		);
	if (parameters.from === '') {
		parameters.from = 'Example';
		instead('the sender Example');
	}
	const { sendWindow, weekdays = everyDay.slice(0, 5) } = skipMessages?.values ?? {};
	return { ...node, parameters, ...(sendWindow === true && { opensOn: weekdays }) };
}

/** The name of the table that a Data Table node reads or writes; a list's choice is an id of the user's n8n. */
export function tableOf({ type, parameters }: WorkflowNode): string | undefined {
	if (type !== 'n8n-nodes-base.dataTable') return undefined;
	if (parameters.resource === 'table') return String(parameters.tableName ?? '');
	const chosen = parameters.dataTableId as
		| { value?: string; cachedResultName?: string }
		| undefined;
	return chosen?.cachedResultName ?? chosen?.value;
}

/**
 * The same with its table by a name in small letters: on SQLite, n8n finds none by a name with other capitals than A to Z.
 */
function inSmallLetters(node: WorkflowNode, table: string): WorkflowNode {
	if (table.startsWith('=')) return node;
	const name = table.toLowerCase();
	const named =
		node.parameters.resource === 'table'
			? { tableName: name }
			: { dataTableId: { __rl: true, mode: 'name', value: name } };
	return { ...node, parameters: { ...node.parameters, ...named } };
}

const writesRows = ({ parameters }: WorkflowNode) =>
	['insert', 'upsert'].includes(String(parameters.operation ?? 'insert'));

/** Whether a node reads a table that only others fill. */
function readsOthersRows(node: WorkflowNode, { nodes }: Workflow): boolean {
	const table = tableOf(node);
	if (!table || node.parameters.operation !== 'get') return false;
	return !nodes.some(
		(other) =>
			tableOf(other) === table && other.parameters.resource !== 'table' && writesRows(other),
	);
}

/** Whether a node that asks another service ends with an error, and without an item, at a status of 400 or more. */
function stopsAtStatus(node: WorkflowNode): boolean {
	const options = JSON.stringify(node.parameters.options ?? {});
	return (
		node.type === 'n8n-nodes-base.httpRequest' &&
		/"fullResponse":true/.test(options) &&
		!/"(neverError|ignoreResponseCode)":(true|"=)/.test(options) &&
		settingsOf(node).onError === undefined
	);
}

/** Whether a node that asks another service asks for no further pages of the answer. */
const readsOnePage = ({ type, parameters }: WorkflowNode): boolean =>
	type === 'n8n-nodes-base.httpRequest' && !JSON.stringify(parameters).includes('"pagination":{');

/** Whether a node of ours asks for contacts, or for what another execution has sent: the sandbox knows none of them. */
function readsAccount({ name, parameters }: WorkflowNode, { nodes, connections }: Workflow) {
	const { resource, operation } = parameters;
	if (resource === 'contact' && operation === 'getAll') return true;
	const isOfSent = /^get(?:Reports?|Messages)?$/.test(String(operation));
	return (
		isOfSent && !nodes.some((one) => sends(one) && reachedFrom(connections, one.name).has(name))
	);
}

/** What a node does that finds nothing, or is answered with an error; older versions of n8n call the latter Continue On Fail. */
function settingsOf({ alwaysOutputData, onError, continueOnFail }: WorkflowNode) {
	const goesOn = onError ?? (continueOnFail === true ? 'continueRegularOutput' : undefined);
	return {
		...(alwaysOutputData === true && { alwaysOutputData }),
		...(goesOn !== undefined && { onError: goesOn }),
	};
}

/** @throws Failure if a node may touch the world and has no pinned data */
export function playable(
	workflow: Workflow,
	credentialId: string,
	given: {
		items?: Item[];
		filledTables?: Set<string>;
		trigger?: string;
		keepsWindow?: boolean;
	} = {},
): Playable {
	const { connections } = workflow;
	const trigger =
		workflow.nodes.find(({ name }) => name === given.trigger) ?? triggersOf(workflow)[0];
	const reached = reachedFrom(connections, trigger.name);
	const pinned = (workflow.pinData ?? {}) as Record<string, Item[]>;
	const replaced: Replaced[] = [];
	const missing: string[] = [];
	const pinData: Record<string, Item[]> = {};

	const now = timeToday(workflow, trigger) ?? new Date().toISOString();
	const items = given.items ?? pinned[trigger.name] ?? sampleItems(workflow, trigger, now);
	const itemsAre = given.items
		? 'your items'
		: pinned[trigger.name]
			? 'its pinned data'
			: 'items that the check has made';
	const made = given.items || pinned[trigger.name] ? undefined : items?.map(({ json }) => json);
	if (items) replaced.push({ what: trigger.name, by: itemsAre, items: made });
	else missing.push(trigger.name);

	/** The workflow that a node calls; none if it sends nothing, and can't be played. */
	function copyOfCalled(node: WorkflowNode) {
		if (!node.calls) return undefined;
		const calls = node.calls as Workflow;
		const trigger = calls.nodes.find(isCalled)!.name;
		try {
			const copy = playable(calls, credentialId, { trigger });
			// Its tables aren't there, and n8n pins nothing in it.
			const isPlain =
				Object.keys(copy.workflow.pinData).every((name) => name === trigger) &&
				!calls.nodes.some((one) => tableOf(one) !== undefined);
			return callsOurs(node) || isPlain ? { calls, trigger, copy } : undefined;
		} catch (error) {
			if (callsOurs(node)) throw error;
			return undefined;
		}
	}

	function replace(node: WorkflowNode): WorkflowNode[] {
		const { name } = node;
		if (!reached.has(name)) return [];
		if (name === trigger.name) return [{ ...node, credentials: undefined }];
		if (isServant(connections, node) || isTrigger(node)) return [];
		if (node.disabled) return [node];
		if (isOurs(node) && !(pinned[name] && readsAccount(node, workflow))) {
			const credential = { [credentialType]: { id: credentialId, name: credentialName } };
			return [
				shortened({ ...node, credentials: credential }, replaced, given.keepsWindow === true),
			];
		}
		if (node.type.endsWith('.sort') && node.parameters.type === 'random') {
			replaced.push({ what: name, by: 'the order in which rows come' });
			return [{ ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }];
		}
		if (isTimed(node) && !pinned[name]) {
			replaced.push({ what: name, by: 'a wait of a moment' });
			const shown = shownBefore(node);
			const wait = {
				...{ ...node, credentials: undefined, parameters: short },
				...{ lastsMs: lastsMs(node) },
			};
			return shown ? [{ ...shown, waits: name }, wait] : [wait];
		}
		const called = pinned[name] ? undefined : copyOfCalled(node);
		if (called) {
			const { calls, trigger, copy } = called;
			const by = `a copy of ${calls.name === workflow.name ? 'itself' : `“${calls.name}”`}`;
			replaced.push({ what: name, by }, ...copy.replaced.slice(2));
			const pinData = { ...copy.workflow.pinData, [trigger]: undefined };
			return [{ ...node, calls: { ...copy.workflow, pinData } }];
		}
		if (isHarmless(node) && !pinned[name]) {
			if (keepsData(node)) replaced.push({ what: `What “${name}” keeps`, by: 'nothing at first' });
			const table = tableOf(node);
			if (!table) return [node];
			if (readsOthersRows(node, workflow) && !given.filledTables?.has(table)) {
				replaced.push({ what: name, by: 'a row that the check has made' });
				pinData[name] = [sampleRow(workflow, now)];
			}
			return [inSmallLetters(node, table)];
		}
		// What a workflow without nodes of ours is called for is what its last nodes give.
		const isAlone = !workflow.nodes.some((one) => isOurs(one) || callsOurs(one));
		const isPassed = !pinned[name] && !isAlone && givesOneEach(node) && isUnread(node, workflow);
		if (!pinned[name] && !isPassed && (isAlone || !isLast(node, workflow))) {
			missing.push(name);
			return [];
		}
		// Then all that it gives belongs to the first item.
		const isOnce = node.executeOnce === true && pinned[name]?.length > 1;
		const paired = isOnce ? { pairedItem: { item: 0 } } : {};
		if (pinned[name]) pinData[name] = pinned[name].map((item) => ({ ...item, ...paired }));
		replaced.push({ what: name, by: pinned[name] ? 'its pinned data' : 'what comes to it' });
		const { id, position } = node;
		const what = { position, typeVersion: 1, parameters: {} };
		const { operation, method, query = '' } = node.parameters;
		const [, statement] = /^=?\s*(insert|update|upsert|merge)\b/i.exec(String(query)) ?? [];
		const [way] = WRITES.exec(`${String(operation)} ${String(method)}`) ?? [];
		const writes = statement ?? way;
		const { matchingColumns } = (node.parameters.columns ?? {}) as { matchingColumns?: string[] };
		const stands = {
			...{ ...what, id, name, type: 'n8n-nodes-base.noOp' },
			...(writes && { writes }),
			...(stopsAtStatus(node) && { stopsAtStatus: true }),
			...(readsOnePage(node) && { readsOnePage: true }),
			...(isPassed ? { executeOnce: node.executeOnce } : {}),
			// Of what only passes on what comes to it, n8n would take an error in that for one of its own.
			...(pinned[name] && settingsOf(node)),
			...(matchingColumns?.length && { matchingColumns }),
		};
		const shown = shownBefore(node);
		return shown ? [shown, stands] : [stands];
	}

	const nodes = workflow.nodes.flatMap(replace).map((node) => ({
		...node,
		...(node.retryOnFail === true && { waitBetweenTries: 100 }),
	}));
	if (missing.length > 0 || !items) {
		throw new Failure(
			`Pin data in ${missing.map((name) => `“${name}”`).join(' and ')} first: the check doesn't run what may touch the world, and can't know what it gives.`,
			`In n8n, run ${missing.length > 1 ? 'each of these nodes' : 'this node'} once and select Pin in its output, or set mock data there. Then save the workflow.`,
		);
	}
	pinData[trigger.name] = items;
	const { executionOrder, timezone } = workflow.settings ?? {};
	// So older versions of n8n have saved that it is n8n's own.
	const isOwn = timezone && timezone !== 'DEFAULT';
	replaced.unshift({ what: 'The credential', by: "the sandbox's" });
	return {
		workflow: {
			name: workflow.name,
			nodes,
			connections: connectionsOf(nodes, connections),
			settings: { executionOrder, ...(isOwn ? { timezone } : {}), saveManualExecutions: true },
			pinData,
		},
		trigger,
		replaced,
	};
}
