import { sharedHost } from '../support';
import { textsOn } from '../support/asking';
import { PlayedExample } from '../support/playing';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const [owner, customer] = ['37060012345', '37060099999'];
const person = { Name: 'Jūratė', 'Phone number': '+370 600 99999' };

test.each([
	[{ data: { approved: true } }, 1, customer, 'Your order 1042 is refunded.'],
	[{ data: { approved: false } }, 0, customer, 'We cannot refund your order 1042. Please call us.'],
	[{}, 0, owner, 'Nobody has answered about order 1042. It was not refunded.'],
])(
	'A refund: only when the owner agrees, and somebody is told: %j',
	async (answer, refunds, to, text) => {
		const example = await PlayedExample.of(host, 'approval-by-sms');
		const wish = { ...person, 'Order number': '1042', 'Amount in euros': 129.9, Reason: 'Broken' };
		const run = await example.run('On form submission', [wish], { 'Ask the owner': [answer] });
		expect(run.timesOf('Refund it')).toBe(refunds);
		expect(await host.sandbox.sentSms()).toEqual([{ to, text }]);
	},
);

describe('An appointment', () => {
	const visit = { ...person, Day: '2027-01-31', Time: '14:30' };
	const ends = ['Confirm it', 'Move it', 'Cancel it'];
	const say = (choice: string) => [{ data: { choice } }];
	const reminded = /^Reminder: does your appointment suit you, 2027-01-31 at 14:30\?\nhttp/;
	const another = /^Which other day suits you for your appointment\?\nhttp/;
	const office = /^No answer from Jūratė, \+370 600 99999, about .+ 2027-01-31 at 14:30\./;
	const [ask, remind, wait] = ['Ask the customer', 'Remind the customer', 'Wait for another day'];
	const nothing = [{}];

	test.each<[string, Record<string, object[]>, string[], RegExp[]]>([
		['Confirm', { [ask]: say('Confirm') }, ['Confirm it'], []],
		['Cancel', { [ask]: say('Cancel') }, ['Cancel it'], []],
		['Move', { [ask]: say('Move'), [wait]: [{ Day: '2027-02-01' }] }, ['Move it'], [another]],
		['Move, and no day', { [ask]: say('Move'), [wait]: nothing }, [], [another, office]],
		['nothing', { [ask]: nothing }, [], [reminded]],
		['it after a reminder', { [ask]: nothing, [remind]: say('Confirm') }, ['Confirm it'], []],
		['nothing at all', { [ask]: nothing, [remind]: nothing }, [], [office]],
	])('goes on when the customer says %s', async (_, pins, end, said) => {
		const example = await PlayedExample.of(host, 'appointment-by-sms');
		const run = await example.run('On form submission', [visit], pins);
		expect(ends.filter((name) => run.timesOf(name) > 0)).toEqual(end);
		expect((await host.sandbox.sentSms()).map(({ text }) => text)).toEqual(
			said.map((text) => expect.stringMatching(text)),
		);
	});
});

describe('A reminder in daytime', () => {
	const HOUR = 3_600_000;
	const now = Date.now();
	const inHours = (hours: number) => new Date(now + hours * HOUR).toISOString().slice(0, 16);

	/** Makes an appointment; the window opens in an hour, or all day long. */
	const remind = async (hours: number, isOpen: boolean) => {
		const [from, until] = isOpen ? ['00:00', '24:00'] : [1, 2].map((n) => inHours(n).slice(11));
		const example = await PlayedExample.of(host, 'appointment-reminder-in-hours', (text) =>
			text
				.replace('"09:00"', `"${from}"`)
				.replace('"20:00"', `"${until}"`)
				.replace('"executionOrder"', '"timezone":"UTC","executionOrder"'),
		);
		const [Day, Time] = inHours(hours).split('T');
		return await example.run('When an appointment is made', [{ ...person, Day, Time }]);
	};

	test('does not come before the day of the appointment', async () => {
		const run = await remind(30, true);
		expect([run.lastNode, run.waitsUntil]).toEqual([
			'Wait until the day before',
			`${inHours(6)}:00.000Z`,
		]);
		expect(await textsOn(host, customer)).toEqual([]);
	});

	test('waits outside the window until it opens, unless the appointment is earlier', async () => {
		const run = await remind(5, false);
		expect([run.lastNode, run.waitsUntil]).toEqual([
			'Wait until the window opens',
			`${inHours(1)}:00.000Z`,
		]);
		const late = await remind(0.5, false);
		expect(late.itemsOf('Remind by SMS')).toMatchObject([{ skipped: 'outsideWindow' }]);
		expect(late.timesOf('Wait until the window opens')).toBe(0);
		expect(await textsOn(host, customer)).toEqual([]);
	});
});
