import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import type { Marks } from './marks';

/** A place, and what it is taken for, where somebody asks for that later. */
export type Place = { name: string; purpose?: string };

/** Who has a place that was asked for: we, or somebody else, for the same purpose or for another one. */
export type Holder = 'us' | 'samePurpose' | 'otherPurpose';

/** The holders of places by their names, before they were asked for. */
export type Held = Map<string, Holder | 'nobody'>;

type Asked = { places: Place[]; resolve: (held: Promise<Held>) => void };

/** n8n looks through the row for each mark that it removes, while others may write. */
const REMOVED_AT_ONCE = 500;

/** The place, its purpose, and across workers the claim. */
export const marksPerPlace = (acrossWorkers: boolean) => (acrossWorkers ? 3 : 2);

/**
 * Places under names: the first who asks for one has it, in this execution and in later ones, until it is given back.
 *
 * | Mark    | Recorded                          | Goes                                | Proves                              |
 * |---------|-----------------------------------|-------------------------------------|-------------------------------------|
 * | place   | when somebody takes it            | when it is given back, or with time | that it is taken                    |
 * | purpose | with the place, if it has one     | with the place                      | that it was taken for the same      |
 * | claim   | with the place, across workers    | at the end of the run               | that no other worker overwrote ours |
 * | day     | with any place of a workflow      | on a later day, or with time        | that the other marks are of its day |
 */
export class Places {
	private readonly id = randomUUID();
	private readonly waiting: Asked[] = [];
	/** Across workers: the claims on the places that we have or wait for, by their names, and all that were recorded. */
	private readonly claims = new Map<string, string>();
	private readonly recorded = new Set<string>();
	private readonly givenBack: Array<{ place: Place; claims: string[] }> = [];

	/** @param own the names of places that this process has and keeps: n8n forgets some where another process writes */
	constructor(
		private readonly marks: Marks,
		readonly own = new Set<string>(),
	) {}

	/** Takes those that are free. A recording takes n8n 20 ms: those that are asked for at the same time share one. */
	async take(places: Place[]): Promise<Map<string, Holder>> {
		const taken = new Promise<Held>((resolve) => this.waiting.push({ places, resolve }));
		if (this.waiting.length === 1) void this.alone(async () => await this.takeWaiting());
		const held = [...(await taken)];
		return new Map(held.map(([name, holder]) => [name, holder === 'nobody' ? 'us' : holder]));
	}

	/** Whether other n8n processes may take the same places. */
	get acrossWorkers(): boolean {
		return this.marks.acrossWorkers;
	}

	/** Gives places back that are ours. */
	async giveBack(places: Place[]): Promise<void> {
		if (!places.length) return;
		for (const { name } of places) this.own.delete(name);
		this.givenBack.push(...places.map((place) => ({ place, claims: this.claimOn(place) })));
		await this.alone(async () => await this.remove(places));
	}

	/** To be called once, when no more is taken. If n8n can't give a place back, it counts as taken. */
	async end(): Promise<void> {
		if (!this.acrossWorkers) return;
		// Another worker, which read the row before, may have written back what was removed, with our claims.
		for (let open = this.givenBack; open.length; ) {
			await this.settle();
			open = await this.alone(async () => await this.removeAgain(open)).catch(() => []);
		}
		const recorded = [...this.recorded];
		const remove = async () => await this.marks.remove(recorded.splice(0, REMOVED_AT_ONCE));
		while (recorded.length) await this.alone(remove).catch(() => undefined);
	}

	private async removeAgain(givenBack: typeof this.givenBack): Promise<typeof this.givenBack> {
		const all = givenBack.flatMap(({ claims }) => claims);
		const known = await this.marks.record(all, 0);
		const back = givenBack.filter(({ claims }) => claims.some((claim) => known.has(claim)));
		await this.marks.remove([...all, ...back.flatMap(({ place }) => this.marksOf(place))]);
		return back;
	}

	async alone<T>(task: () => Promise<T>): Promise<T> {
		return await this.marks.alone(task);
	}

	/** Finds those that are taken for the same purpose. It takes no place, also if n8n ends meanwhile. */
	async takenForSame(places: Place[]): Promise<Place[]> {
		return await this.alone(async () => {
			const purposes = await this.marks.find(places.flatMap((place) => this.purposeOf(place)));
			const same = (place: Place) => this.purposeOf(place).some((mark) => purposes.has(mark));
			return await this.taken(places.filter(same));
		});
	}

