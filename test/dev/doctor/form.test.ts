import { readArguments } from '../../../dev/doctor/arguments';
import { runNode } from '../../support/engine';
import { send, skip } from '../../support/sending';
import { API_KEY } from '../../support/service';
import { consult, NUMBER, openOther, reporting, sending } from './consultation';
import type { Other } from './consultation';

const entries = [
	{ ref: 'a1', msisdn: '+370 600 99 001', since: '2026-01-31T09:00:00Z' },
	{ ref: 'a2', msisdn: '60099002', since: '2026-01-31T09:00:00Z' },
];
const list = (json: unknown, headers = {}): Other => ({
	answer: (reply, { path }) => (path === '/suppression' ? { ...reply, json, headers } : reply),
});

const TITLE = 'Enter these in the credential, under Account Defaults:';
/** What the sandbox's balance shows of two parts. */
const PRICE = '  Price per Part: +370: 0.04 EUR';
const NONE_SAYS_MORE =
	'    Only if none of these says that the list has more entries: Skip Suppressed would miss the people on them.';
const IS_NUMBER =
	'    Only if it has the phone number: Suppression → Get Many shows it. With another field, nobody would be skipped.';
const IF_ARRIVED = '    Only if the SMS has arrived.';

const cases: Array<[of: string, json: unknown, form: string[]]> = [
	['numbers in another field', entries, ['  Field of the Numbers: msisdn', IS_NUMBER]],
	[
		'fields beside it',
		{ object: 'list', data: [{ phoneNumber: '37060099001' }], page: { size: 20, next: null } },
		['  Ignored Fields: object, page.size', NONE_SAYS_MORE],
	],
	[
		'both',
		{ object: 'list', data: entries, total: 2 },
		[
			...['  Field of the Numbers: msisdn', IS_NUMBER],
			...['  Ignored Fields: object', NONE_SAYS_MORE],
		],
	],
	[
		'numbers a level below',
		[{ contact: { phone: '37060099001' } }],
		['  Field of the Numbers: contact.phone', IS_NUMBER],
	],
	[
		'two fields that could have the numbers',
		entries.map((entry) => ({ ...entry, customer: 12345678 })),
		['  Field of the Numbers: msisdn or customer', IS_NUMBER],
	],
	[
		'another list beside it',
		{ data: entries, blocked: [] },
		['  Ignored Fields: data, blocked', '    All but the list that has the numbers.'],
	],
];

describe('Of a suppression list with', () => {
	it.each(cases)('%s, it prints the values to enter', async (_, json, form) => {
		const { form: printed } = await consult(await openOther(list(json)), []);
		expect(printed).toEqual([TITLE, ...form]);
	});

	it('a header that may say that there is more, too', async () => {
		const link = '<https://api.example.com/suppression?page=2>; rel="next"';
		const { form } = await consult(await openOther(list(entries, { link })), []);
		expect(form).toContain('  Ignored Fields: link');
	});

	it.each([
		['no list', { numbers: 'none' }],
		['no number in one of its entries', [...entries, { ref: 'a3', msisdn: 'withheld' }]],
		['a number for a name', { '+37060099001': true, data: entries }],
		[
			'more beside it than somebody would enter',
			{
				data: entries,
				...Object.fromEntries(Array.from('x'.repeat(40), (x, n) => [x + n, n + 1])),
			},
		],
	])('%s, it says that no setting mends it', async (_, json) => {
		const { form, all } = await consult(await openOther(list(json)), []);
		expect(form).toEqual([]);
		const row = all.find((one) => one.row === 'suppression-number');
		expect(row?.change.join()).toContain('No setting mends this');
		expect(row?.change.join()).toContain('Skip Suppressed sends nothing');
		expect(JSON.stringify(all)).not.toContain('37060099001');
	});

	it('numbers as assumed, it prints nothing but what a part cost', async () => {
		const { form } = await consult(await openOther(), sending);
		expect(form).toEqual([TITLE, PRICE]);
	});
});

