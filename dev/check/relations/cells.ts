import * as cells from '../worlds/cells.ts';
import * as changes from '../worlds/changes.ts';
import { fieldsOf, labelOf } from '../copy/sampleItems.ts';
import {
	comesAlone,
	gotBy,
	inWords,
	isSamePerson,
	listsOfPeople,
	once,
	oursIn,
	pinsOf,
	reached,
	wentOut,
	type Base,
	worldOf,
	worldWith,
} from './base.ts';
import { mixedAt } from './locate.ts';
import type { Sent } from '../play/round.ts';
import { toChange, type Relation, worthKnowing } from './relation.ts';
import { cellsOf, type Pins } from '../worlds/world.ts';
import { hasPhone, rowsOf, type Row } from '../worlds/rows.ts';
import { decides, isOurs } from '../copy/nodeKinds.ts';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { numbersDone } from './promises.ts';
import { warnedIn } from './goodDay.ts';
import { isSame, leadsTo } from './seen.ts';
import { alike } from './texts.ts';
import { isYes, opposite } from '../worlds/yesNo.ts';

const marksOf = (base: Base) =>
	listsOfPeople(base)
		.map((list) => cells.marked(base.play.workflow, pinsOf(base), list, base.texts))
		.find(Boolean);

const marks: Relation = {
	name: 'marks',
	happens: 'Each word carries a mark of its row.',
	world: (base) => worldWith(base, () => marksOf(base)?.pins),
	breaks: (base, play) => {
		const [round] = play.rounds;
		const all = [...(marksOf(base)?.marks ?? [])];
		const got = once(base.people).flatMap((row) =>
			gotBy(round, row).map(({ text, by }) => ({
				...{ row, by },
				here: all.filter(([mark]) => text.toLowerCase().includes(mark.toLowerCase())),
			})),
		);
		const found = got.flatMap(({ row, by, here }) => {
			// Where her own stands too, and everybody reads the same, it's a list of all.
			const isList = (field: string) =>
				here.some(([, one]) => one.field === field && isSamePerson(row, one)) &&
				alike(got.map((one) => String(one.here.filter(([, two]) => two.field === field))));
			const [mark, other] =
				here.find(
					([, one]) => !isSamePerson(row, one) && !isList(one.field) && !comesAlone(base, one, row),
				) ?? [];
			return mark && other ? [{ row, other, node: mixedAt(play, row, mark)?.name ?? by }] : [];
		});
		return [...Map.groupBy(found, ({ node }) => node)].map(([node, mixed]) => {
			const rows = mixed.map(({ row }) => row);
			const where = node ? `: “${node}” brings them together` : '';
			const happened = `${rows[0].name} gets words of the row of ${mixed[0].other.name}${where}.`;
			const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
			return toChange('rows', node, happened, { wrong, isAstray: true });
		});
	},
};

const READS = /\.(if|filter|switch|code|function|functionItem|messagingService)$/;

