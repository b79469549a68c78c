import { counted } from '../../../sandbox/page/words.js';
import type { WorkflowNode } from '../../n8n/types.ts';
import { behindEach, decides, isOurs, reachedFrom, sends } from '../copy/nodeKinds.ts';
import { tableOf } from '../copy/replaced.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { isSend } from '../play/control.ts';
import type { Play, Round, Sent } from '../play/play.ts';
import type { Row } from '../worlds/rows.ts';
import { doubledAt, lostAt } from './locate.ts';
import type { Breach } from './relation.ts';
import { type Base, gotBy, inOrder, inWords, isSamePerson, isTold, leadsTo, once, outputOf, sameAtOnce, wentOut } from './seen.ts';

/** Nodes that choose by what stands in an item: whom they leave out is left out on purpose, as far as anybody can see. */
const CHOOSES = /^n8n-nodes-base\.(if|filter|switch|code|function|functionItem|removeDuplicates|compareDatasets|merge|dataTable)$/;

/** What a node of ours said of a row that it didn't send. */
const saidOf = (round: Round, node: WorkflowNode, row: Row) =>
	outputOf(round, node).find((item) =>
		(item.error !== undefined || item.skipped !== undefined) && row.phones.some((phone) => JSON.stringify(item).replace(/[\s()-]/g, '').includes(phone.slice(-7))),
	);

/** People who get nothing, by the node where their rows end. */
export function lostIn(base: Base, play: Play, people: Row[]): Breach[] {
	const [round] = play.rounds;
	const nobody = wentOut(round).length === 0;
	const found = once(people).flatMap((row) => {
		if (gotBy(round, row).length > 0) return [];
		const node = lostAt(play, round, row, base.senders);
		const said = node && isOurs(node) ? saidOf(round, node, row) : undefined;
		if (!node || (said?.skipped && said.sameMessage !== false)) return [];
		if (said?.error && isTold(play, round, { ...base, play: { ...play, rounds: [] } })) return [];
		return [{ row, node, said }];
	});
	return [...Map.groupBy(found, ({ node }) => node).entries()].flatMap(([node, rows]): Breach[] => {
		const who = rows.map(({ row }) => row);
		const isChosen = CHOOSES.test(node.type) && !nobody && !spoils(base, play, node);
		if (isChosen && !node.type.endsWith('.switch')) return [];
		const gets = who.length > 1 ? 'get' : 'gets';
		const why = isChosen
			? `no rule of “${node.name}” fits`
			: sends(node)
				? `they came to “${node.name}”, which sent nothing to them${reasonOf(rows[0].said)}`
				: `“${node.name}” is the last node that had the number`;
		return [{ level: isChosen ? 'know' : 'change', kind: 'rows', node: node.name, rows: who, happened: `${inWords(who)} ${gets} nothing: ${why}.` }];
	});
}

const reasonOf = (said?: Record<string, unknown>) =>
	said?.sameMessage === false ? ': another message had the same Once Key' : said?.error ? `: ${String(said.error)}` : '';

/** Whether a node also gives a row more often, or another's words with it. */
const spoils = (base: Base, play: Play, node: WorkflowNode) =>
	base.people.some((row) => doubledAt(play, play.rounds[0], row, base.senders) === node);

const WAITS = /^n8n-nodes-base\.(wait|form)$/;

/** Whether one message is meant to follow another: one node leads to the other, past a wait, an answer, or an error. */
function isSequel({ workflow }: Play, one?: string, other?: string): boolean {
	if (!one || !other || one === other) return false;
	const nodeOf = (name: string) => workflow.nodes.find((node) => node.name === name)!;
	const leads = (from: string, to: string) => {
		if (!leadsTo(workflow, from, to)) return false;
		const between = workflow.nodes.filter(({ name }) => leadsTo(workflow, from, name) && (name === to || leadsTo(workflow, name, to)));
		return between.some((node) => WAITS.test(node.type) || decides(node)) || nodeOf(from).parameters.operation === 'sendAndWait' || between.length > 0;
	};
	return leads(one, other) || leads(other, one);
}

/** Nodes that decide, at two outputs of which the same row went out. */
const splitAt = (play: Play, round: Round, row: Row, senders: WorkflowNode[]) => {
	const node = doubledAt(play, round, row, senders);
	return node && /\.(switch|if)$/.test(node.type) ? node : undefined;
};

