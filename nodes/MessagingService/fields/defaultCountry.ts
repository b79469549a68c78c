import type { INodeProperties } from 'n8n-workflow';

import { allCountries } from '../values/countries/country';
import { nameOf } from '../values/countries/nationalNumber';

const { compare } = new Intl.Collator('en');

const countries = allCountries()
	.map(({ code, callingCode }) => ({ name: `${nameOf(code)} (+${callingCode})`, value: code }))
	.sort((a, b) => compare(a.name, b.name));

/** An entry of the options: in which country phone numbers without a country code are. */
export const defaultCountry = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [{ name: '(None)', value: '' }, ...countries],
	default: '',
	description:
		'The country of phone numbers that are given as they are dialed within it, e.g. 0600 12345. A number with a leading + or 00 is international as always. A JSON body goes out as it stands.',
} satisfies INodeProperties;
