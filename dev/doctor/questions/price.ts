import { isObject } from '../../../nodes/MessagingService/values/words.ts';
import type { Asking } from '../ask.ts';
import type { Findings } from '../findings.ts';
import { asked } from '../judge.ts';

/** The balance by currency, where it could be read. */
type Amounts = Map<string, number>;
export type Balances = Array<Amounts | undefined>;

/** The balance by currency; undefined if it cannot be read. */
export async function readAmounts(asking: Asking): Promise<Amounts | undefined> {
	const { json } = await asked(asking, { name: 'GET /v1/Common/balance' });
	return isBalance(json)
		? new Map(json.map(({ amount, currency }) => [currency, amount]))
		: undefined;
}

/** Whether a balance is as specified. */
export function isBalance(json: unknown): json is Array<{ amount: number; currency: string }> {
	const isEntry = (entry: unknown) =>
		isObject(entry) && typeof entry.amount === 'number' && typeof entry.currency === 'string';
	return Array.isArray(json) && json.every(isEntry);
}

/** What one SMS of two parts cost, and what two SMS of one part each cost: the same if parts are paid for. */
export function judgePrice(balances: Balances, findings: Findings): void {
	const costs = balances.slice(1).map((after, index) => spent(balances[index], after));
	const [long = 0, short = 0] = costs;
	if (!(long > 0 && short > 0)) return;
	const share = Math.round((short / long) * 100) / 100;
	if (Math.abs(share - 1) < 0.05)
		return findings.asAssumed('part-price', 'each part costs the same');
	const came = `2 SMS of one part cost ${share} times as much as 1 SMS of two, if nothing else was sent meanwhile`;
	findings.different(
		'part-price',
		came,
		'Max Parts limits parts, not money: ask the service for its prices',
	);
}

function spent(before?: Amounts, after?: Amounts): number {
	const changes = [...(before ?? [])].map(
		([currency, amount]) => amount - (after?.get(currency) ?? amount),
	);
	return changes.reduce((sum, change) => sum + change, 0);
}
