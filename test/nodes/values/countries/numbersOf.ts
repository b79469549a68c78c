import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core';
import { getCountries, Metadata } from 'libphonenumber-js/core';

import { tries } from '../../../support/properties';

/** What libphonenumber knows, of mobile and of other numbers. */
export const metadata = JSON.parse(
	readFileSync(require.resolve('libphonenumber-js/metadata.max.json'), 'utf8'),
) as MetadataJson;

export const countries = getCountries(metadata);

export type Kind = 'MOBILE' | 'FIXED_LINE';

/** As many numbers of a country as are wanted, without its country code; none if the library knows no such. */
export function numbersOf(country: CountryCode, kind: Kind, count: number): string[] {
	const selected = new Metadata(metadata);
	selected.selectNumberingPlan(country);
	// The library's types do not tell of this.
	const plan = selected.numberingPlan as unknown as {
		type: (kind: Kind) => { pattern: () => string } | undefined;
	};
	const pattern = plan.type(kind)?.pattern();
	if (!pattern) return [];
	return fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), tries(count));
}
