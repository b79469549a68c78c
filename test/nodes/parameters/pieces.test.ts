import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import {
	fieldsIn,
	plainTemplate,
	readTemplate,
} from '../../../nodes/MessagingService/parameters/pieces';
import type { NodeRun } from '../../support/engine';
import { runNode } from '../../support/engine';
import { PARAMETERS, VALUES } from '../../support/nodeTypes';
import { tries } from '../../support/properties';
import { group, hintsOf, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

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
					const [ours, n8ns] = [read[at], evaluated[at]];
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

	describe('A text with fields of the item in it', () => {
		it.each([
			['=Hello {{ $json.name }}', ['Hello ', ['name']]],
			['={{ $json.a }}{{ $json.b["c d"] }}!', [['a'], ['b', 'c d'], '!']],
			['={{ $json.phone }}', [['phone']]],
			['={{$json["phone no"].home}}', [['phone no', 'home']]],
			["={{ $json['phone'] }}x", [['phone'], 'x']],
			['={{ $json }}', undefined],
			['={{ $jsonx }}', undefined],
			['=Hello', ['Hello']],
			['=Hello {{ $json.name.trim() }}', undefined],
			['=Hello {{{ $json.name }}}', undefined],
			['=Hello \\{{ $json.name }}', undefined],
			['Hello {{ $json.name }}', undefined],
		])('is recognised: %s', (parameter, template) => {
			expect(plainTemplate(parameter)).toEqual(template);
		});
	});

	it.each([
		[[['zero']], 0],
		[[['no']], false],
		[[['deep', 'er']], 'b'],
		[['x ', ['number'], ['no'], ' ', ['deep', 'er']], 'x 1.5false b'],
		[[['none']], undefined],
		[['x', ['list']], undefined],
	])('A template of plain values is put together without n8n: %j', (template, read) => {
		const json = { number: 1.5, zero: 0, no: false, none: null, list: [1], deep: { er: 'b' } };
		expect(readTemplate(json, template)).toBe(read);
	});
});

it.each<[string, Array<[piece: string, value: unknown]>]>([
	[
		'={{ $json.a }}-{{ $json.b }}-x',
		[
			['{{ $json.a }}', 'x'],
			['{{ $json.b }}', ' '],
		],
	],
	[
		'={{ $json.a }}{{ $json.c.d }}',
		[
			['{{ $json.a }}', 'x'],
			['{{ $json.c.d }}', undefined],
		],
	],
	['={{ $json.zero }} {{ $json.a + 1 }}', [['{{ $json.zero }}', 0]]],
	['={{ $json.b + 1 }}', []],
	['b', []],
])('The fields of %s are %j', (parameter, fields) => {
	const found = fieldsIn(parameter, { a: 'x', b: ' ', zero: 0 });
	expect(found.map(({ piece, value }) => [piece, value])).toEqual(fields);
});

