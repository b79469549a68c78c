/** What one thing costs, in thousandths of a euro: whole numbers, so that nothing is lost. */
export const prices = { smsPart: 40, viber: 25, email: 1 };

const atTheStart = { EUR: 1_000_000, USD: 250_000 };

export type Currency = keyof typeof atTheStart;

/** The account's two balances. Only EUR is charged. */
export function createBalance() {
	let thousandths = { ...atTheStart };
	return {
		reset: () => {
			thousandths = { ...atTheStart };
		},
		set: (currency: Currency, amount: number) => {
			thousandths[currency] = Math.round(amount * 1_000);
		},
		canPay: (cost: number) => cost <= thousandths.EUR,
		charge: (cost: number) => {
			thousandths.EUR -= cost;
		},
		entries: () => [
			{ amount: thousandths.EUR / 1_000, currency: 'EUR' },
			{ amount: thousandths.USD / 1_000, currency: 'USD' },
		],
	};
}

export type Balance = ReturnType<typeof createBalance>;
