import { inSource } from '../mistake.ts';

const ACCOUNT = ['nodes/parameters/accountDefaults.test.ts'];

export const parameters = [
	...inSource(
		'parameters/accountDefaults.ts',
		[
			[
				'defaults that are off',
				'Hidden fields of Account Defaults count for nothing while the switch is off.',
				"if (!isOn(credentials as IDataObject, 'accountDefaults')) {",
				"if (!('accountDefaults' in credentials)) {",
			],
			[
				'an expression that finds nothing',
				'An expression in the credential that returns nothing stops the run.',
				"if (!(field in credentials) || value === '' || asText(value) !== '') continue;",
				"if (!(field in credentials) || value === '' || asText(value) !== ' ') continue;",
			],
			[
				'a state of both kinds',
				'A state is either delivered or failed.',
				'if (both !== undefined) {',
				'if (both === null) {',
			],
			[
				'delivered states as failed',
				'Each field of states has its own meaning.',
				'states: { delivered, failed },\n',
				'states: { delivered: failed, failed: delivered },\n',
			],
			[
				"another brand's sender",
				"An expression in From that returns nothing doesn't take the account's sender.",
				'senderId && !isExpression(from)',
				'senderId',
			],
			[
				"the account's country first",
				"The node's own Default Country comes before the account's.",
				'({ ...defaults, ...options })',
				'({ ...options, ...defaults })',
			],
			[
				'a state that is no number',
				'A state that is no whole number is refused.',
				'/^-?\\d+$/.test(text)',
				'/^-?\\d+/.test(text)',
			],
			[
				'the field of the numbers',
				'The credential names the field of the numbers in the suppression list.',
				'field: asText(numberField).trim() || undefined,',
				'field: undefined,',
			],
		],
		ACCOUNT,
	),
	...inSource(
		'parameters/body.ts',
		[
			[
				'Body Fields over the form',
				'A body field cannot replace one of the form, such as the recipient.',
				'if (taken.includes(field)) {',
				'if (taken.includes(field) && isBlank) {',
			],
			[
				'a body field twice',
				'A body field that is there twice is refused.',
				'if (read.has(field)) {',
				'if (read.has(value as string)) {',
			],
			[
				'a body that is a text',
				'A JSON body is an object or a list.',
				"typeof parsed.json !== 'object' || parsed.json === null",
				'parsed.json === null',
			],
			[
				'JSON that is written anew',
				'A JSON body goes out as the user wrote it.',
				"return typeof written === 'string' ? written : JSON.stringify(written);",
				'return JSON.stringify(parsed.json);',
			],
			[
				'a value without a name',
				'A value without a name is refused.',
				'if (!field && isBlank) continue;',
				'if (!field) continue;',
			],
		],
		['nodes/parameters/body.test.ts'],
	),
	...inSource('parameters/expressions.ts', [
		[
			'an option that returned nothing',
			'An option whose expression returns nothing stops the run.',
			'if (!nothing) return options;',
			'if (nothing) return options;',
		],
		[
			'a group of expressions',
			'A field that holds for the whole run cannot be an expression.',
			'if (!isOfItem(option, field) && (isExpression(value)',
			"if (option === 'requests' && (isExpression(value)",
		],
		[
			'a lone $fromAI',
			'An expression without its = is found too.',
			"|| asText(value).includes('{{')",
			'',
		],
	]),
	...inSource(
		'parameters/itemParameters.ts',
		[
			[
				"the first item's text for all",
				'An expression is read for each item.',
				'if (!hasExpression(entered)) {',
				"if (!hasExpression(entered) || name === 'text') {",
			],
			[
				"the agent's item in a tool",
				'In a tool $json is not the item that the tool is called with.',
				'isTool(node) ? undefined : plainTemplate(entered)',
				'plainTemplate(entered)',
				'In the n8n that the tests run, the input item of a tool has what `$json` finds.',
			],
			[
				'an expression in an option',
				'An expression may stand deep in the options.',
				'return Object.values(given as IDataObject).some(hasExpression);',
				'return false;',
			],
		],
		[
			'nodes/parameters/itemParameters.test.ts',
			'nodes/parameters/pieces.test.ts',
			'nodes/run/tool.test.ts',
		],
	),
	...inSource(
		'parameters/optionReaders.ts',
		[
			[
				'an empty guard',
				'A guard without fields stops the run, since the user counts on it.',
				'if (fields || options[parameter] === undefined) return fields;',
				'if (fields || !parameter || options) return fields;',
			],
			[
				'a switch as text',
				'A switch that an expression gives as text counts.',
				"if (text === 'true') return true;",
				'if (given === true) return true;',
			],
			[
				'a switch that is neither',
				'A switch that is neither on nor off is refused.',
				"if (text === 'false' || text === '') return false;",
				"if (text !== 'true') return false;",
			],
			[
				'the largest number',
				'A number above its bound is refused.',
				'number < least || number > most',
				'number < least',
			],
			[
				'Return All',
				'With Return All, a list is not cut.',
				"? undefined\n\t\t: wholeNumber(getParameter('limit', 50)",
				"? 50\n\t\t: wholeNumber(getParameter('limit', 50)",
			],
		],
		['nodes/parameters/optionReaders.test.ts'],
	),
	...inSource(
		'parameters/pieces.ts',
		[
			[
				'a lone number as text',
				'A lone field keeps its type.',
				'if (template.length === 1) return value;',
				'if (template.length === 0) return value;',
			],
			[
				'a blank part',
				'A part of a key that is blank is found.',
				'return path && !isGiven(fieldAt(json, path));',
				'return path && fieldAt(json, path) === undefined;',
			],
		],
		[
			'nodes/parameters/itemParameters.test.ts',
			'nodes/parameters/pieces.test.ts',
			'nodes/onceKey/claims.test.ts',
		],
	),
	...inSource('parameters/price.ts', [
		[
			'the shortest beginning',
			'The longest beginning has the price.',
			'other.length - one.length',
			'one.length - other.length',
		],
		[
			'two currencies',
			'Prices have one currency.',
			'(currency && unit.toUpperCase() !== currency)',
			'(!currency && unit.toUpperCase() !== currency && !unit)',
		],
	]),
	...inSource('parameters/pieces.ts', [
		[
			'a default within a text',
			'A sign within a text is no default.',
			"piece.replace(LITERALS, '')",
			'piece',
		],
		['optional chaining as a default', '`?.` is no default.', '\\?(?!\\.\\D)', '\\?'],
		[
			'a piece alone',
			'A piece that is all of a text leaves no gap between words.',
			'pieces[0] === text ? [] : [...new Set(pieces)]',
			'[...new Set(pieces)]',
		],
		[
			'a false is blank',
			'0 and false are words too.',
			"typeof value !== 'object' ? !isGiven(value) : value === null",
			"typeof value !== 'object' ? !value : value === null",
		],
	]),
];
