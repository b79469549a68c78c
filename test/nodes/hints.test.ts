import { readFileSync } from 'node:fs';

import type { INodeParameters } from 'n8n-workflow';

import fc from 'fast-check';

import { REPLACEMENTS, simplifyText } from '../../nodes/MessagingService/smsText/simplify';
import { measureSms } from '../../nodes/MessagingService/smsText/parts';
import { assumptionHints, smsHints } from '../../nodes/MessagingService/hints';
import { ask } from '../support/asking';
import { operationFields, optionsOf, parametersOf } from '../support/description';
import { tries } from '../support/properties';
import { send } from '../support/sending';
import { shownHints } from '../support/shownHints';

/** The operations that the specification shows whole, and those that make no request. */
const SHOWN = [
	...['account getBalance', 'sms getReport', 'sms preview', 'sms send', 'sms sendAndWait'],
	'sms summarizeReports',
];

/** The operations whose options that keep messages back are hidden beside the user's own JSON. */
const SENDS = ['campaign create', 'email send', 'sms sendBulk', 'viber send'];

const operations = operationFields.flatMap((field) => {
	const resource = String(field.displayOptions?.show?.resource?.[0]);
	return optionsOf(field).map(({ name, value }) => ({ resource, operation: String(value), name }));
});

describe('What the specification does not show', () => {
	const reference = readFileSync('docs/reference.md', 'utf8').split('\n');

	it.each(operations)(
		'is marked as assumed in the form and in docs/reference.md: $resource $operation',
		async ({ resource, operation, name }) => {
			const isShown = SHOWN.includes(`${resource} ${operation}`);
			const hasFields = parametersOf(resource, operation).includes('specifyBody');
			for (const specifyBody of hasFields ? ['fields', 'json'] : ['']) {
				const given = { resource, operation, ...(specifyBody ? { specifyBody } : {}) };
				const isAssumed = !isShown && (specifyBody !== 'json' || hasUnknownPath(resource));
				const shown = await shownHints(assumptionHints, given);
				const isSend = SENDS.includes(`${resource} ${operation}`);
				const warnings = shown.filter((hint) => hint.includes("don't apply to JSON"));
				expect(warnings).toHaveLength(isSend && specifyBody === 'json' ? 1 : 0);
				expect(shown).toHaveLength(warnings.length + (isAssumed ? 1 : 0));
			}
			const row = reference.find((line) =>
				line.toLowerCase().startsWith(`| ${resource} | ${name.toLowerCase()} |`),
			);
			expect(row?.includes('*assumed*')).toBe(!isShown);
		},
	);
});

/** Whether a path is known, but not what stands before it. */
const hasUnknownPath = (resource: string) =>
	['campaign', 'contact', 'suppression'].includes(resource);

/** The hints that n8n's editor shows for a text, evaluated as it does. */
const hintsFor = async (text: string, options: INodeParameters = {}, more: INodeParameters = {}) =>
	await shownHints(smsHints, { ...send, text, options, ...more });

/** The words of the two hints. */
const ADVICE = "sent as UCS-2, so a single SMS holds 70 characters. Turn on 'Simplify Text'";
const UCS2 = "GSM-7 doesn't have all characters of this text";

describe('The hint about UCS-2', () => {
	it('agrees with what Preview counts, for every character of GSM-7 and many others', async () => {
		const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).filter(
			(character) => !/[\0-\x09\x0b\x0e-\x1f\x7f-\x9f]/.test(character),
		);
		for (const character of [...characters, 'Γ', 'Δ', 'Ω', 'α', '€', '“', 'ﬁ', '漢']) {
			const isUcs2 = measureSms(character).encoding === 'UCS-2';
			const hints = await hintsFor(`a${character}`);
			expect([character, hints.length]).toEqual([character, isUcs2 ? 1 : 0]);
		}
	});

	it('judges what Simplify Text leaves of the text, where that is on', async () => {
		const on = { simplifyText: true };
		for (const character of REPLACEMENTS.keys()) {
			expect(await hintsFor(`a${character}`, on)).toEqual([]);
		}
		expect(await hintsFor('“ą”', on)).toEqual([expect.stringContaining(UCS2)]);
		expect(await hintsFor('a\u0300'.repeat(160), on)).toEqual([]);
	});

	it('advises Simplify Text only where it is off and makes the text GSM-7', async () => {
		const character = fc.constantFrom('a', '\u201c', '\u2026', 'ą', '👍', 'e\u0301', '€');
		await fc.assert(
			fc.asyncProperty(
				fc.array(character, { maxLength: 90 }).map((characters) => characters.join('')),
				fc.constantFrom(undefined, false, true, 'true'),
				async (text, isSimplified) => {
					const options = isSimplified === undefined ? {} : { simplifyText: isSimplified };
					const hints = await hintsFor(text, options);
					const isOn = String(isSimplified) === 'true';
					const isUcs2 = measureSms(isOn ? simplifyText(text) : text).encoding === 'UCS-2';
					const isSimple = measureSms(simplifyText(text)).encoding === 'GSM-7';
					const words = !isOn && isSimple ? ADVICE : UCS2;
					expect(hints).toEqual(isUcs2 ? [expect.stringContaining(words)] : []);
				},
			),
			tries(30),
		);
	});

	const campaign = { resource: 'campaign', operation: 'create' };
	it.each<[string, number, INodeParameters]>([
		['a question', 1, { ...ask, message: 'ą', text: '' }],
		['a question without a message', 0, { ...ask, message: '', text: 'ą' }],
		['a campaign', 1, { ...campaign, specifyBody: 'fields' }],
		['a campaign with JSON', 0, { ...campaign, specifyBody: 'json' }],
		['another operation', 0, { operation: 'getReport' }],
	])('for %s: %i', async (_, count, parameters) => {
		expect(await hintsFor('ą', {}, parameters)).toEqual(
			Array(count).fill(expect.stringContaining(UCS2)),
		);
	});
});
