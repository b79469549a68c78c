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

/** The place, and its purpose. */
export const MARKS_PER_PLACE = 2;

/**
 * Places under names: the first who asks for one has it, in this execution and in later ones, until it is given back.
 *
 * | Mark    | Recorded                          | Goes                                | Proves                              |
 * |---------|-----------------------------------|-------------------------------------|-------------------------------------|
 * | place   | when somebody takes it            | when it is given back, or with time | that it is taken                    |
 * | purpose | with the place, if it has one     | with the place                      | that it was taken for the same      |
 * | claim   | with the place, across workers    | when we have found it again         | that no other worker overwrote ours |
 * | day     | with any place of a workflow      | with the first place of a later day | that the other marks are of its day |
 */
export class Places {
	private readonly id = randomUUID();
	private readonly waiting: Asked[] = [];

	constructor(private readonly marks: Marks) {}

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
		await this.alone(async () => await this.remove(places));
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

	/**
	 * Finds those that are taken for anything. It takes no place, unless n8n ends meanwhile. Across workers it finds none: to
	 * look is to record and to remove, and another worker may have taken the place in between.
	 */
	async takenAtAll(places: Place[]): Promise<Place[]> {
		if (this.acrossWorkers) return [];
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
			const again = await this.alone(async () => await this.record(open));
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
		const marks = places.flatMap((place) => this.marksOf(place));
		const known = await this.marks.record(marks, places.length);
		const held = new Map(places.map((place) => [place.name, this.holderIn(known, place)]));
		const surplus = places.flatMap((place) => {
			const holder = held.get(place.name);
			if (holder === 'nobody') return [];
			if (holder === 'us') return [this.claimOf(place)];
			return this.marksOf(place).filter((mark) => !known.has(mark));
		});
		await this.marks.remove(surplus);
		return held;
	}

	/** Gives places back. To be done alone. */
	async remove(places: Place[]): Promise<void> {
		await this.marks.remove(places.flatMap((place) => this.marksOf(place)));
	}

	private holderIn(known: Set<string>, place: Place): Holder | 'nobody' {
		if (known.has(this.claimOf(place))) return 'us';
		if (!known.has(this.markOf(place))) return 'nobody';
		return this.purposeOf(place).some((mark) => known.has(mark)) ? 'samePurpose' : 'otherPurpose';
	}

	private marksOf(place: Place): string[] {
		const marks = [this.markOf(place), ...this.purposeOf(place)];
		return this.acrossWorkers ? [...marks, this.claimOf(place)] : marks;
	}

	private markOf({ name }: Place): string {
		return `${this.marks.subject}:${name}`;
	}

	private purposeOf({ name, purpose }: Place): string[] {
		return purpose === undefined ? [] : [`${this.marks.subject}.purpose:${purpose}:${name}`];
	}

	private claimOf({ name }: Place): string {
		return `${this.marks.subject}.claim:${this.id}:${name}`;
	}
}
