import { serviceForTests } from '../support/service';
import { arrivalsAt, Example } from './support/example';
import type { Row } from './support/standIn';

const service = serviceForTests();
const { messages, requestsTo } = arrivalsAt(service);
const owner = '37060012345';
const DAY = 86_400_000;

const toOwner = async () =>
	(await messages()).filter(({ to }) => to === owner).map(({ text }) => text);

describe('Tell the owner when the balance is low', () => {
	test.each([
		[
			{ EUR: 9.99, USD: 250 },
			[
				'Your Messaging Service account has only 9.99 EUR left, enough for about 249 SMS parts. Please top it up.',
			],
		],
		[{ EUR: 10, USD: 1 }, []],
	])(
		'sends an SMS when there are less than 10 euros, however few dollars: %j',
		async (balance, said) => {
			await service.control('POST', 'balance', balance);
			await new Example(service, 'low-balance-alert').run('Every morning');
			expect(await toOwner()).toEqual(said);
		},
	);
});

describe('Get an SMS when a workflow fails', () => {
	const trigger = 'When a workflow fails';
	const failed = (name: string) => ({
		workflow: { id: name, name },
		execution: {
			lastNodeExecuted: 'Read the orders',
			error: { message: 'The shop does not answer\nat orders.js:12' },
		},
	});
	/** The example in an hour, with the memory of n8n's table. */
	const inHour = (hour: string, tables?: Example['tables']) => {
		const example = new Example(service, 'workflow-error-alert', (text) =>
			text.replace(/={{ \$now\.toFormat\(.+?\) }}/, hour),
		);
		for (const [name, rows] of tables ?? []) example.tables.set(name, rows);
		return example;
	};

	test('sends one SMS an hour for a workflow that fails again and again', async () => {
		const example = inHour('2030-01-01 10');
		for (let count = 0; count < 3; count++) await example.run(trigger, [failed('nightly-import')]);
		const said = 'n8n: "nightly-import" failed in "Read the orders": The shop does not answer';
		expect(await toOwner()).toEqual([said]);
		await inHour('2030-01-01 11', example.tables).run(trigger, [failed('nightly-import')]);
		expect(await toOwner()).toEqual([said, said]);
	});

	test('sends five SMS an hour in all, however many workflows fail', async () => {
		const example = inHour('2030-01-01 10');
		for (let count = 0; count < 7; count++) await example.run(trigger, [failed(`sync-${count}`)]);
		const said = await toOwner();
		expect(said).toHaveLength(5);
		expect(said.filter((text) => text.endsWith('(last SMS of this hour)'))).toEqual([said[4]]);
		expect(example.tables.get('SMS alerts')).toHaveLength(7);
	});

	test('takes the hour from the clock, and says what it can of a trigger that failed', async () => {
		const example = new Example(service, 'workflow-error-alert');
		const run = await example.run(trigger, [
			{ workflow: { name: 'Orders' }, trigger: { error: { message: '' } } },
		]);
		expect(run.itemsOf('Say what failed')).toMatchObject([
			{ hour: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d$/), mostAnHour: 5 },
		]);
		expect(await toOwner()).toEqual(['n8n: "Orders" failed in "its trigger": no message']);
	});
});

