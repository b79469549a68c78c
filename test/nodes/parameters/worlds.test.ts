import fc from 'fast-check';

import { runNode } from '../../support/engine';
import {
	anyCode,
	type Code,
	anyItem,
	hasMade,
	hasRounded,
	textOf,
	valueOf,
} from '../../support/expressions';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';
/** Whether a blank text is what stands there in place of a blank field. */
const hasBlankDefault = ({ code }: Code) => /(?:\|\||\?\?|[:,]) '\s*'/.test(code);

describe('Of any expression and any item', () => {
	it('a text names its piece exactly if a trace of nothing is in it, or it is blank without a default', async () => {
		await fc.assert(
			fc.asyncProperty(anyCode, anyItem, async (code, item) => {
				const text = `=Hi {{ ${code.code} }}, bye`;
				const parameters = { ...send, operation: 'preview', text };
				const { output } = await runNode(service.credential, parameters, [{ to, ...item }]);
				const value = valueOf(code, item);
				const isBlank = !textOf(value).trim();
				const isMeant = value.parts && hasBlankDefault(code);
				const isNamed = hasMade(value) || (isBlank && !isMeant);
				const { text: sent, gaps } = output[0].json;
				expect({ item, sent, gaps }).toEqual({
					...{ item, sent: `Hi ${textOf(value)}, bye` },
					gaps: isNamed ? [`{{ ${code.code} }}`] : [],
				});
			}),
			tries(100),
		);
	});

	it('a Once Key is refused if a part of it has no value, or lost its last digits, and passes if none has', async () => {
		await fc.assert(
			fc.asyncProperty(anyCode, anyItem, async (code, item) => {
				const options = group('onceKey', { key: `=order {{ ${code.code} }}` });
				const parameters = { ...send, options };
				const { error } = await runNode(service.credential, parameters, [{ to, ...item }]);
				const value = valueOf(code, item);
				const text = textOf(value).trim();
				const isNothing = ['', 'undefined', 'Invalid DateTime'].includes(text) || hasMade(value);
				const isRefused = isNothing || hasRounded(value) || (value.leftOut && !code.hasDefault);
				// A default may leave out a part: that's the user's wish.
				if (value.leftOut && !isRefused) return;
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
});
