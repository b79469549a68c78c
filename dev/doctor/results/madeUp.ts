import { createHash, randomBytes } from 'node:crypto';

import { isUuid, isValue } from '../shapes.ts';

/**
 * Words that say nothing of anybody, but much of an answer: how it ended, and whether there is more. They are kept, so
 * that a recording reads like the account.
 */
const KEPT = new Set(
	(
		'true false yes no none null ok okay success successful error errors err fail failed failure rejected refused ' +
		'denied invalid undeliverable not nok ko accepted pending queued sent delivered undelivered expired scheduled ' +
		'running finished cancelled canceled created updated granted revoked found missing required unknown exists ' +
		'submitted done received cannot unable ' +
		'page next prev first last rel of out items entries records only truncated incomplete partial cut limited ' +
		'sms email viber get post contacts suppression campaigns reports messages v1 api application json text html charset utf'
	).split(' '),
);

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
/** A number in groups: with a plus, or three of them. A date and a range such as 1000-1999 are none. */
const SPELLED =
	/(?<![\p{L}\p{N}])(?!\d{4}-\d\d-\d\d(?!\d))(?:\+\d+(?:[ .()-]{1,2}\d+)*|\d+(?:[ .()-]{1,2}\d+){2,})/u;
const TOKEN = new RegExp(`${UUID.source}|${SPELLED.source}|[\\p{L}\\p{N}]+`, 'giu');
const PHONE = /^\+?[\d\s().-]{6,25}$/;
const DATE = /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const MONEY = /amount|balance|credit|fund|money|^[A-Z]{3}$/i;

/** Whether a text is a word that stays. */
export const isKeptWord = (text: string) => KEPT.has(text.toLowerCase());

/** Replaces values by made-up ones of the same form: the same one by the same one each time. */
export class MadeUp {
	/** So that nobody can find a number by trying all of them. */
	private readonly salt = randomBytes(32);

	private readonly firstAmounts = new Map<string, number>();

	/** JSON with its values replaced, the names of its fields kept unless they are values. */
	json(value: unknown, name = ''): unknown {
		if (typeof value === 'string') return this.text(value);
		if (typeof value === 'number') return this.number(value, name);
		if (Array.isArray(value))
			return value.map((entry, index) => this.json(entry, `${name}.${index}`));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).map(([field, inner]) => [
			isValue(field) ? this.text(field) : field,
			this.json(inner, `${name}.${field}`),
		]);
		return Object.fromEntries(entries);
	}

	text(text: string): string {
		if (DATE.test(text.trim())) return text;
		// A currency says how an amount is to be read.
		if (/^[A-Z]{3}$/.test(text)) return text;
		if (PHONE.test(text) && text.replace(/\D/g, '').length > 5) return this.spelled(text);
		return text.replace(TOKEN, (token) => this.token(token));
	}

	private token(token: string): string {
		if (isUuid(token)) return this.uuid(token.toLowerCase());
		if (/[ .()+-]/.test(token)) {
			return token.replace(/\D/g, '').length > 6 ? this.spelled(token) : token;
		}
		if (isKeptWord(token) || /^\d{1,4}$/.test(token)) return token;
		if (/^\d+$/.test(token)) return this.digits(token);
		const random = this.randomOf(token);
		return [...token]
			.map((character, index) => like(character, random[index % random.length]))
			.join('');
	}

	/** A number as it is spelled, with the digits of the same number in any other spelling. */
	private spelled(text: string): string {
		return refilled(text, /\d/g, this.digits(text.replace(/\D/g, '')));
	}

	/** As many digits, of which the first three stay: a number keeps its country, and a time its year. */
	private digits(digits: string): string {
		if (/^0+$/.test(digits)) return digits;
		const random = this.randomOf(digits);
		const made = [...digits].map((digit, index) =>
			index < 3 ? digit : String(random[index % random.length] % 10),
		);
		// By chance it may be the same one.
		if (made.join('') === digits) made.push(String((Number(made.pop()) + 1) % 10));
		// What a JSON reader rounds stays so.
		if (Number(digits) > Number.MAX_SAFE_INTEGER && digits.length === 16) made[3] = '9';
		return made.join('');
	}

	private number(value: number, name: string): number {
		const field = name.split('.').at(-1) ?? '';
		if (MONEY.test(field)) {
			const first = this.firstAmounts.get(name) ?? value;
			this.firstAmounts.set(name, first);
			return Math.round((100 + value - first) * 1e6) / 1e6;
		}
		if (!Number.isInteger(value) || Math.abs(value) < 1e5) return value;
		return Math.sign(value) * Number(this.digits(String(Math.abs(value))));
	}

	private uuid(uuid: string): string {
		return refilled(uuid, /[\da-f]/g, this.randomOf(uuid).toString('hex'));
	}

	private randomOf(text: string): Buffer {
		return createHash('sha256').update(this.salt).update(text).digest();
	}
}

/** A text in which others stand in place of these characters, one after the other. */
function refilled(text: string, characters: RegExp, others: string): string {
	let at = 0;
	return text.replace(characters, () => others[at++]);
}

/** A character of the same kind. */
function like(character: string, random: number): string {
	if (/\d/.test(character)) return String(random % 10);
	const letter = String.fromCharCode(97 + (random % 26));
	return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter;
}
