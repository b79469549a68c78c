import { randomInt, randomUUID } from 'node:crypto';
import type { Cut } from './recording.ts';

/** What stands in the recording, and what stands for it now. */
export type Values = Map<string, string>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Pairs what stands at the same places in two requests. */
export function pair(recorded: unknown, now: unknown, values: Values): void {
	if (typeof recorded === 'string') {
		if (recorded.length > 3 && typeof now === 'string') values.set(recorded, now);
		return;
	}
	const others = typeof now === 'object' ? Object(now) : {};
	for (const [name, value] of Object.entries(Object(recorded))) pair(value, others[name], values);
}

/** The values in fields that are called like IDs. */
export function idsIn(json: unknown, name = ''): string[] {
	if (Array.isArray(json)) return json.flatMap((entry) => idsIn(entry, name));
	if (isObject(json)) return Object.entries(json).flatMap(([field, value]) => idsIn(value, field));
	const isId = /(^|_|-)(u?u?ids?|sids?)$|(Id|ID|Uuid)s?$/.test(name) && String(json).length > 3;
	return isId && (typeof json === 'string' || typeof json === 'number') ? [String(json)] : [];
}

/** Another ID of the same form. */
export function idLike(id: string): string {
	if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return randomUUID();
	const letter = () => String.fromCharCode(97 + randomInt(26));
	const rest = id.slice(1).replace(/\d/g, () => String(randomInt(10)));
	return id.charAt(0) + rest.replace(/[a-z]/gi, letter);
}

export function substitute(json: unknown, values: Values): unknown {
	if (typeof json === 'string') return replaced(json, values);
	if (typeof json === 'number') {
		const other = values.get(String(json));
		if (other === undefined) return json;
		return /^\d{1,15}$/.test(other) ? Number(other) : other;
	}
	if (Array.isArray(json)) return json.map((entry) => substitute(entry, values));
	if (!isObject(json)) return json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [
			values.get(name) ?? name,
			substitute(value, values),
		]),
	);
}

export function replaced(text: string, values: Values): string {
	const whole = values.get(text);
	if (whole !== undefined) return whole;
	return [...values]
		.filter(([recorded]) => recorded.length > 6)
		.reduce((all, [recorded, now]) => all.replaceAll(recorded, () => now), text);
}

export function longestText(json: unknown): string {
	if (typeof json === 'string') return json;
	if (typeof json !== 'object' || json === null) return '';
	const texts = Object.values(json).map(longestText);
	return texts.sort((one, other) => other.length - one.length)[0] ?? '';
}

/** How much all that is filled up may take, in characters of JSON. */
const mostCharacters = 50_000_000;

/** JSON whose lists are as long again as they were before they were cut: their entries are repeated, as far as they fit. */
export function filledUp(json: unknown, cut: Cut[]): unknown {
	let left = mostCharacters;
	// The innermost first: what is repeated grows no more.
	for (const { at, length } of cut.toSorted((one, other) => other.at.length - one.at.length)) {
		const list = at.reduce(
			(inside, step) => (inside as Record<string, unknown> | undefined)?.[step],
			json,
		);
		if (!Array.isArray(list) || !list.length) continue;
		const { length: kept } = list;
		const sizes: number[] = [];
		for (let index = kept; index < length; index++) {
			const from = index % kept;
			// Only of what is repeated: there may be as many cuts as there are bytes in a file.
			left -= sizes[from] ??= JSON.stringify(list[from]).length + 1;
			if (left < 0) return json;
			list.push(list[index % kept]);
		}
	}
	return json;
}

/** JSON whose texts of 16 digits and more are numbers. */
export function unquoted(json: string): string {
	return json.replace(/"(-?[1-9]\d{15,})"(?!:)/g, '$1');
}
