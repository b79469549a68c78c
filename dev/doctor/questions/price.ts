import { countriesOf, isObject } from '../node.ts';
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
export function judgePrice(balances: Balances, to: string, findings: Findings): void {
	const costs = balances.slice(1).map((after, index) => spent(balances[index], after));
	const [long, short] = costs;
	if (!long || !short) return;
	const share = Math.round((short.amount / long.amount) * 100) / 100;
	if (Math.abs(share - 1) < 0.05) {
		const unit = /^[A-Za-z]{3}$/.test(long.currency) ? ` ${long.currency}` : '';
		const each = `${Number((long.amount / 2).toFixed(6))}${unit}`;
		const beginning = `+${countriesOf(to)[0]?.callingCode ?? to}`;
		findings.asAssumed('part-price', `${each} for each part to ${beginning}`);
		findings.enter('pricePerPart', [`${beginning}: ${each}`]);
		return;
	}
	const came = `2 SMS of one part cost ${share} times as much as 1 SMS of two, if nothing else was sent meanwhile`;
	findings.different(
		'part-price',
		came,
		'Max Parts and Max Cost count parts: ask the service for its prices',
	);
}

/** What was paid, and in which currency; undefined if nothing was, or in several. */
function spent(before?: Amounts, after?: Amounts) {
	const changes = [...(before ?? [])]
		.map(([currency, amount]) => ({ currency, amount: amount - (after?.get(currency) ?? amount) }))
		.filter(({ amount }) => amount !== 0);
	return changes.length === 1 && changes[0].amount > 0 ? changes[0] : undefined;
}
