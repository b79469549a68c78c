/** Tarballs that `npm install n8n@2.41.1` fetches; the registry decides the exact number from day to day. */
export const expectedPackages = 2_350;

/** Counts what npm says it fetched (`--loglevel http`), so that progress shown is progress made. */
export class InstallProgress {
	#descriptions = 0;
	#tarballs = 0;

	/** Takes one line of npm's output. */
	read(line: string): void {
		const fetched = /^npm http (?:fetch GET (?:200|304)|cache) (\S+)/.exec(line)?.[1];
		if (!fetched) return;
		if (/\.tgz(?:$|\?)/.test(fetched)) this.#tarballs++;
		else this.#descriptions++;
	}

	/** One line for a person: what npm is at and how far it got. */
	summary(): string {
		if (this.#tarballs === 0)
			return `finding out which packages are needed: ${this.#descriptions} looked at`;
		return `downloading and unpacking: ${this.#tarballs} of about ${expectedPackages} packages`;
	}
}

/** `75000` → `1 min 15 s`. */
export function duration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1_000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
