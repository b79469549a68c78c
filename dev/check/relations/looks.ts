import { counted } from '../../../sandbox/page/words.js';
import type { WorkflowNode } from '../../n8n/types.ts';
import type { Play, Round } from '../play/round.ts';
import { behindEach, conditionsOf, decides, reachedFrom } from '../copy/nodeKinds.ts';
import { cellsOf, isBlank, type Json } from '../worlds/world.ts';
import { addressOf, hasPhone, isSamePhone, phoneIn, type Row } from '../worlds/rows.ts';
import {
	givenTo,
	gotBy,
	inWords,
	once,
	sendingNodes,
	type Base,
	wentOut,
	whoGets,
} from './base.ts';
import { pathIn } from './insideWords.ts';
import { holds, joins } from './locate.ts';
import { inOrder, leadsTo, outputOf } from './seen.ts';
import { isWords } from '../worlds/words.ts';
import { shownName } from '../copy/shown.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** Where an item has an email address, with or without a name. */
export const addressIn = (item: Json, address: string) =>
	cellsOf(item).find(
		([, cell]) =>
			typeof cell === 'string' &&
			cell.split('@').length === 2 &&
			cell.toLowerCase().includes(address.toLowerCase()),
	)?.[0];

/** What came to a node about each to whom it sent an email, if no item is about two of them. */
export function mailedBy(round: Round, node: WorkflowNode): Map<string, Json[]> {
	const given = givenTo(round, node);
	const mails = wentOut(round).filter(({ by, channel }) => by === node.name && channel === 'email');
	const about = (to: string) => given.filter((item) => addressIn(item, to));
	const own = new Map(mails.map(({ to }) => [to, about(to)] as const));
	for (const [to, items] of own) if (items.length === 0) own.delete(to);
	const all = [...own.values()].flat();
	return own.size > 1 && all.length === new Set(all).size ? own : new Map();
}

/** Who gets emails about others: one for each item, and only some are about them. */
export const mailedToAll = (base: Base, { rounds: [round] }: Play): Breach[] =>
	sendingNodes(base).flatMap((node) => {
		const own = mailedBy(round, node);
		const wrong = wentOut(round).filter(({ by }) => by === node.name);
		const [to] = [...own.keys()].filter(
			(address) => wrong.filter((one) => one.to === address).length > own.get(address)!.length,
		);
		if (!to || wrong.some((one) => !own.has(one.to))) return [];
		const mails = wrong.filter((one) => one.to === to).length;
		const happened = `${to} gets ${counted(mails, 'email')} for ${counted(own.get(to)!.length, 'item')}, and reads the addresses of the others: “${node.name}” sends each to ${own.size} people.`;
		return [toChange('number', node.name, happened, { at: addressIn(own.get(to)![0], to), wrong })];
	});

/** People of several rows who stand in To of one email: each sees who else gets it. */
export const shownToOthers = ({ world, rounds: [round] }: Play): Breach[] => {
	const emails = wentOut(round).filter(({ channel }) => channel === 'email');
	const [found] = [...Map.groupBy(emails, ({ messageId }) => messageId).values()].flatMap((sent) =>
		Object.values(world.pins).flatMap((items) => {
			const own = sent.filter(
				({ to }) => items.filter(({ json }) => addressIn(json, to)).length === 1,
			);
			const rows = new Set(own.map(({ to }) => items.find(({ json }) => addressIn(json, to))));
			return rows.size > 1 ? [own] : [];
		}),
	);
	if (!found) return [];
	const [{ by, to }] = found;
	const happened = `${found.length} people of a list stand in To of one email, among them ${to}: each of them sees who else gets it.`;
	return [worthKnowing('private', by, happened)];
};