describe('Get a digest of the delivery of yesterday, and follow SMS until they are delivered', () => {
	/** The rows of SMS that were sent so many days ago. */
	async function sendTo(days: number, ...numbers: string[]): Promise<Row[]> {
		const rows: Row[] = [];
		for (const to of numbers) {
			const id = rows.length + 1;
			const createdAt = new Date(Date.now() - days * DAY).toISOString();
			rows.push({ id, createdAt, messageId: await service.send(to), to, final: false });
		}
		return rows;
	}
	const withRows = (name: string, rows: Row[]) => {
		const example = new Example(service, name);
		example.tables.set('SMS messages', rows);
		return example;
	};
	const digest = async (rows: Row[]) => withRows('daily-delivery-digest', rows);

	test("tells the owner yesterday's numbers, once", async () => {
		// Three arrive, two fail, one stays on its way for ever.
		const delivered = ['37060011111', '37060022222', '37060033333'];
		const others = ['37060110002', '37060210002', '37060110004'];
		const rows = await sendTo(1, ...delivered, ...others);
		await service.advance(60_000);
		const example = await digest(rows);
		await example.run('Every morning');
		const said = expect.stringMatching(
			/^SMS of 20\d\d-\d\d-\d\d: 6 sent, 3 delivered, 2 with error code 27\. On their way: 1\. Without a report: 0\.$/,
		);
		expect(await toOwner()).toEqual([said]);
		const again = await example.run('Every morning');
		expect(again.itemsOf('Tell the owner')).toMatchObject([{ skipped: 'alreadySent' }]);
		expect(await toOwner()).toEqual([said]);
	});

	test.each([
		['fewer than 80% of 20 arrived', 15, 5, 'Delivery dropped! SMS of '],
		['80% of 20 arrived', 16, 4, 'SMS of '],
		['fewer than 20 have ended', 10, 9, 'SMS of '],
	])('sounds an alarm or not when %s', async (_, arrived, failed, begins) => {
		const number = (place: number, end: string) => `3706${String(place).padStart(3, '0')}${end}`;
		const numbers = Array.from({ length: arrived + failed }, (__, place) =>
			number(place, place < arrived ? '1111' : '0002'),
		);
		const rows = await sendTo(1, ...numbers);
		await service.advance(60_000);
		await (await digest(rows)).run('Every morning');
		const [said, ...more] = await toOwner();
		expect([said.startsWith(`${begins}20`), more]).toEqual([true, []]);
	});

	test('says how many reports cannot be had', async () => {
		const example = await digest(await sendTo(1, '37060011111', '37060022222'));
		await service.advance(60_000);
		await service.fail({ kind: 'status', status: 404, path: '/v1/sms/report' });
		await example.run('Every morning');
		expect(await toOwner()).toEqual([
			expect.stringMatching(/: 2 sent, 1 delivered\. On their way: 0\. Without a report: 1\.$/),
		]);
	});

	test.each([
		['today', 0],
		['the day before yesterday', 2],
	])('counts nothing that was sent %s, and sends nothing', async (_, days) => {
		const run = await (await digest(await sendTo(days, '37060011111'))).run('Every morning');
		expect(run.itemsOf("Get yesterday's messages")).toEqual([]);
		expect(await toOwner()).toEqual([]);
	});

	const schedule = 'Every minute';
	const report = '/v1/sms/report';

	test('asks until the report is final, and no more then', async () => {
		const example = new Example(service, 'delivery-report-polling');
		await example.run('To try it by hand');
		const [row] = example.tables.get('SMS messages')!;
		expect(row).toMatchObject({ state: 'waiting for the report', parts: 1, final: false });
		await service.advance(1_500);
		await example.run(schedule);
		expect(row).toMatchObject({ state: 'pending', final: false });
		await service.advance(600_000);
		await example.run(schedule);
		expect(row).toMatchObject({ state: 'delivered', final: true });
		await example.run(schedule);
		expect(await requestsTo(report)).toHaveLength(2);
	});

	test('is not final while the report lists fewer parts than Send, and keeps their number', async () => {
		const [one] = await sendTo(0, '37060011111');
		const row = { ...one, parts: 2 };
		const example = withRows('delivery-report-polling', [row]);
		await service.advance(600_000);
		await example.run(schedule);
		expect(row).toMatchObject({ state: 'delivered', parts: 2, final: false });
	});

	test('goes on with the other rows when one report cannot be had, and asks for it again', async () => {
		const rows = await sendTo(0, '37060011111', '37060022222', '37060033333');
		const example = withRows('delivery-report-polling', rows);
		await service.advance(60_000);
		await service.fail({ kind: 'status', status: 404, path: report });
		const run = await example.run(schedule);
		expect(run.itemsOf('Ask again next time')).toMatchObject([
			{ final: false, error: expect.any(String) },
		]);
		expect(rows.filter(({ final }) => final)).toHaveLength(2);
		await example.run(schedule);
		expect(rows.filter(({ final }) => final)).toHaveLength(3);
	});
});
