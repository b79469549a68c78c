import type { Workflow } from '../../n8n/types.ts';
import { courses } from '../../../sandbox/messages/delivery.ts';
import { specialRecipients } from '../../../sandbox/messages/specialRecipients.ts';
import { isYes, opposite } from './yesNo.ts';
import { another, isWords } from './words.ts';
import type { Playable } from '../copy/replaced.ts';
import { isDeciding, nameOf, names, namesValue } from './changes.ts';
import {
	cellAt,
	cellsOf,
	changed,
	endingWith,
	type Json,
	type Path,
	type Pins,
	withCell,
	withCells,
	isBlank,
} from './world.ts';
import {
	digitsOf,
	emailIn,
	hasPhone,
	isNumberAt,
	isSamePhone,
	jsonRows,
	phoneIn,
	rowsOf,
	type List,
	type Row,
	withRows,
} from './rows.ts';

export interface Marks {
	pins: Pins;
	/** The rows and their fields, by what stands there alone. */
	marks: Map<string, Row & { field: string }>;
}

/** A mark that stands in no word, of letters alone. */
const markOf = (place: number, column: number) =>
	`Zq${`${place}`.padStart(4, '0')}${column}`.replace(
		/\d/g,
		(digit) => 'abcdefghij'[Number(digit)],
	);

/** Each cell that texts read carries a mark of its row. */
export function marked(
	workflow: Workflow,
	pins: Pins,
	list: List,
	texts: string[],
): Marks | undefined {
	const marks: Marks['marks'] = new Map();
	const rows = rowsOf(pins, list);
	const given = withRows(pins, list, (all) =>
		all.map((json, place) => {
			const read = cellsOf(json).filter(
				([path, cell]) =>
					isWords(cell) &&
					!isDeciding(workflow, path) &&
					!namesValue(workflow, pins, cell) &&
					texts.some((text) => text.includes(cell)),
			);
			return read.reduce((next, [path, cell], column) => {
				const mark = markOf(place, column);
				marks.set(mark, { ...rows[place], field: path.join('.') });
				return withCell(next, path, `${mark}${String(cell)}`);
			}, json);
		}),
	);
	return marks.size > 0 ? { pins: given, marks } : undefined;
}

/** Whether a condition lets through what is there or true, not what is empty or false. */
export const asksForYes = ({ operator, rightValue }: Record<string, unknown>): boolean => {
	const { operation = '' } = (operator ?? {}) as { operation?: string };
	const isTurned = /^(empty|notExists|false|notEquals|notContains)$/.test(operation);
	return isTurned === ['false', 'no'].includes(String(rightValue).toLowerCase());
};

/** The cells of a row that say yes or no, in fields that some nodes name, or in any, each turned. */
export const turned = (
	pins: Pins,
	row: Row,
	nodes?: Workflow['nodes'],
): Array<{ field: string; pins: Pins; all: unknown[] }> =>
	cellsOf(row.json).flatMap(([path, cell]) => {
		const to = opposite(cell);
		const all = jsonRows(pins, row.list).map((json) => cellAt(json, path));
		if (
			to === undefined ||
			(nodes && !names(nodes, nameOf(path))) ||
			// Where all have 1, it may be how many.
			(/\d/.test(String(cell)) && new Set(all).size === 1) ||
			all.some((one) => !isBlank(one) && opposite(one) === undefined)
		)
			return [];
		// In each row of hers: any of them may be the one that counts.
		const hers = rowsOf(pins, row.list).filter(
			({ phones, place }) => place === row.place || phones.some((phone) => hasPhone(row, phone)),
		);
		const change = (rows: Json[]) =>
			hers.reduce((given, { place, json }) => {
				const own = cellAt(json, path);
				// As the others say it: in several languages, the same yes has another no.
				const other =
					all.find((one) => !isBlank(one) && isYes(one) !== isYes(own)) ?? opposite(own) ?? to;
				return given.with(place, withCell(json, path, other));
			}, rows);
		return [{ field: nameOf(path), all, pins: withRows(pins, row.list, change) }];
	});

