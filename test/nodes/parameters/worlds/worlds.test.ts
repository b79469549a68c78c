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
	it('a text names its piece exactly if a trace of nothing is in it, such as a blank place, or it is blank without a default', async () => {
		await fc.assert(
			fc.asyncProperty(anyCode, anyItem, async (code, item) => {
				const text = `=Hi {{ ${code.code} }}, bye`;
				const parameters = { ...send, operation: 'preview', text };
				const { output } = await runNode(service.credential, parameters, [{ to, ...item }]);
				const value = valueOf(code, item);
				const isNothing = !textOf(value).trim();
				const isMeant = value.parts && hasBlankDefault(code);
				// A text of blanks beside a blank text that is a default: either may be meant.
				const isBeside =
					!hasMade(value) && hasBlankDefault(code) && Object.values(item).includes(' ');
				const isNamed = hasMade(value) || value.leftOut || (isNothing && !isMeant);
				const { text: sent, gaps } = output[0].json;
				// A blank text for entries, and none or another one for the whole: either may be meant.
				const isOfEntries = code.mayBeBlank === false || code.code.includes('.map(');
				// In a link, a blank is a sign of its own.
				const isInLink = !hasMade(value) && textOf(value).includes('%20');
				const isEither = isInLink || isBeside || (isNothing && isMeant && isOfEntries);
				const isTold = isEither ? (gaps as string[]).length > 0 : isNamed;
				const named = [`{{ ${code.code} }}`];
				expect({ item, sent, gaps }).toEqual({
					...{ item, sent: `Hi ${textOf(value)}, bye` },
					gaps: isTold ? named : [],
				});
			}),
			tries(100),
		);
	});
});
