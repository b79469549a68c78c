/** Milliseconds on a clock that nobody can set back or forward: for waiting, not for dates. */
export function steadyNow(): number {
	return performance.now();
}
