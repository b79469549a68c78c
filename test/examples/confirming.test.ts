import { eventually } from '../support/eventually';
import { serviceForTests } from '../support/service';
import { arrivalsAt, Example } from './support/example';

const service = serviceForTests();
const { messages, sent } = arrivalsAt(service);

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
			title: 'Not delivered',
			text: "The SMS was sent, but couldn't be delivered. It is not sent again.",
		});
		expect((await submit(example, 'A-1044', '+370 600'))?.title).toBe('No SMS was sent');
		expect((await submit(example, 'A-1045', '+370 600 10400'))?.title).toBe('No SMS was sent');
		expect((await submit(example, 'A-1044', '+370 600 12345'))?.title).toBe('Confirmed');
		expect((await submit(example, 'A-1045', '+370 600 12345'))?.title).toBe('Confirmed');
	});
});
