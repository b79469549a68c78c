/** Counts what npm says it does (`--loglevel http`), so that progress shown is progress made. */
export class InstallProgress {
	#descriptions = 0;
	#needed = 0;
	#fetched = 0;
	#failedAttempts = 0;

	/** Takes one line of npm's output. */
	read(line: string): void {
		// Once npm knows what it needs it names it all at once ("http cache"), then fetches each.
		if (/^npm http cache /.test(line)) this.#needed++;
		else if (/ attempt \d+ failed with /.test(line)) this.#failedAttempts++;
		else if (/^npm http fetch GET \d+ \S+\.tgz(\s|$)/.test(line)) this.#fetched++;
		else if (/^npm http fetch GET \d+ /.test(line)) this.#descriptions++;
	}

	/** One line for a person: what npm is at and how far it got. */
	summary(): string {
		const retries =
			this.#failedAttempts === 0
				? ''
				: ` (${this.#failedAttempts} requests failed and are repeated)`;
		if (this.#needed === 0) {
			return `finding out which packages are needed: ${this.#descriptions} looked at${retries}`;
		}
		return `downloading and unpacking: ${this.#fetched} of ${this.#needed} packages${retries}`;
	}
}

/** `75000` → `1 min 15 s`. */
export function duration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1_000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
