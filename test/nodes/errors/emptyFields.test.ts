import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

const FROM =
	/^Fill in 'From'\. Or leave it empty, and fill in 'Sender ID' under 'Account Defaults' in /;
const NUMBER = /^Enter the number with its country code, /;
const OTHERS = /^(?:Fill in '[\w ]+'|Enter at least one phone number)\.$/;

/** The fields for a sender or a recipient, left empty, and the advice. Validate Number takes any number. */
const cases = validOperations
	.filter(({ what }) => what !== 'contact validate')
	.flatMap(({ what, parameters, options }) =>
		Object.keys(parameters)
			.filter((name) => /^(?:to|from|phoneNumber|recipients)$/.test(name))
			.map((name) => {
				const isAddress = what === 'email send';
				// n8n itself demands the other fields, unless an expression finds nothing.
				const empty = name === 'from' && !isAddress ? '' : '={{ $json.nothing }}';
				const usual = name === 'from' ? FROM : NUMBER;
				return {
					...{ what, name, parameters: { ...parameters, [name]: empty } },
					advice: isAddress || name === 'recipients' ? OTHERS : usual,
					hasCountry: name !== 'from' && options.some((one) => one.name === 'defaultCountry'),
				};
			}),
	);

const adviceOn = async (parameters: INodeParameters, defaults = {}) => {
	const { error } = await runNode({ ...service.credential, ...defaults }, parameters);
	expect(error?.message).toMatch(/^'[A-Z][\w ]+' is empty/);
	expect(await service.received()).toEqual([]);
	return error?.description;
};

it.each(cases)(
	'Of an empty field the advice fits: $what, $name',
	async ({ parameters, advice }) => {
		expect(await adviceOn(parameters)).toMatch(advice);
	},
);

it.each(cases.filter(({ hasCountry }) => hasCountry))(
	'An empty field asks for no country code beside a Default Country: $what, $name',
	async ({ parameters }) => {
		const options = { defaultCountry: 'LT' };
		const inCredential = { accountDefaults: true, defaultCountry: 'LT' };
		for (const advice of [
			await adviceOn({ ...parameters, options }),
			await adviceOn(parameters, inCredential),
		]) {
			expect(advice).toMatch(OTHERS);
		}
	},
);
