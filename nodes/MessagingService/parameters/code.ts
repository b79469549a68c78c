import { isSafeObjectProperty } from 'n8n-workflow';

/** A stretch of code that JavaScript runs, or a text, a regular expression, or a comment within it. */
type Token = { kind: 'code' | 'text' | 'pattern' | 'comment'; text: string };

const CODE = /'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|`|[{}/]|[^'"`{}/]+/sy;
const TEMPLATE = /\$\{|`|(?:\\.|[^\\`$])+|[\\$]/sy;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^/\\[\r\n])+\/\w*/y;
/** Behind these a slash begins a regular expression; behind all others it divides. */
const BEFORE_PATTERN = /(?:^|[(,=:?&|!{};[+*%<>~^-]|\breturn)\s*$/;

export function matchAt(pattern: RegExp, code: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(code)?.[0];
}

/** Code in its stretches: nothing in a text, a regular expression, or a comment is read as code. */
export function tokensOf(code: string): Token[] {
	const tokens: Token[] = [];
	/** The templates and the blocks that are open. */
	const open: string[] = [];
	for (let at = 0; at < code.length; at += tokens.at(-1)!.text.length) {
		if (open.at(-1) === '`') {
			const text = matchAt(TEMPLATE, code, at)!;
			if (text === '`') open.pop();
			if (text === '${') open.push('{');
			tokens.push({ kind: ['`', '${'].includes(text) ? 'code' : 'text', text });
			continue;
		}
		const comment = code.startsWith('/*', at) ? '*/' : code.startsWith('//', at) ? '\n' : '';
		if (comment) {
			const end = code.indexOf(comment, at + 2);
			const text = code.slice(at, end < 0 ? undefined : end + comment.length);
			tokens.push({ kind: 'comment', text });
			continue;
		}
		const isPattern = code[at] === '/' && BEFORE_PATTERN.test(codeBefore(tokens));
		const pattern = isPattern ? matchAt(PATTERN, code, at) : undefined;
		const text = pattern ?? matchAt(CODE, code, at)!;
		if (text === '`' || text === '{') open.push(text);
		if (text === '}') open.pop();
		tokens.push({ kind: pattern ? 'pattern' : /^['"]/.test(text) ? 'text' : 'code', text });
	}
	return tokens;
}

/** Code with its texts changed, but for the names of fields and nodes, and the kinds that `typeof` gives. */
export function withTexts(code: string, change: (text: string) => string): string {
	const hasKinds = code.includes('typeof');
	const tokens = tokensOf(code);
	return tokens
		.map(({ kind, text }, at) => {
			const before = tokens[at - 1]?.text ?? '';
			const isName = /(?:[\w$)\].]\s*\[|\$(?:items|from(?:AI|Ai|ai))?\()\s*$/.test(before);
			const isKind = hasKinds && /^['"](?:undefined|object)['"]$/.test(text);
			return kind !== 'text' || isName || isKind ? text : change(text);
		})
		.join('');
}

/** A word or a text by which code may read a field: no method, and no name before a dot. */
const FIELD =
	/(?:(?<=(?<!\.\.)\.)[\p{ID_Start}$_][\p{ID_Continue}$]*|(?<![\p{ID_Continue}$])[\p{ID_Start}_][\p{ID_Continue}$]*(?!\??\.))(?![\p{ID_Continue}$(])|\[\s*(?:'((?:\\.|[^'\\{}])*)'|"((?:\\.|[^"\\{}])*)"|`([^`\\{}$]*)`)\s*\]/gu;

/** The names of the fields that code may read. */
export function fieldsIn(code: string): string[] {
	const found = [...code.matchAll(FIELD)].map((one) =>
		(one[1] ?? one[2] ?? one[3] ?? one[0]).replace(/\\(.)/g, '$1'),
	);
	const isField = (name: string) => isSafeObjectProperty(name) && !(name in Object.prototype);
	return [...new Set(found.filter(isField))];
}

/** Whether code may read fields without their names. */
export const readsWithoutNames = (code: string): boolean =>
	/\b(?:values|entries|keys|in)\b|[\w$)\]]\s*\[\s*[A-Za-z_$][\w$]*\s*\]/.test(withoutTexts(code));

const codeBefore = (tokens: Token[]) =>
	(tokens.findLast(({ kind }) => kind !== 'comment')?.text ?? '').slice(-20);

/** Code with a letter in place of each text that has something in it, so that signs in texts mean nothing. */
function withoutTexts(code: string): string {
	const tokens = tokensOf(code).map(({ kind, text }) => {
		if (kind === 'code') return text;
		if (kind === 'text') return /^(['"])(?:\s|\\[nrt])*\1$/.test(text) ? "''" : 'x';
		return kind === 'pattern' ? 'x' : ' ';
	});
	return tokens.join('').replaceAll('``', "''");
}

/** Such code without the functions that it gives to methods, such as `map`, which are about entries. */
function outlineOf(all: string): string {
	let outline = '';
	const open: string[] = [];
	/** How many brackets are open around the function that is left out. */
	let without = 0;
	for (const sign of all) {
		if ('([{'.includes(sign)) open.push(outline);
		if (')]}'.includes(sign)) {
			open.pop();
			if (open.length < without) without = 0;
		}
		if (without) continue;
		outline += sign;
		const isOfMethod = outline.endsWith('=>') && /[\w$]$/.test(open.at(-1) ?? '');
		if (isOfMethod) without = open.length;
	}
	return outline;
}

/** A default in the braces of a parameter, or of a constant, that takes an object apart. */
const OF_PARTS =
	/(?:[(,]|\b(?:const|let|var)\b)\s*\{[^{}=;()[\]]*[\w$]\s*=(?![=>])[^{};]*\}\s*(?:[,)]|=(?![=>]))/;
const BLANK_TEXT = /(?:^|\|\||\?\?|[?:]|\breturn)\s*(?:''|\[\s*\])\s*(?:$|[),:;}\]])/;
const NO_VALUE = /(?:^|\|\||\?\?|[?:]|\breturn)\s*(?:null|undefined)\s*(?:$|[),:;}\]])/;
/** A list from which the code takes one by its place. */
const TAKEN_FROM = /(?<![\w$)\]])\[([^()[\]]*)\]\s?\[/;
/** A blank text where a function is given nothing, or where nothing stands in an object or a list. */
const BLANK_PART = /[({[,]\s*[\w$]+\s*=\s*''\s*[,)}\]]|,\s*''\s*\]\s*\.\s*find/;
const BLANK_ARGUMENT = /,\s*''\s*[,)]/;
const NO_ARGUMENT = /,\s*(?:null|undefined)\s*[,)]/;