/** The IDs in the reports that start a workflow: each report of something else has others. */
function reportedIds({ nodes }: Workflow, pins: Pins): Set<unknown> {
	const triggers = nodes.filter(({ type }) => type.endsWith('.messagingServiceTrigger'));
	const reports = triggers.flatMap(({ name }) => pins[name] ?? []);
	const ids = reports.flatMap(({ json }) => [json.messageId, json.partId]);
	return new Set(ids.filter((id) => typeof id === 'string' && !isBlank(id)));
}

/** Another ID of the same form; those of a message and of its parts still belong together. */
const otherId = (id: string) =>
	/^[0-9a-f]{8}-/i.test(id)
		? id.replace(/^./, (first) => ((parseInt(first, 16) + 1) % 16).toString(16))
		: /\d/.test(id)
			? id.replace(/\d+/, (digits) => String(Number(digits) + 9_000))
			: `${id}9`;

/**
 * The same people once more, about something else: every word and number that isn't a phone, and decides nothing.
 * @param keeping nodes whose fields stay as they are
 * @param people the lists in which their numbers stand
 */
export function aboutOthers(
	workflow: Workflow,
	pins: Pins,
	lists: List[],
	keeping: Workflow['nodes'] = [],
	people = lists,
): Pins {
	const known = people.flatMap((list) => rowsOf(pins, list).flatMap(({ phones }) => phones));
	const isPhone = (cell: unknown) =>
		known.some((phone) => isSamePhone(phone, phoneIn(cell) ?? emailIn(cell) ?? ''));
	const ids = reportedIds(workflow, pins);
	const change = (list: List) => (json: Json, place: number) =>
		cellsOf(json).reduce((next, [path, cell]) => {
			const stays =
				ids.has(cell) ||
				isNumberAt(list, path) ||
				isPhone(cell) ||
				isDeciding(workflow, path, false) ||
				namesValue(workflow, pins, cell) ||
				names(keeping, nameOf(path));
			return stays || typeof cell === 'boolean'
				? next
				: withCell(next, path, another(cell, place + 10));
		}, json);
	const changed = lists.reduce(
		(given, list) => withRows(given, list, (rows) => rows.map(change(list))),
		pins,
	);
	return withCells(changed, ({ value }) =>
		typeof value === 'string' && ids.has(value) ? otherId(value) : value,
	);
}

/** A person with a number of which the sandbox knows what becomes of it, wherever it stands. */
export const withNumber = (pins: Pins, phone: string, digits: string): Pins =>
	withCells(pins, ({ value }) =>
		emailIn(phone) && emailIn(value) === emailIn(phone)
			? String(value).replace('@', `${digits}@`)
			: !/[a-z]/i.test(String(value)) && isSamePhone(digitsOf(value), phone)
				? endingWith(value, digits)
				: value,
	);

const TEST_ENDINGS = Object.keys({ ...courses, ...specialRecipients });

type Given = Pick<Playable['workflow'], 'nodes' | 'pinData'>;

/** The numbers in a workflow and in what is pinned that the sandbox would take for its test numbers, in digits. */
export const testNumbersIn = ({ nodes, pinData }: Given): string[] => [
	...new Set(
		cellsOf([nodes, pinData]).flatMap(([, cell]) => {
			const phone = phoneIn(typeof cell === 'string' ? cell.replace(/^=/, '') : cell);
			return phone && phone.length > 8 && TEST_ENDINGS.includes(phone.slice(-4)) ? phone : [];
		}),
	),
];

/** The same with numbers that mean nothing to the sandbox, wherever they stand, also in what a condition or code asks for. */
export function withPlainNumbers<Workflow extends Given>(workflow: Workflow): Workflow {
	const plain = testNumbersIn(workflow).map((digits) => ({
		is: new RegExp(`(?<!\\d)${[...digits].join('[\\s().\\/\\-–]*')}(?!\\d)`, 'g'),
		end: `7${digits.slice(-3)}`,
	}));
	const change = (_: Path, value: string | number) => {
		const other = plain.reduce(
			(text, { is, end }) => text.replace(is, (spelled) => String(endingWith(spelled, end))),
			String(value),
		);
		return typeof value === 'number' ? Number(other) : other;
	};
	const { nodes, pinData } = changed(workflow, [], change) as Given;
	return { ...workflow, nodes, pinData };
}
