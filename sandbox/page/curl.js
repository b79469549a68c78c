/** What stands in the place of a key. */
const masked = '***';

/** The headers that say something about a request, and nothing about its connection. */
const isKept = (name) => /^(accept|content-type|x-.*)$/.test(name);
const pairsOf = (values) =>
	Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
const raw = (body) => (typeof body === 'string' ? body : JSON.stringify(body));

/** JSON in lines, anything else as it came. */
export function prettyBody(body) {
	if (body === undefined) return '';
	try {
		const value = typeof body === 'string' ? JSON.parse(body) : body;
		return JSON.stringify(value, null, 2);
	} catch {
		return body;
	}
}

export const queryText = (query) =>
	pairsOf(query)
		.map(([name, value]) => `${name}=${value}`)
		.join('\n');

export const headerLines = (headers) =>
	pairsOf(headers)
		.map(([name, value]) => `${name}: ${value}`)
		.join('\n');

/** A request with its answer, to be read. */
export function asText({ method, path, query, headers, body, status, answer, time }) {
	const search = pairsOf(query).map(([name, value]) => `${name}=${value}`);
	const asked = `${method} ${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
	const answered = status === null ? 'No answer' : `Answer: ${status}`;
	const parts = [`${time}\n${asked}\n${headerLines(headers)}`, prettyBody(body), answered];
	return [...parts, prettyBody(answer)].filter(Boolean).join('\n\n');
}

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
	if (body !== undefined) words.push(`--data-raw '${inQuotes(raw(body))}'`);
	return [`curl --globoff -X ${method} '${address}'`, ...words].join(' \\\n  ');
}
