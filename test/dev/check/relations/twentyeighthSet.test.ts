import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Play } from '../../../../dev/check/play/round';
import { advised, at, found, hello, people, passage, played, type Person, sent } from './madeUp';

const [anna, ben] = people;

/** What the twenty-eighth set has taught the check: found there, and what a good workflow has that looks like it. */
describe('A comparison of two lists', () => {
	const hours = (of: Person, hour: string) => ({ ...of, hour, seen: hour });
	const compared = (
		skipFields: string,
		{ now = hours(ben, '15:00'), text = '=At {{ $json.hour }}', messages = [hello(anna)] } = {},
	): Play => {
		const before = [hours(anna, '08:00'), hours(ben, '08:00')];
		const then = [hours(anna, '09:00'), now];
		const play = played({
			...at('compareDatasets', {
				mergeByFields: { values: [{ field1: 'id', field2: 'id' }] },
				options: { skipFields },
			}),
			node: { parameters: { resource: 'sms', operation: 'send', to: '={{ $json.phone }}', text } },
			...{ rows: then, messages },
		});
		play.rounds[0].runs.Merge = passage(2, [...before, ...then], [], [before[1]], [then[0]], []);
		return play;
	};
	test('skips a field that the texts say, and who hears nothing of it is told', () => {
		const play = compared('seen, hour');
		const [breach, ...others] = found('skips', play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'know', node: 'Merge', field: 'hour' });
		expect(breach.happened).toBe(
			'“hour” is another one in the second list, and Ben gets nothing: “Merge” skips it.',
		);
		const [{ advice, apply }] = mendsFor(breach, baseOf(play));
		expect(advice).toBe('Take hour out of Fields to Skip Comparing.');
		expect(apply(play.workflow).nodes[2].parameters.options).toEqual({ skipFields: 'seen' });
	});
	test.each([
		['no text says it', compared('hour', { text: '=Come, {{ $json.name }}' })],
		['nothing is skipped', compared('')],
		['it is the same', compared('hour', { now: hours(ben, '08:00') })],
		['who hears of it', compared('hour', { messages: [hello(anna), hello(ben)] })],
	])('is right where %s', (_, play) => {
		expect(found('skips', play)).toEqual([]);
	});
});

test('An email says an amount of a currency without anything behind the point, too', () => {
	const email = 'mei@example.jp';
	const says = (text: string, currency = 'jpy'): Play => {
		const rows = [{ email, amount: 24000, currency, name: 'Mei' }] as object[];
		const more = { channel: 'email', to: email };
		const play = played({
			...at('set', { value: '={{ ($json.amount / 100).toFixed(2) }}' }),
			...{ rows: rows as Person[], merged: rows as Person[], messages: [sent(email, text, more)] },
		});
		return play;
	};
	const [breach, ...others] = found('misread', says('You paid 240.00 JPY'));
	expect(others).toEqual([]);
	expect(breach.happened).toBe(
		'mei@example.jp reads 240.00, and the row says 24000: JPY has nothing behind the point.',
	);
	expect(found('misread', says('You paid 24000 JPY'))).toEqual([]);
	expect(found('misread', says('You paid 240.00 EUR', 'eur'))).toEqual([]);
});

test('What several currencies have nothing behind the point for is asked for at once', () => {
	const rows = ['jpy', 'eur', 'krw'].map((currency, place) => ({
		...{ ...people[place], currency, amount: 24000 },
	}));
	const assignments = [{ name: 'owed', value: '={{ ($json.amount / 100).toFixed(2) }}' }];
	const play = played({ ...at('set', { assignments: { assignments } }), rows });
	const breach = {
		level: 'change',
		kind: 'misread',
		node: 'Merge',
		field: 'JPY',
		happened: '',
	} as const;
	expect(advised(breach, play)).toContain(
		"Divide by 100 only what isn't JPY or KRW: set owed to {{ ($json.amount / (['JPY', 'KRW'].includes(String($json.currency).toUpperCase()) ? 1 : 100)).toFixed(2) }}.",
	);
});
