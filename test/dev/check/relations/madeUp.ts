import { mendsFor } from '../../../../dev/check/advice/mends';
import type { Logged } from '../../../../dev/check/play/control';
import type { Passage, Play, Round, Sent } from '../../../../dev/check/play/round';
import { baseOf } from '../../../../dev/check/relations/base';
import { type Breach, breachesOf } from '../../../../dev/check/relations/relation';
import { relations } from '../../../../dev/check/relations/table';
import type { World } from '../../../../dev/check/worlds/world';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { chain } from '../../../n8n/workflow';

/** Plays that nobody has played, to see what the relations say of them. */
export const people = [
	{ id: 'A-1', name: 'Anna', phone: '+37061234567', consent: 'yes' },
	{ id: 'A-2', name: 'Ben', phone: '+37062345678', consent: 'yes' },
	{ id: 'A-3', name: 'Carla', phone: '+37063456789', consent: 'yes' },
];
export type Person = Partial<(typeof people)[0]>;

/** Rows as items that are pinned. */
export const asPins = (rows: object[]) =>
	rows.map((json) => ({ json: json as Record<string, unknown> }));

export const sent = (to: string, text: string, more: Partial<Sent> = {}): Sent => ({
	...{ messageId: `${to} ${text}`, channel: 'sms', to: to.replace(/\D/g, ''), text, parts: 1 },
	...{ isHeld: false, isOptedOut: false, isLost: false, isWanted: false, by: 'Send' },
	...more,
});
export const hello = ({ name = '', phone = '' }: Person) => sent(phone, `Hello ${name}`);

const send = (more: Partial<WorkflowNode> = {}) => ({
	name: 'Send',
	parameters: {
		...{ resource: 'sms', operation: 'send' },
		...{ to: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' },
	},
	...more,
});
const form = { name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', parameters: {} };

export interface Given {
	rows?: Person[];
	/** What comes out of the node between the list and the sender. */
	merged?: Person[];
	messages?: Sent[];
	/** The sender. */
	node?: Partial<WorkflowNode>;
	/** The node between. */
	between?: Partial<WorkflowNode>;
	trigger?: Partial<WorkflowNode>;
	round?: Partial<Round>;
	/** What the sender says of its items, and warns of. */
	said?: object[];
	/** The same in the second round, if it's something else. */
	saidAgain?: object[];
	warnings?: string[];
	/** The messages of the second round, if there is one. */
	again?: Sent[];
	requests?: Array<Partial<Logged>>;
	world?: Partial<World>;
}

const logged = (one: Partial<Logged>): Logged => ({
	...{ number: 1, method: 'POST', path: '/v1/sms/single', body: undefined, status: 200 },
	...one,
});

/** A node's only run. */
export const passage = (order: number, came: object[], ...outputs: object[][]) =>
	[{ order, given: came, outputs, warnings: [] }] as unknown as Passage[];

export function played(given: Given = {}): Play {
	const { rows = people, merged = rows, messages = merged.map(hello), again } = given;
	const workflow = chain(
		{ ...form, ...given.trigger },
		{ name: 'Rows', type: 'n8n-nodes-base.noOp' },
		{ name: 'Merge', type: 'n8n-nodes-base.merge', parameters: {}, ...given.between },
		send(given.node),
	);
	const pins = { Start: [{ json: {} }], Rows: rows.map((json) => ({ json })) };
	const round = (own: Sent[], said = given.said): Round => ({
		...{ status: 'success', isEndless: false, waitsForEver: [], shown: [], messages: own },
		runs: {
			Start: passage(0, [], [{}]),
			Rows: passage(1, [{}], rows),
			Merge: passage(2, rows, merged),
			Send: passage(3, merged, said ?? own.map(({ messageId, to }) => ({ messageId, to }))).map(
				(one) => ({ ...one, warnings: given.warnings ?? [] }),
			),
		},
		attempts: own.map(({ to }) => ({ to })),
		requests: (given.requests ?? own.map(({ to }) => ({ body: { to } }))).map(logged),
		...given.round,
	});
	return {
		world: { pins, times: again ? 2 : 1, answers: 'yes', ...given.world },
		workflow: workflow as Play['workflow'],
		trigger: workflow.nodes[0],
		rounds: [round(messages), ...(again ? [round(again, given.saidAgain)] : [])],
	};
}

/** A node of n8n's between the list and the sender. */
export const at = (type: string, parameters = {}): Given => ({
	between: { type: `n8n-nodes-base.${type}`, parameters },
});

export const relationOf = (name: string) => relations.find((relation) => relation.name === name)!;

/** What a relation says of a play, beside that of the day when all is well. */
export const breaches = (
	name: string,
	base: Play,
	play = base,
	played?: (name: string) => Play,
): Breach[] => breachesOf(relationOf(name), baseOf(base), play, played);

/** What is told of a kind on the day when all is well. */
export const found = (kind: string, play: Play): Breach[] =>
	breaches('all well', play).filter((breach) => breach.kind === kind);

/** What is advised for a breach, without being played. */
export const advised = (breach: Breach, play = played()) =>
	mendsFor(breach, baseOf(play)).map(({ advice }) => advice);

/** The same as "level kind at node". */
export const inShort = (found: Breach[]) =>
	found.map(({ level, kind, node }) => `${level} ${kind} at ${node}`);
