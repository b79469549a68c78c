import type { FastifyReply } from 'fastify';

/**
 * Other shapes in which a service could give the same answers: the specification shows few of them. The first of
 * each is how the sandbox answers by itself.
 */
export const choices = {
	/** A list as it is, as the only field of an object, or with how it pages beside it. */
	lists: ['bare', 'wrapped', 'paged'],
	/** An object as it is, or as `data` beside a status. */
	objects: ['bare', 'envelope'],
	ids: ['text', 'number'],
	/** Whether objects have fields that nobody has heard of. */
	fields: ['known', 'extra'],
	/** Whether a refusal has its own status, or 200 and an error inside. */
	errors: ['status', 'inside200'],
	/** Whether what was carried out is answered with a redirect. */
	redirects: ['none', '303', '307'],
	charset: ['utf-8', 'utf-8-bom'],
} as const;

type Choices = typeof choices;
export type Dialect = { [Name in keyof Choices]: Choices[Name][number] };

export const usual = Object.fromEntries(
	Object.entries(choices).map(([name, [first]]) => [name, first]),
) as Dialect;

/** Numbers as ids, each of which is there once. */
export function createNumbers() {
	let latest = 7_000_000;
	return {
		next: () => String(++latest),
		/** Ids that something has already. */
		take: (known: string[]) => {
			for (const id of known) if (/^7\d{6}$/.test(id)) latest = Math.max(latest, Number(id));
		},
	};
}

/** An answer of the service in a dialect, with what goes with it in the reply. */
export function speak(spoken: Dialect, payload: unknown, reply: FastifyReply): unknown {
	if (typeof payload !== 'string' || spoken === usual) return payload;
	if (spoken.redirects !== 'none') {
		reply.code(Number(spoken.redirects)).header('location', '/elsewhere');
		return payload;
	}
	const isRefusal = reply.statusCode >= 400;
	if (isRefusal && spoken.errors === 'inside200') reply.code(200);
	const json: unknown = payload === '' ? undefined : JSON.parse(payload);
	const text = json === undefined ? '' : JSON.stringify(shaped(json, spoken, isRefusal));
	return spoken.charset === 'utf-8' ? text : `\ufeff${text}`;
}

function shaped(json: unknown, dialect: Dialect, isRefusal: boolean): unknown {
	const all = withFields(json, dialect);
	if (Array.isArray(all)) {
		if (dialect.lists === 'bare') return all;
		return dialect.lists === 'wrapped'
			? { items: all }
			: { items: all, total: all.length, page: 1, links: { next: null } };
	}
	if (isRefusal)
		return dialect.errors === 'inside200' ? { success: false, ...(all as object) } : all;
	return dialect.objects === 'envelope' ? { success: true, data: all } : all;
}

function withFields(json: unknown, dialect: Dialect): unknown {
	if (Array.isArray(json)) return json.map((entry) => withFields(entry, dialect));
	if (typeof json !== 'object' || json === null) return json;
	const entries = Object.entries(json).map(([name, value]) => {
		const isNumber = dialect.ids === 'number' && /Id$/.test(name) && /^\d+$/.test(String(value));
		return [name, isNumber ? Number(value) : withFields(value, dialect)];
	});
	const extra = dialect.fields === 'extra' ? { tags: ['a', 'b'], 'x-note': 'Ąžuolas – naïve' } : {};
	return { ...Object.fromEntries(entries), ...extra };
}
