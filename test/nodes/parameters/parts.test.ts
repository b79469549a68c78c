import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import {
	anyCode,
	anyItem,
	hasBlankDefault,
	hasMade,
	hasRounded,
	isBlank,
	textOf,
	valueOf,
} from '../../support/expressions';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';

it.each<[code: string, item: IDataObject, isRefused: boolean]>([
	["'order ' + ($json.order || '')", { order: ' ' }, true],
	["'order ' + ($json.order || '')", { order: '\u00a0' }, true],
	["'o ' + String($json.order).trim().padStart(6, '0')", { order: '  ' }, true],
	["'o ' + Math.floor($json.order / 100)", { order: ' ' }, true],
	[
		"(() => { const p = ['o']; if ($json.order) p.push($json.order); return p.join('-'); })()",
		{},
		true,
	],
	["'order ' + $json.order; // the key", { order: '' }, true],
	["'order ' + $json.order; // the key", { order: '12345678901234567890' }, false],
	["'order ' + $json.order", { order: 'A 1' }, false],
	["'o ' + parseInt($json.id)", { id: 1.2e21 }, true],
	["'o ' + String($json.id).split('.')[0]", { id: 1.3e21 }, true],
])('A Once Key of %s, with %j, is refused: %p', async (code, item, isRefused) => {
	const options = group('onceKey', { key: `={{ ${code} }}` });
	const { error } = await runNode(service.credential, { ...send, options }, [{ to, ...item }]);
	expect(error?.message ?? '').toEqual(
		isRefused ? expect.stringContaining("'Key' of 'Once Key'") : '',
	);
});

it('Of any expression and any item, a Once Key is refused if a part of it has no value, or lost its last digits, and passes if none has', async () => {
	await fc.assert(
		fc.asyncProperty(anyCode, anyItem, async (code, item) => {
			const options = group('onceKey', { key: `=order {{ ${code.code} }}` });
			const parameters = { ...send, options };
			const { error } = await runNode(service.credential, parameters, [{ to, ...item }]);
			const value = valueOf(code, item);
			const text = textOf(value).trim();
			const isNothing = ['undefined', 'Invalid DateTime'].includes(text) || hasMade(value);
			const isRefused = isNothing || isBlank(value) || hasRounded(value) || value.leftOut;
			// Nor is it clear of a word for a blank field beside a blank text for one: refused, no message is lost.
			if (!isRefused && hasBlankDefault(code) && /has a blank part/.test(error?.message ?? ''))
				return;
			expect([item, text, error?.message ?? '']).toEqual([
				...[item, text],
				isRefused ? expect.stringContaining("'Key' of 'Once Key'") : '',
			]);
		}),
		tries(100),
	);
});
