import type { WorkflowNode } from '../../n8n/types.ts';
import { cellAt, cellsOf, type Path, withCell, isBlank, wordsOf } from '../worlds/world.ts';
import { digitsOf } from '../worlds/rows.ts';
import { expressionsIn, isOfPersonAlone, keyOf, TIMES } from '../relations/onceKeys.ts';
import { givenTo, type Base, wentOut } from '../relations/base.ts';
import { inOrder, leadsTo, outputOf } from '../relations/seen.ts';
import { isFormed } from '../worlds/words.ts';
import { isOurs, optionsOf } from '../copy/nodeKinds.ts';
import { type Mend, option, parameters } from './change.ts';
import { asksForYes } from '../worlds/cells.ts';
import { namesAsked, fieldsAsked } from '../copy/sampleItems.ts';
import { withCapital } from '../../../sandbox/page/words.js';

const ofOne = String.raw`(?:(?:first|last)\(\)|all\(\)\s*(?:\[[^\]]*\]|\.at\([^()]*\)))`;

/** What comes to a node in place of one item that another gave before. */
const fromInput = (text: string) =>
	text
		.replace(
			new RegExp(String.raw`(\$\([^()]*\)|\$input)\s*\.\s*(?:${ofOne}|item)\s*\.json`, 'g'),
			'$json',
		)
		.replace(/\$items\([^()]*\)\[[^\]]*\]\.json/g, '$json');

/** Ways to have an expression read each item where it reads one for all: only what is played then counts. */
const ITEMIZED: Array<(expression: string) => string> = [
	(text) => text.replace(new RegExp(String.raw`(\$\([^()]*\))\s*\.\s*${ofOne}`, 'g'), '$1.item'),
	fromInput,
	(text) =>
		text.replace(
			/\{\{\s*(\$json(?:\.\w+)+)\[\d+\]((?:\.\w+)+)\s*\}\}/g,
			"{{ $1.map((one) => one$2).join(', ') }}",
		),
];

/** What a parameter is called in the form: that of a field which a node sets, by the field's name. */
function labelAt({ parameters }: WorkflowNode, path: Path): string {
	const name = path.at(-1)!;
	if (name === 'leftValue') return 'Conditions';
	if (name === 'value') return String(cellAt(parameters, [...path.slice(0, -1), 'name']));
	const isOurs = /^(to|recipients|text|from|key|scheduledAt)$/.test(name);
	return isOurs ? withCapital(name.replace('At', ' At')) : name;
}

/** The same node with other expressions, one mend for each change that changes something. */
export const rewritten = (
	node: WorkflowNode,
	changes: Array<(expression: string) => string>,
	what: string,
): Mend[] => {
	const texts = cellsOf(node.parameters).filter(
		(cell): cell is [Path, string] => typeof cell[1] === 'string' && cell[1].startsWith('='),
	);
	return changes.flatMap((change) => {
		const changed = texts
			.filter(([, text]) => change(text) !== text)
			.map(([path, text]) => ({ path, to: change(text), label: labelAt(node, path) }));
		if (changed.length === 0) return [];
		const labels = [...new Set(changed.map(({ label }) => label))].join(', ');
		const said = changed.map(({ label, to }) => `${label} to ${to.slice(1)}`);
		const fields = [...new Set(said)].join(', and ');
		const all = changed.reduce((next, { path, to }) => withCell(next, path, to), node.parameters);
		return [parameters(node, labels, `${what}: set ${fields}.`, all)];
	});
};

export const itemized = (node: WorkflowNode) =>
	rewritten(node, ITEMIZED, 'Have each message read its own item');

/** Fields by which each item that comes to a node belongs to one of a list, and to no other: of the list, and of the item. */
function sharedKeys(node: WorkflowNode, from: string, { play }: Base): Array<[string, string]> {
	const [round] = play.rounds;
	const given = givenTo(round, node);
	const list = (round.runs[from] ?? []).flatMap(({ outputs }) => outputs.flat());
	return Object.keys(list[0] ?? {}).flatMap((own) =>
		Object.keys(given[0] ?? {})
			.filter((name) =>
				given.every(
					(item) =>
						isCode(item[name]) && list.filter((row) => row[own] === item[name]).length === 1,
				),
			)
			.map((name): [string, string] => [own, name]),
	);
}

