import { rowNames, rows } from './rows.ts';
import type { Row } from './rows.ts';

type Status = 'as assumed' | 'different' | 'not tried';

export type Finding = { row: Row; status: Status; what: string[]; change: string[] };

/** What an account answered, row by row. A row that was different once stays so. */
export class Findings {
	private readonly found = new Map<Row, Finding>();

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

	/** @param what what it takes to try it, or why it could not be tried */
	notTried(row: Row, what: string): void {
		this.add(row, 'not tried', what);
	}

	/** What to do that a row does not call for, but that helps. */
	hint(row: Row, change: string): void {
		const finding = this.found.get(row);
		if (finding && !finding.change.includes(change)) finding.change.push(change);
	}

	isDifferent(row: Row): boolean {
		return this.found.get(row)?.status === 'different';
	}

	/** One for each row, in the order of the document. */
	all(): Finding[] {
		return rowNames.map(
			(row) => this.found.get(row) ?? { row, status: 'not tried', what: [rows[row]], change: [] },
		);
	}

	private add(row: Row, status: Status, what: string, change?: string): void {
		const order: Status[] = ['not tried', 'as assumed', 'different'];
		const known = this.found.get(row);
		const isLess = known && order.indexOf(status) < order.indexOf(known.status);
		if (isLess) return;
		const same = known?.status === status ? known : undefined;
		this.found.set(row, {
			row,
			status,
			what: [...new Set([...(same?.what ?? []), shortened(what)])],
			change: [...new Set([...(same?.change ?? known?.change ?? []), ...(change ? [change] : [])])],
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
