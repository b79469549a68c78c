import { cpuTimeOf } from './cpuTime';

/** A time below this says more of the machine than of the task, in ms. */
const MEASURABLE = 1;
const LONGEST = 8_000;

/**
 * How many times as long a task takes for a text that is eight times as long: about 8 if its time is linear, 64 if it
 * is quadratic. Where the time explodes with a few characters more, nothing longer is tried.
 */
export function growthOf(
	task: (text: string) => unknown,
	textOf: (length: number) => string,
): number {
	const timeOf = (length: number) => {
		const text = textOf(Math.round(length));
		return cpuTimeOf(() => task(text), 3);
	};
	let length = 50;
	let time = timeOf(length);
	while (time < MEASURABLE && length < LONGEST) {
		length *= length < 1_000 ? 1.2 : 2.5;
		time = timeOf(length);
	}
	if (timeOf(length * 1.2) > 4 * Math.max(time, MEASURABLE)) return Infinity;
	return timeOf(length * 8) / Math.max(time, MEASURABLE / 2);
}

/** Halfway between linear and quadratic. */
export const LINEAR = 22;
