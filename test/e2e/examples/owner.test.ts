import { sharedHost } from '../support';
import { textsOn } from '../support/asking';
import { dropTable, requestsTo, tableRows } from '../support/exampleData';
import { PlayedExample } from '../support/playing';
import { postToService } from '../support/serviceClient';

const host = sharedHost();
const owner = '37060012345';
const toOwner = async () => await textsOn(host, owner);
const report = '/v1/sms/report';
const noReport = async () => await host.sandbox.fail({ kind: 'status', status: 404, path: report });
beforeEach(async () => await host.sandbox.reset());

/** Sends to numbers, and gives their rows of the table. */
async function rowsOf(...numbers: string[]): Promise<object[]> {
	const rows: object[] = [];
	for (const to of numbers) {
		const sms = { to, from: 'Shop', text: 'Hello' };
		const { messageId } = await postToService<{ messageId: string }>(host, '/v1/sms/single', sms);
		rows.push({ messageId, to, parts: 1, final: false });
	}
	await host.sandbox.moveClock(600_000);
	return rows;
}

test.each([
	[{ EUR: 9.99, USD: 250 }, 1],
	[{ EUR: 10, USD: 1 }, 0],
])(
	'A low balance: the owner learns of less than 10 euros, whatever the dollars: %j',
	async (balance, sms) => {
		await host.sandbox.call('POST', 'balance', balance);
		await (await PlayedExample.of(host, 'low-balance-alert')).run('Every morning');
		expect(await toOwner()).toHaveLength(sms);
	},
);

describe('A workflow that fails', () => {
	const trigger = 'When a workflow fails';
	const failed = (name: string) => ({
		workflow: { id: name, name },
		execution: {
			lastNodeExecuted: 'Read the orders',
			error: { message: 'The shop does not answer\nat orders.js:12' },
		},
	});
	const inHour = async (hour: string) =>
		await PlayedExample.of(host, 'workflow-error-alert', (text) =>
			text.replace(/={{ \$now\.toFormat\(.+?\) }}/, hour),
		);
	beforeEach(async () => await dropTable(host, 'SMS alerts'));

	test('again and again sends one SMS an hour', async () => {
		const example = await inHour('2030-01-01 10');
		for (let count = 0; count < 2; count++) await example.run(trigger, [failed('nightly-import')]);
		const said = 'n8n: "nightly-import" failed in "Read the orders": The shop does not answer';
		expect(await toOwner()).toEqual([said]);
		await (await inHour('2030-01-01 11')).run(trigger, [failed('nightly-import')]);
		expect(await toOwner()).toEqual([said, said]);
	});

	test('among others sends five SMS an hour in all', async () => {
		const example = await inHour('2030-01-01 10');
		for (let count = 0; count < 6; count++) await example.run(trigger, [failed(`sync-${count}`)]);
		const said = await toOwner();
		expect(said).toHaveLength(5);
		expect(said.filter((text) => text.endsWith('(last SMS of this hour)'))).toEqual([said[4]]);
		expect(await tableRows(host, 'SMS alerts')).toHaveLength(6);
	});

	test('in its trigger is told as far as it can be, in the hour of the clock', async () => {
		const example = await PlayedExample.of(host, 'workflow-error-alert');
		const run = await example.run(trigger, [
			{ workflow: { name: 'Orders' }, trigger: { error: { message: '' } } },
		]);
		expect(run.itemsOf('Say what failed')).toMatchObject([
			{ hour: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d$/), mostAnHour: 5 },
		]);
		expect(await toOwner()).toEqual(['n8n: "Orders" failed in "its trigger": no message']);
	});
});

