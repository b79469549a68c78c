/** What stands in the place of a key. */
export const masked = '***';

/** The headers that say something about a request, and nothing about its connection. */
export const isKept = (name) => /^(accept|content-type|x-.*)$/.test(name);
const pairsOf = (values) =>
	Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

/** The names of what may hold a key, in any spelling. */
export const isSecret = (name) =>
	/apikey|authorization|cookie/.test(name.toLowerCase().replace(/[^a-z]/g, ''));
export const isKey = (name, value) => value === masked && isSecret(name);

const escaped = (character) =>
	[...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16)}`).join('');
/** A text between single quotes; what a terminal would obey is written as its bytes, and no command can have a NUL. */
const inQuotes = (text) =>
	text
		.replaceAll('\0', '\ufffd')
		.replaceAll("'", String.raw`'\''`)
		.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]+/gu, (controls) => `'$'${escaped(controls)}''`);
/** In a text in single quotes: the shell puts the key there. */
const key = `'"$KEY"'`;

/** A request as a command for a shell, which has the key in $KEY. */
export function asCurl({ method, path, query, headers, body }, origin) {
	const search = pairsOf(query).map(([name, value]) => {
		const given = isKey(name, value) ? key : inQuotes(encodeURIComponent(value));
		return `${inQuotes(encodeURIComponent(name))}=${given}`;
	});
	const address = `${inQuotes(origin + path)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
	const given = pairsOf(headers).filter(([name]) => isKept(name));
	const words = given.map(
		([name, value]) => `-H '${inQuotes(name)}: ${isKey(name, value) ? key : inQuotes(value)}'`,
	);
	const data = typeof body === 'string' ? body : JSON.stringify(body);
	if (data !== undefined) words.push(`--data-raw '${inQuotes(data)}'`);
	return [`curl --globoff -X '${inQuotes(method)}' '${address}'`, ...words].join(' \\\n  ');
}