/** Whether code has an `if`, and what is so otherwise: an `else`, what is returned behind it, or what it overwrites. */
function saysOtherwise(outline: string): boolean {
	const at = outline.search(/\bif\b/);
	const rest = at < 0 ? '' : outline.slice(at);
	const isReturned = rest.split(/\breturn\b/).length > 2;
	return isReturned || /\belse\b|(?<![=!<>+*/%-])=(?![=>])/.test(rest);
}

/**
 * Whether code says what stands there when a field is blank, and whether that is a blank text or list, or no value; or also
 * what its functions say of entries.
 */
export function defaultsOf(code: string, isOfEntries = false) {
	const all = withoutTexts(code);
	const outline = isOfEntries ? all : outlineOf(all);
	const hasIf = /\$if/.test(outline);
	return {
		isGiven:
			hasIf ||
			/\|\||\?(?!\.\D)/.test(outline) ||
			OF_PARTS.test(outline) ||
			saysOtherwise(outline) ||
			/\bcatch\b/.test(outline),
		isBlank:
			BLANK_TEXT.test(outline) ||
			BLANK_PART.test(all) ||
			(TAKEN_FROM.exec(outline)?.[1].split(',') ?? []).some((entry) => entry.trim() === "''") ||
			(hasIf && BLANK_ARGUMENT.test(outline)),
		isNothing: NO_VALUE.test(outline) || (hasIf && NO_ARGUMENT.test(outline)),
	};
}

/** Whether code gives a name a blank text, to add to it. */
export const beginsBlank = (code: string): boolean =>
	/(?<![=!<>])=\s*''\s*[;,]/.test(outlineOf(withoutTexts(code)));

/** Whether code asks n8n for anything: all its names begin with a dollar sign. */
export const readsData = (code: string): boolean =>
	tokensOf(code).some(({ kind, text }) => kind === 'code' && /\$(?!\{)/.test(text));

const NODE = /(?<![\w$]|(?<!\.\.)\.)\$node\s*(?:\.\s*(\w+)|\[([^\][]*)\])/g;
const CALL = /(?<![\w$]|(?<!\.\.)\.)\$(?=\s*(?:\(|$))/g;

/** The ways to ask for the time. */
const NOW =
	/(?<![\w$.])(?:DateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|(Date\s*\.\s*now\s*\(\s*\))|(new\s+Date\b(?!\s*\(\s*(?:[^\s)]|$))(?:\s*\(\s*\))?))/g;
const NOW_AS = (_: string, inMs?: string, asDate?: string) =>
	inMs ? '(+$now)' : asDate ? 'new Date(+$now)' : '$now';

/** The ways to make a time of its parts, which give the time if no part has a value. */
const OF_PARTS_OF_TIME = /(?<![\w$.])DateTime\s*\.\s*(local|utc)(?=\s*\()/g;

/** Code whose joins show what is nothing. */
export const withHoles = (code: string) =>
	code.replace(/\.join\s*\(/g, '.map((x) => x ?? $shown(x)).join(');

/** Code in which `$` and `$node` are called by names that can be parameters, and time stands still: n8n's `$now` does. */
export const renamed = (code: string) =>
	tokensOf(code.replace(NODE, (_, name?: string, key?: string) => `$nodeOf(${key ?? `"${name}"`})`))
		.map(({ kind, text }) => {
			if (kind === 'comment') return text.startsWith('/*') ? ' ' : '\n';
			return kind === 'code'
				? text.replace(CALL, '$of').replace(NOW, NOW_AS).replace(OF_PARTS_OF_TIME, '$$$1')
				: text;
		})
		.join('')
		.trimEnd()
		.replace(/;$/, '');
