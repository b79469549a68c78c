import { readFileSync } from 'node:fs';

import { hints } from '../../../nodes/MessagingService/fields/hints';
import { operationFields, optionsOf, parametersOf } from '../../support/description';
import { shownHints } from '../../support/shownHints';

/** The operations that the specification shows whole, and those that make no request. */
const SHOWN = [
	'account getBalance',
	'sms getReport',
	'sms preview',
	'sms send',
	'sms sendAndWait',
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
				const shown = await shownHints(hints, given);
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
function hasUnknownPath(resource: string): boolean {
	return ['campaign', 'contact', 'suppression'].includes(resource);
}
