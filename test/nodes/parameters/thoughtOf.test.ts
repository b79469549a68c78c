import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asksAbout } from '../../../nodes/MessagingService/parameters/thoughtOf';
import { runNode } from '../../support/engine';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { email, group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const item = {
	...{ to: '37060012345', yes: true, no: false, nul: null, empty: '', qty: 2, last: 'Lee' },
	...{ order: 'A-1042', num: '60012345', list: [], items: [{ name: 'Tea' }, { name: 'Milk' }] },
	...{ greeting: 'Hello {name}!', phones: ['+37060012345', null] },
};
const refuse = group('limits', { refuseGaps: true });
const errorOf = async (parameters: INodeParameters, more: IDataObject = {}) =>
	(await runNode(service.credential, parameters, [{ ...item, ...more }])).error?.message;
const sends = (more: INodeParameters): INodeParameters => ({
	...{ ...send, to: '={{ $json.to }}', options: refuse },
	...more,
});
const ofText = async (code: string) => await errorOf(sends({ text: `=Hi {{ ${code} }}!` }));
const ofKey = async (key: string) =>
	await errorOf(sends({ options: group('onceKey', { key: `=${key}` }) }));

/** Code that shows nothing of a field which isn't there, whichever way it's turned. */
const LACKS = [
	...['String(X)[0]', 'String(X).slice(0, 3)', 'String(X).base64Encode()', "String(X).hash('md5')"],
	...["$now.plus({ days: X }).toFormat('d MMMM')", '`${X}`', "$json.last + ' ' + X"],
	...["$json.greeting.split('{name}').join(X)", "new Intl.DateTimeFormat('de').format(X)"],
	...['$now.plus(3, X).toISODate()', '$now.plus({ ...X }).toISODate()', '[$json.last, X]'],
	...["'For ' + [X, $json.last]", '$json.items.map((i) => i.note)', '(X * 1.2).toFixed(2)'],
];
/** Conditions on other fields, and defaults for them, around it. */
const AROUND = [
	...['CODE', "$json.yes ? CODE : 'soon'", "$json.no ? 'soon' : CODE", '$json.no || CODE'],
	...[
		"$json.missing ? 'tomorrow' : CODE",
		"$json.qty > 1 ? CODE : 'soon'",
		"$if($json.yes, CODE, 'soon')",
	],
	...["($json.missing || 'Hello') + ', ' + CODE", "($json.missing ?? 'Hello') + CODE"],
	...["(() => { if ($json.missing) return 'tomorrow'; return CODE; })()"],
	...["$json.last === 'Lee' && CODE", "$json.items.map((i) => i.qty ?? 1).join() + ' ' + CODE"],
];

it('What stands beside a condition on another field, or a default for one, is judged as if it stood alone', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...LACKS),
			fc.constantFrom(...AROUND),
			async (code, around) => {
				const whole = around.replace('CODE', code).replaceAll('X', '$json.x');
				expect([whole, await ofText(whole)]).toEqual([whole, expect.stringContaining('has a gap')]);
			},
		),
		tries(60),
	);
});

it.each([
	"$json.lang === 'lt' ? 'Labas' : 'Hello ' + String($json.lang)[0]",
	"$json.title?.startsWith('d') ? 'Dr.' : String($json.title).slice(0, 3)",
	"['a', 'b'].includes($json.x) ? 'A' : encodeURIComponent($json.x).slice(0, 4)",
	"$json.items.map((i) => (i.qty ?? 1) + ' ' + String(i.note)[0]).join()",
	"'Phones: ' + $json.phones",
	"[[$json.last, $json.x], ['b']].join('; ')",
	'encodeURIComponent([$json.last, $json.x])',
	'Math.sign($json.nul)',
])('Letters of the word for nothing, and places in a list, are a gap: %s', async (code) => {
	expect(await ofText(code)).toContain('has a gap');
});

it.each([
	"$json.x === 'a' ? 'A' : 'there'",
	"String($json.x).replace('undefined', 'there')",
	"DateTime.fromISO($json.x).toFormat('dd').replace('Invalid DateTime', 'soon')",
	"new Date($json.x).toLocaleDateString('en').replace('Invalid Date', 'soon')",
	"Number($json.x).toFixed(2).replace('NaN', 'free')",
	"(() => { try { return new Date($json.x).toISOString(); } catch { return 'soon'; } })()",
	"(() => { try { return $json.nul.name; } catch (e) { return 'there'; } })()",
	"(s => s.includes('Invalid') ? 'soon' : s)(DateTime.fromISO($json.x).toFormat('dd'))",
	"String($json.x).startsWith('undef') ? 'there' : $json.x",
	"((x = '') => x)($json.x)",
	"(({ x = '' }) => x)($json)",
	"[$json.x, ''].find((v) => v !== undefined)",
	'[$json.last, $json.x].filter(Boolean)',
	'[$json.qty, $json.x].filter((n) => n != null).reduce((a, b) => a + b, 0)',
	'$json.yes ? $json.last : $json.x',
	'$json.last + [$json.qty, $json.order]',
	"$json.x ? 'Dear ' + String($json.x)[0] : 'Hi'",
])('Who says what stands there instead has thought of it: %s', async (code) => {
	expect(await ofText(code)).toBeUndefined();
});