/** People who get more messages than rows of theirs came in. */
function doubledIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const found = once(base.people).flatMap((row) => {
		const all = gotBy(round, row).filter(({ isWanted }) => !isWanted);
		const byList = Map.groupBy(base.people.filter((other) => isSamePerson(row, other)), ({ list }) => list);
		const rows = Math.max(...[...byList.values()].map(({ length }) => length)) * row.phones.length;
		const bySender = [...Map.groupBy(all, ({ by }) => by).entries()];
		const tooMany = bySender.find(([, sent]) => sent.length > rows);
		const node = doubledAt(play, round, row, base.senders);
		if (tooMany) return [{ row, all: tooMany[1], rows, node: node ?? base.senders.find(({ name }) => name === tooMany[0]) }];
		const split = splitAt(play, round, row, base.senders);
		const isOver = all.length > rows && bySender.length > 1 && bySender.every(([one]) => bySender.every(([other]) => one === other || !isSequel(play, one, other)));
		return split && isOver ? [{ row, all, rows, node: split }] : [];
	});
	return [...Map.groupBy(found, ({ node }) => node?.name).entries()].map(([node, all]) => {
		const [{ row, all: sent, rows }] = all;
		const others = all.length > 1 ? `, and so do ${inWords(all.slice(1).map((one) => one.row))}` : '';
		const isSender = base.senders.some(({ name }) => name === node);
		const why = node === undefined ? '' : isSender ? `: “${node}” sends more than once` : `: “${node}” gives the row out more than once`;
		return {
			level: 'change',
			kind: 'rows',
			node,
			rows: all.map((one) => one.row),
			wrong: all.flatMap((one) => one.all),
			happened: `${row.name} gets ${sent.length} messages for ${counted(rows, 'row')}${others}${why}.`,
		};
	});
}

/** The last node that leads to a second message of the same text. */
function secondSender(play: Play, round: Round, same: Sent[]): string | undefined {
	const order = ({ by }: Sent) => (by ? (round.runs[by]?.at(-1)?.order ?? -1) : -1);
	return same.toSorted((one, other) => order(one) - order(other)).at(-1)?.by;
}

/** The same text twice for somebody. */
export function twiceIn(base: Base, play: Play): Breach[] {
	const known = play === base.play ? [] : base.play.rounds.flatMap(sameAtOnce).map(([{ to }]) => to);
	return play.rounds.flatMap((round) => {
		const groups = sameAtOnce(round).filter(([{ isWanted, to }]) => !isWanted && !known.includes(to));
		const byNode = Map.groupBy(groups, (same) => secondSender(play, round, same) ?? base.senders.at(-1)?.name);
		return [...byNode.entries()].map(([node, same]): Breach => {
			const people = inWords(same.map(([{ to }]) => base.people.find((row) => row.phones.some((phone) => phone.endsWith(to.slice(-8))))?.name ?? `+${to}`));
			return {
				level: 'change',
				kind: 'twice',
				node,
				wrong: same.flat(),
				happened: `${people} ${same.length > 1 ? 'get' : 'gets'} the same text ${same[0].length > 2 ? `${same[0].length} times` : 'twice'} in one run.`,
			};
		});
	});
}

/** What JavaScript writes for a value that isn't there, or is no text. */
const NO_VALUE = /\b(undefined|NaN)\b|\[object Object\]|Invalid DateTime/;

/** The node that decided that nothing goes out, with the fields that it asks for and no item has. */
function stuckAt({ workflow }: Play, round: Round): { node: WorkflowNode; missing: string[] } | undefined {
	if (round.requests.some(isSend) || round.status !== 'success') return undefined;
	const ran = inOrder(workflow, round).filter(({ disabled, shows }) => !disabled && !shows);
	if (ran.some(sends)) return undefined;
	const leads = (node: WorkflowNode) => workflow.nodes.filter((other) => other !== node && reachedFrom(workflow.connections, node.name).has(other.name));
	const node = ran.findLast((one) => leads(one).some(sends));
	// A table without rows, or an account without contacts, has nothing to send.
	if (!node || isOurs(node) || tableOf(node) !== undefined) return undefined;
	const given = round.runs[node.name].flatMap((run) => run.given);
	const ways = behindEach(workflow.connections, node.name).flat();
	if (given.length === 0 || ways.some((next) => round.runs[next] && !/\.noOp$/.test(workflow.nodes.find(({ name }) => name === next)?.type ?? ''))) return undefined;
	const asked = decides(node) ? namesAsked({ ...workflow, nodes: [node] }, { isOwn: true }) : [];
	return { node, missing: asked.filter((name) => given.every((item) => !(name in item))) };
}

function nothingIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const stuck = stuckAt(play, round);
	if (stuck) {
		const fields = stuck.missing.map((name) => `“${name}”`).join(', ');
		const why = fields && ` It asks for ${fields}, which no item has.`;
		return [{ level: 'change', kind: 'nothing', node: stuck.node.name, happened: `Nothing goes out although all is well: “${stuck.node.name}” lets no item through.${why}` }];
	}
	const silent = base.senders.find((node) => wentOut(round).length === 0 && outputOf(round, node).some(({ error }) => error));
	const said = silent && outputOf(round, silent).find(({ error }) => error)?.error;
	return silent && base.people.length === 0
		? [{ level: 'change', kind: 'fails', node: silent.name, happened: `“${silent.name}” sends nothing although all is well: ${String(said)}` }]
		: [];
}

/** Whether several rows' messages go to a number of none of them, although each row has one of its own. */
function elsewhere(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const list = base.lists.find(({ numbers, isWrittenTo }) => numbers.length > 0 && !isWrittenTo);
	if (!list || base.people.length > 0) return [];
	const rows = once(baseRows(base, list));
	const sent = wentOut(round).filter(({ channel }) => channel !== 'email');
	const to = new Set(sent.map((one) => one.to));
	const isAbout = sent.some(({ text }) => rows.some(({ phones }) => phones.some((phone) => text.replace(/\D/g, '').includes(phone.slice(-7)))));
	if (rows.length < 2 || sent.length < rows.length || to.size !== 1 || isAbout) return [];
	const field = list.numbers[0].at(-1);
	return [{ level: 'know', kind: 'number', node: sent[0].by, wrong: sent, happened: `All ${sent.length} messages go to +${[...to][0]}, although each row has a number of its own in “${field}”. Are they meant for these people?` }];
}

const baseRows = ({ play, people }: Base, list: Row['list']) =>
	people.filter((row) => row.list === list).length > 0
		? people.filter((row) => row.list === list)
		: (play.world.pins[list.node] ?? []).map(({ json }, place) => ({
				list,
				place,
				json,
				phones: list.numbers.map((path) => String(path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], json) ?? '').replace(/\D/g, '').replace(/^0+/, '')).filter((digits) => digits.length > 5),
				name: `row ${place + 1}`,
			}));

/** As many parts as nobody wants to pay for, or to read on a phone. */
const MANY_PARTS = 5;

/** What one look at the good day says for sure. */
export function goodDayIn(base: Base, play: Play): Breach[] {
	const [round] = play.rounds;
	const lost = lostIn(base, play, base.people);
	const doubled = doubledIn(base, play);
	const told = new Set(doubled.flatMap(({ wrong = [] }) => wrong));
	const twice = twiceIn({ ...base, play: { ...base.play, rounds: [] } }, { ...play, rounds: [round] }).filter(({ wrong = [] }) => wrong.some((sent) => !told.has(sent)));
	const valueless = round.messages.find(({ text }) => NO_VALUE.test(text));
	const long = round.messages.find(({ parts }) => parts >= MANY_PARTS);
	return [
		...(round.status === 'error' && !round.isEndless && round.last
			? [{ level: 'change' as const, kind: 'fails' as const, node: round.last, happened: `“${round.last}” stops the workflow although all is well: ${round.error ?? 'it fails'}` }]
			: []),
		...(round.isEndless ? [{ level: 'change' as const, kind: 'endless' as const, node: loopAt(play, round), happened: "It doesn't end; the check stopped it." }] : []),
		...lost,
		...doubled,
		...twice,
		...nothingIn(base, play),
		...(valueless ? [{ level: 'change' as const, kind: 'value' as const, node: valueless.by, wrong: [valueless], happened: `A value is missing in a text: “${valueless.text}”` }] : []),
		...elsewhere(base, play),
		...round.waitsForEver.slice(0, 1).map((node): Breach => ({ level: 'change', kind: 'waits', node, happened: `If nobody answers “${node}”, the execution waits without an end.` })),
		...(long ? [{ level: 'know' as const, kind: 'length' as const, node: long.by, happened: `A text has ${long.parts} SMS parts, and costs as much: “${long.text.slice(0, 60)}…”` }] : []),
	];
}

/** The node that leads back in a loop without an end: the last that decides, or else the last that ran. */
export function loopAt({ workflow }: Play, { runs }: Round): string | undefined {
	const { nodes, connections } = workflow;
	const leadsBack = (name: string) => behindEach(connections, name).flat().some((next) => reachedFrom(connections, next).has(name));
	const inLoop = nodes.filter(({ name }) => leadsBack(name));
	const again = inLoop.filter(({ name }) => (runs[name]?.length ?? 0) > 1);
	const looped = again.length > 0 ? again : inLoop;
	return (looped.findLast((node) => decides(node)) ?? looped.findLast(isOurs) ?? looped.at(-1))?.name;
}
