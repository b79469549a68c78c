import { readFileSync } from 'node:fs';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import type { NodeRun } from '../../support/engine';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { email, group, hintsOf, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

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
	const blanks = [undefined, null, '', ' ', '\n', '\u00a0', [], [null, '']];
	const others = ['Ada', 0, false, ' x ', ['a'], { a: 1 }];

	/** Pieces with a field: without a default, and with one. */
	const bare = ['{{ $json.a }}', "{{ $json['a'] }}", '{{$json.a}}', '{{ $json?.a }}'];
	const you = "{{ $json.a || 'you' }}";
	const dear = "{{ $if($json.a, 'Dear ' + $json.a, '') }}";
	const safe = [
		...[you, "{{ $json.a ?? '' }}", "{{ $json.a ? $json.a : '' }}"],
		...["{{ $ifEmpty($json.a, '') }}", dear, '{{ 7 }}'],
	];

	describe('A gap', () => {
		it.each(['{{ $json.a }}', "{{ $json['a b'].c }}", '{{ $json.a + "" }}', '{{ $json.list[0] }}'])(
			'is a piece that is blank between other words: %s',
			async (piece) => {
				const blank = [{ a: ' ' }];
				expect(await gapsIn(`=Labas ${piece}, your order is ready`, blank)).toEqual([[piece]]);
				expect(await gapsIn(`=${piece}`, blank)).toEqual([[]]);
				// n8n evaluates what nobody closed, too.
				const open = piece.replace('}}', '');
				expect(await gapsIn(`=Labas ${open}`, blank)).toEqual([[open]]);
			},
		);

		it.each([
			['{{ "Error: " + $json.a }}', 'x is undefined'],
			['{{ "null " + $json.a }}', 'Ada'],
			['Hi {{ $json.a }} null', 'null'],
			['{{ $json.a.toUpperCase() }}', 'null'],
		])('is no word of the item or the text: %s', async (text, a) => {
			expect(await gapsIn(`=${text}`, [{ a, b: null }])).toEqual([[]]);
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
						const isBlank = blanks.includes(a as never);
						// A default for no text at all isn't one for a text of blanks, and a list of nothing leaves its comma.
						const ofList = Array.isArray(a) && a.length > 1 ? [dear] : [];
						const lacking = a ? [...bare, you, ...ofList] : bare;
						const expected = parts.filter((one) => isBlank && lacking.includes(one));
						const [gaps] = await gapsIn(text, [{ a } as IDataObject]);
						expect([text, new Set(gaps as string[])]).toEqual([text, new Set(expected)]);
					},
				),
				tries(50),
			);
		});
	});

	describe('By its value', () => {
		/** Fields that lack a value in some way, and others with words that look so. */
		const item = {
			...{ none: null, comment: 'The deal is null and void, undefined, NaN', price: 7, zero: 0 },
			...{ cell: '#N/A', broken: 'caf\ufffd', template: 'Hi {{ $json.name }}', list: ['a', null] },
		};

		it.each([
			...["'Hi ' + $json.comment + $json.no", '$json.price / 0', "($json.no - 1) + ' EUR'"],
			...['$json.no.trim()', '[$json].map((one) => "Hi " + one.no)[0]', '$json.list[1]'],
			...['$input.all().map((one) => "a" + one.json.no).join()', 'JSON.stringify([$json.none])'],
		])('the piece {{ %s }} is a gap', async (code) => {
			const piece = `{{ ${code} }}`;
			const text = `=Text: ${piece}!`;
			expect(await gapsIn(text, [item])).toEqual([[piece]]);
		});

		it.each([
			...['$json.comment.toUpperCase()', "$json.no ? $json.no : 'undefined'", '$json.zero'],
			...["typeof $json.no === 'undefined' ? 'x' : $json.no", "['null', $json.price].join(' ')"],
			...["$json.no ? ', ' + $json.no : null", "'BaNaNa ' + $json.price"],
			...["Object.keys($json).join(' ')", '$json.comment.split(" ").slice(-1)[0]'],
		])('the piece {{ %s }} is none', async (code) => {
			expect(await gapsIn(`=Text: {{ ${code} }}!`, [item])).toEqual([[]]);
		});

		it.each([
			['Hi {{ first_name }}!', '{{ first_name }}'],
			['={{ $json.template }}', '{{ $json.name }}'],
			['={{ $json.broken }} is open', 'caf\ufffd'],
			['Hi \ufffd', '\ufffd'],
			['={{ $json.cell }}', '{{ $json.cell }}'],
			['=At {{ $json.cell || "nine" }}', '{{ $json.cell || "nine" }}'],
		])('what is left in %j is one: %j', async (text, piece) => {
			expect(await gapsIn(text, [item])).toEqual([[piece]]);
		});

		it.each(['Use [name], {name}, <name>, %name%, or ##', '={{ "Fix #REF! in A1" }}', 'a }} b'])(
			'no other sign in %j is one',
			async (text) => expect(await gapsIn(text, [item])).toEqual([[]]),
		);

		const campaign = { resource: 'campaign', operation: 'create', name: 'A', recipients: to };
		/** Several people, of whom one may be missing: by text, and in fields a and b. */
		const people = (a: string, b: string, typed: string, list: IDataObject[]) => [
			{ none: null, blank: '', a, b, typed, list },
		];
		it.each([
			...["[$json.a, null].join(', ')", "[$json.a, $json.none].join(', ')"],
			...["[$json.a, $json.blank].join(';')", "[$json.no, $json.a].join('\\n')"],
			...["$json.a + ', ' + $json.blank", '`${$json.a}, ${$json.blank}`'],
			...["$json.list.map((one) => one.who).join(', ')", "[$json.a || 'x', $json.no].join(',')"],
		])('somebody whom {{ %s }} lacks is a gap', async (code) => {
			const text = `={{ ${code} }}`;
			for (const [field, ours, parameters] of [
				["'Recipients'", [to, '37060012346'], { ...campaign, recipients: text }],
				["'To'", ['a@b.co', 'c@d.co'], { ...email, to: text }],
			] as const) {
				const [a, b] = ours;
				const items = people(a, b, `${a}, `, [{ who: a }, { who: null }]);
				const result = await run(parameters, items);
				const line = lineOf(result) ?? result.error?.message;
				expect(line).toMatch(/1 text has a gap|is empty|isn't an email address/);
				if (!result.error) expect(line).toContain(`{{ ${code} }} in ${field}`);
			}
		});

		it.each([
			...["[$json.a, $json.b].join(', ')", '$json.typed', '$json.typed.trim()'],
			...["[$json.a, null].filter(Boolean).join(', ')", "[$json.a, $json.no ?? ''].join(', ')"],
		])('nobody whom {{ %s }} leaves out is one', async (code) => {
			const to = `={{ ${code} }}`;
			const result = await run({ ...email, to }, people('a@b.co', 'c@d.co', 'a@b.co, ', []));
			expect([result.error, lineOf(result)]).toEqual([undefined, undefined]);
		});

		it('is not told where the words of a tool’s call are those of a model', async () => {
			const parameters = { ...send, to, text: "={{ 'Hi ' + $fromAI('name') }}", options: refuse };
			const calls = [{ name: 'Null' }];
			const { answers } = await callTool(service.credential, parameters, calls, { item: { a: 1 } });
			expect(answers).toEqual([
				{ answer: [expect.objectContaining({ messageId: expect.any(String) })] },
			]);
		});
	});

	it('A date in words, as the page has it, takes what databases and sheets write', async () => {
		const text = /`(See you on .*?)`/.exec(readFileSync('docs/sending.md', 'utf8'))![1];
		const dates = ['2027-01-31T09:00', '2027-01-31 09:00', '31.01.2027 09:00', '1/31/2027 9:00'];
		const others = ['', null, undefined, 'soon', '32.01.2027'];
		const items = [...dates, 46418.375, '46418.375', '31.01.2027', ...others];
		const { output } = await run(
			{ operation: 'preview', text: `=${text}` },
			items.map((date) => ({ date }) as IDataObject),
		);
		const day = 'See you on Sunday, 31 January,';
		expect(output.map((one) => one.json.text)).toEqual([
			...Array.from({ length: 6 }, () => `${day} 09:00.`),
			...[`${day} 00:00.`, ...Array.from({ length: 5 }, () => 'See you on .')],
		]);
		const counts = output.map(({ json }) => (json.gaps as string[]).length);
		expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
	});

	it.each(['$json.a.toUpperCase', '$now.toISODate', '(() => 7)'])(
		'A function in a text stops all of them, since people would read its code: %s',
		async (code) => {
			const { error } = await run({ text: `=Hi {{ ${code} }}!` }, [{ a: 'Ada' }]);
			expect(error?.message).toContain("'Text' has a function in place of words");
			expect(error?.description).toContain('Add its brackets');
			expect(await service.received()).toEqual([]);
		},
	);

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

		it('is not there where nothing is blank, or the user wrote the whole body', async () => {
			expect(lineOf(await run({ text }, [{ name: 'A', order: 1 }]))).toBeUndefined();
			const jsonBody = '=[{ "to": "37060012345", "from": "S", "text": "Hi {{ $json.name }}" }]';
			const json = { operation: 'sendBulk', specifyBody: 'json', jsonBody };
			expect(lineOf(await run(json))).toBeUndefined();
		});
	});

	describe('With Refuse Gaps', () => {
		const text = '=Labas {{ $json.name }}!';

		it('nothing is sent if a text has one, and everything if none has', async () => {
			const { error } = await run({ text, options: refuse }, [{ name: 'A' }, {}, { name: '' }]);
			expect(error?.message).toBe("2 texts have a gap: {{ $json.name }} in 'Text' (items 2 and 3)");
			expect(error?.description).toMatch(
				/^Nothing was sent\. .*'Refuse Gaps' under Options → Limits/,
			);
			expect(await service.received()).toEqual([]);
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
