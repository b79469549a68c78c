import fc from 'fast-check';
import { addressOf, routeOf } from '../../sandbox/page/address.js';
import {
	aheadInWords,
	ago,
	conversationsOf,
	dayAndTime,
	finderOf,
} from '../../sandbox/page/words.js';
import { tries } from '../support/properties.ts';

const text = fc.string({ unit: 'grapheme' });
const views = ['messages', 'check', 'failures', 'people', 'requests'];
const view = fc.constantFrom(...views);
const channel = fc.constantFrom('sms', 'viber', 'email');

type Route = Parameters<typeof addressOf>[0];
const read = (hash: string): Record<string, unknown> => routeOf(hash);

/** What the page shows, without what is not given. */
const given = (route: object) =>
	Object.fromEntries(Object.entries(route).filter(([, value]) => value));

describe('An address of the page', () => {
	const filters = { find: text, state: fc.constantFrom('0', '3'), status: text };
	const some = fc.record(filters, { requiredKeys: [] });
	const route = fc.oneof(
		fc.tuple(fc.record({ view }), some),
		fc.tuple(fc.record({ view: fc.constant('messages'), channel }), some),
		fc.tuple(fc.record({ view: fc.constant('messages'), channel, to: text }), some),
		fc.tuple(fc.record({ view: fc.constant('requests'), number: fc.nat() }), some),
	);

	it('leads back to what it was made of', () => {
		fc.assert(
			fc.property(route, ([place, found]) => {
				const shown = { ...place, ...found };
				const hash = addressOf(shown as Route);
				expect(given(read(hash))).toEqual(given(shown));
				// As a browser has it.
				expect(new URL(hash, 'http://127.0.0.1/').hash).toBe(hash);
			}),
			tries(500),
		);
	});

	it('shows something whatever it says', () => {
		const odd = fc.oneof(
			text.map((one) => `#${one}`),
			text.map((one) => `#messages?to=${one}`),
			fc.tuple(view, text, text).map(([name, key, value]) => `#${name}?${key}=${value}`),
			fc.constantFrom('', '#', '#request-', '#messages?to', '#messages?to=%zz'),
			fc.constantFrom('#__proto__', '#messages?channel=__proto__', '#messages?channel=fax'),
			fc.constant('#request-1&number=x&to=2&view=3'),
		);
		fc.assert(
			fc.property(odd, (hash) => {
				const shown = read(hash);
				expect(views).toContain(shown.view);
				expect(['sms', 'viber', 'email', undefined]).toContain(shown.channel);
				expect(['number', 'undefined']).toContain(typeof shown.number);
			}),
			tries(500),
		);
	});

	it('of a recipient that no address can hold is one nonetheless', () => {
		const to = 'a\ud800@example.com';
		const hash = addressOf({ view: 'messages', channel: 'email', to } as Route);
		expect(read(hash).to).toBe('a\ufffd@example.com');
	});
});

describe('A search', () => {
	const message = fc.record({
		to: fc.stringMatching(/^370\d{8}$/),
		name: text,
		from: text,
		subject: fc.option(text, { nil: undefined }),
		parts: fc.array(fc.record({ text }), { minLength: 1, maxLength: 3 }),
	});

	it('finds a message by any piece of its number, name, sender, subject, and texts', () => {
		fc.assert(
			fc.property(message, fc.nat(), fc.nat(), (one, from, length) => {
				for (const words of [one.to, one.name, one.from, one.subject ?? '', ...one.parts]) {
					const characters = [...(typeof words === 'string' ? words : words.text)];
					const piece = characters.slice(from % (characters.length + 1)).slice(0, length % 20);
					expect(finderOf(piece.join(''))({ ...one })).toBe(true);
				}
			}),
			tries(500),
		);
	});

	it.each([
		['labas', true],
		['  LABAS  ', true],
		['ruta', true],
		['Rūta', true],
		['ßΣ', true],
		['+370 600 12345', true],
		['600 12', true],
		['(600)-123', true],
		['8 600 12345', true],
		['(0-600) 12345', true],
		['8 600 1', false],
		['8 600 12346', false],
		['370600123450', false],
		['12', false],
		['Rita', false],
		['.', false],
	])('for %j finds it: %s', (find, is) => {
		const parts = [{ text: 'Labas, Rūta' }, { text: 'STRASSE ΣΑΣ ßς' }];
		const one = { to: '37060012345', name: '+370 600 98765', from: 'Shop', parts };
		// A piece of a number as short as this is found only as a text.
		const other = { ...one, to: '37060034567', name: '' };
		expect(finderOf(find)(find === '12' ? other : { ...one })).toBe(is);
	});
});

it('conversations have all messages in their order, the latest conversation first', () => {
	const recipients = fc.array(fc.constantFrom('1', '2', '3', '4'), { minLength: 1 });
	fc.assert(
		fc.property(recipients, (all) => {
			const messages = all.map((to, number) => ({ to, number }));
			const conversations = conversationsOf(messages);
			expect(conversations.map(({ id }) => id)).toEqual([...new Set([...all].reverse())]);
			for (const { id, messages: own } of conversations) {
				expect(own).toEqual(messages.filter(({ to }) => to === id));
			}
		}),
		tries(200),
	);
});

it.each([
	[1_000, 'less than a minute ahead'],
	[60_000, '1 minute ahead'],
	[3_660_000, '1 hour 1 minute ahead'],
	[2 * 86_400_000 + 3_600_000, '2 days 1 hour ahead'],
	[366 * 86_400_000, '366 days ahead'],
])('a clock that was moved by %i ms is %s', (ms, words) => {
	expect(aheadInWords(ms)).toBe(words);
});

it('a date is written as in n8n', () => {
	const at = new Date(2026, 10, 23, 15, 3, 5).getTime();
	expect(dayAndTime(at)).toBe('Nov 23, 15:03:05');
	expect(ago(at, at + 30_000)).toBe('now');
	expect(ago(at, at + 120_000)).toBe('2 min');
	expect(ago(at, at + 7_200_000)).toBe('15:03');
	expect(ago(at, at + 2 * 86_400_000)).toBe('Nov 23');
});
