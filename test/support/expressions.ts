import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

/** A part of a text: from the data or the user, or a word for nothing that JavaScript made. */
type Part = { text: string; isMade?: boolean; isRounded?: boolean };
/** What code gives for an item: nothing, or a text of parts, and what was left out of it without a word. */
type Value = { parts?: Part[]; as?: 'undefined' | 'null'; leftOut?: boolean };

/** Code of an expression, and what it gives for an item as we know it without n8n. @throws Fails as n8n's does */
type Code = {
	code: string;
	hasDefault: boolean;
	/** Whether a blank text is the default for what is blank. */
	mayBeBlank?: boolean;
	of: (json: IDataObject) => Value;
};

export class Fails extends Error {}

const words = (text: string): Value => ({ parts: [{ text }] });
const partsOf = ({ parts, as }: Value): Part[] => parts ?? [{ text: as!, isMade: true }];
export const textOf = (value: Value): string =>
	(value.parts ?? []).map(({ text }) => text).join('');

/** Whether nothing can be seen of it, in a link neither. */
export const isBlank = (value: Value) => !textOf(value).replaceAll('%20', '').trim();
const isBlankOf = ({ mayBeBlank }: Code, value: Value) => !mayBeBlank && isBlank(value);

function given(value: unknown): Value {
	if (value === undefined || value === null) return { as: value === null ? 'null' : 'undefined' };
	const isCellError = /^#N\/A$/.test(String(value));
	const isRounded = typeof value === 'number' && value > Number.MAX_SAFE_INTEGER;
	return { parts: [{ text: String(value), isMade: isCellError, isRounded }] };
}

const FIELDS = ['name', 'order', 'date', 'first name'];

/** The ways in which users read a field. */
const path: fc.Arbitrary<Code> = fc
	.tuple(
		fc.constantFrom(...FIELDS),
		fc.constantFrom(
			...['$json', '$input.item.json', "$('Items 0').item.json", '$("Items 0").first().json'],
			...["$node['Items 0'].json", '$input.first().json', "$items('Items 0')[0].json"],
		),
		fc.boolean(),
	)
	.map(([field, root, isQuoted]) => ({
		code: `${root}${isQuoted || field.includes(' ') ? `['${field}']` : `.${field}`}`,
		hasDefault: false,
		of: (json) => given(json[field]),
	}));

/** A call that gives a text; a word for nothing where it has none. */
const called = (
	one: Code,
	code: string,
	made: string,
	of: (given: string | null | undefined) => string | undefined,
): Code => ({
	...one,
	code,
	of: (json) => {
		const value = one.of(json);
		const nothing = value.as === 'null' ? null : undefined;
		const text = of(value.parts ? textOf(value) : nothing);
		const isRounded = Number(text) > Number.MAX_SAFE_INTEGER;
		// A number that is made of a blank text is one of the code's.
		const isMade = text === undefined || !textOf(value).trim();
		const parts = [{ text: text ?? made, isMade, isRounded }];
		const leftOut = value.leftOut || isBlankOf(one, value);
		return { ...value, parts, as: undefined, leftOut };
	},
});
const mapped = (value: Value, change = (text: string) => text): Value => ({
	...value,
	parts: partsOf(value).map((part) => ({ ...part, text: change(part.text) })),
});
const of = (one: Code, code: string, change: (value: Value) => Value): Code => ({
	...one,
	code,
	of: (json) => change(one.of(json)),
});
const orFail = (value: Value) => {
	if (!value.parts) throw new Fails();
	return value;
};

const calls: Array<(one: Code) => Code> = [
	(one) => of(one, `String(${one.code})`, mapped),
	(one) => of(one, `[{}, { is: 1, v: ${one.code} }].find((found) => found.is).v`, (value) => value),
	(one) => of(one, `\`\${${one.code}}\``, mapped),
	(one) => of(one, `''.concat(${one.code})`, mapped),
	(one) => of(one, `encodeURIComponent(${one.code})`, (value) => mapped(value, encodeURIComponent)),
	(one) =>
		of(one, `(${one.code}).toString().toUpperCase()`, (value) =>
			mapped(orFail(value), (text) => text.toUpperCase()),
		),
	(one) =>
		called(one, `Number(${one.code}).toFixed(1)`, 'NaN', (given) => {
			const number = Number(given);
			return Number.isNaN(number) ? undefined : number.toFixed(1);
		}),
	(one) => {
		const code = `DateTime.fromISO(${one.code}).toFormat('d.M.yyyy')`;
		return called(one, code, 'Invalid DateTime', (given) => {
			const date = DateTime.fromISO(given!);
			return date.isValid ? date.toFormat('d.M.yyyy') : undefined;
		});
	},
];

