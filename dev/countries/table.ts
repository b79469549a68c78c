import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { CountryCode, MetadataJson } from 'libphonenumber-js/core';
import { getCountries, Metadata } from 'libphonenumber-js/core';

import { repositoryRoot } from '../places.ts';
import { compact } from './compact.ts';
import type { Shape } from './shapes.ts';
import { shapesOf, shortened } from './shapes.ts';

/** What the library knows of a country; its own types tell less. */
type NumberingPlan = {
	callingCode: () => string;
	nationalPrefix: () => string | undefined;
	nationalPrefixForParsing: () => string | undefined;
	nationalPrefixTransformRule: () => string | undefined;
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

/** Of numbers that are not mobile a coarser picture is enough. */
const KNOWN_DIGITS_OF_OTHERS = 1;

const WIDTH = 115;

/** The source of the table that is shipped. */
export function tableSource(): string {
	const countries = getCountries(metadata).map((country) => ({ country, plan: planOf(country) }));
	const codes = [...new Set(countries.map(({ plan }) => plan.callingCode()))].sort();
	const entries = codes.map((code) => {
		const all = countries.filter(({ plan }) => plan.callingCode() === code);
		const prefixes = all.map(({ country, plan }) => `${country}=${prefixOf(plan)}`);
		return [code, ...numbersOf(all.map(({ plan }) => plan)), ...prefixes].join(' ');
	});
	return `// Made by \`npm run countries\` from libphonenumber-js: what is changed here is lost.

/**
 * For each calling code how its mobile numbers begin and how long they are, the same of its other numbers, and
 * the countries that have it (ISO 3166-1), each with its national prefix as a pattern. \`6-8:2,3[01]+9:51\`:
 * those that begin with 2, 30 or 31 have 6 to 8 digits, those that begin with 51 have 9.
 */
export const TABLE = String.raw\`
${wrapped(entries)}
\`;
`;
}

function planOf(country: CountryCode): NumberingPlan {
	const selected = new Metadata(metadata);
	selected.selectNumberingPlan(country);
	return selected.numberingPlan as unknown as NumberingPlan;
}

/** `0`, or `pattern>replacement` where more is to be done than to take it away. */
function prefixOf(plan: NumberingPlan): string {
	const prefix = plan.nationalPrefixForParsing() || plan.nationalPrefix() || '';
	const replacement = plan.nationalPrefixTransformRule();
	return replacement ? `${prefix}>${replacement}` : prefix;
}

/** Mobile numbers and others. Countries that share a calling code dial each other as within one country. */
function numbersOf(plans: NumberingPlan[]): string[] {
	// Where both kinds look the same, the library has one of them.
	const mobile = plans.map((plan) => shapes(plan, 'MOBILE') ?? shapes(plan, 'FIXED_LINE') ?? []);
	const isMobile = new Set(mobile.flat());
	const others = plans
		.flatMap((plan) => shapes(plan, 'FIXED_LINE') ?? [])
		.filter((shape) => !isMobile.has(shape));
	return [
		compact(isMobile),
		compact(new Set(others.map((shape) => shortened(shape, KNOWN_DIGITS_OF_OTHERS)))),
	];
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