/** What another node gave for its item, found by what both have: where n8n no longer knows which item came of which. */
export function lookedUp(node: WorkflowNode, base: Base): Mend[] {
	const readings = JSON.stringify(node.parameters).matchAll(/\$\('([^'\\]*)'\)\.item\.json/g);
	return [...new Map([...readings].map(([reading, from]) => [reading, from]))].flatMap(
		([reading, from]) =>
			sharedKeys(node, from, base)
				.slice(0, 3)
				.flatMap(([own, name]) => {
					const found = `$('${from}').all().find((one) => ${readingOf([own]).replace('$json', 'one.json')} === ${readingOf([name])})?.json`;
					const change = (text: string) => text.replaceAll(reading, () => found);
					return rewritten(node, [change], 'Have it find its row');
				}),
	);
}

export const readsItsItem = (node: WorkflowNode) =>
	rewritten(node, [fromInput], 'Have it read what comes to it');

/** A condition on an answer by which none counts as a no. */
export const countsNone = (node: WorkflowNode) =>
	rewritten(
		node,
		[
			(text) => text.replace(/(\bapproved)\s*===?\s*false\b/g, '$1 !== true'),
			(text) => text.replace(/(\bapproved)\s*!==?\s*false\b/g, '$1 === true'),
		],
		'Only a yes is one',
	);

/** What comes to a node in place of all that another one gave. */
export const ofInput = (node: WorkflowNode) =>
	rewritten(
		node,
		[(text) => text.replace(/\$(\([^()]*\)\s*\.\s*all\(\)|items\([^()]+\))/g, '$input.all()')],
		'Have it read what comes to it',
	);

/** The hour or the day that is cut out of a time in UTC. */
const cutInZone = (timeZone: string) => [
	(text: string) =>
		text.replace(
			/(?:new Date\()?(\$(?:json|\('[^']*'\))(?:[\w.()?]|\['[^']*'\])*?)(?:\)\.toISOString\(\))?\??\.(?:slice\(11, ?16\)|substring\(11, ?16\)|substr\(11, ?5\)|split\('T'\)\[1\]\.(?:slice|substring)\(0, ?5\))/g,
			"DateTime.fromISO($1).toFormat('HH:mm')",
		),
	(text: string) =>
		text.replace(
			/(\$(?:json|\('[^']*'\))(?:[\w.()?]|\['[^']*'\])*?)\??\.(?:slice\(0, ?10\)|substring\(0, ?10\)|substr\(0, ?10\)|split\('T'\)\[0\])/g,
			`DateTime.fromISO($1).setZone('${timeZone}').toISODate()`,
		),
];

/** The hour or the day of a time by the clock of the workflow, where it's cut out of one in UTC. */
export const byOwnClock = (node: WorkflowNode, timeZone: string) =>
	rewritten(node, cutInZone(timeZone), 'As it is meant');

