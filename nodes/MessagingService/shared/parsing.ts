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
