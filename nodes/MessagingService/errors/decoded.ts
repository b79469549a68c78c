/** How each character of HTML that has a name of its own is called, of those that a key may hold. */
export const HTML_NAMES: Record<string, string> = {
	'!': 'excl',
	'"': 'quot',
	'#': 'num',
	$: 'dollar',
	'%': 'percnt',
	'&': 'amp',
	"'": 'apos',
	'(': 'lpar',
	')': 'rpar',
	'*': 'ast|midast',
	'+': 'plus',
	',': 'comma',
	'.': 'period',
	'/': 'sol',
	':': 'colon',
	';': 'semi',
	'<': 'lt',
	'=': 'equals',
	'>': 'gt',
	'?': 'quest',
	'@': 'commat',
	'[': 'lsqb|lbrack',
	'\\': 'bsol',
	']': 'rsqb|rbrack',
	'^': 'Hat',
	_: 'lowbar|UnderBar',
	'`': 'grave|DiacriticalGrave',
	'{': 'lcub|lbrace',
	'|': 'verbar|vert|VerticalLine',
	'}': 'rcub|rbrace',
	'-': 'hyphen|dash',
};

const byName = new Map(
	Object.entries(HTML_NAMES).flatMap(([character, names]) =>
		names.split('|').map((name): [string, string] => [name.toLowerCase(), character]),
	),
);

/** One character in an address, in HTML by number or by name, and in JSON. */
const ENCODED =
	/%([0-7][\da-f])|&#x0{0,6}([2-7][\da-f]);?|&#0{0,6}(\d{2,3});?|&([a-z]{2,16});|\\(?:u00|x)([2-7][\da-f])|\\([\\/"'])/gi;

/**
 * A text decoded once, whichever way its characters are written, as far as a key may hold them. What only says that
 * something is encoded once more goes at once, however often it stands there.
 */
export function decoded(text: string): string {
	return text
		.replace(/%(?:25)+/g, '%')
		.replace(/&(?:amp;)+/gi, '&')
		.replace(/\\{2,}/g, '\\')
		.replace(ENCODED, characterOf);
}

function characterOf(encoded: string, ...[percent, hex, decimal, name, code, plain]: string[]) {
	if (plain) return plain;
	if (name) return byName.get(name.toLowerCase()) ?? encoded;
	const number = decimal ? Number(decimal) : parseInt(percent ?? hex ?? code, 16);
	return number >= 0x20 && number < 0x7f ? String.fromCharCode(number) : encoded;
}
