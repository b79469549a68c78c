import fc from 'fast-check';
import { Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import '../../support/processedData';
import { tries } from '../../support/properties';
import { email, group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';
const consent = { resource: 'contact', operation: 'updateConsent', status: 'revoked' };

/** A number, an ID, or an hour made of parts, in as many spellings; each also with a default. */
const spelled: Array<(name: string) => string> = [
	(name) => `{{ $json.${name} }}`,
	(name) => `{{ $json['${name}']?.trim() }}`,
	(name) => `{{ $('Items 0').item.json.${name} }}`,
	(name) => `{{ $json.${name} || $json.other }}`,
	(name) => `{{ [$json.${name}, 'x'].slice(0, 1).join('') }}`,
];
const ofParts: Array<[field: string, parameters: INodeParameters, first: string, second: string]> =
	[
		['To', { ...send, to: '=+FIRSTSECOND' }, '370', '60012345'],
		[
			'Phone Number',
			{ resource: 'suppression', operation: 'add', phoneNumber: '=00FIRSTSECOND' },
			'370',
			'60012345',
		],
		['Contact ID', { ...consent, contactId: '=c-FIRST-SECOND' }, '7', '8'],
		[
			'Opens',
			{ ...send, to, options: group('skipMessages', { sendWindow: true, opens: '=FIRST:SECOND' }) },
			'09',
			'30',
		],
	];
it.each(ofParts)(
	'%s is refused exactly if a part of it has no value',
	async (field, form, ...parts) => {
		const blank = fc.constantFrom(undefined, null, '', ' ', '\u200b');
		const part = fc.record({
			spell: fc.constantFrom(...spelled),
			isBlank: fc.boolean(),
			blank,
			hasDefault: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(part, part, async (...drawn) => {
				const codes = drawn.map(({ spell, hasDefault }, at) => {
					const code = spell(['a', 'b'][at]);
					return hasDefault ? code.replace(' }}', " || '' }}") : code;
				});
				const entered = JSON.stringify(form)
					.replace('FIRST', JSON.stringify(codes[0]).slice(1, -1))
					.replace('SECOND', JSON.stringify(codes[1]).slice(1, -1));
				const valueOf = (at: number) => (drawn[at].isBlank ? drawn[at].blank : parts[at]);
				await service.reset();
				await service.answer({ messageId: 'm', partIds: ['p'] });
				const { error } = await runNode(service.credential, JSON.parse(entered), [
					{ a: valueOf(0), b: valueOf(1) } as IDataObject,
				]);
				const lacks = drawn.some(({ isBlank, hasDefault }) => isBlank && !hasDefault);
				// Without a part that may be blank, it may be refused for its form.
				const isWhole = drawn.every(({ isBlank }) => !isBlank);
				if (lacks || isWhole) expect([entered, error !== undefined]).toEqual([entered, lacks]);
				else expect(error?.message ?? '').not.toContain('a part without a value');
				if (lacks) expect(error!.message).toContain(`'${field}'`);
				if (lacks) expect(await service.received()).toEqual([]);
			}),
			tries(40),
		);
	},
);

it.each<[to: string, item: IDataObject]>([
	["={{ $json.phone.split(' ').join('') }}", { phone: '+370  600 12345 ' }],
	["={{ $json.phone.replace(/\\D/g, '') }}", { phone: '+370 600 12345' }],
	['={{ [$json.mobile, $json.phone].find(Boolean) }}', { phone: '+370 600 12345' }],
	['=+{{ [$json.mobile, $json.phone].find(Boolean) }}', { phone: '370 600 12345' }],
	[
		"={{ $json.phone.startsWith('+') ? $json.phone : '+' + $json.phone }}",
		{ phone: '37060012345' },
	],
	['={{ Object.values($json).find((one) => /^370/.test(one)) }}', { phone: '37060012345', b: '' }],
	["={{ Object.values($json.phone).join('') }}", { phone: { code: '+370', number: '60012345' } }],
	['={{ $json.phones[0] }}{{ $json.phones[1] }}', { phones: ['370', '60012345'] }],
	["={{ [$json.area, $json.phone].filter(Boolean).join('') }}", { area: '', phone: '37060012345' }],
	["={{ '+' + ($json.cc || '370') + $json.phone }}", { phone: '60012345' }],
	["={{ '+' + ($json.cc.trim() || '') + $json.phone }}", { cc: '', phone: '37060012345' }],
	["={{ '+' + (($json.cc || '') + $json.phone).replace(/\\D/g, '') }}", { phone: '370 60012345' }],
	["={{ ($json.cc ?? '+370').replace(' ', '') + $json.phone }}", { phone: '60012345' }],
	["={{ $('Items 0').item.json.phone }}", { phone: '37060012345', other: null }],
])('A number whose parts are all there is taken: %s of %j', async (entered, item) => {
	const { error } = await runNode(service.credential, { ...send, to: entered }, [item]);
	expect([error?.message, (await service.received()).length]).toEqual([undefined, 1]);
});

it.each<[to: string, item: IDataObject]>([
	[
		'=+{{ $json.cc }}{{ $json.phone.length > 8 ? $json.phone.slice(-8) : $json.phone }}',
		{ cc: '', phone: '060012345' },
	],
	[
		"={{ '+' + ($json.cc || '44') + $json.area + $json.number }}",
		{ area: '', number: '7911123456' },
	],
	["={{ '+44' + $json.area + $json.number }}", { area: '', number: '7911123456' }],
	["={{ '+' + [$json.cc, $json.number].join('') }}", { number: '37060012345' }],
	['=+{{ $json.parts.join("") }}', { parts: [null, '37060012345'] }],
	['=+37{{ Number($json.area) }}{{ $json.number }}', { area: null, number: '60012345' }],
	["={{ '+370' + (Number($json.area) + $json.number) }}", { area: null, number: 60012345 }],
	["=+{{ $json.cc.replace(/\\D/g,'') }}{{ $json.phone }}", { phone: '37060012345' }],
	[
		"={{ ('+' + $json.cc + $json.phone).replace(/[^+\\d]/g,'') }}",
		{ cc: '', phone: '37060012345' },
	],
	["={{ '+' + String($json.cc).replace(/\\D/g,'') + $json.phone }}", { phone: '37060012345' }],
	[
		"={{ '+' + String($json.cc?.code.trim()).replace(/\\D/g,'') + $json.phone }}",
		{ phone: '37060012345' },
	],
	['=+{{ parseInt($json.cc) }}{{ $json.phone }}', { cc: '', phone: '37060012345' }],
	["={{ '+' + [$json.cc?.trim(), $json.b || '37060012345'].join('') }}", { b: '' }],
	[
		"={{ '+' + $json.cc.replace(/\\D/g, '') + ($json.phone || $json.mobile) }}",
		{ cc: '', phone: '37060012345' },
	],
	["={{ '+' + $json.values[0][1] + $json.values[0][0] }}", { values: [['37060012345', '']] }],
	[
		"={{ '+' + JSON.parse($json.body).cc + JSON.parse($json.body).nr }}",
		{ body: '{"cc":"","nr":"37060012345"}' },
	],
	[
		"={{ [...$json.parts].map((p) => '+' + p.cc + p.nr).join() }}",
		{ parts: [{ cc: '', nr: '37060012345' }] },
	],
])('A number with a part that is blank is refused: %s of %j', async (entered, item) => {
	const { error } = await runNode(service.credential, { ...send, to: entered }, [item]);
	expect(error?.message).toContain("'To' has a part without a value");
	expect(await service.received()).toEqual([]);
});

it.each([
	['17', undefined],
	['abc', expect.stringContaining("'To' has a part without a value")],
])('An address of an ID is refused if it is no number: %s', async (id, said) => {
	const email = { resource: 'email', operation: 'send', from: 'a@example.com', subject: 'Hi' };
	const parameters = { ...email, text: 'Hi', to: "={{ Number($json.id) + '@example.com' }}" };
	const { error } = await runNode(service.credential, parameters, [{ id }]);
	expect(error?.message).toEqual(said);
});

it('An hour is refused if the delay that it comes after has no value, whatever time it is', async () => {
	// Each look at the clock takes time.
	let now = Date.now();
	Settings.now = () => (now += 7);
	for (const [at, item, isTaken] of [
		['={{ $now.plus({ minutes: $json.delay }).toISO() }}', {}, false],
		['={{ DateTime.now().plus({ minutes: $json.delay }).toISO() }}', { delay: null }, false],
		['={{ $today.plus({ days: 2, hours: $json.hour }).toISO() }}', { hour: '' }, false],
		['={{ DateTime.utc().plus({ hours: $json.delay }).toISO() }}', { delay: null }, false],
		['={{ DateTime.fromJSDate(new Date).plus({ hours: $json.h }).toISO() }}', { h: null }, false],
		["={{ new Date('2036-12-01').toDateTime().plus({ days: $json.days }).toISO() }}", {}, false],
		[
			"={{ new Date(new Date('2036-12-01').getTime() + $json.min * 60000).toISOString() }}",
			{ min: null },
			false,
		],
		['={{ $now.plus({ minutes: $json.delay ?? 30 }).toISO() }}', {}, true],
		["={{ new Date('2036-12-01T10:00:00Z').toISOString() }}", { note: null }, true],
		['={{ $now.plus({ days: $json.isUrgent ? 1 : 3 }).toISO() }}', {}, true],
	] as const) {
		await service.reset();
		await service.answer({ campaignId: 'c' });
		const campaign = { resource: 'campaign', operation: 'create', name: 'A', recipients: to };
		const parameters = { ...campaign, from: 'Shop', text: 'Hi', options: { scheduledAt: at } };
		const { error } = await runNode(service.credential, parameters, [{ ...item }]);
		expect([at, error?.message ?? '']).toEqual([
			at,
			isTaken ? '' : expect.stringContaining('Scheduled At'),
		]);
	}
});
afterEach(() => void (Settings.now = () => Date.now()));

it('A Once Key out of a list of many items is taken', async () => {
	const items = Array.from({ length: 150 }, (_, id) => ({ to, id, lines: [{ sku: `s${id}` }] }));
	const key =
		"={{ $input.all()[$itemIndex].json.id + '/' + $json.lines.map((l) => l.sku).join() }}";
	const parameters = { ...send, to: '={{ $json.to }}', options: group('onceKey', { key }) };
	const { output, error } = await runNode(service.credential, parameters, items);
	expect([error?.message, output.length]).toEqual([undefined, 150]);
});

it('The name before an email address may be blank, but no part of the address', async () => {
	const mail = { ...email, text: 'Hi' };
	for (const [entered, isTaken] of [
		['={{ $json.name }} <{{ $json.box }}@example.com>', true],
		['={{ $json.box }}@{{ $json.host }}.example.com', false],
		["={{ $json.box + $json.none + '@example.com' }}", false],
		['=office@example.com, {{ $json.none }}', true],
		['="{{ $json.last }}, {{ $json.first }}" <{{ $json.box }}@example.com>', true],
		['="{{ $json.last }}; {{ $json.first }}" <{{ $json.box }}@example.com>', true],
	] as const) {
		await service.reset();
		const { error } = await runNode(service.credential, { ...mail, to: entered }, [{ box: 'ada' }]);
		expect([entered, error === undefined]).toEqual([entered, isTaken]);
	}
});
