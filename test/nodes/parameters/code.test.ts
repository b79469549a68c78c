import fc from 'fast-check';

import { defaultsOf, fieldsIn, tokensOf } from '../../../nodes/MessagingService/parameters/code';
import { tries } from '../../support/properties';

it('Any text is split without a loss', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...'\'"`${}/\\()=, ab\n'.split(''), '/*', '*/', '//', '=>')),
			(signs) => {
				const code = signs.join('');
				const texts = tokensOf(code).map(({ text }) => text);
				expect(texts.join('')).toBe(code);
				expect(texts).not.toContain('');
			},
		),
		tries(1000),
	);
});

it.each([
	["$json.a.replace(/'/g, '') + $json.b", ["/'/g"], ["''"]],
	["$json.a / 2 + '/' + $json.b / 3", [], ["'/'"]],
	["/* don't */ `a ${$json['b c']} d`", [], ['a ', "'b c'", ' d']],
	["[/[/']/].map((x) => `${`in${x}`}`)", ["/[/']/"], ['in']],
])('In %s, %j are patterns and %j texts', (code, patterns, texts) => {
	const of = (kind: string) => tokensOf(code).filter((one) => one.kind === kind);
	expect(of('pattern').map(({ text }) => text)).toEqual(patterns);
	expect(of('text').map(({ text }) => text)).toEqual(texts);
});

const given = { isGiven: true, isBlank: false, isNothing: false };
const none = { ...given, isGiven: false };
it.each([
	['$json.a', none],
	["$json.a?.b + '? || ??'", none],
	['$json.a.replace(/x|y?/, "||").concat(`?`.slice(1))', none],
	["$json.a /* || '' */", none],
	['$json.list.filter((x) => x.a || x.b)', none],
	["$json.a || 'you'", given],
	["$json.a ?? ''", { ...given, isBlank: true }],
	['($json.list ?? []).join()', { ...given, isBlank: true }],
	["$if($json.a, 'x', '')", { ...given, isBlank: true }],
	["$json.a ? 'x' : null", { ...given, isNothing: true }],
	['$json.a !== undefined ? $json.b : $json.c', given],
	["(() => { if ($json.a) return ''; return 'x'; })()", { ...given, isBlank: true }],
	["(() => { if ($json.a) { return 'x' } else return 'y' })()", given],
	["(() => { let k = 'x'; if ($json.a) k = $json.a; return k; })()", given],
	["(() => { let k = 'x'; if ($json.a) k += $json.a; return k; })()", none],
	["(() => { const p = ['x']; if ($json.a) p.push($json.a); return p.join(); })()", none],
])('%s says of a blank field: %j', (code, defaults) => {
	expect(defaultsOf(code)).toEqual(defaults);
});

it('The names of fields are read as JavaScript reads them', () => {
	expect(fieldsIn(`$json['it\\'s'] + $json["a\\"b"] + $json.größe`)).toEqual([
		"it's",
		'a"b',
		'größe',
	]);
});