/** Whom a condition leaves out on the only way to a node, and to whom that node sends all the same. */
export function writtenAllTheSame(base: Base, play: Play): Breach[] {
	const { workflow, rounds, trigger } = play;
	const [round] = rounds;
	const { connections, nodes } = workflow;
	const ways = nodes
		.filter((node) => decides(node) && !node.disabled && round.runs[node.name])
		.flatMap((node) =>
			sendingNodes(base)
				.filter(({ name }) => leadsTo(workflow, node.name, name))
				.map((sender) => ({ node, sender })),
		);
	return ways.flatMap(({ node, sender }) => {
		const around = { ...connections, [node.name]: {} };
		if (reachedFrom(around, trigger.name).has(sender.name)) return [];
		const leads = behindEach(connections, node.name).map((next) =>
			next.some((name) => name === sender.name || leadsTo(workflow, name, sender.name)),
		);
		const passed = round.runs[node.name].flatMap(({ outputs }) =>
			outputs.flatMap((items, output) => (leads[output] ? items : [])),
		);
		const rows = once(base.people).filter(
			(row) =>
				givenTo(round, node).some(holds(row)) &&
				!passed.some(holds(row)) &&
				gotBy(round, row).some(({ by }) => by === sender.name),
		);
		if (rows.length === 0) return [];
		const happened = `“${node.name}” leaves out ${inWords(rows)}, and “${sender.name}” sends to them all the same.`;
		const wrong = rows.flatMap((row) => gotBy(round, row));
		return [toChange('rows', sender.name, happened, { wrong, isAstray: true })];
	});
}

/** Fields of two lists of which the values fit together. */
function fieldPairs(
	{ lists, play }: Base,
	fits: (left: string[], right: string[]) => boolean,
): Array<[string, string]> {
	const fields = lists
		.filter(({ at }) => at.length === 0)
		.map(({ node }) => {
			const items = (play.rounds[0].runs[node] ?? []).flatMap(({ outputs }) => outputs.flat());
			const names = Object.keys(items[0] ?? {}).filter((name) => name !== 'row_number');
			return names.map((name) => ({ name, values: items.map((item) => String(item[name])) }));
		});
	const pairs = fields.flatMap((own, place) =>
		own.flatMap((left) =>
			fields.slice(place + 1).flatMap((others) => others.map((right) => ({ left, right }))),
		),
	);
	return pairs
		.filter(({ left, right }) => fits(left.values, right.values))
		.map(({ left, right }) => [left.name, right.name]);
}

/** Fields of two lists of which one has only values that the other has. */
export const relatedFields = (base: Base) =>
	fieldPairs(base, (left, right) => {
		const isIn = (one: string[], other: string[]) => one.every((value) => other.includes(value));
		return new Set(left).size > 1 && (isIn(left, right) || isIn(right, left));
	});

/** Fields of another name in two lists that hold the same values, each once: what belongs together has the same there. */
const sharedKeys = (base: Base) =>
	fieldPairs(base, (left, right) => {
		const isKey = left.length > 2 && new Set(left).size === left.length;
		const [own, others] = [left, right].map((values) => String(values.toSorted()));
		return isKey && own === others && own !== String(left.map((_, place) => place + 1));
	}).filter(([left, right]) => left !== right);

/** Rows that a node brings together by their places, although they don't belong together. */
export const apart = (base: Base, play: Play): Breach[] =>
	play.workflow.nodes
		.filter(({ type }) => type.endsWith('.merge'))
		.flatMap((node) => {
			const items = outputOf(play.rounds[0], node);
			const [pair] = sharedKeys(base).filter(([left, right]) =>
				items.some((item) => left in item && right in item && item[left] !== item[right]),
			);
			if (!pair) return [];
			const [left, right] = pair;
			const mixed = items.filter((item) => item[left] !== item[right]);
			const rows = once(base.people).filter((row) => mixed.some(holds(row)));
			const wrong = rows.flatMap((row) => gotBy(play.rounds[0], row));
			const what = `${left} ${String(mixed[0][left])} with ${right} ${String(mixed[0][right])}`;
			const happened = `${whoGets(rows)} words of another row: “${node.name}” brings together ${what}.`;
			return wrong.length > 0
				? [toChange('rows', node.name, happened, { wrong, isAstray: true })]
				: [];
		});

