/** How many milliseconds of the processor a task takes, however busy the machine is: the least of several times. */
export function cpuTimeOf(task: () => unknown, times = 5): number {
	const taken = Array.from({ length: times }, () => {
		const before = process.cpuUsage();
		task();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...taken);
}
