/** The last task of each queue that has any. */
const latest = new Map<string, Promise<unknown>>();

/** Does a task when those before it in the queue of that name are done, whatever became of them. */
export async function inTurn<T>(queue: string, task: () => Promise<T>): Promise<T> {
	const before = latest.get(queue) ?? Promise.resolve();
	const own = before.then(task, task);
	const settled = own.catch(() => undefined);
	latest.set(queue, settled);
	void settled.then(() => {
		if (latest.get(queue) === settled) latest.delete(queue);
	});
	return await own;
}
