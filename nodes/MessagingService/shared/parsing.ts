import { tryToParseDateTime } from 'n8n-workflow';

/** The JSON of a text, or why it is none. */
export function parseJson(text: string): { json: unknown } | { reason: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { reason: (error as Error).message };
	}
}

/** The web address that a text is, if it is one. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** The point in time that a value is, if it is one; without a zone of its own in the given one. */
export function parseTime(
	value: unknown,
	timeZone: string,
): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(typeof value === 'number' ? new Date(value) : value, timeZone);
	} catch {
		return undefined;
	}
}
