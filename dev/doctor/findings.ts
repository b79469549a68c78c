import type { Request } from './exchange.ts';
import { operationOf } from './operations.ts';
import { rowNames, rows } from './rows.ts';
import type { Row } from './rows.ts';

export type Status = 'not tried' | 'not accepted' | 'as assumed' | 'different';

export type Finding = { row: Row; status: Status; what: string[]; change: string[] };

/** The credential's fields that the doctor can fill in, in their order. */
const FORM = [
	...(['pricePerPart', 'numberField', 'ignoredFields'] as const),
	...(['deliveredStates', 'failedStates'] as const),
];

/** Values to enter in a field, and what to look at first. */
export type Entered = { field: (typeof FORM)[number]; values: string[]; note?: string };

/** What a part says of its state: `perhaps` if the node can't tell how the part ended. */
type Outcome = 'arrived' | 'failed' | 'perhaps';

const IF_ARRIVED = 'Only if the SMS has arrived';

/** What an account answered, row by row. A row that was different once stays so. */
export class Findings {
	private readonly found = new Map<Row, Finding>();

	/** The last answer to each request that was not accepted. */
	private readonly refused = new Map<string, { request: Request; came: string }>();

	private readonly entered: Entered[] = [];

	private readonly states = new Map<string, Set<Outcome>>();

	/** @param what what was seen, in a few words */
	asAssumed(row: Row, what: string): void {
		this.add(row, 'as assumed', what);
	}

	/**
	 * @param came what came in place of what is assumed
	 * @param change what to change in the credential or in the nodes
	 */
	different(row: Row, came: string, change: string): void {
		this.add(row, 'different', came, change);
	}

	/**
	 * @param came what came, whichever it is
	 * @param change what to change if it is different
	 */
	judge(row: Row, isAsAssumed: boolean, came: string, change: string): void {
		if (isAsAssumed) this.asAssumed(row, came);
		else this.different(row, came, change);
	}

	/** @param what what it takes to try it, or why it could not be tried */
	notTried(row: Row, what: string): void {
		this.add(row, 'not tried', what);
	}

	/** @param came what a request was answered with; undefined if the service accepted it */
	answered(request: Request, came?: string): void {
		const key = `${request.name} ${request.id}`;
		if (came === undefined) this.refused.delete(key);
		else this.refused.set(key, { request, came: shortened(came) });
	}

	enter(field: Entered['field'], values: string[], note?: string): void {
		this.entered.push({ field, values, note });
	}

	/** @param state undefined if it can't be entered */
	sawState(state: string | undefined, outcome: Outcome): void {
		if (state === undefined) return;
		this.states.set(state, (this.states.get(state) ?? new Set()).add(outcome));
	}

	isDifferent(row: Row): boolean {
		return this.found.get(row)?.status === 'different';
	}

	/** The requests that the service did not accept, and what came. */
	notAccepted(): string[] {
		return [...this.refused.values()].map(({ request, came }) => `${request.name}: ${came}`);
	}

	/** One for each row, in the order of the document. A row whose request was made is never called not tried alone. */
	all(): Finding[] {
		return rowNames.map((row) => {
			const known = this.found.get(row);
			if (known && known.status !== 'not tried') return known;
			const what = [...this.refused.values()]
				.filter(({ request }) => operationOf(request.name).shows.includes(row))
				.map(({ request, came }) => `${request.name}: ${came}`);
			if (what.length) return { row, status: 'not accepted', what: [...new Set(what)], change: [] };
			return known ?? { row, status: 'not tried', what: [rows[row]], change: [] };
		});
	}

	/** What to enter in the credential. States only if a part's end can't be read without them. */
	toEnter(): Entered[] {
		const seen = [...this.states];
		const isNeeded = seen.some(([, outcomes]) => outcomes.has('perhaps'));
		const failed = seen.filter(([, outcomes]) => outcomes.has('failed') && outcomes.size === 1);
		const others = seen.filter(([, outcomes]) => !outcomes.has('failed'));
		const note = others.some(([, outcomes]) => outcomes.has('perhaps')) ? IF_ARRIVED : undefined;
		const values = (states: typeof seen) => states.map(([state]) => state).sort();
		const states: Entered[] = [
			{ field: 'deliveredStates', values: values(others), note },
			{ field: 'failedStates', values: values(failed) },
		];
		const all = [...this.entered, ...states.filter((one) => isNeeded && one.values.length)];
		return FORM.flatMap((name) => all.filter(({ field }) => field === name));
	}

	private add(row: Row, status: Status, what: string, change?: string): void {
		const order: Status[] = ['not tried', 'not accepted', 'as assumed', 'different'];
		const known = this.found.get(row);
		const isLess = known && order.indexOf(status) < order.indexOf(known.status);
		if (isLess) return;
		const same = known?.status === status ? known : undefined;
		this.found.set(row, {
			row,
			status,
			what: [...new Set([...(same?.what ?? []), shortened(what)])],
			change: [...new Set([...(same?.change ?? []), ...(change ? [change] : [])])],
		});
	}
}

const LONGEST = 500;

/** As much as a row of a table bears. Words in “ ” stay in them: reports make up others. */
function shortened(what: string): string {
	if (what.length <= LONGEST) return what;
	const begin = what.slice(0, LONGEST);
	return `${begin}${begin.lastIndexOf('“') > begin.lastIndexOf('”') ? '”' : ''}…`;
}
