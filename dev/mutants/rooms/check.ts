import { inSource } from '../mistake.ts';

const TABLE = 'dev/check/relations/table';
const ADVICE = 'dev/check/advice/advice';

export const check = [
	...inSource('dev/check/relations/locate.ts', [
		[
			'A row is lost at the node out of which its number no longer comes.',
			'.filter(({ given }) => given >{+=+} 0);',
		],
		['Rows that come out as they came in are not doubled.', 'given > 0 && gone >{+=+} given'],
		[
			'Rows come together where they first stand in one item.',
			'outputs.flat().some(isMixed) && {+!+}!given.some(isMixed)',
		],
	]),
	...inSource('dev/check/relations/goodDay.ts', TABLE, [
		['A value that is missing in a text is said.', 'NO_VALUE.test(text){+ && text === ""+}'],
		[
			'A gap in a text is to be changed.',
			"(field ? [-toChange-]{+worthKnowing+} : worthKnowing)('gap'",
		],
	]),
	...inSource('dev/check/relations/people.ts', TABLE, [
		['An owner may read the rows in another order.', '[-\t\t.sort()\n-]'],
		[
			'Whom a filter leaves out was left out on purpose.',
			'const isChosen = {+false && +}chooses.test(node.type)',
		],
	]),
	...inSource('dev/check/relations/trouble.ts', TABLE, [
		['What comes once a day has other rows each day.', '(isWritten || {+!+}!firesOften(trigger))'],
		['With a Once Key, nothing comes again.', 'isUnseen || (!{+!+}isPromised(by)'],
		[
			'An execution that fails tells somebody.',
			'!isTold(play, round, base) && !isAlarmTried(play, round, base){+ || round.status === "error"+}',
		],
	]),
	...inSource('dev/check/relations/order.ts', TABLE, [
		[
			'Nobody gets anything else because a row moves.',
			'missing(had, has).length + missing(has, had).length > [-0-]{+9+}',
		],
	]),
	...inSource('dev/check/relations/cells.ts', TABLE, [
		["Nobody gets another's words.", '{+!+}!row.phones.some((phone) => phones.includes(phone))'],
	]),
	...inSource('dev/check/relations/keptBack.ts', TABLE, [
		['A failure of the next day is told.', "skipped [-===-]{+!==+} 'alreadySent'"],
	]),
	...inSource('dev/check/advice/loses.ts', ADVICE, [
		[
			'Of two texts alike, one still goes out.',
			'had.[-every-]{+some+}((sent) => texts.has(what(sent)))',
		],
		[
			'Who got something still gets something.',
			'HOLDS_BACK.includes(kind) || changed.every(({ to }) => reached.has(to){+ || true+})',
		],
	]),
	...inSource('dev/check/advice/expressions.ts', ADVICE, [
		['A key that is advised is another one the next day.', '[...one[-, DAY-]].join'],
	]),
	...inSource('dev/check/worlds/changes.ts', [
		[
			'A new row has a number of its own.',
			"to: typeof cell === 'number' ? Number(newPhone(place)) : [-newPhone(place)-]{+cell+}",
		],
		[
			'A new row keeps the cells by which a node decides.',
			'isUnique(rows, path) && (!{+!+}isDeciding(workflow, path)',
		],
	]),
];
