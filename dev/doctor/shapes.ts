import { isObject, serviceWords } from './node.ts';
import { withoutControls } from '../../sandbox/stranger.ts';
import type { Answer } from './exchange.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;
const LONGEST_WORDS = 200;
const LONGEST_NAME = 40;

export const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value);
export const isTime = (value: unknown) => typeof value === 'string' && TIME.test(value);

/** Whether the name of a field is a value itself, such as a phone number. */
export const isValue = (name: string) => /\d{5}|@|(\d[ .()-]*){7}/.test(name) || isUuid(name);

/** A name as a report shows it; not one that is a value itself. */
export const nameShown = (name: string) =>
	isValue(name)
		? '(a value)'
		: withoutControls(name)
				.replace(/[“”\s]+/g, ' ')
				.slice(0, LONGEST_NAME);

/** What JSON looks like, without its values, such as `{ items: [{ id: text }], total: number }`. */
export function shapeOf(json: unknown, depth = 0): string {
	if (json === undefined) return 'nothing';
	if (json === null) return 'null';
	if (depth > 4) return '…';
	if (Array.isArray(json)) {
		const shapes = [
			...new Set(json.slice(0, depth < 2 ? 20 : 3).map((entry) => shapeOf(entry, depth + 1))),
		];
		return `[${shapes.slice(0, 2).join(', ')}]`;
	}
	if (!isObject(json)) return typeof json === 'string' ? textShape(json) : typeof json;
	const fields = Object.entries(json)
		.slice(0, 12)
		.map(([name, value]) => `${nameShown(name)}: ${shapeOf(value, depth + 1)}`);
	return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}

const textShape = (text: string) => (isUuid(text) ? 'UUID' : isTime(text) ? 'time' : 'text');

/** The status of an answer, with the service's words if it refused. Words are in “ ”: reports make up others. */
export function statusOf({ status, json, text, problem }: Answer): string {
	if (!status) return problem?.message ?? 'no answer';
	const words = status < 400 && !problem ? '' : quoted(serviceWords(json ?? text));
	if (words) return `${status} ${words}`;
	return status < 400 ? `${status}, ${shapeOf(json)}` : String(status);
}

/** The service's own words, to be recognized where they are to be replaced. */
export function quoted(words: string): string {
	const plain = withoutControls(words.replace(/[“”\s]+/g, ' '))
		.trim()
		.slice(0, LONGEST_WORDS);
	return plain && `“${plain}”`;
}
