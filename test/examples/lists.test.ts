import { serviceForTests } from '../support/service';
import { arrivalsAt, Example, exampleFile, uploaded } from './support/example';

const service = serviceForTests();
const { sent } = arrivalsAt(service);

describe('Send a big list, and go on after a crash', () => {
	const trigger = 'When a list is uploaded';
	const upload = async (example: Example, rows: string[][], mailing: string) => {
		const file = ['phone,message', ...rows.map((row) => row.join())].join('\n');
		const json = { 'Name of the mailing': mailing };
		return (await example.run(trigger, [{ ...uploaded(file), json }])).page?.text;
	};
	const list = Array.from({ length: 250 }, (_, n) => [
		`+3706${String(n).padStart(5, '0')}33`,
		`Hello ${n}`,
	]);

	test('sends exactly the rest of a list that was broken off', async () => {
		const example = new Example(service, 'big-list-resumed');
		// The second batch is refused; what is sent stays sent, and the name may be written otherwise.
		await service.fail({ kind: 'status', status: 400, path: '/v1/sms/bulk', after: 1 });
		expect(await upload(example, list, 'December')).toMatch(
			/^Sent: 150\. Sent before: 0\. Not sent: 100, because: /,
		);
		expect(await upload(example, list, ' DECEMBER ')).toBe(
			'Sent: 100. Sent before: 150. Not sent: 0.',
		);
		expect(await upload(example, list, 'December')).toBe('Sent: 0. Sent before: 250. Not sent: 0.');
		const numbers = list.map(([phone]) => phone.slice(1));
		expect((await sent()).map(([to]) => to).sort()).toEqual(numbers.sort());
	});

	test('sends a number once under a name, and again under another', async () => {
		const example = new Example(service, 'big-list-resumed');
		const twice = [
			['+370 600 12345', 'Hello'],
			['0037060012345', 'Hello'],
		];
		expect(await upload(example, twice, 'One')).toBe('Sent: 1. Sent before: 1. Not sent: 0.');
		expect(await upload(example, twice.slice(1), 'Two')).toBe(
			'Sent: 1. Sent before: 0. Not sent: 0.',
		);
	});

	test('sends a row that was corrected when the whole file is uploaded again', async () => {
		const example = new Example(service, 'big-list-resumed');
		const right = ['+370 600 22222', 'Hello'];
		expect(await upload(example, [['+370 600', 'Hello'], right], 'Three')).toBe(
			"Sent: 1. Sent before: 0. Not sent: 1, because: 'To' isn't a phone number: +370 600.",
		);
		expect(await upload(example, [['+370 600 11111', 'Hello'], right], 'Three')).toBe(
			'Sent: 1. Sent before: 1. Not sent: 0.',
		);
	});

	test('sends what it can of the file that the README names, and the second time nothing', async () => {
		const example = new Example(service, 'big-list-resumed');
		const run = async () =>
			(
				await example.run(trigger, [
					{
						...uploaded(exampleFile('spreadsheet-rows.csv')),
						json: { 'Name of the mailing': 'Five' },
					},
				])
			).page?.text;
		const first = await run();
		expect(first).toMatch(/^Sent: 2\. Sent before: 0\. Not sent: 4, because: /);
		expect(await run()).toBe(
			first?.replace('Sent: 2. Sent before: 0.', 'Sent: 0. Sent before: 2.'),
		);
	});

	test('sends nothing of a file that is too long, or has a text that is', async () => {
		const example = new Example(service, 'big-list-resumed', (text) =>
			text.replace('"maxMessages": 20000', '"maxMessages": 3'),
		);
		const tooLong = [['+370 600 12345', 'Long text. '.repeat(40)]];
		for (const rows of [list.slice(0, 4), tooLong]) {
			expect(await upload(example, rows, 'Four')).toMatch(
				/^Sent: 0\. Sent before: 0\. Not sent: [14], /,
			);
		}
		expect(await sent()).toEqual([]);
	});
});

test('Send to a list with care: sends to each number once, to nobody suppressed, and says what is wrong', async () => {
	const example = new Example(service, 'careful-bulk-sms');
	const first = await example.run('When you execute it');
	const numbers = ['37060012345', '37060012346', '37060012347'];
	expect((await sent()).map(([to]) => to)).toEqual(numbers);
	expect(first.itemsOf('Look before sending').map(({ parts }) => parts)).toEqual(Array(5).fill(1));

	await service.reset();
	await service.post('/suppression', { phoneNumber: numbers[2] });
	const second = await example.run('When you execute it');
	expect((await sent()).map(([to]) => to)).toEqual(numbers.slice(0, 2));
	expect(second.itemsOf('Count the outcomes')).toEqual(
		expect.arrayContaining([
			{ outcome: 'sent', count_outcome: 2 },
			{ outcome: 'duplicate', count_outcome: 1 },
			{ outcome: 'suppressed', count_outcome: 1 },
			{
				outcome: expect.stringMatching(/^not sent: 'To' isn't a phone number: 12345/),
				count_outcome: 1,
			},
		]),
	);
});
