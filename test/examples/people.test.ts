import { serviceForTests } from '../support/service';
import { eventually } from '../support/eventually';
import { Example } from './support/example';

const service = serviceForTests();
const [owner, customer] = ['37060012345', '37060099999'];

type Message = { to: string; text: string; parts: Array<{ stateName: string }> };
const messages = async (): Promise<Message[]> => (await service.control('GET', 'state')).messages;
const sent = async () => (await messages()).map(({ to, text }) => [to, text]);
const paths = async () => (await service.received()).map(({ path }) => path);

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

describe('Confirm a phone number by a code', () => {
	const ask = async (example: Example, phone: string) =>
		await example.run('When a number is entered', [{ 'Phone number': phone }]);
	const codeIn = async () => /\d{6}/.exec((await messages()).at(-1)!.text)![0];
	const confirmed = 'Do what needs a confirmed number';

	/** Enters what depends on the code, once it is known. */
	async function enter(phone: string, ...tries: Array<(code: string) => string>) {
		const example = new Example(service, 'number-confirmed-by-code');
		let code: string | undefined;
		// What is entered is asked for after the SMS: only then is the code known.
		example.onEnter = async () => {
			code ??= await codeIn();
			const next = tries.shift();
			return next && { Code: next(code) };
		};
		const run = await ask(example, phone);
		return { ...run, asked: example.asked, code };
	}
	const right = (code: string) => `${code.slice(0, 3)} ${code.slice(3)} `;
	const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
	const first = 'An SMS with six digits is on its way to you.';
	const again = 'That is not the code. Look at the SMS once more.';

	test('confirms the number of who enters the code, also at the third try and with a space in it', async () => {
		const run = await enter('8 600 11101', wrong, () => 'hello', right);
		expect(run.page).toEqual({
			title: 'Confirmed',
			text: 'Your number 37060011101 is confirmed.',
		});
		expect(run.asked).toEqual([first, again, again]);
		expect(run.timesOf(confirmed)).toBe(1);
		expect(await sent()).toEqual([['37060011101', `Your code is ${run.code}. Tell it to nobody.`]]);
	});

	test('does not confirm it after three wrong codes, and takes no other', async () => {
		const run = await enter('+370 600 11102', wrong, wrong, wrong, right);
		expect(run.page).toMatchObject({ title: 'Not confirmed' });
		expect(run.page?.text).not.toContain(run.code);
		expect(run.timesOf(confirmed)).toBe(0);
	});

	test('ends when nobody enters the code in time, and confirms nothing', async () => {
		const run = await enter('+370 600 11106');
		expect([run.timesOf('Nobody came back'), run.timesOf(confirmed)]).toEqual([1, 0]);
	});

	test('sends one code in ten minutes to a number, however it is written, and none abroad', async () => {
		const example = new Example(service, 'number-confirmed-by-code', (text) =>
			text.replace('$now.toMillis()', '1800000000000'),
		);
		await ask(example, '8 600 11105');
		for (const written of ['+370 600 11105', '0037060011105', '860011105']) {
			expect((await ask(example, written)).page?.title).toBe('You have a code already');
		}
		for (const refused of ['+1 900 555 0123', '+44 20 7946 0958', '12']) {
			expect((await ask(example, refused)).page?.title).toBe('No code was sent');
		}
		expect(await messages()).toHaveLength(1);
	});
});

describe('Confirm each order once', () => {
	const submit = async (example: Example, order: string, phone: string) => {
		const before = (await messages()).length;
		const running = example.run('When an order is entered', [
			{ 'Order number': order, 'Phone number': phone },
		]);
		const isSent = async () => (await messages()).length > before;
		await Promise.race([running, eventually('the SMS', isSent, 100)]);
		await service.advance(60_000);
		return (await running).page;
	};

	test('sends one SMS of one part and says that it has arrived; the same order again sends none', async () => {
		const example = new Example(service, 'order-confirmation');
		expect(await submit(example, 'A-1042', '+370 600 12345')).toEqual({
			title: 'Confirmed',
			text: 'The SMS has arrived at +370 600 12345.',
		});
		expect(await sent()).toEqual([
			['37060012345', 'Thank you - your order "A-1042" is on its way...'],
		]);
		expect(await submit(example, 'A-1042', '+370 600 12345')).toEqual({
			title: 'Already confirmed',
			text: 'Order A-1042 was confirmed before. No second SMS was sent.',
		});
		expect(await messages()).toHaveLength(1);
	});

	test('says that it has not arrived, and sends again only an order that was refused', async () => {
		const example = new Example(service, 'order-confirmation');
		expect(await submit(example, 'A-1043', '+370 601 10002')).toEqual({
			title: 'Not arrived yet',
			text: 'The SMS was sent, but has not arrived: error code 27. It is not sent again.',
		});
		expect((await submit(example, 'A-1044', '+370 600'))?.title).toBe('No SMS was sent');
		expect((await submit(example, 'A-1045', '+370 600 10400'))?.title).toBe('No SMS was sent');
		expect((await submit(example, 'A-1044', '+370 600 12345'))?.title).toBe('Confirmed');
		expect((await submit(example, 'A-1045', '+370 600 12345'))?.title).toBe('Confirmed');
	});
});

describe('Viber first, and an SMS if it does not arrive', () => {
	const message = { to: '+370 600 10004', text: 'Your table is reserved' };
	const [viber, report, sms] = ['/viber', '/v1/sms/report', '/v1/sms/single'];
	const tryIt = async (to: string) =>
		await new Example(service, 'viber-then-sms').run('When another workflow calls', [
			{ ...message, to },
		]);

	test('sends no SMS when Viber has delivered', async () => {
		expect((await tryIt('+370 600 12345')).lastNode).toBe('Delivered by Viber');
		expect(await paths()).toEqual([viber, report]);
	});

	test.each([
		['has not arrived in time', '+370 600 10004'],
		['has failed', '+370 600 10002'],
	])('sends the same text as an SMS, once, when the Viber message %s', async (_, to) => {
		await tryIt(to);
		expect(await paths()).toEqual([viber, report, sms]);
		expect(await sent()).toEqual([[to.replace(/\D/g, ''), message.text]]);
	});

	test('sends the SMS at once when the service refuses the Viber message', async () => {
		await service.fail({ kind: 'status', status: 400, path: viber });
		await tryIt('+370 600 12345');
		expect(await paths()).toEqual([viber, sms]);
		expect(await sent()).toEqual([['37060012345', message.text]]);
	});

	test.each([
		[
			'the answer of Viber got lost',
			{ kind: 'drop', accepted: true, path: viber },
			'The connection was closed before the service answered',
		],
		[
			'the answer of Viber holds no messageId',
			{ kind: 'status', status: 200, body: { accepted: true }, path: viber },
			"'Message ID' is empty",
		],
		[
			'the report cannot be had',
			{ kind: 'status', status: 404, body: { message: 'No such SMS' }, path: report },
			'No such SMS',
		],
		['the report is empty', { kind: 'status', status: 200, body: [], path: report }, ''],
	])('sends no SMS and fails, saying why, when %s', async (_, fault, reason) => {
		await service.fail(fault);
		const run = await tryIt('+370 600 10004');
		expect(run.lastNode).toBe('Nobody knows');
		expect(run.error).toContain(
			'It is not known whether Viber has delivered the message to +370 600 10004. No SMS was sent',
		);
		expect(run.error).toContain(reason);
		expect(await paths()).not.toContain(sms);
	});
});
