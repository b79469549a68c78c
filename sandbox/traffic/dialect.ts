import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';

/**
 * Other shapes in which a service could give the same answers: those that the node's contract (answers/contract.ts) tells
 * apart, and IDs of both types. The first of each is how the sandbox answers by itself.
 */
export const choices = {
	/**
	 * A list as it is; in an object with its total; with its page too, so that nobody knows whether it is whole; or with
	 * phone numbers in a field of another name.
	 */
	lists: ['bare', 'wrapped', 'paged', 'phone'],
	/** An object as it is, or as `data` beside a status. */
	objects: ['bare', 'envelope'],
	ids: ['text', 'number'],
	/** Whether a refusal has its own status, or 200 and an error inside. */
	errors: ['status', 'inside200'],
} as const;

type Choices = typeof choices;
export type Dialect = { [Name in keyof Choices]: Choices[Name][number] };

/** The dialect that somebody wants, as usual where nothing is said, and without choices of earlier sandboxes. */
export const dialectOf = (wanted: Record<string, unknown> = {}) =>
	Object.fromEntries(
		Object.entries(choices).map(([name, [first]]) => [name, wanted[name] ?? first]),
	) as Dialect;

const usual = dialectOf();

/** An answer of the service in a dialect, with what goes with it in the reply. */
export function speak(spoken: Dialect, payload: unknown, reply: FastifyReply): unknown {
	if (typeof payload !== 'string') return payload;
	if (isDeepStrictEqual(spoken, usual)) return payload;
	const isRefusal = reply.statusCode >= 400;
	if (isRefusal && spoken.errors === 'inside200') reply.code(200);
	const isNumber = (name: string, value: unknown) =>
		spoken.ids === 'number' && /Id$/.test(name) && /^\d+$/.test(String(value));
	const json: unknown = JSON.parse(payload, (name, value) =>
		isNumber(name, value) ? Number(value) : value,
	);
	return JSON.stringify(shaped(json, spoken, isRefusal));
}

function shaped(json: unknown, { lists, objects, errors }: Dialect, isRefusal: boolean): unknown {
	if (Array.isArray(json)) return asList[lists](json);
	if (!isRefusal) return objects === 'envelope' ? { success: true, data: json } : json;
	return errors === 'inside200' ? { success: false, ...(json as object) } : json;
}

const asList: Record<Dialect['lists'], (items: Array<Record<string, unknown>>) => unknown> = {
	bare: (items) => items,
	wrapped: (items) => ({ items, total: items.length }),
	paged: (items) => ({ items, total: items.length, page: 1 }),
	phone: (items) => items.map(({ phoneNumber: phone, ...entry }) => ({ phone, ...entry })),
};
