import { fieldsIn } from '../code';
import { FAILED, LONG_MARK, MARK } from './helpers';

/**
 * The code that changes fields one by one. A name of `names` is that of a field where it is blank, or isn't there if
 * `isAdded`; behind `$GIVEN`, where it's given. A function makes its value of the old one.
 */
export const FILLING = `const $GIVEN = "\\t";
	const $filled = (names, value, isAdded, task, as) => $in("", (v) => v, task, as, { names, value, isAdded });
	const $marked = (names, mark, isAdded) => $filled(names, mark, isAdded, $run, $text);
	const $withMarks = (mark) => $Object.assign(new $String(mark), $entries($marks.map((k) => [k, mark])));
	const $pair = (names, isAdded, pair) => pair.map((mark) => $marked(names, mark, isAdded));`;

/** A text in which something is left by whatever code keeps, such as digits or letters. */
const ADDED = '90zy90';
/** The signs of it that are left where code keeps only some. */
const LEFT = [ADDED, '90ZY90', '9090', 'zy', 'ZY'];

/**
 * The fields that are given, each by itself in the pieces that name it: texts of which the code leaves nothing, which are
 * blank to it; whether an object goes in as a text, whatever stands in it; and what other last digits of each make of a key.
 */
export const givenFields = (codes: string[], isOfKey: boolean): string => `
	const $ofPieces = ${JSON.stringify(codes.map(fieldsIn))};
	const $isIn = (k, is) => is.map((one, at) => one && $ofPieces[at].includes(k));
	const $with = (k, change) => $filled([$GIVEN + k], change, true, $run, $text);
	const $isSame = (k, change) => $isIn(k, $with(k, change).map((text, at) => text === found.same[at]));
	const $namesOf = (is) => $given.filter(([, x]) => is(x)).map(([k]) => k).filter((k, at, all) => all.indexOf(k) === at);
	const $texts = $namesOf((x) => typeof x === "string");
	const $wordy = $texts.filter((k) => $given.every(([name, x]) => name !== k || !/\\p{N}/u.test(x)));
	const $hollow = $entries($wordy.map((k) => [$GIVEN + k, $isSame(k, "")]).filter(([, is]) => is.includes(true)));
	$blank.push(...$Object["keys"]($hollow));
	// Of the same length, with the same signs between.
	const $others = (x) => $Array.isArray(x) ? x.map($others) : $isDate(x) ? x
		: x && typeof x === "object" ? $entries([...$Object.entries(x).map(([k, y]) => [k, $others(y)]), ["q", 7]])
		: typeof x === "string" ? x.replace(/[\\p{L}\\p{N}]|(?![ -~])\\p{S}/gu, (c) => c >= "0" && c <= "9" ? 9 - c
			: !/\\p{L}/u.test(c) ? $String.fromCodePoint(c.codePointAt(0) ^ 1) : c === "q" ? "z" : "q")
		: typeof x === "number" ? x + 7 : typeof x === "boolean" ? !x : x;
	const $ends = (x) => x.replace ? x + "${ADDED}" : x;
	const $between = (x) => x.replace ? "${ADDED}" + $ends(x.replace(/[^\\p{L}\\d]/gu, (c) => c + "${ADDED}")) : x;
	const $differs = (x) => $JSON.stringify(x) !== $JSON.stringify($others(x));
	const $unmoved = (names) => names.map((k) => [k, $isSame(k, $others)]).filter(([, is]) => is.includes(true));
	const $isAdded = (text, at) => text !== found.same[at]
		&& ${JSON.stringify(LEFT)}.some((left) => text.split(left).join("") === found.same[at]);
	// What is put between the signs of a text stands there, and nothing of the text itself: the code takes an empty part of it.
	const $holes = [
		...$unmoved($texts.filter((k) => $given.some(([name, x]) => name === k && $differs(x)))).map(([k, is]) =>
			[$with(k, $between), $with(k, $ends)].map((texts) => texts.map((text, at) => is[at] && $isAdded(text, at)))
				.reduce((one, other) => one.map((is, at) => is || other[at]))),
		// So is an empty list that is joined.
		...$namesOf((x) => $Array.isArray(x) && !x.length).map((k) => $isIn(k, $with(k, (x) => x.length === 0 ? [$Object.assign(new $Number(9090), $entries($marks.map((k) => [k, 9090])))] : x).map($isAdded))),
	];
	const $objects = $unmoved($namesOf((x) => x && typeof x === "object" && $differs(x)))
		.map(([k, is]) => [$with(k, "2017"), $with(k, "2018")].map((texts, _, [one, other]) => $differ(one, other).map((differ, at) => differ && is[at]))[0]);
	const $end = (d) => (x) => typeof x === "string" ? x.replace(/\\d(?=[^\\d]*$)/, d) : typeof x === "number" ? $last(x, d) : x;
	const $lasts = ${isOfKey ? '!$isLong(found.same) ? [] : $namesOf((x) => typeof x !== "object").map((k) => [..."0123456789"].map((d) => $with(k, $end(+d))))' : '[]'};`;

