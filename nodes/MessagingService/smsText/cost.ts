import type { IDataObject } from 'n8n-workflow';

import { type Prices, inMoney } from '../values/price';
import { servicesNumber } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { firstOf } from '../values/words';
import { measureSms } from './parts';

/** The cost of a message to all its recipients, in millionths, and the numbers for which no price is given. */
export function costOf(body: IDataObject, { priceOf }: Prices) {
	const parts = typeof body.text === 'string' ? measureSms(body.text).parts : 0;
	const cost = { amount: 0, unpriced: [] as string[] };
	for (const recipient of recipientsIn(body)) {
		const number = servicesNumber(recipient);
		const price = priceOf(number ?? '');
		if (price === undefined) cost.unpriced.push(number ?? 'a recipient');
		else cost.amount += parts * price;
	}
	return cost;
}

/** Some of the numbers, e.g. `370…, 371…, 372… and 4 more`. */
export const numbersInWords = (numbers: string[]): string => firstOf([...new Set(numbers)], 3);

/** The cost of so many messages, e.g. `about 4.16 EUR`, and the numbers without a price; empty unless all are known. */
export function costInWords(bodies: IDataObject[], count: number, prices: Prices): string {
	if (!count || bodies.length < count) return '';
	const costs = bodies.map((body) => costOf(body, prices));
	const sum = costs.reduce((total, { amount }) => total + amount, 0);
	const unpriced = costs.flatMap((cost) => cost.unpriced);
	const without = unpriced.length ? ` without ${numbersInWords(unpriced)}: no price` : '';
	return `about ${inMoney(sum, prices.currency)}${without}`;
}
