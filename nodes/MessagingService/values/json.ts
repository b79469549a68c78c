/** The JSON of a text, or why it isn't JSON. */
export function parseJson(text: string): { json: unknown } | { reason: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { reason: (error as Error).message };
	}
}