/** A row that is found by what two people have alike: the one of the first is written twice, the other's never. */
export const writtenTwice = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const columns = node.matchingColumns as string[] | undefined;
		const runs = round.runs[shownName(node.name)] ?? [];
		if (!columns) return [];
		const found = runs.flatMap(({ given, outputs: [shown = []] }) =>
			shown.flatMap((item, place) => {
				const key = columns.map((column) => item[`columns value ${column}`]);
				const row = base.people.find(
					(one) =>
						hasPhone(one, addressOf(given[place]?.to)) ||
						(given[place] && holds(one)(given[place])),
				);
				return row && key.every((one) => one !== undefined) ? [{ key: key.join(', '), row }] : [];
			}),
		);
		const [same] = [...Map.groupBy(found, ({ key }) => key)].filter(
			([, all]) => once(all.map(({ row }) => row)).length > 1,
		);
		if (!same) return [];
		const happened = `“${node.name}” finds its row by ${columns.join(' and ')}, and ${same[1].length} people have “${same[0]}” there: the row of one is never written.`;
		return [toChange('written', node.name, happened)];
	});

/** What a node writes into a row that it finds by what no row has there: a number that was spelled otherwise before. */
export const writtenNowhere = ({ workflow, rounds: [round], world: { pins } }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const [column, ...others] = (node.matchingColumns as string[] | undefined) ?? [];
		if (!column || others.length > 0) return [];
		const list = Object.keys(pins).find((name) => pins[name].some(({ json }) => column in json));
		const known = pins[list ?? '']?.map(({ json }) => String(json[column])) ?? [];
		const asked = outputOf(round, { ...node, name: shownName(node.name) }).map(
			(item) => item[`columns value ${column}`],
		);
		const isKnown = (value: unknown) => value === undefined || known.includes(String(value));
		// Who appends what isn't there loses nothing.
		if (node.writes !== 'update') return [];
		if (!list || asked.length === 0 || asked.some(isKnown)) return [];
		const happened = `“${node.name}” looks for “${String(asked[0])}” in “${column}”, and no row has it: “${known[0]}” stands there. What it writes is lost.`;
		return [toChange('written', node.name, happened, { field: column, from: list })];
	});

/** A node behind a sender that writes into rows of people to whom nothing went out, and not into those of others to whom something did. */
export const writtenForOthers = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const [column, ...more] = (node.matchingColumns as string[] | undefined) ?? [];
		const sender = base.senders.find(({ name }) => leadsTo(workflow, name, node.name));
		if (!column || more.length > 0 || !sender) return [];
		const asked = outputOf(round, { ...node, name: shownName(node.name) }).map((item) =>
			String(item[`columns value ${column}`]),
		);
		const [others, missed] = [true, false].map((isWritten) =>
			once(base.people).filter(
				(row) =>
					asked.includes(String(row.json[column])) === isWritten &&
					gotBy(round, row).some(({ by }) => by === sender.name) !== isWritten,
			),
		);
		const isKey = new Set(base.people.map(({ json }) => json[column])).size === base.people.length;
		// Of whom came to it, it may be written that something went wrong.
		const came = givenTo(round, sender);
		const isTold = others.some((row) => came.some(holds(row)));
		if (!isKey || isTold || others.length === 0 || missed.length === 0) return [];
		const from = inOrder(workflow, round).findLast(
			(one) =>
				leadsTo(workflow, one.name, sender.name) &&
				outputOf(round, one).some((item) => column in item),
		);
		const happened = `“${node.name}” writes into the ${others.length > 1 ? 'rows' : 'row'} of ${inWords(others)}, to whom nothing went out, and not into that of ${inWords(missed)}, to whom something did.`;
		return [toChange('written', node.name, happened, { field: column, from: from?.name })];
	});

/** The pairs of fields by which a node brings rows together. */
function keysOf({ parameters }: WorkflowNode): Array<[string, string]> {
	const { mergeByFields, fieldsToMatchString } = parameters as {
		mergeByFields?: { values?: Array<{ field1?: string; field2?: string }> };
		fieldsToMatchString?: string;
	};
	const pairs = (mergeByFields?.values ?? []).map(({ field1 = '', field2 = '' }) => [
		field1,
		field2,
	]);
	const same = String(fieldsToMatchString ?? '').split(',');
	return [...pairs, ...same.map((field) => [field.trim(), field.trim()])].filter(
		(pair): pair is [string, string] => pair.every((field) => field !== ''),
	);
}

