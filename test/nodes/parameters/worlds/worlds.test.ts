import fc from 'fast-check';

import { runNode } from '../../../support/engine';
import {
	anyCode,
	anyItem,
	hasBlankDefault,
	hasMade,
	textOf,
	valueOf,
} from '../../../support/expressions';
import '../../../support/processedData';
import { tries } from '../../../support/properties';
import { send } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();
const to = '37060012345';

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
				// A blank text for entries, and none or another one for the whole: either may be meant.
				const isOfEntries = code.mayBeBlank === false || code.code.includes('.map(');
				const isEither = isBlank && isMeant && isOfEntries;
				const named = [`{{ ${code.code} }}`];
				expect({ item, sent, gaps }).toEqual({
					...{ item, sent: `Hi ${textOf(value)}, bye` },
					gaps: isNamed || (isEither && (gaps as string[]).length) ? named : [],
				});
			}),
			tries(100),
		);
	});
});
