import { besides } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Recording } from '../like/recording.ts';
import { createSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

/** How many there can be besides the one that the sandbox begins with. */
export const mostAccounts = 100;
const fits = /^[A-Za-z0-9_-]{1,40}$/;
export const accountName = fits.source;
export const rule = `An account has a name of 1 to 40 letters, digits, - and _. There are at most ${mostAccounts}: to make room, reset one`;

/** One account for each key: that of the sandbox, and the same with a hyphen and a name behind it. They share nothing. */
export function createAccounts(
	apiKey: string,
	clock: Clock,
	newId: () => string,
	like?: Recording,
) {
	const main = createSandbox(apiKey, clock, newId, like);
	const byName = new Map<string, Sandbox>();

	/** The account of a name, from its first use on; undefined if the rule is against it. */
	function named(name: string): Sandbox | undefined {
		const known = byName.get(name);
		if (known || !fits.test(name)) return known;
		const [spare] = [...byName].find(([, { isUsed }]) => !isUsed) ?? [];
		if (byName.size >= mostAccounts && spare === undefined) return undefined;
		if (byName.size >= mostAccounts) byName.delete(String(spare));
		const account = createSandbox(`${apiKey}-${name}`, besides(clock), newId, like);
		byName.set(name, account);
		return account;
	}

	return {
		main,
		named,
		/** The account of a key, if it is one. */
		ofKey(key: unknown): Sandbox | undefined {
			if (key === apiKey) return main;
			const own = `${apiKey}-`;
			const isOwn = typeof key === 'string' && key.startsWith(own);
			return isOwn ? named(key.slice(own.length)) : undefined;
		},
		/** Those that hold something, by name. */
		used: () => [...byName].filter(([, { isUsed }]) => isUsed),
	};
}

export type Accounts = ReturnType<typeof createAccounts>;
