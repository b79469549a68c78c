/** Some things, one, or nothing: what a rule gives that often has nothing to say. */
export type Some<What> = What | false | undefined | '' | Array<Some<What>>;

/** All of them, in a list. */
export const allOf = <What extends object>(some: Some<What>): What[] =>
	Array.isArray(some) ? some.flatMap((one) => allOf(one)) : some ? [some] : [];
