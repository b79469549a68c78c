/** The facts about a request that depend on its effect. */
type Facts = {
	/** A message goes out to somebody. */
	isMessage: boolean;
	/** It changes nothing. */
	isRead: boolean;
	/** The same once more changes nothing more. */
	isRepeatable: boolean;
	/** If a 2xx answer doesn't fit, nobody knows whether the service did something, or took money for it. */
	isUnknownIfStrange: boolean;
	/** The answer is about a change, and not a list or a thing that was asked for. */
	isChange: boolean;
};

const change = {
	isMessage: false,
	isRead: false,
	isRepeatable: false,
	isUnknownIfStrange: true,
	isChange: true,
};

/** Each effect that a request can have. */
export const EFFECTS = {
	send: { ...change, isMessage: true },
	change,
	/** It puts something as the user wants it. */
	set: { ...change, isRepeatable: true, isUnknownIfStrange: false },
	/** It looks something up, which may cost something each time. */
	check: { ...change, isChange: false },
	read: { ...change, isRead: true, isRepeatable: true, isUnknownIfStrange: false, isChange: false },
} satisfies Record<string, Facts>;

export type Effect = keyof typeof EFFECTS;
