const change = {
	/** A message goes out to somebody. */
	isMessage: false,
	/** Nothing changes at the service. */
	isRead: false,
	/** The same once more changes nothing more. */
	isRepeatable: false,
	/** If a 2xx answer doesn't fit, nobody knows whether the service did something, or took money for it. */
	isUnknownIfStrange: true,
	/** The answer is about a change, and not a list or a thing that was asked for. */
	isChange: true,
};

/** Each effect of a request, with all that depends on it: `set` may be repeated, `check` may cost money each time. */
export const EFFECTS = {
	change,
	send: { ...change, isMessage: true },
	set: { ...change, isRepeatable: true, isUnknownIfStrange: false },
	check: { ...change, isChange: false },
	read: { ...change, isRead: true, isRepeatable: true, isUnknownIfStrange: false, isChange: false },
} satisfies Record<string, typeof change>;

export type Effect = keyof typeof EFFECTS;
