import type { INodeProperties } from 'n8n-workflow';

import { countriesByCode, countryName } from '../values/countries/country';

const { compare } = new Intl.Collator('en');

const countries = [...countriesByCode.values()]
	.map(({ code, callingCode }) => ({ name: `${countryName(code)} (+${callingCode})`, value: code }))
	.sort((a, b) => compare(a.name, b.name));

/** An entry of the options: in which country phone numbers without a country code are. */
export const defaultCountry = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [{ name: '(Choose a Country)', value: '' }, ...countries],
	default: '',
	description:
		"Country of phone numbers written as they're dialed within it, such as 0600 12345. Numbers with a leading + or 00 stay international. A JSON body isn't changed.",
} satisfies INodeProperties;