it('what it prints lets Skip Suppressed read the list, and is not printed again', async () => {
	const service = await openOther(list({ object: 'list', data: entries, page: { size: 20 } }));
	const { form } = await consult(service, []);
	const value = (label: string) => new RegExp(`${label}: (.*)`).exec(form.join('\n'))![1];
	const entered = [
		...['--field-of-the-numbers', value('Field of the Numbers')],
		...['--ignored-fields', value('Ignored Fields')],
	];
	const { form: none, table } = await consult(service, entered);
	expect(none).toEqual([]);
	expect([table['suppression-number'], table['list-paging']]).toEqual(Array(2).fill('as assumed'));
	// What stands in the credential already stays there.
	const { form: all } = await consult(service, ['--ignored-fields', 'object']);
	expect(all).toContain('  Ignored Fields: object, page.size');

	const { credential } = readArguments(['--url', service.address, ...entered]);
	const items = ['37060099001', '37060099002', NUMBER].map((to) => ({ to }));
	const parameters = { ...send, options: skip('skipSuppressed') };
	await runNode({ ...credential, apiKey: API_KEY }, parameters, items);
	const sent = service.received.filter(({ path }) => path === '/v1/sms/single');
	expect(sent.map(({ json: body }) => (body as { to: string }).to)).toEqual([NUMBER]);
});

describe('Of states', () => {
	const sms = ['--send-to', NUMBER, '--from', 'Shop', '--wait', '60'];
	const changes: Array<[says: string, Other]> = [
		['no time of delivery comes', reporting((entry) => ({ ...entry, delivered: undefined }))],
		[
			'no time can be read',
			reporting((entry) => ({ ...entry, delivered: entry.delivered && 'yesterday' })),
		],
		[
			'an error code stands beside the time',
			reporting((entry) => ({ ...entry, ...(entry.delivered ? { errorCode: 'E0' } : {}) })),
		],
	];

	it.each(changes)('it prints those that it saw, if %s', async (_, other) => {
		const { form, different } = await consult(await openOther(other), sms);
		expect(form).toEqual([TITLE, PRICE, '  Delivered States: 2', IF_ARRIVED]);
		const again = await consult(await openOther(other), [...sms, '--delivered-states', '2']);
		expect([again.form, again.different]).toEqual([[TITLE, PRICE], []]);
		expect(different.length).toBeLessThan(2);
	});

	it('it prints that of a message that is there already', async () => {
		const service = await openOther(changes[0][1]);
		const body = { to: NUMBER, from: 'Shop', text: 'Hello' };
		const { messageId } = (await service.post('/v1/sms/single', body)).json();
		await service.pause(3_600_000);
		const { form } = await consult(service, ['--message-id', messageId]);
		expect(form).toEqual([TITLE, '  Delivered States: 2', IF_ARRIVED]);
	});

	const secondFails = (state: number) =>
		reporting((entry, place) => ({
			...entry,
			delivered: undefined,
			...(place ? { state, errorCode: '27' } : { state: 2 }),
		}));

	it('it prints that of a part that has failed beside them', async () => {
		const { form } = await consult(await openOther(secondFails(3)), sms);
		const lines = ['  Delivered States: 2', IF_ARRIVED, '  Failed States: 3'];
		expect(form).toEqual([TITLE, PRICE, ...lines]);
	});

	it('it prints none that says both', async () => {
		expect((await consult(await openOther(secondFails(2)), sms)).form.join()).not.toContain(
			'States',
		);
	});

	it('it asks for no word', async () => {
		const other = reporting((entry) => ({ ...entry, delivered: undefined, state: 'SENT' }));
		const { form, all } = await consult(await openOther(other), sms);
		expect(form.join()).not.toContain('States');
		const of = (name: string) => all.find(({ row }) => row === name)!;
		expect(of('part-arrived').what.join()).toContain('state: no whole number');
		expect(of('part-states').change).toEqual([expect.stringContaining('Leave them empty')]);
	});
});
