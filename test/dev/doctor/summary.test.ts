import { summaryOf } from '../../../dev/doctor/results/report';
import { mostUseful, rowNames } from '../../../dev/doctor/rows';
import { folderForTests } from '../../support/folder';
import { consult, openOther, reading, runDoctor, sending } from './consultation';

const folder = folderForTests();

test('says how many assumptions were tried, and what tries most of the others', async () => {
	const { address } = await openOther();
	const { output } = await runDoctor(address, ['--out', folder]);
	const [, tried, all, left] =
		/^(\d+) of (\d+) assumptions tried: all as the nodes expect\.\n(\d+) weren't tried\./m.exec(
			output,
		)!;
	expect(Number(tried)).toBeGreaterThan(5);
	expect(Number(all)).toBe(rowNames.length);
	expect(Number(tried) + Number(left)).toBe(rowNames.length);
	const ways = [...output.matchAll(/^ {2}(--.+) {2}\((\d+) more\)$/gm)];
	expect(ways.map(([, way]) => way.split(' ')[0])).toHaveLength(3);
	expect(ways[0][1]).toContain('--send-to NUMBER --from SENDER');
});

test('an option that is named tries as many as it says, or nearly', async () => {
	const service = await openOther();
	const tried = (table: Record<string, string>) =>
		Object.values(table).filter((status) => status !== 'not tried').length;
	const before = await consult(service, []);
	const notTried = rowNames.filter((row) => before.table[row] === 'not tried');
	const [[, count]] = mostUseful(notTried);
	const after = await consult(service, sending);
	expect(tried(after.table) - tried(before.table)).toBeGreaterThanOrEqual(count);
});

test('each request that is meant to be refused says so, and no other', async () => {
	const { lines } = await consult(await openOther(), reading);
	const meant = lines.filter((line) => line.includes(', as expected: '));
	expect(meant.map((line) => line.replace(/  \d+/, ''))).toEqual([
		'POST /v1/sms/report, as expected: there is no such message',
		'GET /v1/sms/report, as expected: there is no such message',
		'GET /path-that-nobody-has, as expected: there is no such path',
		'GET /v1/Common/balance, as expected: the key is a wrong one',
	]);
	expect(lines.filter((line) => / {2}4\d\d/.test(line))).toEqual(meant);
});

test('names no option where none would try more', () => {
	const known = rowNames.map((row) => ({ row, what: [], change: [] }));
	const all = known.map((one) => ({ ...one, status: 'as assumed' as const }));
	const none = known.map((one) => ({ ...one, status: 'not tried' as const }));
	expect(summaryOf(all, 'fine.')).toBe(`${all.length} of ${all.length} assumptions tried: fine.`);
	expect(summaryOf(none, 'nothing.')).toContain(`0 of ${all.length} assumptions tried: nothing.`);
	expect(mostUseful(['request-limits'])).toEqual([]);
});