describe('Gaps', () => {
	const service = serviceForTests();

	const to = '37060012345';
	const refuse = group('limits', { refuseGaps: true });

	const run = async (parameters: INodeParameters, items: IDataObject[] = [{ to }], settings = {}) =>
		await runNode(
			service.credential,
			{ ...send, ...parameters },
			items.map((item) => ({ to, ...item })),
			settings,
		);

	/** The line about gaps after a run. */
	const lineOf = (result: NodeRun) =>
		hintsOf(result).find(({ type }) => type === 'warning')?.message;

	const gapsIn = async (text: string, items?: IDataObject[]) => {
		const { output } = await run({ operation: 'preview', text }, items);
		return output.map(({ json }) => json.gaps);
	};

	/** Values that are blank in a text, and others. */
	const blanks = [undefined, null, '', ' ', '\n', '\u00a0', []];
	const others = ['Ada', 0, false, ' x ', ['a'], { a: 1 }];

	/** Pieces with a field: without a default, and with one. */
	const bare = ['{{ $json.a }}', "{{ $json['a'] }}", '{{$json.a}}', '{{ $json?.a }}'];
	const safe = [
		...["{{ $json.a || 'you' }}", "{{ $json.a ?? '' }}", "{{ $json.a ? $json.a : '' }}"],
		...["{{ $ifEmpty($json.a, '') }}", "{{ $if($json.a, 'Dear ' + $json.a, '') }}", '{{ 7 }}'],
	];

	describe('A gap', () => {
		it.each(['{{ $json.a }}', "{{ $json['a b'].c }}", '{{ $json.a + "" }}', '{{ $json.list[0] }}'])(
			'is a piece that is blank between other words: %s',
			async (piece) => {
				const name = piece.includes('+') ? [{ a: ' ' }] : [{}];
				expect(await gapsIn(`=Labas ${piece}, your order is ready`, name)).toEqual([[piece]]);
				expect(await gapsIn(`=${piece}`, name)).toEqual([[]]);
				expect(await gapsIn(`=Labas ${piece.replace('}}', '')}`, name)).toEqual([[]]);
			},
		);

		it.each([
			...['{{ $json.a.split("?")[0] }}', "{{ $json.a.replace('||', '') }}", '{{ $json?.a }}'],
			...['{{ $json.a.replace(/x|y?/, "") }}', '{{ $json.a.concat(`?`.slice(1)) }}'],
		])('is no default for a sign within a text: %s', async (piece) => {
			expect(await gapsIn(`=Labas ${piece}!`, [{ a: ' ' }])).toEqual([[piece]]);
		});

		it.each([
			...['{{ "Hi " + $json.a }}', '{{ `Hi ${$json.a}` }}', 'Hi, {{ "Mr " + $json.a }}!'],
			...['{{ "Hi " + ($json.b || "you ") + $json.a }}', 'Sum {{ ($json.a - 1) + " EUR" }}'],
		])('is a missing value that JavaScript joins to words, too: %s', async (text) => {
			const piece = text.slice(text.indexOf('{{'), text.indexOf(' }}') + 3);
			expect(await gapsIn(`=${text}`, [{}, { a: 7 }])).toEqual([[piece], []]);
			const { error } = await run({ text: `=${text}`, options: refuse });
			expect(error?.message).toContain(`1 text has a gap: ${piece} in 'Text'`);
			expect(await service.received()).toEqual([]);
		});

		it.each([
			['{{ "Error: " + $json.a }}', 'x is undefined'],
			['{{ "null " + $json.a }}', 'Ada'],
			['Hi {{ $json.a }} null', 'null'],
			['{{ $json.a.toUpperCase() }}', 'null'],
		])('is no word of the item or the text: %s', async (text, a) => {
			expect(await gapsIn(`=${text}`, [{ a, b: null }])).toEqual([[]]);
		});

		it.each(safe)('is none where the piece has a default: %s', async (piece) => {
			expect(await gapsIn(`=Labas ${piece}, hello`, [{}])).toEqual([[]]);
		});

		it('is told exactly if a piece is blank and has no default, for any template and item', async () => {
			const word = fc.constantFrom('Hi ', ', ', ' and ', 'it\'s "x" ', '');
			const part = fc.oneof(word, fc.constantFrom(...bare), fc.constantFrom(...safe));
			await fc.assert(
				fc.asyncProperty(
					fc.array(part, { minLength: 1, maxLength: 5 }),
					fc.constantFrom(...blanks, ...others),
					async (parts, a) => {
						const text = `=Hi ${parts.join('')}.`;
						const expected = blanks.includes(a as never)
							? [...new Set(parts.filter((one) => bare.includes(one)))]
							: [];
						const [gaps] = await gapsIn(text, [{ a } as IDataObject]);
						expect([text, new Set(gaps as string[])]).toEqual([text, new Set(expected)]);
					},
				),
				tries(120),
			);
		});
	});

	describe('An object in a text', () => {
		const refusal = (piece: string) => `'Text' has an object in place of words: ${piece}`;

		it.each([
			['{{ $json.a }}', { b: 1 }],
			["{{ $json.a || 'you' }}", { b: 1 }],
			['{{ $json.a }}', [{ b: 1 }]],
			['{{ [$json.a].concat(1) }}', { b: 1 }],
		])('stops all of them, since people would read [object Object]: %s', async (piece, a) => {
			const text = `=Hi {{ $json.to }} ${piece}!`;
			const { error } = await run({ text }, [{ a: 'Ada' }, { a }]);
			expect(error?.message).toBe(`${refusal(piece)} (item 2 of 2)`);
			expect(error?.description).toContain('Choose one of its fields');
			expect(await service.received()).toEqual([]);
			const { output } = await run({ operation: 'preview', text }, [{ a }]);
			expect(output[0].json.problem).toContain(refusal(piece));
		});

		it.each([
			['{{ $json.a }}', '"[object Object]" is not valid JSON'],
			['{{ $json.a }}', ['one', 'two']],
			['{{ DateTime.fromISO("2027-01-31") }} [object x]', ''],
		])('is none that came as words, nor a list of words or a date: %s', async (piece, a) => {
			const { output } = await run({ text: `=Hi ${piece}!` }, [{ a }]);
			expect(output).toHaveLength(1);
			expect(await service.received()).toHaveLength(1);
		});
	});

	describe('After a run, a line', () => {
		const text = '=Labas {{ $json.name }}, your order {{ $json.order }} is ready';

		it('says which pieces were blank, in which items', async () => {
			const items = [{ name: 'A', order: 1 }, { order: 2 }, { name: 'B', order: 3 }, { name: ' ' }];
			expect(lineOf(await run({ text }, items))).toBe(
				"2 texts have a gap: {{ $json.name }} in 'Text' (items 2 and 4), {{ $json.order }} in 'Text' (item 4).",
			);
			expect(await service.received()).toHaveLength(4);
		});

		it('is of those that were sent only, and shows a < as one', async () => {
			const odd = "=Hi {{ $json.a < 1 ? '' : '' }}{{ $json.b <\t1 && '' }}!";
			const items = [{ b: 0 }, { b: 0, to: '12' }];
			const result = await run({ text: odd }, items, { onError: 'continueRegularOutput' });
			expect(lineOf(result)).toBe(
				"1 text has a gap: {{ $json.b &lt;\t1 && '' }} in 'Text' (item 1).",
			);
		});

		it.each<[string, INodeParameters]>([
			['Text', { operation: 'sendBulk' }],
			['Text', { resource: 'viber' }],
			['Text', { resource: 'campaign', operation: 'create', name: 'Spring', recipients: to }],
			['Message', { operation: 'sendAndWait', message: text }],
			['Subject', { resource: 'email', to: 'a@b.co', from: 'c@d.co', subject: text, text: 'Hi' }],
		])('is about %s of %j', async (field, parameters) => {
			const result = await run({ text, ...parameters }, [{ order: 7 }]);
			expect(lineOf(result)).toBe(`1 text has a gap: {{ $json.name }} in '${field}' (item 1).`);
		});

		it('is not there where nothing is blank, or the user wrote the whole body', async () => {
			expect(lineOf(await run({ text }, [{ name: 'A', order: 1 }]))).toBeUndefined();
			const jsonBody = '=[{ "to": "37060012345", "from": "S", "text": "Hi {{ $json.name }}" }]';
			const json = { operation: 'sendBulk', specifyBody: 'json', jsonBody };
			expect(lineOf(await run(json))).toBeUndefined();
		});
	});

	describe('With Refuse Gaps', () => {
		const text = '=Labas {{ $json.name }}!';

		it('nothing is sent if a text has one', async () => {
			const { error } = await run({ text, options: refuse }, [{ name: 'A' }, {}, { name: '' }]);
			expect(error?.message).toBe("2 texts have a gap: {{ $json.name }} in 'Text' (items 2 and 3)");
			expect(error?.description).toMatch(
				/^Nothing was sent\. .*'Refuse Gaps' under Options → Limits/,
			);
			expect(await service.received()).toEqual([]);
		});

		it('everything is sent if no text has one', async () => {
			await run({ text, options: refuse }, [{ name: 'A' }, { name: 'B' }]);
			expect(await service.received()).toHaveLength(2);
		});

		it.each([true, false])('a model is told (by n8n’s engine: %s)', async (byEngine) => {
			const parameters = { ...send, to, text: "=Hi {{ $fromAI('name') }}!", options: refuse };
			const call = async (name: string) =>
				(await callTool(service.credential, parameters, [{ name }], { byEngine })).answers;
			expect(await call('')).toEqual([{ error: expect.stringContaining('1 text has a gap') }]);
			expect(await service.received()).toEqual([]);
			await call('Ada');
			expect(await service.received()).toHaveLength(1);
		});
	});
});
