import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../errors/problem';

/** What became of an item: what it gave, sent or skipped as the options ask, or what went wrong. */
export type Outcome = { items: INodeExecutionData[]; isSkipped?: boolean } | { problem: Problem };

/** Outcomes by the item's index. */
export type Outcomes = Map<number, Outcome>;

/** What became of the items of a run, as far as that is decided. */
export class ItemOutcomes {
	/** What comes out for an item instead, e.g. with its delivery. */
	private readonly shown: Outcomes = new Map();

	/** What failed in this try. */
	private readonly failed = new Set<number>();

	/**
	 * @param items their indexes
	 * @param atService what became of them at the service; what earlier tries have sent, to begin with
	 */
	constructor(
		readonly items: number[],
		readonly atService: Outcomes,
	) {}

	/** The items of which nothing is decided yet: no earlier try has sent them. */
	get open(): number[] {
		return this.items.filter((itemIndex) => !this.atService.has(itemIndex));
	}

	/** The items that this try or an earlier one has sent, by their indexes. */
	get sent(): Array<[itemIndex: number, items: INodeExecutionData[]]> {
		return [...this.atService].flatMap(([item, outcome]) =>
			'items' in outcome && !outcome.isSkipped ? [[item, outcome.items]] : [],
		);
	}

	/** Whether something failed in this try. */
	get hasFailed(): boolean {
		return this.failed.size > 0;
	}

	/** The service has accepted an item. */
	accept(itemIndex: number, items: INodeExecutionData[]): void {
		this.atService.set(itemIndex, { items });
	}

	/** Has an item come out marked, without being sent. */
	skip(itemIndex: number, json: IDataObject & { skipped: string }): void {
		const items = [{ json, pairedItem: { item: itemIndex } }];
		this.atService.set(itemIndex, { items, isSkipped: true });
	}

	fail(itemIndex: number, problem: Problem): void {
		this.atService.set(itemIndex, { problem });
		this.failed.add(itemIndex);
	}

	/** Has something else come out for an item than what the service answered when it was sent. */
	show(itemIndex: number, outcome: Outcome): void {
		this.shown.set(itemIndex, outcome);
		if ('problem' in outcome) this.failed.add(itemIndex);
	}

	/** What comes out for an item. */
	of(itemIndex: number): Outcome | undefined {
		return this.shown.get(itemIndex) ?? this.atService.get(itemIndex);
	}

	/** The first item that failed in this try, else in an earlier one. */
	get firstProblem(): { itemIndex: number; problem: Problem } | undefined {
		const inThisTry = [...this.failed].sort((a, b) => a - b);
		for (const itemIndex of [...inThisTry, ...this.items]) {
			const outcome = this.of(itemIndex);
			if (outcome && 'problem' in outcome) return { itemIndex, problem: outcome.problem };
		}
		return undefined;
	}

	/** Whether the service has accepted an item, or may have. */
	mayBeSent(itemIndex: number): boolean {
		const outcome = this.atService.get(itemIndex);
		if (!outcome) return false;
		if ('items' in outcome) return !outcome.isSkipped;
		return outcome.problem.details.outcome === 'unknown';
	}
}