/** A time or a day as it is meant. */
export const asMeant = (node: WorkflowNode, timeZone: string) =>
	rewritten(
		node,
		[
			...cutInZone(timeZone),
			(text) => text.replace(/\.toUTC\(\)|\.setZone\((['"])utc\1\)/gi, ''),
			// A time without one is by the clock of the workflow.
			(text) => text.replace(/((?:[:\d]\d|\}\}))(?:\.000)?Z(?=['"`]|$)/g, '$1'),
			(text) => text.replace(/\.(toFormat|format)\(/g, `.setZone('${timeZone}').$1(`),
			(text) => text.replace(/1900-01-01|1899-12-31/g, '1899-12-30').replace(/2556[78]/g, '25569'),
		],
		'As it is meant',
	);

/** The hours of a format, outside what it quotes, as those of a whole day; as it is if it has am and pm. */
const inWholeDay = (format: string): string => {
	const parts = format.split("'");
	const isHalf = (part: string, place: number) => place % 2 === 0 && part.includes('a');
	return parts.some(isHalf)
		? format
		: parts.map((part, place) => (place % 2 === 0 ? part.replace(/h/g, 'H') : part)).join("'");
};

/** Formats of times, changed. */
const withFormats = (change: (format: string) => string) => (text: string) =>
	text.replace(
		/(\.(?:toFormat|format)\(\s*)(["'`])((?:(?!\2).)*)\2/g,
		(_, call: string, quote: string, format: string) => `${call}${quote}${change(format)}${quote}`,
	);

/** Times by the clock of 24 hours. */
export const by24Hours = (node: WorkflowNode) =>
	rewritten(node, [withFormats(inWholeDay)], 'Count the hours to 24');

/** Times with their minutes: in capitals it's the month. */
export const withMinutes = (node: WorkflowNode) =>
	rewritten(
		node,
		[withFormats((format) => format.replace(/([Hh](?:'[^']*'|[^\p{L}'])*)MM/gu, '$1mm'))],
		'Write the minutes as mm: MM is the month',
	);

/** A field that is a text, and keeps what a number loses. */
export function asText(node: WorkflowNode, field: string): Mend[] {
	const given = node.parameters.assignments as
		| { assignments?: Array<Record<string, unknown>> }
		| undefined;
	const all = given?.assignments ?? [];
	const isIt = ({ type, name, value }: Record<string, unknown>) =>
		type === 'number' && `${String(name)} ${String(value)}`.includes(field);
	const numbers = all.filter(isIt).map(({ name }) => String(name));
	const texts = all.map((one) => ({ ...one, ...(isIt(one) && { type: 'string' }) }));
	const advice = `Choose the type String for ${numbers.join(' and ')}.`;
	const changed = { assignments: { assignments: texts } };
	return numbers.length > 0 ? [parameters(node, 'Fields to Set', advice, changed)] : [];
}

/** A time without a zone of its own: it then counts by the workflow's clock. */
export const inOwnZone = (node: WorkflowNode) =>
	rewritten(
		node,
		[(text) => text.replace(/(T\d\d:\d\d(?::\d\d)?)(?:Z|[+-]\d\d:\d\d)/g, '$1')],
		'Leave the zone out, so that the clock of the workflow counts',
	);

/** A condition that asks for a field of the node that gave it last. */
export const readsFrom = (node: WorkflowNode, field: string, at: Path, from: string): Mend[] =>
	rewritten(
		node,
		[
			(text) =>
				text.replace(
					/(?:\$\('[^']*'\)\.(?:item|first\(\))\.json|\$json)((?:\??\.\w+|\['[^']+'\])+)/g,
					(reading, path: string) =>
						path.match(/\w[^.\]']*/g)?.at(-1) === field ? readingOf(at, from) : reading,
				),
		],
		'Have it ask what was looked up',
	);

/** A condition that asks whether a field says yes, in place of whether it says anything. */
export function saysYes(node: WorkflowNode, field: string, yes: unknown): Mend[] {
	const conditions = node.parameters.conditions as
		| { conditions?: Array<Record<string, unknown>> }
		| undefined;
	return (conditions?.conditions ?? []).flatMap((condition, place) => {
		const left = String(condition.leftValue);
		if (!left.includes(field)) return [];
		const read = left.replace(/\s*[!=]==?\s*(true|false|'[^']*'|"[^"]*")/, '');
		const operation = asksForYes(condition) ? 'equals' : 'notEquals';
		const operator = { type: 'string', operation, singleValue: false };
		const changed = { ...condition, leftValue: read, rightValue: String(yes), operator };
		const all = withCell(conditions, ['conditions', String(place)], changed);
		const asks = operation === 'equals' ? 'is equal to' : 'is not equal to';
		const advice = `Ask whether ${read.slice(1)} ${asks} ${String(yes)}.`;
		return [parameters(node, 'Conditions', advice, { conditions: all, looseTypeValidation: true })];
	});
}

/** An expression that asks whether a field says yes, in place of whether it says anything, to say one thing or another. */
export const saysYesIn = (node: WorkflowNode, field: string, yes: unknown) =>
	rewritten(
		node,
		[
			(text) =>
				text.replace(
					/^(=\{\{\s*)(!?)\s*(\$json(?:\.\w+|\[[^\]]+\])+)(?=\s*\?(?![.?]))/,
					(asked, begin: string, not: string, read: string) =>
						read.includes(field)
							? `${begin}${read} ${not ? '!==' : '==='} ${JSON.stringify(yes)}`
							: asked,
				),
		],
		'Have it ask what the field says',
	);

/** The expressions in a text that read something of an item. */
const piecesOf = (text: unknown) =>
	expressionsIn(text).filter((piece) => /\$/.test(piece) && !TIMES.test(piece));

/** How an expression reads a field of its item, or of the one that another node gave for it. */
export const readingOf = (path: Path, from?: string) =>
	`${from === undefined ? '$json' : `$('${from}').item.json`}${path.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('')}`;

/** Whether a cell can be what names a matter: a code, or a whole number, that isn't a phone or a time. */
const isCode = (cell: unknown) =>
	typeof cell === 'number'
		? Number.isInteger(cell)
		: typeof cell === 'string' && /^(?=.*\d)[\w./#-]{2,40}$/.test(cell) && !isFormed(cell);

/** A code that begins with letters, as people number what they keep: another number may be a price, or a count. */
const isNumbered = (cell: unknown) => /^\p{L}+[-_/#.]?\d+$/u.test(String(cell));

/** The fields of the items that come to a node which name what it is about, in no two items alike. */
function codesFor(node: WorkflowNode, { play }: Base) {
	const given = givenTo(play.rounds[0], node);
	const paths = cellsOf(given[0]).filter(
		([path, cell]) =>
			path.at(-1) !== 'row_number' &&
			isCode(cell) &&
			digitsOf(cell).length < 9 &&
			new Set(given.map((item) => String(cellAt(item, path)))).size === given.length,
	);
	return paths.map(([path]) => ({
		read: `{{ ${readingOf(path)} }}`,
		isId: given.length > 1 && given.every((item) => isNumbered(cellAt(item, path))),
	}));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields with IDs by which the items that come to a node belong to one message each, where several bring the same one. */
function mattersOf(node: WorkflowNode, { play: { rounds } }: Base): string[] {
	const [round] = rounds;
	const given = givenTo(round, node);
	const sent = wentOut(round).filter(({ by }) => by === node.name);
	const { size } = new Set(sent.map(({ to, text }) => `${to} ${text}`));
	if (size === 0 || size === given.length) return [];
	const cellsAt = (path: Path) => given.map((item) => String(cellAt(item, path)));
	return cellsOf(given[0])
		.map(([path]) => path)
		.filter((path) => new Set(cellsAt(path)).size === size)
		.filter((path) => cellsAt(path).every((cell) => UUID.test(cell) || isNumbered(cell)))
		.map((path) => `{{ ${readingOf(path)} }}`);
}

const DAY = '{{ $today.toISODate() }}';

/** The fields of the item that an expression reads, each as one of its own, as a person would enter it. */
const plainFieldsIn = (piece: string) =>
	piece.match(/\$json(?:\.[A-Za-z_]\w*(?!\w*\()|\['[^']+'\])+/g)?.map((path) => `{{ ${path} }}`);

/** A key whose piece has another value each time only where its field is empty: there with a code of the row, and the day. */
const ofOtherwise = (own: string, timed: string[], codes: string[]): string[] =>
	timed.flatMap((piece) => {
		const [first] = piece.replace(/^\{\{/, '').split(/\|\||\?\?/);
		if (first.includes('}}') || TIMES.test(first)) return [];
		return codes.map((code) => {
			const read = code.replace(/^\{\{|\}\}$/g, '').trim();
			return own.replace(
				piece,
				() => `{{ ${first.trim()} || ${read} + ' ' + $today.toISODate() }}`,
			);
		});
	});

/** The user's own key with a space between fields that stand one beside the other: 1 and 12 are then not 11 and 2. */
const apart = (own: string): string[] => {
	const each = (piece: string) => plainFieldsIn(piece)?.join(' ') ?? piece;
	return [
		own.replaceAll('}}{{', '}} {{'),
		expressionsIn(own).reduce((key, piece) => key.replace(piece, () => each(piece)), own),
	].filter((key) => key !== own);
};

/** The user's own key without what changes, or with the ID of the row in place of a piece; what is played says which holds. */
function ofOwnKey(own: string, timed: string[], ids: string[]): string[] {
	const others = expressionsIn(own).filter((piece) => !timed.includes(piece));
	const without = (left: string[]) => left.reduce((key, piece) => key.replace(piece, ''), own);
	return [
		...timed.map((piece) => without([piece])),
		...(timed.length > 0 ? [without(timed)] : []),
		...others.map((piece) => without([piece])),
		...others.flatMap((piece) => ids.map((id) => own.replace(piece, () => id))),
	]
		.filter((key) => key !== own && key.includes('{{'))
		.map((key) => key.replace(/\s+/g, ' ').replace(/^(=?)[\s_/|:-]+|[\s_/|:-]+$/g, '$1'))
		.map((key) => (key.startsWith('=') ? key : `=${key}`));
}

/** Keys that are another one for each message, and the same for the same; on one day, unless the user's own lasts. */
function keysFor(node: WorkflowNode, base: Base): string[] {
	const { trigger } = base.play;
	// The first of each hour: who is alarmed needs no flood, and hears of it again.
	if (trigger.type.endsWith('.errorTrigger') && base.people.length === 0)
		return [
			`={{ ${readingOf(['workflow', 'name'], trigger.name)} }} {{ $now.toFormat('yyyy-MM-dd HH') }}`,
		];
	const { to, text, message } = node.parameters;
	const read = [...new Set([...piecesOf(to), ...piecesOf(text ?? message)])];
	const number = piecesOf(to)[0];
	const own = keyOf(node);
	const codes = codesFor(node, base);
	const code = codes
		.map(({ read: one }) => one)
		.find((one) => !read.includes(one) && !own.includes(one));
	const digits = number?.replace(
		/^\{\{\s*(.*?)\s*\}\}$/s,
		(_, inner: string) => `{{ String(${inner}).replace(/\\D/g, '').slice(-8) }}`,
	);
	const timed = expressionsIn(own).filter((piece) => TIMES.test(piece));
	const lasts = own.includes('{{') && timed.length === 0;
	const ids = codes.flatMap(({ read: one, isId }) => (isId && !own.includes(one) ? [one] : []));
	const matters = mattersOf(node, base).filter((one) => !own.includes(one));
	const withCode = code ? [code] : [];
	const fields = [...new Set(read.flatMap((piece) => plainFieldsIn(piece) ?? [piece]))];
	const pieces = [...withCode, ...read];
	const isAlike = digits ? [digits, ...pieces.filter((piece) => piece !== number)] : [];
	// The user's own, with the same key for a number however it's written.
	const alike = digits && own.includes(number) ? [own.replace(number, () => digits)] : [];
	return [
		...alike,
		...apart(own),
		...ofOtherwise(
			own,
			timed,
			codes.map(({ read: one }) => one),
		),
		...ofOwnKey(own, timed, [...ids, ...matters]),
		...messagesOf(node, base).map((one) => `=${one}`),
		...[[...withCode, ...fields], pieces, isAlike, read]
			.filter(({ length }) => length > 0)
			.map((one) => `=${[...one, ...(lasts ? [] : [DAY])].join(' ')}`),
	];
}

/** The IDs of messages that several items are about, where no key says so; another ID may be a person's. */
const messagesOf = (node: WorkflowNode, base: Base): string[] =>
	optionsOf(node).onceKey
		? []
		: mattersOf(node, base).filter((piece) => /\.messageId\b/.test(piece));

/** A key by which several items about one message are one, such as the SMS parts of a delivery report. */
export const ofMatter = (node: WorkflowNode, base: Base): Mend[] =>
	messagesOf(node, base).map((key) =>
		option(node, 'Once Key → Key', `Add a Once Key with the Key ${key}`, [
			'onceKey',
			{ key: `=${key}` },
		]),
	);

export function keys(node: WorkflowNode, base: Base): Mend[] {
	if (!isOurs(node) || !['send', 'sendBulk'].includes(String(node.parameters.operation))) return [];
	const set = optionsOf(node).onceKey ? 'Set the Key to' : 'Add a Once Key with the Key';
	const all = [...new Set(keysFor(node, base))];
	// Whose own key says no more, may have a better one that says no more.
	const isEnough = isOfPersonAlone(keyOf(node), node, base);
	const lasting = all.filter((key) => isEnough || !isOfPersonAlone(key, node, base));
	return lasting.map((key) =>
		option(node, 'Once Key → Key', `${set} ${key.slice(1)}`, ['onceKey', { key }]),
	);
}

/** The fields of its item that a message reads: to whom it goes, and what it says. */
export const fieldsRead = (node: WorkflowNode) =>
	namesAsked([{ ...node, parameters: { to: node.parameters.to, text: node.parameters.text } }]);

/** A field that the item no longer has, from the node before that gave it last. */
export function fromEarlier(node: WorkflowNode, field: string, { play }: Base): Mend[] {
	const { workflow, rounds } = play;
	const from = inOrder(workflow, rounds[0]).findLast(
		(one) =>
			!one.shows &&
			leadsTo(workflow, one.name, node.name) &&
			outputOf(rounds[0], one).some((item) => !isBlank(item[field])),
	);
	if (!from) return [];
	const reads = [`.${field}`, `['${field}']`, `["${field}"]`];
	const earlier = (text: string) =>
		reads.reduce(
			(next, one) => next.replaceAll(`$json${one}`, `$('${from.name}').item.json${one}`),
			text,
		);
	return rewritten(node, [earlier], 'Read it where it still is');
}

/** A condition that asks for another field of its items, with a name like it, in place of one that no item has. */
export function withOtherFields(node: WorkflowNode, { play }: Base): Mend[] {
	const given = givenTo(play.rounds[0], node);
	const { asked, absent } = fieldsAsked(node, given);
	return absent.flatMap((name) =>
		cellsOf(given[0] ?? {})
			.map(([path]) => path)
			.filter((path) => path.length > 1 || !asked.includes(path[0]))
			.filter((path) => {
				const words = wordsOf([name]).filter((word) => word.length > 3);
				return path.at(-1) === name || wordsOf(path.slice(-1)).some((one) => words.includes(one));
			})
			.map((path) => {
				const [from, to] = [`$json.${name}`, readingOf(path)];
				const changed = cellsOf(node.parameters).reduce(
					(next, [at, cell]) =>
						typeof cell === 'string' ? withCell(next, at, cell.replaceAll(from, to)) : next,
					node.parameters,
				);
				const advice = `Ask for {{ ${to} }} in place of {{ ${from} }}.`;
				return parameters(node, 'Conditions', advice, changed);
			}),
	);
}

/** A number, also where it's 0, and another one only where there is none. */
export const countsZero = (node: WorkflowNode, field: string) =>
	rewritten(
		node,
		[
			(text) =>
				text.replace(
					/(\$json(?:\.\w+|\['[^']+'\])+) \|\| (\$json(?:\.\w+|\['[^']+'\])+|\d+(?:\.\d+)?)/g,
					(whole, own: string, other: string) =>
						own.includes(field) ? `(String(${own} ?? '') === '' ? ${other} : ${own})` : whole,
				),
		],
		'Ask whether there is a number: 0 is one',
	);

/** Another field that has something wherever one is empty, or else a word. */
export function insteadOfGap(node: WorkflowNode, field: string, { play }: Base): Mend[] {
	const text = String(node.parameters.text ?? '');
	const given = givenTo(play.rounds[0], node);
	const empty = given.filter((item) => !item[field]);
	const others = Object.keys(empty[0] ?? {}).filter(
		(other) =>
			empty.every((item) => typeof item[other] === 'string' && /^\p{L}/u.test(item[other])) &&
			given.some((item) => item[other] === ''),
	);
	const piece = [...text.matchAll(/\{\{(.*?)\}\}/gs)].find(([, inner]) => inner.includes(field));
	if (!piece) return [];
	const inner = piece[1].trim();
	return [...others.map((other) => inner.replace(field, other)), "'…'"].map((instead) => {
		const either = `{{ ${inner} || ${instead} }}`;
		const words = instead === "'…'" ? ', with a word of yours for …' : '';
		const advice = `Write ${either} in Text${words}: it then has something where ${field} is empty.`;
		return parameters(node, 'Text', advice, { text: text.replace(piece[0], either) });
	});
}
