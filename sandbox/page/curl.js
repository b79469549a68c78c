/** What stands in the place of a key. */
export const masked = '***';

/** The headers that say something about a request, and nothing about its connection. */
export const isKept = (name) => /^(accept|content-type|x-.*)$/.test(name);
const pairsOf = (values) =>
	Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

const inQuotes = (text) => text.replaceAll("'", String.raw`'\''`);
/** In a text in single quotes: the shell puts the key there. */
const key = `'"$KEY"'`;

/** A request as a command for a shell, which has the key in $KEY. */
export function asCurl({ method, path, query, headers, body }, origin) {
	const search = pairsOf(query).map(([name, value]) => {
		const given = value === masked ? key : inQuotes(encodeURIComponent(value));
		return `${inQuotes(encodeURIComponent(name))}=${given}`;
	});
	const address = `${inQuotes(origin + path)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
	const given = pairsOf(headers).filter(([name]) => isKept(name));
	const words = given.map(
		([name, value]) => `-H '${name}: ${value === masked ? key : inQuotes(value)}'`,
	);
	const data = typeof body === 'string' ? body : JSON.stringify(body);
	if (data !== undefined) words.push(`--data-raw '${inQuotes(data)}'`);
	return [`curl --globoff -X ${method} '${address}'`, ...words].join(' \\\n  ');
}
