import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import type { Requests } from '../sending/requests';
import { asObject } from '../service/answer';
import { reportEntries } from '../service/reports';
import { asText, isNot } from '../values/parsing';

const MOST_LISTED = 10;

/**
 * Reads the balance of the account.
 *
 * @param least in the currency's own unit, e.g. 10.5
 * @param currency blank if the account has only one
 * @throws Problem if it is lower, or cannot be told
 */
export async function refuseLowBalance(
	requests: Requests,
	least: number,
	currency: string,
): Promise<void> {
	const amount = amountIn(await readBalance(requests), currency);
	if (amount.value >= least) return;
	throw new Problem(
		`The balance is ${[amount.value, amount.currency].join(' ').trim()}, below 'Min Balance' (${least})`,
		'Nothing was sent. Top up the account, or lower the limit under Options → Limits.',
	);
}

async function readBalance(requests: Requests): Promise<unknown> {
	const request = { method: 'GET', path: '/v1/Common/balance' } as const;
	return await requests.read(request).catch((error: unknown) => {
		const { message, description, details } = asProblem(error);
		throw new Problem(
			`The balance couldn't be read: ${message}`,
			`${description} Nothing was sent, because 'Min Balance' is set.`,
			details,
		);
	});
}

/** @throws Problem if the answer has no such balance */
function amountIn(answer: unknown, currency: string): { value: number; currency: string } {
	const entries = reportEntries(answer).map(asObject);
	const named = entries.filter(
		(entry) => !currency || asText(entry.currency).toUpperCase() === currency.toUpperCase(),
	);
	const [entry, ...others] = named;
	if (!entry || others.length) {
		const currencies = entries.map((one) => asText(one.currency ?? '')).filter(Boolean);
		const listed = [...new Set(currencies)].slice(0, MOST_LISTED).join(', ');
		throw new Problem(
			others.length
				? `The account has more than one balance${listed && `: ${listed}`}`
				: `The account has no balance in ${currency || 'any currency'}`,
			`Nothing was sent. Fill in 'Currency' under Options → Limits${listed ? ` with one of: ${listed}` : ''}.`,
		);
	}
	const value = Number(asText(entry.amount).trim() || NaN);
	if (Number.isFinite(value)) return { value, currency: asText(entry.currency) };
	throw new Problem(
		isNot('The balance', "isn't a number", entry.amount),
		"Nothing was sent. Remove 'Min Balance' under Options → Limits.",
		{ origin: 'service' },
	);
}