it.each([
	"{{ String($json.x).replace(/\\D/g, '') }}",
	"{{ `${$json.nul}`.replace(/[^0-9]/g, '') }}",
	"{{ String($json.empty).replace(/\\D/g, '') }}",
	'{{ [$json.x] }}',
	"{{ $json.yes ? String($json.x).replace(/\\D/g, '') : '370' }}",
	"{{ [...String($json.x)].filter((c) => /\\d/.test(c)).join('') }}",
])('A number without its country code is somebody else’s: +%s{{ $json.num }}', async (code) => {
	const to = `=+${code}{{ $json.num }}`;
	for (const options of [refuse, {}])
		expect(await errorOf(sends({ to, options }))).toContain("'To' has a part without a value");
});

it.each(['Null', 'null', 'NaN', 'Infinity', 'Undefined'])(
	'An address may have the name %s of the data',
	async (name) => {
		const mail = (to: string) => ({ ...email, to, options: refuse }) as INodeParameters;
		const written = [
			'{{ $json.name.toLowerCase() }}',
			'{{ $json.name.trim() }}',
			'{{ $json.name }}',
		];
		for (const code of written)
			expect(await errorOf(mail(`=${code}@example.com`), { name })).toBeUndefined();
		expect(await errorOf(mail('={{ String($json.x) }}@example.com'))).toContain('has a part');
	},
);

it.each([
	'$json.items.filter((i) => i.open).length',
	'($json.x || []).length',
	'[$json.x, $json.y].filter(Boolean).length',
	"$json.items.filter((i) => i.name.startsWith('Z')).length",
	"$json.items.findIndex((i) => i.name === 'Nope')",
	'+$json.no',
])('A count is a part of a Once Key, also where it’s 0: %s', async (code) => {
	expect(await ofKey(`{{ $json.order }}-{{ ${code} }}`)).toBeUndefined();
});

it.each([
	'$now.toMillis() * 1000000 + $itemIndex',
	'2 ** 60 + $itemIndex',
	"Number('9007199254740993')",
])(
	'A Once Key with a number that was rounded is refused, whatever stands beside it: %s',
	async (code) => {
		expect(await ofKey(`{{ $json.order }}-{{ ${code} }}`)).toContain('was rounded');
	},
);

it.each<IDataObject>([{}, { x: '' }, { x: null }])(
	'A default within a hash is that of its own field: %j',
	async (more) => {
		const options = (part: string) =>
			group('onceKey', { key: `={{ ($json.order + ($json.part || '') + ${part}).hash('md5') }}` });
		expect(await errorOf(sends({ options: options('$json.x') }), more)).toContain("'Once Key'");
		expect(await errorOf(sends({ options: options('$json.last') }), more)).toBeUndefined();
	},
);

it.each<[code: string, names: string[], asks: boolean]>([
	["$json.a ? 'x' : $json.b", ['a'], true],
	["$json.a ? 'x' : $json.b", ['b'], false],
	["$json.a === 'b' ? 'x' : $json.b", ['b'], false],
	["$json['a b'] ? 'x' : $json.b", ['a b'], true],
	["$json.express ? 'soon' : $json.x", ['x'], false],
	["$json.c || $json.a + ($json.b ?? '')", ['b'], true],
	["f($json.c) ? 'x' : $json.b", ['b'], true],
	["((n) => n ? n : 'x')($json.b)", ['b'], true],
	['$json.list.map((i) => i.a ?? 1).join() + $json.b', ['b'], false],
	["(() => { if ($json.a) return 'x'; return $json.b; })()", ['b'], false],
	["$if($json.b, 'x', 'y')", ['b'], true],
	['$json.a?.b', ['b'], false],
	["'Is it? ' + $json.b", ['b'], false],
	["({ b = 'x' }) => b", ['c'], true],
	["$json.a ? 'x' : 'y'", ['[]'], true],
])('%s asks about %j: %p', (code, names, asks) => {
	expect(asksAbout(code, names)).toBe(asks);
});
