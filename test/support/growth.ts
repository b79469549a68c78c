import { cpuTimeOf } from './cpuTime';

/** A time below this says more of the machine than of the task, in ms. */
const MEASURABLE = 1;
const LONGEST = 8_000;

/** Halfway between linear and quadratic. */
export const LINEAR = 22;

/**
 * How many times as long a task takes for a text that is eight times as long: about 8 if its time is linear, 64 if it
 * is quadratic. Where the time explodes with a few characters more, nothing longer is tried. What is not linear at
 * first sight is measured five times: the garbage of others may be collected in between.
 */
export function growthOf(
	task: (text: string) => unknown,
	textOf: (length: number) => string,
): number {
	const first = measuredGrowth(task, textOf);
	if (first < LINEAR || first === Infinity) return first;
	const more = Array.from({ length: 4 }, () => measuredGrowth(task, textOf));
	return [first, ...more].sort((a, b) => a - b)[2];
}

function measuredGrowth(
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
