/** Values by a key, in their order. */
export function groupedBy<T>(values: T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		const same = groups.get(keyOf(value));
		if (same) same.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return groups;
}
