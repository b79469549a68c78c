/** What one thing costs, in cents. */
export const prices = { smsPart: 4, viber: 3, email: 1 };

const atTheStart = { EUR: 1_000, USD: 250 };

/** The account's two balances. Only EUR is charged. */
export type Balance = typeof atTheStart;

/** Whole numbers, so that no fraction is ever lost. */
const inCents = (amount: number) => Math.round(amount * 100);

/** A balance with other amounts, as far as they are given. */
export const balanceWith = ({ EUR, USD }: Partial<Balance>, before = atTheStart): Balance => ({
	EUR: inCents(EUR ?? before.EUR) / 100,
	USD: inCents(USD ?? before.USD) / 100,
});

export const canPay = ({ EUR }: Balance, cost: number) => cost <= inCents(EUR);

export function charge(balance: Balance, cost: number): void {
	balance.EUR = (inCents(balance.EUR) - cost) / 100;
}

export const entriesOf = (balance: Balance) =>
	Object.entries(balance).map(([currency, amount]) => ({ amount, currency }));
