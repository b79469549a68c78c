import { fieldsIn, readsWithoutNames, renamed, withHoles, withTexts } from '../code';
import { BLANKS, FILLING, givenFields, goingOf } from './fields';
import { FAILED, helpersWith, MARK, plain } from './helpers';

/** n8n's names for data, for functions that give data, and for what has data under some of its own names. */
const DATA =
	/(?<![\w$]|(?<!\.\.)\.)\$(?:json|data|binary|vars|secrets|tool|workflow|execution|prevNode|thisItem)\b/g;
const FUNCTIONS = /(?<![\w$]|(?<!\.\.)\.)\$(?:from(?:AI|Ai|ai)|items)\b/g;
const ITEM = /(?<![\w$]|(?<!\.\.)\.)\$item\s*(?=\()/;
const MEMBERS = ['item', 'json', 'data', 'binary', 'params', 'context', 'isExecuted', 'runIndex'];
const GETTERS = ['first', 'last', 'all', 'itemMatching', 'pairedItem'];

/** n8n asks its data for each name that is no parameter, each time: that takes longer than all else. */
const OF_JAVASCRIPT = [
	'undefined',
	'JSON',
	'Object',
	'Array',
	'String',
	'Number',
	'Date',
	'DateTime',
];

/** In it, n8n's names mean copies of the data, with the changes of a world. */
export function expressionOf(
	codes: string[],
	worlds: Record<string, string[]>,
	words: string[],
	most: number,
): string {
	const code = codes.map(renamed).join('\n');
	const used = (pattern: RegExp) => [...new Set(code.match(pattern) ?? [])];
	const isUsed = (name: string) => code.includes(name);
	const fields = fieldsIn(code);
	// Some code reads fields without their names.
	const isNameless = readsWithoutNames(code);
	// A text that is called like an object has its fields, too.
	const marks = fields.filter((name) => name !== 'length' && !/^\d+$/.test(name));
	const members = MEMBERS.filter(isUsed).map(
		(name) => `${name}: $try(() => $copy($once(id + ".${name}", () => n.${name})))`,
	);
	const getters = GETTERS.filter(isUsed).map(
		(name) =>
			`${name}: (...a) => $copy($once(id + ".${name}" + $JSON.stringify(a), () => n.${name}(...a)))`,
	);
	const names: Record<string, string> = {
		...Object.fromEntries(
			used(DATA).map((name) => [name, `$try(() => $copy($once("${name}", () => ${name})))`]),
		),
		// It doesn't say which names it has.
		...(isUsed('$env') && {
			$env: '$copy($entries($fields.map((k) => [k, $try(() => $env[k])])))',
		}),
		...Object.fromEntries(
			used(FUNCTIONS).map((name) => [
				name,
				`(...a) => $copy($once("${name}" + $JSON.stringify(a), () => ${name}(...a)))`,
			]),
		),
		...(ITEM.test(code) && {
			$item:
				'(...a) => ({ $json: $copy($once("$item" + $JSON.stringify(a), () => $item(...a).$json)) })',
		}),
		...(isUsed('$input') && { $input: '$shape($input, "")' }),
		...(isUsed('$of') && { $of: '(name) => $shape($(name), name)' }),
		...(isUsed('$nodeOf') && { $nodeOf: '(name) => $shape($node[name], name + "$node")' }),
	};
	const texts = (change: (code: string) => string) =>
		codes.map((one) => `$try(() => $as((${renamed(change(one))}\n)), "${FAILED}")`);
	const running = (change: (code: string) => string) =>
		`(${[...Object.keys(names), '$as'].join(', ')}) => [${texts(change).join(', ')}]`;
	const isOfKey = 'strange' in worlds;
	const helpers = Object.entries(helpersWith(words, code, isOfKey));
	const changes = Object.entries(worlds).map(([name, [change, when]]) =>
		when === 'words' && !words.length
			? `found.${name} = found.same`
			: `into("${name}", (v) => ${change}, ${when === 'words' ? 'true' : when})`,
	);
	return `{{ ((${OF_JAVASCRIPT.map((name) => `$${name}`).join(', ')}) => {
	${helpers.map(([name, code]) => `const ${name} = ${code};`).join('\n\t')}
	const $fields = ${JSON.stringify(fields)};
	const $marks = ${JSON.stringify(marks)};
	const $entries = (all) => $Object.fromEntries(all);
	const $run = ${running((one) => one)};
	${words.length ? `const $runPlain = ${running((one) => withTexts(one, (text) => plain(text, words)))};` : ''}
	const $runShown = ${codes.every((one) => withHoles(one) === one) ? '$run' : running(withHoles)};
	const $blank = [];
	const $given = [];
	const $noted = [];
	const $read = {};
	let $reads = ${most};
	const $isDate = (v) => v instanceof $Date || v instanceof $DateTime;
	// Each look into n8n's data takes long: it's read once, for all worlds.
	const $plainly = (v) => typeof v === "function" ? $undefined
		: !v || typeof v !== "object" || $isDate(v) || ($reads -= 1) < 0 ? v
		: !$Array.isArray(v) ? $entries($Object.entries(v).map(([k, x]) => [k, $plainly(x)]))
		: v.length > $reads ? [...v] : v.map((x) => $plainly(x));
	const $once = (id, get) => ($read[id] = $read[id] || [$plainly(get())])[0];
	const $in = ($world, $change, $task, $as, $fill) => {
		let left = ${most};
		const isSame = $world === "same";
		const isStrange = $world === "strange";
		const $copy = (v, isOfLong) => {
			left -= 1;
			if (typeof v === "string" || typeof v === "number") {
				if (isSame && typeof v === "string" && $isCellError(v)) $noted.push("error");
				${isOfKey ? 'if (isSame && $isRounded(v)) $noted.push("rounded"); if (isSame && typeof v === "string" && $withEnd(v, "") !== v) $noted.push("long");' : ''}
				if (v.length > 1e5) return v;
				if (!isSame && !$fill && $world !== "widened") return $change(v);
				const inJson = (t) => [$JSON.parse(t)].map((x) => [x, $copy(x)].map((y) => $JSON.stringify(y))).map(([x, y]) => x === y ? t : y)[0];
				return typeof v === "string" && $within(v, inJson, (x) => x) || v;
			}
			if (!v || typeof v !== "object") return v;
			if ($isDate(v)) return !isStrange ? v : v.plus ? v["plus"](4e10) : new $Date(+v + 4e10);
			const isList = $Array.isArray(v);
			if (left < 0 || (isList && v.length > left)) {
				${words.length ? 'if ($world === "wordless" && $holds(v)) $noted.push("words");' : ''}
				return !isList ? v : isStrange ? [] : [...v];
			}
			if (isList) {
				if (isSame && v.some($isBlank) && !$blank.includes("[]")) $blank.push("[]");
				// Of its entries, only what the code names is changed: that takes time.
				const isLong = v.length > 100;
				const list = !isStrange ? v : v.length ? [...v, ...v.slice(-1).filter((x) => !$isBlank(x))] : ["q"];
				return list.map((x) => $fill && $fill.isAdded && $isBlank(x) && $fill.names.includes("[]") ? $fill.value : $copy(x, isLong));
			}
			// Names may be the data, too. By its name, a field is still found.
			const all = $Object.entries(v).flatMap(([k, x]) => isStrange && !$fields.includes(k) ? [[k + "q", x], [k, x]] : [[k, x]]);
			const isField = ([k]) => $fields.includes(k);
			const named = all.filter(isField).map(([k, x]) => [k, $copy(x, isOfLong)]);
			const others = isOfLong ? [] : all.filter((one) => !isField(one)).map(([k, x]) => [k, $copy(x)]);
			const o = $entries([...all, ...others, ...named]);
			if (!isSame && !$fill && $world !== "widened") return o;
			if ($world === "widened") return $Object.assign(o, { ["${MARK}"]: "${MARK}", ["${MARK}1"]: 1e9, ["${MARK}2"]: -1e9 });
			const given = named.filter(([, x]) => !$isBlank(x)).map(([k]) => k);
			if (isSame) {
				$blank.push(...$fields.filter((k) => !$blank.includes(k) && !given.includes(k)));
				$given.push(...named.filter(([k]) => given.includes(k)));
			}
			${isNameless ? 'if (isSame && others.some(([, x]) => $isBlank(x)) && !$blank.includes("{}")) $blank.push("{}");' : ''}
			if (!$fill) return o;
			if ($fill.names.includes("{}")) others.forEach(([k, x]) => o[k] = $isBlank(x) ? $fill.value : o[k]);
			const has = (k) => all.some(([name]) => name === k);
			const blank = $fill.names.filter((k) => k[0] !== $GIVEN && !given.includes(k) && ($fill.isAdded || has(k)));
			const filled = [...blank, ...given.filter((k) => $fill.names.includes($GIVEN + k))];
			if ($fill.value === $undefined) return $entries($Object.entries(o).filter(([k]) => !filled.includes(k)));
			return $Object.assign(o, $entries(filled.map((k) => [k, typeof $fill.value === "function" ? $fill.value(o[k]) : $fill.value])));
		};
		const $shape = (n, id) => ({ ${[...members, ...getters].join(', ')} });
		return $task(${[...Object.values(names), '$as'].join(', ')});
	};
	${FILLING}
	const runs = { ${words.length ? 'wordless: $runPlain, ' : ''}shown: $runShown };
	const found = {};
	const into = (name, change, when) => {
		found[name] = when ? $in(name, change, runs[name] || $run, name === "shown" ? $shown : ${isOfKey ? 'name === "kind" ? $kind : ' : ''}$text) : found.same;
	};
	${changes[0]};
	${givenFields(codes, isOfKey)}
	${goingOf(/[?|&]|\bif\b/.test(code))}
	${changes.slice(1).join(';\n')};
	${BLANKS}
	const at = (texts, place) => $entries($Object.entries(texts).map(([name, all]) => [name, all[place]]));
	return found.same.map((text, place) => ({
		...at(found, place),
		blanks: blanks.filter((one) => one.goesIn[place]).map((one) => $Object.assign(at(one.texts, place), $entries([["names", one.names]]))),
		hasHole: $holes.some((are) => are[place]),
		hasObject: $objects.some((are) => are[place]),
		lasts: $lasts.map((three) => three.map((texts) => texts[place])),
		mayHold: $noted.includes("words"),
	}));
	})(${OF_JAVASCRIPT.join(', ')}) }}`;
}
