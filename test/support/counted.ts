import { Problem } from '../../nodes/MessagingService/errors/problem';

/**
 * Expects a walk to look at each value of an answer a few times at most, however deep and wide it is, and to come to
 * its end with very many: it gives something, or refuses it in words.
 */
export function expectFewLooks(walk: (answer: unknown) => unknown, each = 10): void {
	const task = (answer: unknown) => {
		try {
			walk(answer);
		} catch (error) {
			expect(error).toBeInstanceOf(Problem);
		}
	};
	const looks = Object.entries({ ...wideOnes(FEW), ...deepOnes(FEW) }).map(
		([name, answer]) => [name, looksOf(answer, task) / FEW] as const,
	);
	expect(looks.filter(([, count]) => count > each)).toEqual([]);
	// More than a function may have arguments.
	many ??= [deepAndWide(MANY), lists(MANY)];
	for (const answer of many) task(answer);
}

const FEW = 1_000;
const MANY = 130_000;
let many: unknown[] | undefined;

/** How many fields and entries a task looks at in a value. */
export function looksOf(value: unknown, task: (value: unknown) => unknown): number {
	let looks = 0;
	const watched = (one: unknown): unknown => {
		if (typeof one !== 'object' || one === null) return one;
		return new Proxy(one, {
			get(target, name) {
				looks++;
				return watched(Reflect.get(target, name));
			},
			ownKeys(target) {
				const names = Reflect.ownKeys(target);
				looks += names.length;
				return names;
			},
		});
	};
	task(watched(value));
	return looks;
}

/** An object in an object, and so on, with this inside. */
const wrapped = (levels: number, inside: unknown, name = 'a'): unknown =>
	Array.from({ length: levels }).reduce((inner) => ({ [name]: inner }), inside);

/** So many fields, each with what `of` says. */
const fieldsOf = (count: number, of: (index: number) => unknown = (index) => index) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, of(index)]));

const deepAndWide = (values: number) => wrapped(98, fieldsOf(values));
const lists = (values: number) => fieldsOf(values, () => []);

/** Answers of so many values, in which a walk could take many times its size. */
const wideOnes = (values: number): Record<string, unknown> => ({
	'deep and wide': deepAndWide(values),
	'a list of objects': { items: Array.from({ length: values / 2 }, (_, id) => ({ id })) },
	lists: lists(values),
	objects: fieldsOf(values / 3, () => ({ success: true, error: null })),
});
const deepOnes = (values: number): Record<string, unknown> => ({
	'a list in a list': Array.from({ length: 98 }).reduce((inner: unknown) => [inner, 1], []),
	'wide at each level': chain(values / 98, 98, 'a'),
	'errors within errors': chain(values / 98, 98, 'error'),
	'messages within messages': chain(values / 98, 98, 'messageId'),
	'parts within parts': chain(values / 98, 98, 'state'),
});

function chain(width: number, levels: number, name: string): unknown {
	const beside = fieldsOf(Math.floor(width));
	return Array.from({ length: levels }).reduce((inner) => ({ ...beside, [name]: inner }), {});
}