/** Who stands in items that a node has made of rows with nothing in the field by which they belong together. */
function mixedIn(base: Base, { rounds: [round] }: Play, node: WorkflowNode): Row[] {
	const keys = keysOf(node);
	// Where the field has another name in the other list, a row of that one has it.
	const isOthers = (item: Json, side: 0 | 1) =>
		keys.some((pair) => pair[0] !== pair[1] && !isBlank(item[pair[1 - side]]));
	const withoutAt = (side: 0 | 1) =>
		givenTo(round, node).filter(
			(item) => keys.every((pair) => isBlank(item[pair[side]])) && !isOthers(item, side),
		);
	const [left, right] = [withoutAt(0), withoutAt(1)];
	/** Whether all that only one of two rows has stands in an item. */
	const has = (item: Json, own: Json, other: Json) => {
		const cells = Object.entries(own).filter(([name, cell]) => !(name in other) && !isBlank(cell));
		return cells.length > 0 && cells.every(([name, cell]) => item[name] === cell);
	};
	const isMixed = (item: Json) =>
		left.some((one) => right.some((two) => has(item, one, two) && has(item, two, one)));
	const mixed = keys.length > 0 ? outputOf(round, node).filter(isMixed) : [];
	return once(base.people).filter((row) => mixed.some(holds(row)));
}

/** Rows that a node brings together because neither has anything in the field by which they belong together. */
export const joinedByNothing = (base: Base, play: Play) =>
	play.workflow.nodes.filter(joins).flatMap((node) => {
		const rows = mixedIn(base, play, node);
		const got = rows.filter((row) => gotBy(play.rounds[0], row).length > 0);
		const wrong = got.flatMap((row) => gotBy(play.rounds[0], row));
		const field = keysOf(node)[0]?.[1];
		const happened = `“${node.name}” brings together rows that have nothing in “${field}”: ${whoGets(got)} words of another row.`;
		const breach = toChange('joined', node.name, happened, { field, wrong, isAstray: true });
		return wrong.length > 0 ? [{ rows, breach }] : [];
	});

/** Rows that a node brings together by a name alone, although another field says that they are about two people. */
export const ofNamesakes = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.filter(joins).flatMap((node) => {
		const keys = keysOf(node);
		const items = outputOf(round, node);
		const areNames = items.every((item) =>
			keys.every(([own]) => isWords(item[own]) && !/\d/.test(item[own])),
		);
		const pairs = relatedFields(base)
			.filter((pair) => !keys.flat().some((key) => pair.includes(key)))
			.flatMap(([left, right]) => [
				[left, right],
				[right, left],
			]);
		const isOfTwo = (item: Json) =>
			pairs.some(
				([left, right]) =>
					item[left] !== item[right] &&
					items.some((other) => other[left] === item[left] && other[right] === item[left]),
			);
		const mixed = areNames ? items.filter(isOfTwo) : [];
		const isTo = (to: string) => (item: Json) =>
			addressIn(item, to) ?? cellsOf(item).some(([, cell]) => isSamePhone(phoneIn(cell) ?? '', to));
		const wrong = wentOut(round).filter(
			({ to }) =>
				mixed.some(isTo(to)) && !items.some((item) => !mixed.includes(item) && isTo(to)(item)),
		);
		if (wrong.length === 0) return [];
		const name = String(mixed[0][keys[0][0]]);
		const happened = `“${node.name}” brings together the rows of two people who are called ${name}: one gets what is for the other.`;
		return [toChange('rows', node.name, happened, { wrong, isAstray: true })];
	});

