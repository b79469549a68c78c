import { Problem } from './problems';

/** The problem without the key in its words, so that n8n may keep it with the execution. */
export function problemWithoutKey(
	{ message, description, details }: Problem,
	apiKey: string,
): Problem {
	return new Problem(withoutKey(message, apiKey), withoutKey(description, apiKey), details);
}

/** The text without the key, however its characters are written: in an address, in JSON or as they are. */
export function withoutKey(text: string, apiKey: string): string {
	const key = apiKey.trim();
	if (!key) return text;
	const spellings = [...key].map((character) => {
		const inJson = JSON.stringify(character).slice(1, -1);
		const ways = [character, inJson, encodeURIComponent(character), character === ' ' ? '+' : ''];
		return `(?:${ways.filter(Boolean).map(literally).join('|')})`;
	});
	return text.replace(new RegExp(spellings.join(''), 'gi'), '***');
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
