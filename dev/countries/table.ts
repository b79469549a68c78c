import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { CountryCode, MetadataJson } from 'libphonenumber-js/core';
import { getCountries, Metadata } from 'libphonenumber-js/core';

import { repositoryRoot } from '../places.ts';
import type { Shape } from './shapes.ts';
import { shapesOf } from './shapes.ts';

/** What the library knows of a country; its own types tell less. */
type NumberingPlan = {
	callingCode: () => string;
	nationalPrefix: () => string | undefined;
	nationalPrefixForParsing: () => string | undefined;
	type: (
		type: 'MOBILE' | 'FIXED_LINE',
	) => { pattern: () => string; possibleLengths: () => number[] } | undefined;
};

/** Where the table lies. */
export const tableFile = join(repositoryRoot, 'nodes/MessagingService/values/countries/table.ts');

const metadataFile = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json');
const metadata = JSON.parse(readFileSync(metadataFile, 'utf8')) as MetadataJson;

/** How many digits a number may have, its country code included. */
const SHORTEST = 7;
const LONGEST = 15;

const DIGITS = [...'0123456789'];
const ONE_OR_TWO_DIGITS = [...DIGITS, ...DIGITS.flatMap((one) => DIGITS.map((two) => one + two))];

const WIDTH = 115;

/** The source of the table that is shipped. */
export function tableSource(): string {
	const countries = getCountries(metadata).map((country) => ({ country, plan: planOf(country) }));
	const codes = [...new Set(countries.map(({ plan }) => plan.callingCode()))].sort();
	const entries = codes.map((code) => {
		const all = countries.filter(({ plan }) => plan.callingCode() === code);
		const prefixes = all.map(({ country, plan }) => `${country}=${prefixesOf(plan)}`);
		return [code, ...numbersOf(all.map(({ plan }) => plan)), ...prefixes].join(' ');
	});
	return `// Made by \`npm run countries\` from libphonenumber-js: it replaces every change here.

/**
 * For each calling code the first digits and lengths of its mobile numbers, the same of its other numbers, and the
 * countries that have it (ISO 3166-1), each with its national prefixes. \`6-8:23+9:5\`: those that begin with 2 or 3
 * have 6 to 8 digits, those that begin with 5 have 9.
 */
export const TABLE = \`
${wrapped(entries)}
\`;
`;
}

function planOf(country: CountryCode): NumberingPlan {
	const selected = new Metadata(metadata);
	selected.selectNumberingPlan(country);
	return selected.numberingPlan as unknown as NumberingPlan;
}

/** `0`, or `0,8` where both are dialed; libphonenumber also knows longer ones, of single carriers. */
function prefixesOf(plan: NumberingPlan): string {
	const pattern = plan.nationalPrefixForParsing() || plan.nationalPrefix() || '';
	const isPrefix = new RegExp(`^(?:${pattern})$`);
	return ONE_OR_TWO_DIGITS.filter((digits) => isPrefix.test(digits)).join(',');
}

/** Mobile numbers and others. Countries that share a calling code dial each other as within one country. */
function numbersOf(plans: NumberingPlan[]): string[] {
	// Where both kinds look the same, the library has one of them.
	const mobile = plans.map((plan) => shapes(plan, 'MOBILE') ?? shapes(plan, 'FIXED_LINE') ?? []);
	const isMobile = new Set(mobile.flat());
	const others = plans
		.flatMap((plan) => shapes(plan, 'FIXED_LINE') ?? [])
		.filter((shape) => !isMobile.has(shape));
	return [compact(isMobile), compact(new Set(others))];
}

function shapes(plan: NumberingPlan, kind: 'MOBILE' | 'FIXED_LINE'): Shape[] | undefined {
	const type = plan.type(kind);
	if (!type?.pattern()) return undefined;
	const lengths = type.possibleLengths();
	return [...shapesOf(type.pattern())].filter((shape) => {
		const length = Number(shape.split(':')[1]);
		const total = plan.callingCode().length + length;
		return lengths.includes(length) && total >= SHORTEST && total <= LONGEST;
	});
}

/**
 * Shapes in few characters: for each set of lengths, the first digits that have it. `6-8:23+9:5` says that numbers
 * beginning with 2 or 3 have 6 to 8 digits, and those beginning with 5 have 9.
 */
function compact(shapes: Iterable<Shape>): string {
	const lengths = new Map<string, number[]>();
	for (const shape of shapes) {
		const [first, length] = shape.split(':');
		lengths.set(first, [...(lengths.get(first) ?? []), Number(length)]);
	}
	const firsts = new Map<string, string>();
	for (const [first, counts] of [...lengths].sort()) {
		const counted = ranges(counts.sort((a, b) => a - b));
		firsts.set(counted, (firsts.get(counted) ?? '') + first);
	}
	return [...firsts].map(([counted, all]) => `${counted}:${all}`).join('+');
}

/** [6, 7, 8, 10] as `6-8,10`. */
function ranges(sorted: number[]): string {
	return sorted
		.filter((value) => !(sorted.includes(value - 1) && sorted.includes(value + 1)))
		.map((value) => (sorted.includes(value - 1) ? `-${value}` : `,${value}`))
		.join('')
		.slice(1);
}

/** As many in a line as it holds, with semicolons between them. */
function wrapped(entries: string[]): string {
	const lines = [''];
	for (const entry of entries) {
		const last = lines.at(-1)!;
		if (last && last.length + entry.length >= WIDTH) lines.push(`${entry};`);
		else lines[lines.length - 1] = `${last}${entry};`;
	}
	return lines.join('\n').replace(/;$/, '');
}