/** A status that is pinned in a node which gives no item at such a one: what goes by it never runs. */
export const neverGiven = (base: Base, { workflow, world: { pins } }: Play): Breach[] =>
	workflow.nodes.flatMap(({ name, stopsAtStatus }) => {
		const statuses = (pins[name] ?? []).map(({ json }) => Number(json.statusCode));
		const status = statuses.find((one) => one >= 400);
		const sender = base.senders.find((one) => leadsTo(workflow, name, one.name));
		if (stopsAtStatus !== true || !status || !sender) return [];
		const happened = `“${name}” never gives the status ${status} that is pinned in it: it then ends with an error, and “${sender.name}” doesn't run.`;
		return [toChange('never', name, happened)];
	});

/** What becomes of a message, in the words of our node. */
export const DELIVERIES = ['delivered', 'failed', 'pending'];

/** A condition that asks what became of a message by a word that never stands there. */
export const neverSaid = ({ workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter((node) => decides(node) && !node.disabled)
		.flatMap((node) => {
			const said = givenTo(round, node).map(({ delivery }) => String(delivery));
			const asked = conditionsOf(node)
				.filter(({ operator }) => /^(equals|notEquals)$/.test(operator?.operation ?? ''))
				.filter(({ leftValue }) => String(pathIn(leftValue)) === 'delivery')
				.map(({ rightValue }) => String(rightValue))
				.find((word) => /^\w+$/.test(word) && !DELIVERIES.includes(word.toLowerCase()));
			const isOurWord = said.some((word) => DELIVERIES.includes(word));
			if (!asked || !isOurWord) return [];
			const words = DELIVERIES.map((name) => ({ name }));
			const happened = `“${node.name}” asks whether delivery is “${asked}”, which it never is: it says ${inWords(words).replace(' and ', ' or ')}.`;
			return [toChange('report', node.name, happened)];
		});

/** What a node has made for each row, such as a code or a sum: long enough to stand in no text by chance. */
const isMade = (cell: unknown): cell is string =>
	typeof cell === 'string' &&
	cell.length > 7 &&
	cell.length < 200 &&
	/\d/.test(cell) &&
	!phoneIn(cell);

/** Who reads what a node has made for another row, and not what it has made for theirs. */
export const madeForAnother = (base: Base, play: Play): Breach[] => {
	const { workflow, world, rounds } = play;
	const [round] = rounds;
	const given = JSON.stringify(world.pins);
	const people = once(base.people);
	const made = inOrder(workflow, round).flatMap((node) => {
		if (node.shows || base.senders.some(({ name }) => name === node.name)) return [];
		const own = outputOf(round, node).flatMap((item) => {
			const [row, ...others] = people.filter((one) => holds(one)(item));
			return row && others.length === 0 ? [{ row, item }] : [];
		});
		const fields = [...new Set(own.flatMap(({ item }) => Object.keys(item)))];
		return fields.flatMap((field) => {
			const cells = own.map(({ row, item }) => ({ row, cell: item[field] }));
			const areAlone = new Set(cells.map(({ cell }) => cell)).size === cells.length;
			return areAlone && cells.length > 1 && cells.every(({ cell }) => isMade(cell))
				? cells.filter(({ cell }) => !given.includes(String(cell)))
				: [];
		});
	});
	const found = people.flatMap((row) => {
		// Whatever stands in an item of theirs may be theirs, too.
		const own = inOrder(workflow, round).flatMap((node) =>
			outputOf(round, node).filter(holds(row)),
		);
		const isTheirs = ({ cell }: { cell: unknown }) =>
			own.some((item) => cellsOf(item).some(([, one]) => one === cell));
		return gotBy(round, row).flatMap((sent) => {
			const here = made.filter(({ cell }) => sent.text.includes(String(cell)));
			const [other] = here;
			return other && !here.some(isTheirs) ? [{ row, sent, other }] : [];
		});
	});
	return [...Map.groupBy(found, ({ sent: { by } }) => by)].map(([by, all]) => {
		const [{ row, other }] = all;
		const happened = `${row.name} reads ${String(other.cell)}, which was made for ${other.row.name}.`;
		return toChange('rows', by, happened, { wrong: all.map(({ sent }) => sent), isAstray: true });
	});
};
