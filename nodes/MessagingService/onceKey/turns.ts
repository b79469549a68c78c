/** Queues by name: the tasks of one are done one after the other. */
export class Turns {
	private readonly latest = new Map<string, Promise<unknown>>();

	/** Does a task when those before it in the queue of that name are done, whatever became of them. */
	async take<T>(queue: string, task: () => Promise<T>): Promise<T> {
		const before = this.latest.get(queue) ?? Promise.resolve();
		const own = before.then(task);
		const settled = own.catch(() => undefined);
		this.latest.set(queue, settled);
		void settled.then(() => {
			if (this.latest.get(queue) === settled) this.latest.delete(queue);
		});
		return await own;
	}
}
