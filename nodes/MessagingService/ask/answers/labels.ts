import { Problem } from '../../errors/problem';
import { requiredText } from '../../values/readers';

/** More than this is no label, but a text. */
export const LONGEST_LABEL = 100;

/** What a page shows as nothing: spaces, and characters that nobody sees. */
const INVISIBLE = /^[\p{Z}\p{C}]*$/u;

/**
 * A label on one line, without spaces around it.
 *
 * @throws Problem if it is empty, no text, or too long
 */
export function readLabel(given: unknown, name: string): string {
	const text = String(requiredText(given, name, '', {}));
	const label = text.replace(/\s+/g, ' ').trim();
	if (INVISIBLE.test(label)) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	if (label.length <= LONGEST_LABEL) return label;
	throw new Problem(
		`${name} has ${label.length} characters, but a label may have ${LONGEST_LABEL}`,
		"Shorten it. Long texts go into 'Page Text' (Options).",
	);
}

/**
 * Labels of which each is another. An entry that is a list, as an expression may give it, stands for all
 * of its own.
 *
 * @param nameOf what an error calls the label at a place, from 1
 * @throws Problem if one is empty, no text, too long, or there twice
 */
export function readLabels(given: unknown[], nameOf: (place: number) => string): string[] {
	const labels = given.flat().map((label, index) => readLabel(label, nameOf(index + 1)));
	refuseTwice(labels, nameOf);
	return labels;
}

/** @throws Problem if a label is there twice */
export function refuseTwice(labels: string[], nameOf: (place: number) => string): void {
	for (const [index, label] of labels.entries()) {
		const first = labels.indexOf(label);
		if (first === index) continue;
		throw new Problem(
			`${nameOf(index + 1)} is the same as ${nameOf(first + 1)}: ${label}`,
			'Give each its own label, or remove one of the two.',
		);
	}
}
