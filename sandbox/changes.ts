const changes = new WeakMap<object, number>();
let latest = 0;

/** Numbers a change of a record, so that the page is told only what is new. */
export function noteChange<Entry extends object>(entry: Entry): Entry {
	latest += 1;
	changes.set(entry, latest);
	return entry;
}

export const changeOf = (entry: object) => changes.get(entry) ?? 0;
export const latestChange = () => latest;
