import { serviceForTests } from '../support/service';
import { arrivalsAt, Example } from './support/example';

const service = serviceForTests();
const { messages, sent } = arrivalsAt(service);
const [owner, customer] = ['37060012345', '37060099999'];

describe('Ask for approval by SMS, then do it', () => {
	const wish = {
		Name: 'Jūratė',
		'Phone number': '+370 600 99999',
		'Order number': '1042',
		'Amount in euros': 129.9,
		Reason: 'The lamp arrived <b>broken</b>.',
	};
	const question = [owner, expect.stringMatching(/^Refund 129\.9 EUR for order 1042\?\nhttp/)];

	test('asks the owner, and does nothing before the answer', async () => {
		const run = await new Example(service, 'approval-by-sms').run('On form submission', [wish]);
		expect(run.lastNode).toBe('Ask the owner');
		expect(await sent()).toEqual([question]);
	});

	test.each([
		[{ data: { approved: true } }, 1, [customer, 'Your order 1042 is refunded.']],
		[
			{ data: { approved: false } },
			0,
			[customer, 'We cannot refund your order 1042. Please call us.'],
		],
		[{}, 0, [owner, 'Nobody has answered about order 1042. It was not refunded.']],
	])('refunds only when the owner agrees, and says so: %j', async (answer, refunds, told) => {
		const example = new Example(service, 'approval-by-sms');
		example.entered.push(answer);
		const run = await example.run('On form submission', [wish]);
		expect(run.timesOf('Refund it')).toBe(refunds);
		expect(await sent()).toEqual([question, told]);
	});
});

describe('Ask about an appointment by SMS, with a reminder', () => {
	const visit = {
		Name: 'Jūratė',
		'Phone number': '+370 600 99999',
		Day: '2027-01-31',
		Time: '14:30',
	};
	const say = (choice: string) => ({ data: { choice } });
	const ends = ['Confirm it', 'Move it', 'Cancel it'];
	const asked = /^Jūratė, does your appointment suit you: 2027-01-31 at 14:30\?\nhttp/;
	const reminded = /^Reminder: does your appointment suit you, 2027-01-31 at 14:30\?\nhttp/;
	const another = /^Which other day suits you for your appointment\?\nhttp/;
	const office = /^No answer from Jūratė, \+370 600 99999, about .+ 2027-01-31 at 14:30\./;

	test.each([
		['Confirm', [say('Confirm')], ['Confirm it'], [asked]],
		['Cancel', [say('Cancel')], ['Cancel it'], [asked]],
		['Move', [say('Move'), { Day: '2027-02-01' }], ['Move it'], [asked, another]],
		['nothing at first', [{}, say('Confirm')], ['Confirm it'], [asked, reminded]],
		['nothing at all', [{}, {}], [], [asked, reminded, office]],
	])('goes on when the customer says %s', async (_, answers, end, said) => {
		const example = new Example(service, 'appointment-by-sms');
		example.entered.push(...answers);
		const run = await example.run('On form submission', [visit]);
		expect(ends.filter((name) => run.timesOf(name) > 0)).toEqual(end);
		expect((await messages()).map(({ text }) => text)).toEqual(
			said.map((text) => expect.stringMatching(text)),
		);
		if (end[0] === 'Move it') expect(run.itemsOf('Move it')).toEqual([{ Day: '2027-02-01' }]);
	});
});

describe('Remind of an appointment in daytime', () => {
	const HOUR = 3_600_000;
	const now = Date.now();
	const inHours = (hours: number) => new Date(now + hours * HOUR).toISOString().slice(0, 16);

	/** Makes an appointment; the window opens in an hour, or all day long. */
	const remind = async (hours: number, isOpen: boolean) => {
		const [from, until] = isOpen ? ['00:00', '24:00'] : [1, 2].map((n) => inHours(n).slice(11));
		const example = new Example(service, 'appointment-reminder-in-hours', (text) =>
			text.replace('"09:00"', `"${from}"`).replace('"20:00"', `"${until}"`),
		);
		const [Day, Time] = inHours(hours).split('T');
		const visit = { Name: 'Jūratė', 'Phone number': '+370 600 11111', Day, Time };
		return await example.run('When an appointment is made', [visit], 'UTC');
	};

	test('sends inside the window at once, but not before the day of the appointment', async () => {
		expect((await remind(30, true)).lastNode).toBe('Wait until the day before');
		expect(await sent()).toEqual([]);
		await remind(5, true);
		const text =
			/^Hello Jūratė, your appointment is on 20\d\d-\d\d-\d\d at \d\d:\d\d\. See you then!$/;
		expect(await sent()).toEqual([['37060011111', expect.stringMatching(text)]]);
	});

	test('waits outside of it until it opens, but does not if the appointment is earlier', async () => {
		const run = await remind(5, false);
		expect(run.lastNode).toBe('Wait until the window opens');
		expect(run.waitsUntil).toEqual(new Date(`${inHours(1)}:00Z`));
		const late = await remind(0.5, false);
		expect(late.itemsOf('Remind by SMS')).toMatchObject([{ skipped: 'outsideWindow' }]);
		expect(late.timesOf('Wait until the window opens')).toBe(0);
		expect(await sent()).toEqual([]);
	});
});