/** The blank fields that go into the pieces, and what other values of each make of them. */
export const goingOf = (
	isDeciding: boolean,
) => `const $goes = (names, isAdded, pair) => [$pair(names, isAdded, pair)].map(([one, other]) => $differ(one, other))[0];
	const $goesBy = (names, isAdded, pairs) => pairs.reduce((goesIn, pair) => !goesIn.includes(false) ? goesIn
		: $goes(names, isAdded, pair).map((is, at) => is || goesIn[at]), found.same.map(() => false));
	const $mayGo = (names, isAdded, pair) => [$pair(names, isAdded, pair)].some(([one, other]) =>
		one.includes("${FAILED}") || $differ(one, other).includes(true));
	const $all = [...$pairs, $pairs[0].map($withMarks)];
	// Where the code decides by one of them, another may go in only while that one is blank.
	const $mayGoIn = (names, isAdded) => (pair) => $mayGo(names, isAdded, pair)
		|| ${String(isDeciding)} && names.length > 1 && names.some((k) => $mayGo([k], isAdded, pair));
	const $goIn = $blank.length > 0 && $all.some($mayGoIn($blank, true));`;

export const BLANKS = `const isAdded = found.widened.every((text, at) => text === found.same[at]);
	const covered = found.same.map(() => false);
	const names = $goIn ? $blank : [];
	const byFew = names.map((name) => $goesBy([name], isAdded, $all.slice(0, 2)));
	// What makes no difference together makes none alone: names of the code's own are most of these.
	const open = names.filter((_, at) => !byFew[at].includes(true));
	const others = open.length ? $all.slice(2).filter($mayGoIn(open, isAdded)) : [];
	// Some go in only together, such as factors.
	const together = names.filter((name) => !$hollow[name]);
	const blanks = (names.length ? [...names.map((name) => [name]), together] : []).map((names, place) => {
		const isAll = place === byFew.length;
		const goes = isAll
			? $goesBy(names, isAdded, covered.includes(false) ? $all.slice(0, 4) : []).map((is, at) => is && !covered[at])
			: byFew[place].includes(true) ? byFew[place] : $goesBy(names, isAdded, others);
		const isBlank = !isAll && $hollow[names[0]];
		const goesIn = goes.map((is, at) => is && (!isBlank || isBlank[at]));
		if (!goesIn.includes(true)) return null;
		goesIn.forEach((is, at) => covered[at] = covered[at] || is);
		const [none, nothing, empty, spaced] = [$undefined, null, "", "\\u2003"].map((value) =>
			$filled(names, value, isAdded, $runShown, $shown));
		const [year, nextYear] = $pair(names, isAdded, $pairs[0]);
		const [marked, filled, counted] = ["${MARK}", "${LONG_MARK}", 2017].map((mark) => $marked(names, mark, isAdded));
		// The word for nothing, as data.
		const named = $filled(names, "undefined", isAdded, $run, $text);
		return { goesIn, names, texts: { marked, filled, year, nextYear, counted, none, nothing, empty, spaced, named } };
	}).filter((one) => one);`;