	/** Finds those that are taken for anything. It takes no place, unless n8n ends meanwhile. */
	async takenAtAll(places: Place[]): Promise<Place[]> {
		return await this.alone(async () => await this.taken(places));
	}

	private async taken(places: Place[]): Promise<Place[]> {
		const found = await this.marks.find(places.map((place) => this.markOf(place)));
		return places.filter((place) => found.has(this.markOf(place)));
	}

	private async takeWaiting(): Promise<void> {
		await sleep(0);
		const asked = this.waiting.splice(0);
		const places = asked.flatMap((one) => one.places);
		const recorded = this.record(places);
		const held = this.confirmed(recorded, places);
		for (const { resolve } of asked) resolve(held);
		// The next may take their turn while these wait to be confirmed.
		await recorded.catch(() => undefined);
	}

	/** Waits for other workers to finish writing, and records again: a claim that is still there is ours, a lost one is new. */
	async confirmed(recorded: Promise<Held>, places: Place[]): Promise<Held> {
		const held = new Map(await recorded);
		const newOnes = () => places.filter(({ name }) => held.get(name) === 'nobody');
		if (!this.acrossWorkers) return held;
		for (let open = newOnes(); open.length; open = newOnes()) {
			await this.settle();
			const again = await this.alone(async () => await this.recordWith(this.claims, open));
			for (const [name, holder] of again) held.set(name, holder);
		}
		return held;
	}

	/** Waits for other workers to finish writing. */
	async settle(): Promise<void> {
		await sleep(this.marks.settleMs);
	}

	/** Records places, and says who had each before. To be done alone. */
	async record(places: Place[]): Promise<Held> {
		if (!this.acrossWorkers) return await this.recordWith(this.claims, places);
		// A claim of its own for each time: an older one that was lost may come back.
		const claims = new Map(places.map(({ name }) => [name, `${this.id}.${this.recorded.size}`]));
		const held = await this.recordWith(claims, places);
		for (const place of places) {
			if (held.get(place.name) === 'nobody') this.claims.set(place.name, claims.get(place.name)!);
		}
		return held;
	}

	private async recordWith(claims: Map<string, string>, places: Place[]): Promise<Held> {
		const claimsOn = (place: Place) => this.claimOn(place, claims);
		const marksOf = (place: Place) => [...this.marksOf(place), ...claimsOn(place)];
		for (const claim of places.flatMap(claimsOn)) this.recorded.add(claim);
		const known = await this.marks.record(places.flatMap(marksOf), places.length);
		if (this.marks.knewNothing) this.own.clear();
		const holderOf = (place: Place) => {
			if (!known.has(this.markOf(place))) return 'nobody';
			if (claimsOn(place).some((claim) => known.has(claim))) return 'us';
			return this.purposeOf(place).some((mark) => known.has(mark)) ? 'samePurpose' : 'otherPurpose';
		};
		const held: Held = new Map(places.map((place) => [place.name, holderOf(place)]));
		const others = places.filter(({ name }) => !['nobody', 'us'].includes(held.get(name)!));
		const surplus = others.flatMap(marksOf).filter((mark) => !known.has(mark));
		await this.marks.remove(surplus).catch((error: Error) => {
			// Across workers the claims go at the end, and nobody asks for another purpose.
			if (!this.acrossWorkers) throw error;
		});
		return held;
	}

	/** Gives places back. To be done alone. */
	async remove(places: Place[]): Promise<void> {
		const marksOf = (place: Place) => [...this.marksOf(place), ...this.claimOn(place)];
		await this.marks.remove(places.flatMap(marksOf));
	}

	private marksOf(place: Place): string[] {
		return [this.markOf(place), ...this.purposeOf(place)];
	}

	private markOf({ name }: Place): string {
		return `${this.marks.subject}:${name}`;
	}

	private purposeOf({ name, purpose }: Place): string[] {
		return purpose === undefined ? [] : [`${this.marks.subject}.purpose:${purpose}:${name}`];
	}

	private claimOn({ name }: Place, claims = this.claims): string[] {
		const claim = claims.get(name);
		return claim === undefined ? [] : [`${this.marks.subject}.claim:${claim}:${name}`];
	}
}
