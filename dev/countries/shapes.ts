import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** What the numbers that a pattern takes look like: their first digit, and how many digits they have. */
export type Shape = `${string}:${number}`;

const DIGITS = [...'0123456789'];

const parser = new RegExpParser();

/** The shapes of all numbers that a pattern of libphonenumber takes. */
export function shapesOf(pattern: string): Set<Shape> {
	return union(parser.parsePattern(pattern).alternatives, new Set<Shape>([':0']));
}

function union(alternatives: AST.Alternative[], before: Set<Shape>): Set<Shape> {
	return new Set(alternatives.flatMap((one) => [...after(one.elements, before)]));
}

function after(elements: AST.Element[], before: Set<Shape>): Set<Shape> {
	return elements.reduce((shapes, element) => afterOne(element, shapes), before);
}

function afterOne(element: AST.Element, before: Set<Shape>): Set<Shape> {
	switch (element.type) {
		case 'Character':
		case 'CharacterSet':
		case 'CharacterClass':
			return new Set(
				DIGITS.filter((digit) => new RegExp(element.raw).test(digit)).flatMap((digit) =>
					[...before].map((shape) => longer(shape, digit)),
				),
			);
		case 'Group':
		case 'CapturingGroup':
			return union(element.alternatives, before);
		case 'Quantifier':
			return repeated(element, before);
		default:
			throw new Error(`A pattern has something new: ${element.raw}`);
	}
}

function repeated({ element, min, max }: AST.Quantifier, before: Set<Shape>): Set<Shape> {
	const all = new Set<Shape>();
	let shapes = before;
	for (let count = 0; count <= max; count++) {
		if (count >= min) for (const shape of shapes) all.add(shape);
		shapes = afterOne(element, shapes);
	}
	return all;
}

function longer(shape: Shape, digit: string): Shape {
	const [start, count] = shape.split(':');
	return `${start || digit}:${Number(count) + 1}`;
}
