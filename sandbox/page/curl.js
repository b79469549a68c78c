/** What stands in the place of a key. */
export const masked = '***';

/** Whether a header or a parameter carries a key, in any spelling. */
export const isSecret = (name) =>
	/apikey|authorization|cookie/.test(name.toLowerCase().replace(/[^a-z]/g, ''));

/** The headers that say something about a request, and nothing about its connection. */
export const isKept = (name) => /^(accept|content-type|x-[\w-]+)$/.test(name);
const pairsOf = (values) =>
	Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

const hex = (byte) => String.raw`\x` + byte.toString(16).padStart(2, '0');
/** What bash and zsh read as these characters, which neither the clipboard nor the terminal then acts on. */
const asBytes = (text) => Array.from(new TextEncoder().encode(text), hex).join('');

/** What stands between single quotes for a text; no argument can hold a NUL. */
const inQuotes = (text) =>
	text
		.toWellFormed()
		.replaceAll('\0', '')
		.replaceAll("'", String.raw`'\''`)
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, (found) => `'$'${asBytes(found)}''`);
const encoded = (text) => inQuotes(encodeURIComponent(text.toWellFormed()));
/** In a text in single quotes: the shell puts the key there. */
const key = `'"$KEY"'`;
const valueOf = (name, value, quoted) => (value === masked && isSecret(name) ? key : quoted(value));

/** A request as a command for bash or zsh, which has the key in $KEY. */
export function asCurl({ method, path, query, headers, body }, origin) {
	const search = pairsOf(query).map(
		([name, value]) => `${encoded(name)}=${valueOf(name, value, encoded)}`,
	);
	const address = inQuotes(origin + path) + (search.length > 0 ? `?${search.join('&')}` : '');
	const given = pairsOf(headers).filter(([name]) => isKept(name));
	const words = given.map(([name, value]) => `-H '${name}: ${valueOf(name, value, inQuotes)}'`);
	const data = typeof body === 'string' ? body : JSON.stringify(body);
	if (data !== undefined) words.push(`--data-raw '${inQuotes(data)}'`);
	return [`curl --globoff -X '${inQuotes(method)}' '${address}'`, ...words].join(' \\\n  ');
}
