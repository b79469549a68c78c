import { inSource } from '../mistake.ts';

export const parameters = [
	...inSource('parameters/accountDefaults.ts', 'parameters/accountDefaults', [
		[
			'Hidden fields of Account Defaults count for nothing while the switch is off.',
			"[-isOn(given as IDataObject, 'accountDefaults')-]{+'accountDefaults' in given+} ? given : {};",
		],
		[
			'An expression in the credential that returns nothing stops the run.',
			"(!(field in credentials) || value === '' || asText(value) !== '{+ +}') continue;",
		],
		['A state is either delivered or failed.', 'if (both [-!== undefined-]{+=== null+}) {'],
		[
			'Each field of states has its own meaning.',
			'states: { delivered[-, failed-]{+: failed, failed: delivered+} },\n',
		],
		[
			"An expression in From that returns nothing doesn't take the account's sender.",
			'senderId[- && !isExpression(context.getNode().parameters.from)-]',
		],
		[
			"The node's own Default Country comes before the account's.",
			'({ ...[-defaults, ...options-]{+options, ...defaults+} })',
		],
		['A state that is no whole number is refused.', '/^-?\\d+[-$-]/.test(text)'],
		[
			'The credential names the field of the numbers in the suppression list.',
			'field: [-asText(numberField).trim() || -]undefined,',
		],
	]),
	...inSource('parameters/body.ts', 'parameters/body', [
		[
			'A body field cannot replace one of the form, such as the recipient.',
			'if (taken.includes(field){+ && isBlank+}) {',
		],
		[
			'A body field that is there twice is refused.',
			'if (read.has([-field-]{+value as string+})) {',
		],
		[
			'A JSON body is an object or a list.',
			"[-typeof parsed.json !== 'object' || -]parsed.json === null",
		],
		[
			'A JSON body goes out as the user wrote it.',
			'return [-written-]{+JSON.stringify(parsed.json)+};\n',
		],
		['A value without a name is refused.', 'if (!field[- && isBlank-]) continue;'],
	]),
	...inSource('parameters/expressions.ts', [
		[
			'An option whose expression returns nothing stops the run.',
			'if ([-!-]nothing) return options;',
		],
		[
			'A field that holds for the whole run cannot be an expression.',
			"if ([-!isOfItem(option, field)-]{+option === 'requests'+} && (isExpression(value)",
		],
		['An expression without its = is found too.', "[-|| asText(value).includes('{{')-]"],
	]),
	...inSource(
		'parameters/itemParameters.ts',
		'parameters/itemParameters, parameters/pieces, run/tool',
		[
			[
				'An expression is read for each item.',
				"if (!hasExpression(entered){+ || name === 'text'+}) {",
			],
			[
				'In a tool $json is not the item that the tool is called with.',
				'[-isTool(node) ? undefined : -]plainTemplate(entered)',
				'In the n8n that the tests run, the input item of a tool has what `$json` finds.',
			],
			[
				'What is meant as an expression, and is plain text, is refused.',
				"if (name !== 'options'{+ && name !== 'jsonBody'+}) refusePlainPieces",
			],
			["Braces may be the service's own.", '/\\$[-[\\p{L}_(]-]|'],
			["A date has a name of n8n's without a $.", '[-|\\bDateTime\\.-]/u'],
			['What has begun, and has no end, is no expression.', '=> [-isEnded && -]OF_N8N.test(code)'],
			[
				'An expression may stand deep in the options.',
				'return [-Object.values(given as IDataObject).some(hasExpression)-]{+false+};',
			],
		],
	),
	...inSource('parameters/optionReaders.ts', 'parameters/optionReaders', [
		[
			'A guard without fields stops the run, since the user counts on it.',
			'|| [-options[parameter] === undefined-]{+!parameter || options+}) return fields;',
		],
		[
			'A switch that an expression gives as text counts.',
			"if ([-text === 'true'-]{+given === true+}) return true;",
		],
		[
			'A switch that is neither on nor off is refused.',
			"if (text [-=== 'false' || text === '-]{+!== 'true+}') return false;",
		],
		['A number above its bound is refused.', 'number < least[- || number > most-]'],
		[
			'With Return All, a list is not cut.',
			"? [-undefined-]{+50+}\n\t\t: wholeNumber(getParameter('limit', 50)",
		],
	]),
	...inSource('parameters/itemParameters.ts', 'parameters/itemParameters, parameters/pieces', [
		['A lone field keeps its type.', 'if (template.length === [-1-]{+0+}) return value;'],
	]),
	...inSource('parameters/hidden.ts', [
		[
			'A model reads no number of Allowed To.',
			"const others = [given('jsonBody'), [-limits, -]bodyFields]",
		],
	]),
	...inSource('parameters/price.ts', [
		['A comma before a digit may be a decimal one.', 'listOf(given[-, SEPARATORS-])'],
		['The longest beginning has the price.', '[-other.length - one-]{+one.length - other+}.length'],
		[
			'Prices have one currency.',
			'({+!+}currency && unit.toUpperCase() !== currency{+ && !unit+})',
		],
	]),
	...inSource('parameters/code.ts', 'parameters/code, parameters/gaps', [
		[
			'A sign within a text is no default.',
			"[-text.length > 2 || !/^['\"]/.test(text) ? 'x' : \"''\"-]{+text+};",
		],
		['`?.` is no default.', '\\?[-(?!\\.\\D)-]|\\bif'],
		[
			'A quote in a pattern begins no text.',
			"const isPattern = [-code[at] === '/' && -]{+false && +}",
		],
		['What a function says of entries is no default.', 'if (isOfMethod{+ && !code+}) without'],
	]),
	...inSource('parameters/pieces.ts', 'parameters/gaps, parameters/spellings', [
		[
			'A default that finds nothing itself is none.',
			'(value ?? undefined) === undefined ? [-isNothing-]{+hasDefault+} : hasDefault',
		],
		['No number is a word in other languages, too.', '|epäluku[-|-]{+~|+}'],
	]),
	...inSource('parameters/pieces.ts', 'parameters/gaps, onceKey/claims, parameters/keyParts', [
		[
			"A cell's error is no value.",
			"if (typeof value === 'string') return [-isCellError(value)-]{+false+};",
		],
		[
			'0 and false are words too.',
			"typeof value !== 'object' ? ![-isGiven(value)-]{+value+} : value === null",
		],
	]),
	...inSource('parameters/gaps.ts', 'parameters/gaps, parameters/worlds', [
		[
			'A piece that is all of a required text is refused elsewhere, and is no gap between words.',
			'const isSure = isRequired[- && piece.isWhole-];',
		],
		[
			'What JavaScript made of nothing is a gap.',
			'return [-isLeft-]{+false+} || cellErrorsIn(same)',
		],
		['A word that the data holds is none.', 'wordsForNothing([-wordless-]{+same+}).some('],
		[
			"A cell's error is a gap within a longer piece, too.",
			'return isLeft[- || cellErrorsIn(same) > cellErrorsIn(computed)-];',
		],
		['People would read [object Object].', 'return sent.includes(OBJECT) && [-OBJECT-]{+false+};'],
		[
			'Braces that nobody filled in are a gap.',
			'[-...(text.match(/\\{\\{[^{}]*\\}\\}/g) ?? []),-]',
		],
		[
			'A text without the texts around a piece side by side has no blank there.',
			'visible.includes(between{+ + "~"+})',
		],
	]),
	...inSource(
		'parameters/keyParts.ts',
		'onceKey/claims, parameters/keyParts, parameters/spellings',
		[
			[
				'A part that was left out of a key is missing.',
				"if (isLeftOut && [-!hasDefault-]{+!code+}) return 'value';",
			],
			[
				'A key without any data is one for all.',
				'const isConstant = [-strange === same-]{+!code+} &&',
			],
			[
				'A blank text in place of a field leaves such a key.',
				'(!hasDefault[- || hasBlank-] || isNothing)',
			],
			[
				'A rounded number counts, however it was turned into text.',
				'if (renumbered !== same{+ && !code+}) return',
			],
			['So does one that the code made of a text.', 'new Set(forms).size < [-forms.length-]{+0+}'],
			["An ID with a part that has no value is nobody's.", 'if (!part{+ || part+}) return;'],
			[
				'A number that was cut has all digits that it had.',
				'if ([-isOfData || -]longNumbersIn(strange)',
			],
			[
				'A number of no data has lost none.',
				'[- || longNumbersIn(strange)[at] === number-]) return false;',
			],
		],
	),
	...inSource(
		'parameters/worlds.ts',
		'parameters/gaps, onceKey/claims, parameters/keyParts, parameters/worlds, parameters/spellings',
		[
			[
				'A text in the code may have the word.',
				"if (name === 'wordless') return [-withoutWords(one, words)-]{+one+};",
			],
			[
				'What is missing in a join is seen.',
				"name === 'filled' ? [-withoutHoles(one)-]{+one+} : one",
			],
			['In JSON, null is no word.', '[-(k, x) => typeof x === "string" ? p(x) : x-]'],
			[
				'Only the words that a text has are changed in its data.',
				'JSON.stringify(words)}.includes(w.toLowerCase())[- ?-]{+ || true ?+}',
			],
			['The data of other nodes is changed too.', ".replace(CALL, [-'$of'-]{+'$'+})"],
		],
	),
];