const joined = (code: string, all: Code[], glue: (values: Value[]) => Part[]): Code => ({
	code,
	hasDefault: all.some(({ hasDefault }) => hasDefault),
	of: (json) => {
		const values = all.map((one) => one.of(json));
		return {
			parts: glue(values),
			leftOut: values.some((value, at) => value.leftOut || isBlankOf(all[at], value)),
		};
	},
});

const literal = fc.constantFrom('Hi ', 'LT', ' EUR', 'null and void ', '');

const joins: Array<(one: Code, other: Code, text: string) => Code> = [
	(one, _, text) =>
		joined(`'${text}' + ${wrapped(one)}`, [one], ([a]) => [{ text }, ...partsOf(a)]),
	(one, _, text) =>
		joined(`${wrapped(one)} + 'x${text}'`, [one], ([a]) => [...partsOf(a), { text: `x${text}` }]),
	(one, _, text) =>
		joined(`${wrapped(one)} + '${text}' + $input.all().length`, [one], ([a]) => [
			...partsOf(a),
			{ text: `${text}1` },
		]),
	(one, other, text) =>
		joined(`\`\${${one.code}}${text}-\${${other.code}}\``, [one, other], ([a, b]) => [
			...partsOf(a),
			{ text: `${text}-` },
			...partsOf(b),
		]),
	(one, other) =>
		joined(`[${one.code}, ${other.code}].join('-')`, [one, other], ([a, b]) => [
			...(a.parts ?? []),
			{ text: '-' },
			...(b.parts ?? []),
		]),
];
const wrapped = ({ code }: Code) => `(${code})`;

const defaults: Array<(one: Code, text: string) => Code> = [
	(one, text) => or(one, `${wrapped(one)} || '${text}'`, text, isFalsy),
	(one, text) => or(one, `${wrapped(one)} ?? '${text}'`, text, ({ parts }) => !parts),
	(one, text) => or(one, `[${one.code}].map((e) => e || '${text}').join('')`, text, isFalsy),
	(one, text) => or(one, `${wrapped(one)} ? ${one.code} : '${text}'`, text, isFalsy),
	(one, text) => or(one, `$if(${one.code}, ${one.code}, '${text}')`, text, isFalsy),
	(one, text) =>
		or(one, `$ifEmpty(${one.code}, '${text}')`, text, ({ parts }) => !parts || !textOf({ parts })),
];
const isFalsy = ({ parts }: Value) => !parts || ['', '0'].includes(textOf({ parts }));
const or = (one: Code, code: string, text: string, isMissing: (value: Value) => boolean): Code => ({
	...{ code, hasDefault: true, mayBeBlank: !text.trim() },
	of: (json) => {
		const value = one.of(json);
		return isMissing(value) ? words(text) : value;
	},
});

/** Any code that is made of paths, calls, joins, and defaults, as deep as they come. */
export const anyCode: fc.Arbitrary<Code> = fc.letrec<{ code: Code }>((tie) => ({
	code: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		path,
		fc.tuple(fc.constantFrom(...calls), tie('code')).map(([call, one]) => call(one)),
		fc
			.tuple(fc.constantFrom(...joins), tie('code'), path, literal)
			.map(([join, one, other, text]) => join(one, other, text)),
		fc
			.tuple(fc.constantFrom(...defaults), tie('code'), literal)
			.map(([add, one, text]) => add(one, text)),
	),
})).code;

/** Values that are missing, rounded, or invalid, words of data that look so, and others. */
const anyValue = fc.constantFrom<unknown>(
	...[undefined, null, '', ' ', 'Ada', 7, '2027-01-31', '31.01.2027', '#N/A', 'a #N/A b'],
	...['The deal is null and void', 'undefined', 'Invalid DateTime', 'NaNo', 'annulliert'],
	...['12345678901234567890', 12345678901234567890],
);

export const anyItem: fc.Arbitrary<IDataObject> = fc
	.tuple(anyValue, anyValue, anyValue, anyValue, anyValue)
	.map(([name, order, date, other, comment]) =>
		// What other fields hold makes no difference.
		JSON.parse(JSON.stringify({ name, order, date, 'first name': other, comment })),
	);

/** What a piece of such code gives; undefined where it fails, as n8n leaves it out. */
export function valueOf({ of: read }: Code, json: IDataObject): Value {
	try {
		return read(json);
	} catch (error) {
		if (error instanceof Fails) return { as: 'undefined' };
		throw error;
	}
}

export const hasRounded = ({ parts = [] }: Value): boolean =>
	parts.some(({ isRounded }) => isRounded);
export const hasMade = ({ parts = [] }: Value): boolean => parts.some(({ isMade }) => isMade);

/** Whether a blank text is what stands there in place of a blank field. */
export const hasBlankDefault = ({ code }: Code) => /(?:\|\||\?\?|[:,]) '\s*'/.test(code);
