import fc from 'fast-check';
import { targets } from '../../dev/attack/posts.ts';
import { countryOf } from '../../sandbox/messages/countryCodes.ts';
import { waveIn } from '../../sandbox/page/wave.js';
import { tries } from '../support/properties.ts';

/** As the page gets them: one every so many ms. */
const rowsOf = (numbers: string[], everyMs: number) =>
	numbers.map((number, index) => ({
		...{ to: number.slice(1), country: countryOf(number.slice(1)) },
		...{ requestNumber: index + 1, sentAt: index * everyMs },
	}));

it('A wave is what bots send in a minute, by country, the most first', () => {
	const found = waveIn(rowsOf(targets(200, 30), 200));
	expect(found?.numbers).toBeGreaterThan(180);
	expect(found?.countries).toHaveLength(20);
	expect(found?.countries[0][0]).toBe('Lithuania');
	const counts = found!.countries.map(([, count]) => count);
	expect(counts.reduce((sum, count) => sum + count)).toBe(found?.numbers);
});

it.each([
	['posts of a day', rowsOf(targets(200, 0), 10_000)],
	['a batch', rowsOf(targets(200, 0), 0).map((row) => ({ ...row, requestNumber: 1 }))],
	['one country', rowsOf(targets(600, 0), 10).filter(({ country }) => country === 'Lithuania')],
	['one number', rowsOf(targets(0, 300), 10)],
	['emails', rowsOf(targets(200, 0), 10).map((row) => ({ ...row, country: undefined }))],
])('There is none in %s', (_, rows) => {
	expect(waveIn(rows)).toBeUndefined();
});

it('The count is that of the busiest minute, whenever the messages came', () => {
	const time = fc.integer({ min: 0, max: 180 });
	fc.assert(
		fc.property(fc.array(time, { minLength: 1, maxLength: 120 }), (seconds) => {
			const numbers = targets(seconds.length, 0);
			const rows = rowsOf(numbers, 0).map((row, index) => ({
				...row,
				sentAt: 1_000 * seconds[index],
			}));
			const inMinute = (from: number) =>
				rows.filter(({ sentAt }) => sentAt >= from && sentAt < from + 60_000);
			const busiest = rows
				.map(({ sentAt }) => inMinute(sentAt))
				.reduce((one, other) => (other.length > one.length ? other : one));
			const isSure = busiest.length < 30;
			if (isSure) expect(waveIn(rows)).toBeUndefined();
			else expect(waveIn(rows)?.numbers ?? busiest.length).toBe(busiest.length);
		}),
		tries(200),
	);
});
