/** What one thing costs, in cents: whole numbers, so that no fraction is ever lost. */
export const prices = { smsPart: 4, viber: 3, email: 1 };

const atTheStart = { EUR: 100_000, USD: 25_000 };

export type Currency = keyof typeof atTheStart;

/** The account's two balances. Only EUR is charged. */
export function createBalance() {
	let cents = { ...atTheStart };
	return {
		reset: () => {
			cents = { ...atTheStart };
		},
		set: (currency: Currency, amount: number) => {
			cents[currency] = Math.round(amount * 100);
		},
		canPay: (cost: number) => cost <= cents.EUR,
		charge: (cost: number) => {
			cents.EUR -= cost;
		},
		entries: () => [
			{ amount: cents.EUR / 100, currency: 'EUR' },
			{ amount: cents.USD / 100, currency: 'USD' },
		],
	};
}

export type Balance = ReturnType<typeof createBalance>;