/** An expression that asks one field, and says one thing or another by it. */
const EITHER = /^=\{\{\s*!?\s*\$json(?:\.\w+|\[[^\]]+\])+\s*\?(?![.?])/;

/** The nodes that go by a field: of one that sets fields, what it asks to say one thing or another. */
const asking = ({ nodes }: Workflow): WorkflowNode[] =>
	nodes.flatMap((node) => {
		if (node.shows) return [];
		if (READS.test(node.type)) return [node];
		const asked = cellsOf(node.parameters).flatMap(([, text]) => EITHER.exec(String(text)) ?? []);
		return node.type.endsWith('.set') && asked.length > 0
			? [{ ...node, parameters: { asked } }]
			: [];
	});

/** Operations that record a yes or a no of somebody. */
const RECORDS = /^(updateConsent|add)$/;

/** The yes or no of a row that some nodes name, each turned. */
const flagsAt = (pins: Pins, row: Row, nodes: WorkflowNode[]) =>
	cells.turned(pins, row, nodes).map((flag) => ({
		...{ ...flag, row, isRecorded: false },
		node: nodes.find((one) => changes.names([one], flag.field)),
	}));

/** What a node that doesn't run looked up, and a condition behind it names: a yes or a no of no person's row. */
const lookedUp = (base: Base, nodes: WorkflowNode[]) =>
	base.lists
		.filter(({ node, at }) => at.length === 0 && node !== base.play.trigger.name)
		.filter((list) => base.people.every((row) => row.list !== list))
		.flatMap((list) => {
			const { pins } = base.play.world;
			const [row, ...others] = pins[list.node] ? rowsOf(pins, list) : [];
			if (others.length > 0) return [];
			const asking = nodes.filter(
				(node) => decides(node) && leadsTo(base.play.workflow, list.node, node.name),
			);
			return row ? flagsAt(pins, row, asking) : [];
		});

/** Whose yes or no can be turned: of fields that are read, or of any if one is recorded at the service for each, and nothing chooses. */
function flagsOf(base: Base) {
	const { workflow, rounds } = base.play;
	const [round] = rounds;
	const nodes = asking(workflow);
	const done = numbersDone(round);
	const [row] = [
		...reached(base),
		...base.people.filter((one) => done.some((number) => hasPhone(one, number))),
	];
	const others = lookedUp(base, nodes);
	if (!row) return others;
	// What is looked up later is what counts.
	const isOld = ({ field }: { field: string }) => others.some((one) => one.field === field);
	const flags = flagsAt(pinsOf(base), row, nodes).filter((flag) => !isOld(flag));
	if (flags.length + others.length > 0) return [...flags, ...others];
	const node = oursIn(base).find(
		({ name, parameters: { operation, status } }) =>
			round.runs[name] && RECORDS.test(String(operation)) && status !== 'revoked',
	);
	if (!node || nodes.some((one) => !isOurs(one) && round.runs[one.name])) return [];
	const any = cells.turned(pinsOf(base), row).find(({ all }) => new Set(all.map(isYes)).size > 1);
	return any ? [{ ...any, row, node, isRecorded: true }] : [];
}

const turnedAt = (name: string, place: number): Relation => ({
	name,
	happens: `${place > 0 ? 'Another' : 'A'} yes or no of a person is turned.`,
	world: (base) => worldWith(base, () => flagsOf(base)[place]?.pins),
	breaks: (base, play) => {
		const flag = flagsOf(base)[place];
		if (!flag) return [];
		const { field, row, node, isRecorded } = flag;
		const fieldOf = ({ json }: Row) =>
			cellsOf(json).find(([path]) => changes.nameOf(path) === field) ?? [];
		// A row that is written with the cell itself says nothing of it.
		const [, cell] = fieldOf(row);
		const echoes = [cell, opposite(cell)].map((one) => `${field}":${JSON.stringify(one)}`);
		const leaving = (words: string) => echoes.reduce((left, echo) => left.replace(echo, ''), words);
		if (!isSame(base.play, play, { leaving })) return [];
		const where = { field, at: fieldOf(row)[0], from: row.list.node };
		if (isRecorded) {
			const no = rowsOf(pinsOf(base), row.list).filter((one) => !isYes(fieldOf(one)[1]));
			const said = String(fieldOf(no[0])[1] ?? '') || 'nothing';
			const happened = `“${node?.name}” records the same for all, whatever stands in “${field}”: also for ${inWords(no)}, where it's ${said}.`;
			return worthKnowing('flag', node?.name, happened, where);
		}
		const isPersons = base.people.some(({ list }) => list === row.list);
		const whose = isPersons ? `of ${row.name}` : `that “${row.list.node}” gives`;
		const happened = `“${field}” ${whose} is turned, and everything that goes out stays the same.`;
		if (!isPersons) {
			const wrong = wentOut(base.play.rounds[0]);
			// After a wait, what was looked up then is what counts.
			const isLater = play.workflow.nodes.some(
				({ name, type }) => type.endsWith('.wait') && leadsTo(play.workflow, name, row.list.node),
			);
			const more = { ...where, wrong, isAstray: true };
			return (isLater ? toChange : worthKnowing)('flag', node?.name, happened, more);
		}
		const { conditions } = (node?.parameters.conditions ?? {}) as { conditions?: object[] };
		const isAsked = cells.asksForYes((conditions?.[0] ?? {}) as Record<string, unknown>);
		const rows = base.people.filter((one) => isYes(fieldOf(one)[1]) !== isAsked);
		// What another way leads to doesn't hang on it.
		const isBehind = ({ by = '' }: Sent) => leadsTo(play.workflow, node?.name ?? '', by);
		const all = rows.flatMap((one) => gotBy(base.play.rounds[0], one));
		const behind = all.filter(isBehind);
		const wrong = behind.length > 0 ? behind : all;
		return toChange('flag', node?.name, happened, { field, wrong, isAstray: true });
	},
});

/** What a form doesn't ask for by all means, and nothing decides by. */
const optionalIn = ({ play: { trigger, workflow } }: Base): string[] =>
	fieldsOf(trigger)
		.filter(({ requiredField, fieldType }) => !requiredField && fieldType !== 'hiddenField')
		.map(labelOf)
		.filter((label) => !changes.isDeciding(workflow, [label]));

const halfFilled: Relation = {
	name: 'half filled',
	happens: 'What the form leaves open is empty.',
	world: (base) => {
		const labels = optionalIn(base);
		const empty = Object.fromEntries(labels.map((label) => [label, '']));
		return labels.length > 0
			? worldOf(base, ({ json, ...rest }) => ({ ...rest, json: { ...json, ...empty } }))
			: undefined;
	},
	breaks: (base, play) =>
		warnedIn(base, play).map((breach) => ({ ...breach, level: 'know' as const })),
};

const turned = ['a yes turned', 'another yes turned', 'a third yes turned'].map(turnedAt);

export const ofCells = [marks, ...turned, halfFilled];
