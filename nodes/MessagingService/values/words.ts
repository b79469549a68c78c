import { asText } from './given';

/** The kind of a value that isn't text, in a word. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : String(value);
}

/** That a parameter isn't what it has to be, e.g. `'Max Wait' isn't a whole number: soon`. */
export function isNot(name: string, what: string, given: unknown): string {
	const text = asText(given).trim();
	if (!text) return `${name} is empty`;
	const hasFields = typeof given === 'object' && /^[[{]/.test(text);
	return `${name} ${what}: ${hasFields ? kindOf(given) : text}`;
}

/** E.g. `1 part` or `2 parts`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The first of a list, e.g. `a, b and 3 more`. */
export function firstOf(words: string[], most: number): string {
	const more = words.length - most;
	return words.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** E.g. `2 suppressed, 1 duplicate`. */
export function tally(words: string[]): string {
	const countOf = (word: string) => words.filter((one) => one === word).length;
	return [...new Set(words)].map((word) => `${countOf(word)} ${word}`).join(', ');
}

const shownNames = new Map<string, string>();

/** A parameter's name as messages quote it: phoneNumber is 'Phone Number'. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known) return known;
	const words = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ (?:And|For|On|Per)(?= )/g, (word) => word.toLowerCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	const name = `'${words}'`;
	shownNames.set(parameter, name);
	return name;
}

/** The beginning of a text, as an error shows it. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
