import { countriesByCode, countryName } from '../values/countries/country';
import { menuField } from './common';

const { compare } = new Intl.Collator('en');

const countries = [...countriesByCode.values()]
	.map(({ code, callingCode }) => ({ name: `${countryName(code)} (+${callingCode})`, value: code }))
	.sort((a, b) => compare(a.name, b.name));
const menu = [{ name: '(Choose a Country)', value: '' }, ...countries];

const country = menuField('Default Country', 'defaultCountry', {
	description:
		"Country of phone numbers written as they're dialed within it, such as 0600 12345. Numbers with a leading + or 00 stay international. A JSON body isn't changed. In an expression, give its two letters, such as LT.",
});

/** An entry of the options. n8n's editor loads its menu, which would be long in the form of each operation. */
export const defaultCountry = { ...country, typeOptions: { loadOptionsMethod: 'getCountries' } };

/** The same with its menu, for the credential, where n8n can't load it. */
export const accountCountry = { ...country, options: menu };

export const getCountries = async () => menu;
