import * as fc from 'fast-check';

import { isObject } from '../../../nodes/MessagingService/values/given';
import { shorten } from '../../../dev/doctor/results/shorten';
import { filledUp } from '../../../sandbox/like/values';
import { tries } from '../../support/properties';
import { consultTwice, openOther, reading, sending } from './consultation';
import type { Reply, Seen } from './consultation';

const LONG = 4_000;
const LIST = ['list-answer', 'list-paging'];

const entries = (change: (entry: Record<string, unknown>, index: number) => unknown) =>
	Array.from({ length: LONG }, (_, index) =>
		change({ id: `c-${index}`, phoneNumber: String(37060000000 + index) }, index),
	);

/** One entry far behind that is unlike the others. */
const withOdd = (odd: object) =>
	entries((entry, index) => (index === LONG - 7 ? { ...entry, ...odd } : entry));

const lists = (json: unknown) => ({
	answer: (reply: Reply, { path }: Seen) =>
		['/contacts', '/suppression'].includes(path) ? { ...reply, json } : reply,
});

it.each<[string, unknown, string[]]>([
	['all alike', entries((entry) => entry), []],
	['in an envelope that counts them', { items: entries((entry) => entry), total: LONG }, []],
	['in pages', { items: entries((entry) => entry), total: 3 * LONG }, LIST],
	['as many as the limit', { items: entries((entry) => entry), limit: LONG }, LIST],
	['one without a number', withOdd({ phoneNumber: 'none' }), ['suppression-number']],
	['one with half a number', withOdd({ phoneNumber: '600' }), ['suppression-number']],
	[
		'by their numbers',
		Object.fromEntries(entries(({ phoneNumber }) => [phoneNumber, { since: 1 }]) as []),
		['list-answer', 'suppression-number'],
	],
])('of %s, a recording keeps little, and gives the same table', async (_, json, different) => {
	const first = await consultTwice(await openOther(lists(json)), reading);
	expect(first.different).toEqual(different);
	expect(JSON.stringify(first.recording).length).toBeLessThan(100_000);
});

const json = fc.letrec((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3 },
		fc.string(),
		fc.integer(),
		fc.constantFrom(null, true, 'x'.repeat(5000)),
		fc.array(tie('json'), { maxLength: 60 }),
		fc.dictionary(fc.string({ maxLength: 6 }), tie('json'), { maxKeys: 6 }),
	),
})).json;

/** The lengths of all lists in it, but for those within what is repeated. */
function lengths(value: unknown): unknown {
	if (Array.isArray(value)) return [value.length, ...value.slice(0, 20).map(lengths)];
	return isObject(value) ? Object.values(value).map(lengths) : null;
}

it('what was cut is as long again', () => {
	fc.assert(
		fc.property(json, (given) => {
			const { json: short, cut } = shorten(given);
			expect(lengths(filledUp(short, cut))).toEqual(lengths(given));
		}),
		tries(200),
	);
});

it.each([
	['sends', sending, ['answer-encoding']],
	['reads', ['--message-id', '92233720368547758070'], []],
])('the doctor that %s names IDs that a JSON reader rounds', async (_, flags, different) => {
	let id = '';
	const service = await openOther({
		request: (seen) => {
			const asked = (seen.json as { messageId?: string } | undefined)?.messageId;
			const given = asked ?? seen.query.get('messageId') ?? '';
			if (given !== '92233720368547758070') return seen;
			seen.query.set('messageId', id);
			return { ...seen, json: seen.json && { messageId: id } };
		},
		answer: (reply, { path }) => {
			const { messageId } = (isObject(reply.json) ? reply.json : {}) as { messageId?: string };
			if (messageId) id = messageId;
			if (!/single|report$/.test(path) || reply.status !== 200) return reply;
			// As text: JavaScript can't write such a number.
			const text = JSON.stringify(reply.json);
			const large = text.replace(/"messageId":"[^"]*"/g, '"messageId":92233720368547758070');
			return { ...reply, json: large };
		},
	});
	const first = await consultTwice(service, flags);
	expect(first.different).toEqual(different);
	const row = first.all.find((one) => one.row === 'answer-encoding');
	if (different.length) expect(row?.what.join()).toContain('2^53 in messageId');
});
