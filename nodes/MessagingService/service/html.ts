/**
 * What a person reads of a text that may be a page: its title and what stands on it. Takes time in proportion to
 * the text's length, whatever is in it.
 */
export function readable(text: string): string[] {
	// A message may hold e.g. "<digits>": only what has an end tag or a document type is a page.
	if (!/<!doctype|<\/[a-z]/i.test(text)) return [text];
	const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '';
	const shown = ['head', 'script', 'style'].reduce(withoutElements, text);
	return [title, shown.replace(/<[^<>]*>/g, ' ')].map((part) =>
		withCharacters(part).replace(/\s+/g, ' '),
	);
}

/** The text without all elements of a kind; one that has no end stays, and with it all after it. */
function withoutElements(text: string, name: string): string {
	const begin = new RegExp(`<${name}\\b`, 'gi');
	const end = new RegExp(`</${name}>`, 'gi');
	let rest = '';
	let from = 0;
	for (let found = begin.exec(text); found; found = begin.exec(text)) {
		end.lastIndex = found.index;
		if (!end.test(text)) break;
		rest += `${text.slice(from, found.index)} `;
		from = begin.lastIndex = end.lastIndex;
	}
	return rest + text.slice(from);
}

const CHARACTERS: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' };

/** The usual character references of HTML as the characters they stand for. */
function withCharacters(html: string): string {
	return html.replace(/&(?:#(\d{1,6})|(nbsp|lt|gt|quot|amp));/gi, (_, code?: string, name = '') =>
		code ? String.fromCodePoint(Number(code)) : CHARACTERS[String(name).toLowerCase()],
	);
}
