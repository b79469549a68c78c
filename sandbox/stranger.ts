import { invalid } from './traffic/refusal.ts';

/** How deep JSON may be. A file holds in lists of its own what requests and answers held. */
const mostLevels = { ofRequest: 100, ofFile: 110 };

/**
 * JSON that somebody else wrote, in a request or a file.
 * @throws Refusal if it is none, or nested too deep
 */
export function jsonFrom(text: string, { isFile = false } = {}): unknown {
	const most = isFile ? mostLevels.ofFile : mostLevels.ofRequest;
	let depth = 0;
	let isText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isText && character === '\\') at += 1;
		else if (character === '"') isText = !isText;
		else if (isText) continue;
		else if (character === '[' || character === '{') depth += 1;
		else if (character === ']' || character === '}') depth -= 1;
		if (depth > most) throw invalid(`The JSON has more than ${most} levels`);
	}
	try {
		return JSON.parse(text);
	} catch (error) {
		throw invalid(`The body is not valid JSON: ${(error as Error).message}`);
	}
}

/** Text that a terminal only shows: nothing in it moves the cursor, colors, or turns what stands behind it around. */
export const withoutControls = (text: string) =>
	text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');

/** Headers that say something of a list, of an answer's form, or of when to come back: none gives a page rights. */
const takenOver =
	/^(content-type|content-range|link|location|retry-after)$|count|total|page|next|more|cursor|items|records/i;

/** The headers of an answer that the doctor records, and that the sandbox takes over from a file. */
export const headersFrom = (headers: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(headers).filter(
			([name, value]) =>
				takenOver.test(name) && /^[\w-]+$/.test(name) && /^[ -~]{0,4000}$/.test(value),
		),
	);
