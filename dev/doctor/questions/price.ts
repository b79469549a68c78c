import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn, onlyList } from '../../../nodes/MessagingService/service/answer.ts';
import type { Asking } from '../ask.ts';
import type { Findings } from '../findings.ts';
import { asked } from '../judge.ts';

/** The balance by currency. */
type Amounts = Map<string, number>;

/** The balance by currency; undefined if it cannot be read. */
export async function readAmounts(
	asking: Asking,
	findings: Findings,
): Promise<Amounts | undefined> {
	const { json } = await asked(asking, findings, { method: 'GET', path: '/v1/Common/balance' });
	const entries = (listIn(json) ?? onlyList(json)?.list ?? []).filter(isObject);
	const isEntry = ({ amount, currency }: IDataObject) =>
		typeof amount === 'number' && typeof currency === 'string';
	if (!entries.length || !entries.every(isEntry)) return undefined;
	return new Map(entries.map(({ amount, currency }) => [String(currency), Number(amount)]));
}

/** What one SMS of two parts cost, and what two SMS of one part each cost: the same if parts are paid for. */
export function judgePrice(balances: Array<Amounts | undefined>, findings: Findings): void {
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
		'Most Parts limits parts, not money: ask the service for its prices',
	);
}

function spent(before?: Amounts, after?: Amounts): number {
	const changes = [...(before ?? [])].map(
		([currency, amount]) => amount - (after?.get(currency) ?? amount),
	);
	return changes.reduce((sum, change) => sum + change, 0);
}
