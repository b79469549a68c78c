/** The middle one; of an even number the lower of the two in the middle. */
export function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

/** Whole milliseconds with their thousands apart. */
export function ms(value: number): string {
	return `${Math.round(value).toLocaleString('en')} ms`;
}

/** A ratio with as many digits as it deserves. */
export function times(value: number): string {
	return `${value >= 10 ? Math.round(value) : value.toFixed(value >= 2 ? 1 : 2)} ×`;
}
