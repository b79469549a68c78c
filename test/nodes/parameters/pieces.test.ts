import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	plainTemplate,
	readTemplate,
} from '../../../nodes/MessagingService/parameters/itemParameters';
import {
	hasWordForNothing,
	longNumbersIn,
	piecesOf,
} from '../../../nodes/MessagingService/parameters/pieces';
import { runNode } from '../../support/engine';
import { PARAMETERS, VALUES } from '../../support/nodeTypes';

describe('References', () => {
	/** The values that are read in another way than n8n evaluates them, of all in some parameters. */
	async function readOtherwise(values: unknown[], items: IDataObject[]): Promise<unknown[]> {
		const different: unknown[] = [];
		for (let start = 0; start < values.length; start += VALUES) {
			const some = values.slice(start, start + VALUES);
			const parameters = Object.fromEntries(some.map((value, at) => [`value${at}`, value]));
			const { output, error } = await runNode({}, parameters as INodeParameters, items, {
				type: PARAMETERS,
				credentials: {},
			});
			expect(error).toBeUndefined();
			expect(output).toHaveLength(items.length);
			for (const [item, { json }] of output.entries()) {
				const { evaluated, read } = json as Record<string, string[]>;
				for (const [at, value] of some.entries()) {
					const n8ns = evaluated[at];
					// An error names the field.
					const ours = read[at].replace(/The expression in '\w+' couldn't be evaluated: /, '');
					if (ours !== n8ns) different.push({ value, item, ours, n8ns });
				}
			}
		}
		return different;
	}

	/** Fields of all kinds, and fields that are named like something else. JSON, so that `__proto__` is one. */
	const full = JSON.parse(`{
		"phone": "37060012345", "number": 37060012345, "float": 1.5, "zero": 0, "large": 1e21, "negative": -0,
		"yes": true, "no": false, "empty": "", "blank": "  ", "none": null,
		"list": ["a", "b"], "object": {"a": 1}, "deep": {"er": {"est": "x", "none": null}},
		"phone no": "a", "a.b": "b", "it's": "c", "say \\"hi\\"": "d", "a]b": "e", "{{x}}": "f", "}}": "g",
		"Žodis": "h", "日本": "i", "🎉": "j", "7": "k", "0": "l", "$x": "m", "_y": "n", "-": "o", "\\\\": "p",
		"constructor": "q", "__proto__": "r", "length": "s", "toString": "t", "prototype": "u", "json": "v",
		"braces": "{{ $json.phone }}", "expression": "={{ $json.phone }}", "equals": "=1+1",
		"newline": "a\\nb", "a\\nb": "x", "a\\u2028b": "y", "getPrototypeOf": "z", "mainModule": "A", "__lookupGetter__": "B", "html": "<b>&amp;</b>", "date": "2030-01-31T09:00:00.000Z", "digits": "007", "null": "w"
	}`) as IDataObject;

	const items: IDataObject[] = [
		full,
		{},
		{ phone: { toString: 'x' }, deep: null, object: [1], list: 'text' },
		{ deep: { er: 'text' }, phone: ['37060012345'] },
		{ deep: [{ er: { est: 'in a list' } }], phone: 0 },
	];

	const names = Object.keys(full);
	const quoted = (name: string) => name.replace(/\\/g, '\\\\').replace(/'/g, "\\'");

	const references = [
		...names
			.filter((name) => /^[\p{L}_$][\p{L}\w$]*$/u.test(name))
			.map((name) => `={{ $json.${name} }}`),
		...names.map((name) => `={{ $json['${quoted(name)}'] }}`),
		...names.map((name) => `={{ $json[${JSON.stringify(name)}] }}`),
		"={{ $json['a\nb'] }}",
		"={{ $json['a\u2028b'] }}",
		...[
			...['.object.__proto__', '.deep.er.est', '[\'deep\'].er["est"]', '.deep.er.none'],
			...['.deep.none.est', '.none.deep', '.object.a', '.object.constructor'],
			...['.object.constructor.name', '.phone.length', "['phone']['length']", '.phone.constructor'],
			...['.list.length', '.list[0]', ".list['0']", '[0]', '[7]', '.toString', '.hasOwnProperty'],
			...[
				'.missing',
				'.missing.deeper',
				'.missing?.deeper',
				'',
				' .phone',
				'. phone',
				"[ 'phone' ]",
			],
			...["['phone\\u0020no']", '.phone;', '.phone /* the phone */', '.phone + $json.number'],
			...['.number + 1', '.phone.toUpperCase()', '.phone ? $json.phone : 7', "['phone', 'number']"],
			...['[`phone`]', '["phone\' + \'no"]', 'phone', '..phone'],
		].map((path) => `={{ $json${path} }}`),
		...[
			'={{$json.phone}}',
			'={{   $json.phone   }}',
			'={{\n$json.phone\n}}',
			'={{ $json.phone }} ',
		],
		...['= {{ $json.phone }}', '=+{{ $json.phone }}', '={{ $JSON.phone }}'],
		...['={{ $json.phone }}{{ $json.phone }}', '={{ $json.phone }} and {{ $json.number }}'],
		...['={{ $json.phone', '$json.phone', 'plain text', '', '={{ $itemIndex }}', '={{ 7 }}'],
	];

	/** Texts that may mean something to n8n, or to JavaScript. */
	const texts = [
		...['.constructor', 'constructor', '. constructor (', '$json.phone', '$if(1)', '.isEmpty()'],
		...[
			'\n',
			'\r\n',
			'\t',
			'\u2028',
			"it's",
			'say "hi"',
			'`x`',
			'${x}',
			'*/',
			'//',
			'<b>&amp;</b>',
		],
		...['{', '}', '{{', '}}', '\\', '\\\\', '\\n', '\\u0041', '%20'],
		...['🎉', '日本', ' ', '=', '==', '0'],
		...Object.getOwnPropertyNames(Object.prototype),
	];

	const templates = [
		...names.map((name) => `=Hello {{ $json[${JSON.stringify(name)}] }}, bye`),
		...texts.flatMap((text) => [
			`=${text}`,
			`=${text}{{ $json.phone }}`,
			`={{ $json.phone }}${text}`,
			`=a${text}b {{ $json.zero }}{{ $json.no }}{{ $json.empty }}${text}{{ $json.float }}`,
		]),
	];

	describe('A parameter that is read from the item', () => {
		it('is what n8n evaluates, for every reference and every item', async () => {
			const all = [...new Set([...references, ...templates])];
			expect(await readOtherwise(all, items)).toEqual([]);
		});

		it('is what n8n evaluates, where it stands within a list or an object', async () => {
			const values = [
				['={{ $json.phone }}', 'x'],
				{ field: [{ name: 'a', value: '={{ $json.phone }}' }] },
				{ field: [{ name: 'a', value: 'x' }] },
			];
			expect(await readOtherwise(values, items)).toEqual([]);
		});
	});

	it.each<[string, unknown]>([
		['={{ $json.zero }}', 0],
		["={{ $json['no'] }}", false],
		['={{$json.deep["e r"]}}', 'b'],
		['=Hello', 'Hello'],
		['=x {{ $json.number }}{{ $json.no }} {{ $json.deep["e r"] }}!', 'x 1.5false b!'],
		['={{ $json.none }}', undefined],
		['=x {{ $json.list }}', undefined],
		['={{ $json }}', undefined],
		['={{ $jsonx }}', undefined],
		['=Hello {{ $json.name.trim() }}', undefined],
		['=Hello {{{ $json.number }}}', undefined],
		['=Hello \\{{ $json.number }}', undefined],
		['Hello {{ $json.number }}', undefined],
	])('%s is put together without n8n where it has only plain values: %j', (parameter, read) => {
		const json = { number: 1.5, zero: 0, no: false, none: null, list: [1], deep: { 'e r': 'b' } };
		const template = plainTemplate(parameter);
		expect(template && readTemplate(json, template)).toBe(read);
	});
});

it.each<[string, string[], boolean]>([
	['={{ $json.a }}-{{ $json.b }}-x', ['{{ $json.a }}', '{{ $json.b }}'], false],
	[' ={{ $json.a }}', [], false],
	['= {{ $json.a }}\n', ['{{ $json.a }}'], true],
	['={{ "a } b" }}{{ $json.c', ['{{ "a } b" }}', '{{ $json.c'], false],
	['=\\{{ a }} {{ "\\}}" }}', ['{{ "\\}}" }}'], false],
	['b', [], false],
])('%s has the pieces %j, as n8n splits it', (parameter, sources, isWhole) => {
	const pieces = piecesOf(parameter);
	expect(pieces.map(({ source }) => source)).toEqual(sources);
	expect(pieces.some((piece) => piece.isWhole)).toBe(isWhole);
});

it.each<[text: string, numbers: string[]]>([
	['1234.567890123456789 and 12,3456789012345678', []],
	['0000000000000012345 and 0012345678901234', []],
	['1234567890123456.5', ['1234567890123456.5']],
	['0012345678901234567', ['0012345678901234567']],
	['o2.4197857161011715e+37', ['2.4197857161011715e+37']],
	['LT12 1000 0111 0100 1000', ['12 1000 0111 0100 1000']],
])('Of %s, JavaScript may have rounded %j', (text, numbers) => {
	expect(longNumbersIn(text)).toEqual(numbers);
});

it('What is no number is a word for nothing in each language that has another one', () => {
	const languages = 'ar fa fi ga hy ka kk ky lv ru tk uz zh-TW'.split(' ');
	const words = languages.map((language) => NaN.toLocaleString(language));
	expect(words).not.toContain('NaN');
	expect(words.filter((word) => !hasWordForNothing(`Pay ${word} EUR`))).toEqual([]);
});
