/** What one thing costs, in cents: whole numbers, so that no fraction is ever lost. */
export const prices = { smsPart: 4, viber: 3, email: 1 };

const atTheStart = { EUR: 100_000, USD: 25_000 };

export type Amounts = Partial<typeof atTheStart>;

/** The account's two balances. Only EUR is charged. */
export function createBalance() {
	let cents = { ...atTheStart };
	return {
		clear: () => {
			cents = { ...atTheStart };
		},
		/** Sets what is given. */
		set: ({ EUR, USD }: Amounts) => {
			if (EUR !== undefined) cents.EUR = Math.round(EUR * 100);
			if (USD !== undefined) cents.USD = Math.round(USD * 100);
		},
		canPay: (cost: number) => cost <= cents.EUR,
		charge: (cost: number) => {
			cents.EUR -= cost;
		},
		get: () => ({ EUR: cents.EUR / 100, USD: cents.USD / 100 }),
		entries: () => [
			{ amount: cents.EUR / 100, currency: 'EUR' },
			{ amount: cents.USD / 100, currency: 'USD' },
		],
	};
}

export type Balance = ReturnType<typeof createBalance>;