describe('The digest', () => {
	const yesterday = "Get yesterday's messages";
	const digest = async (rows: object[]) => {
		const example = await PlayedExample.of(host, 'daily-delivery-digest');
		return async () => await example.run('Every morning', undefined, { [yesterday]: rows });
	};

	test("tells the owner yesterday's numbers, once", async () => {
		// Three arrive, two fail, one stays on its way for ever.
		const delivered = ['37060011111', '37060022222', '37060033333'];
		const others = ['37060110002', '37060210002', '37060110004'];
		const play = await digest(await rowsOf(...delivered, ...others));
		await play();
		const said = expect.stringMatching(
			/^SMS of 20\d\d-\d\d-\d\d: 6 sent, 3 delivered, 2 with error code 27\. On their way: 1\. Without a report: 0\.$/,
		);
		expect(await toOwner()).toEqual([said]);
		expect((await play()).itemsOf('Tell the owner')).toMatchObject([{ skipped: 'alreadySent' }]);
		expect(await toOwner()).toEqual([said]);
	});

	test.each([
		['fewer than 80% of 20 arrived', 15, 5, 'Delivery dropped! SMS of '],
		['80% of 20 arrived', 16, 4, 'SMS of '],
		['fewer than 20 have ended', 10, 9, 'SMS of '],
	])('sounds an alarm or not when %s', async (_, arrived, failed, begins) => {
		const numbers = Array.from(
			{ length: arrived + failed },
			(__, n) => `3706${String(n).padStart(3, '0')}${n < arrived ? '1111' : '0002'}`,
		);
		await (
			await digest(await rowsOf(...numbers))
		)();
		const [said, ...more] = await toOwner();
		expect([said.startsWith(`${begins}20`), more]).toEqual([true, []]);
	});

	test('says how many reports cannot be had', async () => {
		const play = await digest(await rowsOf('37060011111', '37060022222'));
		await noReport();
		await play();
		expect(await toOwner()).toEqual([
			expect.stringMatching(/: 2 sent, 1 delivered\. On their way: 0\. Without a report: 1\.$/),
		]);
	});
});

describe('The table of messages', () => {
	const [table, schedule] = ['SMS messages', 'Every minute'];
	const get = 'Get the rows to ask about';
	const decided = 'Decide what to write';
	const polling = async () => await PlayedExample.of(host, 'delivery-report-polling');

	test('is filled until the report is final, and then no more; the digest counts what was sent yesterday', async () => {
		await dropTable(host, table);
		const example = await polling();
		await example.run('To try it by hand');
		const rows = async () => await tableRows(host, table);
		expect(await rows()).toMatchObject([
			{ state: 'waiting for the report', parts: 1, final: false },
		]);
		await host.sandbox.moveClock(60_000);
		await example.run(schedule);
		expect(await rows()).toMatchObject([{ state: 'delivered', final: true }]);
		await example.run(schedule);
		expect(await requestsTo(host, report)).toHaveLength(1);

		for (const [days, counted] of [
			[0, 0],
			[1, 1],
			[2, 0],
		]) {
			const digest = await PlayedExample.of(host, 'daily-delivery-digest', (text) =>
				text.replaceAll('$now', `$now.plus({ days: ${days} })`),
			);
			const run = await digest.run('Every morning');
			expect([days, run.itemsOf("Get yesterday's messages")]).toMatchObject([
				days,
				{ length: counted },
			]);
			expect(run.timesOf('Tell the owner')).toBe(counted);
		}
	});

	test('is not final while the report lists fewer parts than Send, and keeps their number', async () => {
		const [row] = await rowsOf('37060011111');
		const pins = { [get]: [{ ...row, parts: 2 }] };
		const run = await (await polling()).run(schedule, undefined, pins);
		expect(run.itemsOf(decided)).toMatchObject([{ state: 'delivered', parts: 2, final: false }]);
	});

	test('goes on with the other rows when one report cannot be had', async () => {
		const rows = await rowsOf('37060011111', '37060022222', '37060033333');
		await noReport();
		const run = await (await polling()).run(schedule, undefined, { [get]: rows });
		expect(run.itemsOf('Ask again next time')).toMatchObject([{ error: expect.any(String) }]);
		expect(run.itemsOf(decided)).toMatchObject([{ final: true }, { final: true }]);
	});
});
